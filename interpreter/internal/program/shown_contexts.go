package program

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// Context is the information about a running procedure that players see during a question.
// Rules do not depend on it.
type Context struct{ Cells []*Cell }

// Cell is a labelled value of a running procedure.
type Cell struct {
	Label string
	Is    *formula.Expr
	If    *Cond         // nil for always
	First []string      // options that come first if Is is true: PROCEDURE.OPTION; the cell is not shown
	At    string        // if set, the request whose answers show the cell
	Slot  *formula.Slot // the name that the request chooses a value for, if At is a `choose` of the procedure
	Roll  *RollOp       // if set, a coming roll of one die: Is is then a condition, shown for each side
	Sum   string        // start, plus or minus: its part in the sum before the odds; or ""
}

// Listed reports whether the cell stands in the list of its context.
func (c *Cell) Listed() bool { return c.First == nil && c.At == "" }

// compileContexts compiles the contexts. A context can use the local names of its procedure.
func (b *builder) compileContexts() {
	b.p.Contexts = make([]*Context, len(b.p.Procs))
	for _, d := range b.p.Game.Contexts {
		if p := b.procOf(d.Ident); p != nil {
			b.p.Contexts[p.Index] = b.context(d, p)
		}
	}
}

// context compiles the context of a procedure. A cell has a value, options that come first, or
// the sides of a coming roll.
func (b *builder) context(d *syntax.Context, p *Proc) *Context {
	b.c.Within = d.Name
	out := &Context{}
	sc := &formula.Scope{Proc: p.Proc, Unnoted: true}
	for _, c := range d.Cells {
		cell := &Cell{Label: c.Name, If: b.makeCond(c.If, sc), At: c.At.Name, Sum: c.Sum}
		if cell.At != "" {
			cell.Slot = b.slotAt(c.At, p)
		}
		if len(c.First) > 0 {
			cell.Is = b.c.Condition(c.Is, sc)
			for _, o := range c.First {
				cell.First = append(cell.First, o.Name)
				if !b.isOption(o.Name) {
					b.diags.Add(o.Pos, "no option %s; write PROCEDURE.OPTION of a `may`", o.Name)
				}
			}
		} else if c.Roll.Name == "" {
			cell.Is = b.shown(c.Is, false, sc)
		} else {
			cell.Is = b.c.Condition(c.Is, sc)
			cell.Roll = b.rollOf(c.Roll, p)
		}
		out.Cells = append(out.Cells, cell)
	}
	return out
}

// slotAt returns the name for which a request of a procedure chooses a value; nil if the request is a `may`.
func (b *builder) slotAt(at syntax.Ident, p *Proc) *formula.Slot {
	for _, choose := range operands[*ChooseOp](b.p.Units[p.Index]) {
		if choose.Request == at.Name {
			return choose.Slot
		}
	}
	if !slices.ContainsFunc(b.p.Mays(), func(may *MayOp) bool { return may.Request == at.Name }) {
		b.diags.Add(at.Pos, "no request %s; write the name of a `may`, or PROCEDURE.NAME of a `choose` in %s", at.Name,
			p.Name)
	}
	return nil
}

// isOption reports whether PROCEDURE.OPTION is an option of a `may`.
func (b *builder) isOption(name string) bool {
	of, option, _ := strings.Cut(name, ".")
	return slices.ContainsFunc(b.p.Mays(), func(may *MayOp) bool {
		in, _, _ := strings.Cut(may.Request, ".")
		return in == of && slices.ContainsFunc(may.Options, func(o MayOption) bool { return o.Name == option })
	})
}

// Ending is the information about each player that is shown when a procedure finishes the
// match. Rules do not depend on it.
type Ending struct{ Rows []*Row }

// Row is a labelled value of each player; `it` is the player.
type Row struct {
	Label string
	Is    *formula.Expr
	If    *Cond         // nil for always
	Parts []*Row        // its summands
	Now   *formula.Expr // of a forecast, which is shown during the match and not at its end; otherwise nil
	Cites []syntax.Ident
}

// compileEndings compiles the endings. An ending can use the local names of its procedure.
func (b *builder) compileEndings() {
	b.p.Endings = make([]*Ending, len(b.p.Procs))
	for _, d := range b.p.Game.Endings {
		if p := b.procOf(d.Ident); p != nil {
			b.c.Within = d.Name
			b.p.Endings[p.Index] = b.ending(d, p)
		}
	}
}

// ending compiles the table of a finished match. Its rows are evaluated for each player.
func (b *builder) ending(d *syntax.Finale, p *Proc) *Ending {
	out := &Ending{}
	sc, each := &formula.Scope{Proc: p.Proc, Unnoted: true},
		&formula.Scope{Proc: p.Proc, It: schema.Type{Base: schema.Player}, Unnoted: true}
	value := func(f *syntax.Formula) *formula.Expr {
		v := b.c.Compile(f, each)
		if v.OK() && (v.Type.Base == schema.Frame || v.Type.Base == schema.Table) {
			b.diags.Add(f.Node.Pos, "%s is not shown", b.p.Describe(v.Type))
		}
		return v
	}
	for _, r := range d.Rows {
		row := &Row{Label: r.Name, If: b.makeCond(r.If, sc), Is: value(r.Is), Cites: r.Cites}
		for _, part := range r.Parts {
			row.Parts = append(row.Parts, &Row{Label: part.Name, Is: value(part.Is)})
		}
		if r.Now != nil {
			row.Now = b.number(r, value(r.Now), row)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// number checks that all formulas of a forecast are numbers, and returns the one at which it is full.
func (b *builder) number(r *syntax.Result, now *formula.Expr, row *Row) *formula.Expr {
	all, at := []*formula.Expr{now, row.Is}, []*syntax.Formula{r.Now, r.Is}
	for i, part := range row.Parts {
		all, at = append(all, part.Is), append(at, r.Parts[i].Is)
	}
	for i, f := range all {
		if f.OK() && !f.Type.One(schema.Number) {
			b.diags.Add(at[i].Node.Pos, "a forecast needs numbers; this is %s", b.p.Describe(f.Type))
		}
	}
	return now
}

// rollOf returns the step of a procedure that rolls one die and stores the result under a name.
func (b *builder) rollOf(name syntax.Ident, p *Proc) *RollOp {
	for _, roll := range operands[*RollOp](b.p.Units[p.Index]) {
		if roll.Slot.Name == name.Name {
			if roll.Dice != nil {
				b.diags.Add(name.Pos, "a context shows a single die, but %q is a roll of several dice", name.Name)
			}
			return roll
		}
	}
	b.diags.Add(name.Pos, "%s rolls no die %q", p.Name, name.Name)
	return nil
}

// labels returns the labels of all contexts and endings.
func labels(g *syntax.Game) (out []string) {
	for _, d := range g.Contexts {
		for _, c := range d.Cells {
			out = append(out, c.Name)
		}
	}
	for _, d := range g.Endings {
		for _, r := range d.Rows {
			out = append(out, r.Name)
			for _, part := range r.Parts {
				out = append(out, part.Name)
			}
		}
	}
	return out
}
