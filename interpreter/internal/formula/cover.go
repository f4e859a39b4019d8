package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// A citation counts when execution proves it, and a condition is tested when it
// has been seen to hold and to fail. Compiled for coverage, every formula,
// printed value, card and field that cites clauses notes that its value was
// used, and every condition how it came out: a condition as a whole, the
// operands of `and`, `or` and `not`, what stands before a `?`, and what a list
// function asks of each element.
//
// The notes cost time, and constants are worked out at run time instead of
// folded, so that what is counted does not depend on what is clever; ordinary
// programs have neither. What the readings in force shut out is compiled aside:
// nothing is expected of it, so nothing is noted.

// Mark is a place of which notes are taken: it cites clauses, is a condition, or
// both.
type Mark struct {
	Pos    source.Pos
	Cites  []syntax.Ident
	Is     string // of a condition: what it says; else empty
	Within string // the procedure, formula, window or card where the condition stands
}

// Note is what has been seen of a mark.
type Note uint8

const (
	Used   Note = 1 << iota // its value was used
	Held                    // the condition held
	Failed                  // the condition did not hold
)

// notes reports whether notes are taken of what is compiled in a scope.
func (c *Compiler) notes(sc *Scope) bool { return c.Covering && !sc.quiet && !sc.Unnoted }

// mark makes a mark, or finds the one at that place. Once the program is built
// there are no more: scenarios look at rules, and are none.
func (c *Compiler) mark(pos source.Pos, note func(*Mark)) (i int, ok bool) {
	c.compiling.Lock()
	defer c.compiling.Unlock()
	if i, ok = c.markAt[pos]; !c.Building {
		return i, ok
	}
	if !ok {
		i = len(c.marks)
		c.marks = append(c.marks, &Mark{Pos: pos})
		c.markAt[pos] = i
	}
	note(c.marks[i])
	c.uses.marks = append(c.uses.marks, i)
	return i, true
}

// citing is the mark of something that cites clauses; -1: there is none.
func (c *Compiler) citing(pos source.Pos, cites []syntax.Ident) int {
	if len(cites) == 0 {
		return -1
	}
	i, ok := c.mark(pos, func(m *Mark) {
		if m.Cites == nil {
			m.Cites = cites
		}
	})
	if !ok {
		return -1
	}
	return i
}

func (e *Env) note(i int, n Note) {
	if i >= 0 && i < len(e.Notes) {
		e.Notes[i] |= n
	}
}

// MarkData makes the marks of all fields, values and cards, so that scenarios
// about data find them where no rule looks.
func (c *Compiler) MarkData() {
	for _, fields := range [3][]*schema.Field{c.GameFields, c.PlayerFields, c.PieceFields} {
		for _, f := range fields {
			for _, d := range f.Decls {
				c.citing(d.Pos, d.Cites)
			}
		}
	}
	for _, card := range c.Cards {
		c.citing(card.Pos, card.Card.Cites)
		for _, v := range card.Values {
			c.citing(v.Pos, v.Cites)
		}
	}
}

// cover notes that a formula that cites clauses was used.
func (c *Compiler) cover(v *Value, f *syntax.Formula, sc *Scope) *Value {
	if !c.notes(sc) || !v.OK() || len(f.Cites) == 0 {
		return v
	}
	i := c.citing(f.Node.Pos, f.Cites)
	return v.noting(func(e *Env) { e.note(i, Used) })
}

// noting is v with a note taken whenever it is worked out.
func (v *Value) noting(note func(*Env)) *Value {
	out := *v
	out.Const, out.settled, out.fused = false, v.Settled(), nil
	if num := v.num; num != nil {
		out.num = func(e *Env) int32 { note(e); return num(e) }
	}
	if yes := v.yes; yes != nil {
		out.yes = func(e *Env) bool { note(e); return yes(e) }
	}
	if list := v.list; list != nil {
		out.list = func(e *Env) []int32 { note(e); return list(e) }
	}
	return &out
}

// both notes how the condition n, compiled to v, comes out. Whoever has seen
// `x` both ways has seen `not x` both ways; what is settled at load has one way.
func (co *comp) both(n ast.Node, v *Value) *Value {
	_, isNot := n.(*ast.UnaryNode)
	if isNot || !co.notes(co.sc) || !v.OK() || v.Settled() || !v.Type.One(schema.YesNo) {
		return v
	}
	i, ok := co.mark(co.pos(n), func(m *Mark) {
		if m.Is == "" {
			m.Is, m.Within = n.String(), co.within()
		}
	})
	if !ok {
		return v // it stands in a scenario
	}
	out := *v
	out.fused = nil
	out.yes = func(e *Env) bool {
		yes := v.Yes(e)
		if yes {
			e.note(i, Held)
		} else {
			e.note(i, Failed)
		}
		return yes
	}
	if v.num != nil {
		out.num = func(e *Env) int32 {
			if v.num(e) == schema.Nothing {
				return schema.Nothing
			}
			if out.yes(e) {
				return 1
			}
			return 0
		}
	}
	return &out
}

// within names what is being compiled: the innermost named formula, else what
// the builder of the program says.
func (c *Compiler) within() string {
	if n := len(c.path); n > 0 {
		return c.path[n-1].Name
	}
	return c.Within
}

// unnoted compiles n with no notes taken if it is never worked out.
func (co *comp) unnoted(never bool, n ast.Node, compile func(ast.Node) *Value) *Value {
	was := co.sc.Unnoted
	co.sc.Unnoted = was || never
	v := compile(n)
	co.sc.Unnoted = was
	return v
}

// coverField notes the field's declaration, and for a printed value the card's
// own entry, of the piece that is looked at.
func (co *comp) coverField(v, of *Value, f *schema.Field) *Value {
	if !co.notes(co.sc) || !v.OK() {
		return v
	}
	decls := map[int32]int{}  // by kind
	values := map[int32]int{} // by card
	for _, d := range f.Decls {
		i := co.citing(d.Pos, d.Cites)
		if i < 0 {
			continue
		}
		if f.Scope != schema.OfPiece {
			return v.noting(func(e *Env) { e.note(i, Used) })
		}
		for _, k := range co.Kinds {
			for _, own := range k.Kind.Fields {
				if own == d {
					decls[int32(k.Index)] = i
				}
			}
		}
	}
	for _, card := range co.Cards {
		for _, x := range card.Values {
			if i := co.citing(x.Pos, x.Cites); x.Name == f.Name && i >= 0 && f.Scope == schema.OfPiece {
				values[int32(card.Index)] = i
			}
		}
	}
	if len(decls)+len(values) == 0 {
		return v
	}
	return v.noting(func(e *Env) {
		p := of.num(e)
		if p < 0 {
			return
		}
		if i, ok := decls[e.Pieces[p].Kind]; ok {
			e.note(i, Used)
		}
		if i, ok := values[e.Pieces[p].Card]; ok {
			e.note(i, Used)
		}
	})
}

// found notes the cards of what a comparison by name has found: v is true if it
// has, and of is the piece, or the list of them. Whoever goes through all pieces
// in search of one has not made use of the others.
func (co *comp) found(v, of *Value) *Value {
	if of == nil || !co.notes(co.sc) {
		return v
	}
	marks := make([]int, len(co.Cards))
	for i, card := range co.Cards {
		marks[i] = co.citing(card.Pos, card.Card.Cites)
	}
	note := func(e *Env, p int32) {
		if p >= 0 {
			e.note(marks[e.Pieces[p].Card], Used)
		}
	}
	out := *v
	out.fused = nil
	out.yes = func(e *Env) bool {
		if !v.yes(e) {
			return false
		}
		if !of.IsList() {
			note(e, of.num(e))
			return true
		}
		mark := len(e.arena)
		for _, p := range of.list(e) {
			note(e, p)
		}
		e.arena = e.arena[:mark]
		return true
	}
	return &out
}
