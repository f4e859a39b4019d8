package formula

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// A citation counts when execution proves it. Compiled for coverage, every
// formula, printed value, card and field that cites clauses notes that its
// value was used. The notes cost time, and constants are worked out at run time
// instead of folded, so that what is counted does not depend on what is clever;
// ordinary programs have neither.

// Mark is something that cites clauses, and its place.
type Mark struct {
	Pos   source.Pos
	Cites []syntax.Ident
}

// mark makes a mark, or finds the one at that place.
func (c *Compiler) mark(pos source.Pos, cites []syntax.Ident) int {
	if i, ok := c.markAt[pos]; ok {
		return i
	}
	if c.markAt == nil {
		c.markAt = map[source.Pos]int{}
	}
	c.Marks = append(c.Marks, Mark{pos, cites})
	c.markAt[pos] = len(c.Marks) - 1
	return len(c.Marks) - 1
}

func (e *Env) saw(i int) {
	if i < len(e.Seen) {
		e.Seen[i] = true
	}
}

// cover notes that a formula that cites clauses was used.
func (c *Compiler) cover(v *Value, f *syntax.Formula, sc *Scope) *Value {
	if !c.Covering || sc.quiet || !v.OK() || len(f.Cites) == 0 {
		return v
	}
	i := c.mark(f.Node.Pos, f.Cites)
	return v.noting(func(e *Env) { e.saw(i) })
}

// noting is v with a note taken whenever it is worked out.
func (v *Value) noting(note func(*Env)) *Value {
	out := *v
	out.Const = false
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

// coverField notes the field's declaration, and for a printed value the card's
// own entry, of the piece that is looked at.
func (co *comp) coverField(v, of *Value, f *schema.Field) *Value {
	if !co.Covering || co.sc.quiet || !v.OK() {
		return v
	}
	decls := map[int32]int{}  // by kind; -1: any
	values := map[int32]int{} // by card
	for _, d := range f.Decls {
		if len(d.Cites) == 0 {
			continue
		}
		i := co.mark(d.Pos, d.Cites)
		if f.Scope != schema.OfPiece {
			return v.noting(func(e *Env) { e.saw(i) })
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
			if x.Name == f.Name && len(x.Cites) > 0 && f.Scope == schema.OfPiece {
				values[int32(card.Index)] = co.mark(x.Pos, x.Cites)
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
			e.saw(i)
		}
		if i, ok := values[e.Pieces[p].Card]; ok {
			e.saw(i)
		}
	})
}

// coverCard notes the card of a piece whose card or kind is looked at.
func (co *comp) coverCard(v, of *Value) *Value {
	if !co.Covering || co.sc.quiet || v == nil || !v.OK() {
		return v
	}
	marks := make([]int, len(co.Cards))
	for i, card := range co.Cards {
		if marks[i] = -1; len(card.Card.Cites) > 0 {
			marks[i] = co.mark(card.Pos, card.Card.Cites)
		}
	}
	return v.noting(func(e *Env) {
		if p := of.num(e); p >= 0 && marks[e.Pieces[p].Card] >= 0 {
			e.saw(marks[e.Pieces[p].Card])
		}
	})
}
