package program

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Measure is a number that is collected over many matches.
type Measure struct {
	Name  string
	How   string   // share, mean, count or sum
	Proc  ref.Proc // the procedure at whose end (also the end of the match) it is taken
	Start bool     // it is taken at the start of the procedure instead
	Value *formula.Expr
	By    *formula.Expr // nil if it is not divided into groups
	If    *Cond         // nil for always
	Pos   source.Pos
}

// compileMeasures compiles the measures. A measure can use the local names of its procedure.
func (b *builder) compileMeasures() {
	for _, d := range b.p.Game.Measures {
		if p := b.procOf(d.Of); p != nil {
			b.p.Measures = append(b.p.Measures, b.measure(d, p))
		}
	}
}

// measure compiles a measure of simulations.
func (b *builder) measure(d *syntax.Measure, p *Proc) *Measure {
	b.c.Within = d.Name
	sc := &formula.Scope{Proc: p.Proc, Unnoted: true}
	m := &Measure{Name: d.Name, How: d.How, Proc: p.Index, Start: d.At == "start", If: b.makeCond(d.If, sc), Pos: d.Pos}
	if d.How == "share" || d.How == "count" {
		m.Value = b.c.Condition(d.Value, sc)
	} else {
		m.Value = b.c.Want(d.Value, sc, numberType, "what is measured")
	}
	if d.By != nil {
		m.By = b.splitsBy(d.By, sc)
	}
	return m
}

// splitsBy compiles the formula for the groups of a measure.
func (b *builder) splitsBy(f *syntax.Formula, sc *formula.Scope) *formula.Expr {
	v := b.c.Compile(f, sc)
	if v.OK() {
		switch t := v.Type; {
		case t.List, t.Base != schema.Number && t.Base != schema.YesNo && t.Base != schema.Word &&
			t.Base != schema.Player && t.Base != schema.Piece:
			b.diags.Add(f.Node.Pos,
				"a measure can be split by a number, yes or no, a word, a player or a card, but not by %s",
				b.p.Describe(t))
		}
	}
	return v
}

// compileInvariants compiles the invariants, each for all of a match or for the end of a
// procedure.
func (b *builder) compileInvariants() {
	for _, c := range b.p.Game.Invariants {
		onEnd := ref.NoProc
		if c.AtEnd.Name != "" {
			p := b.procOf(c.AtEnd)
			if p == nil {
				continue
			}
			onEnd = p.Index
		}
		that := b.c.Condition(c.That, &formula.Scope{Unnoted: true})
		b.p.Invariants = append(b.p.Invariants,
			&Invariant{Words: c.Name, Pos: c.Pos, Cites: c.Cites, OnEnd: onEnd, That: that, Fixed: that.Fixed()})
	}
}
