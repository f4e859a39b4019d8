package formula

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
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
// programs have neither. Of what the readings in force leave out nothing is expected
// (MarksIn).

// Mark is a place that leaves coverage notes: it cites clauses, is a condition, or both.
type Mark struct {
	Pos    source.Pos
	Cites  []syntax.Ident
	Is     string // of a condition: what it says; else empty
	Within string // the procedure, formula, window or card where the condition stands
}

// Note records what a run has shown of a mark.
type Note uint8

const (
	Used   Note = 1 << iota // its value was used
	Held                    // the condition held
	Failed                  // the condition did not hold
)

// notes reports whether values of a scope leave notes.
func (c *Compiler) notes(sc *Scope) bool { return c.Covering && c.Diags != nil && !sc.Unnoted }

// mark returns the index of the mark at a place, which it makes unless the program is laid out: the formulas of
// scenarios make no marks.
func (c *Compiler) mark(pos source.Pos, note func(*Mark)) (i int, ok bool) {
	if i, ok = c.markAt[pos]; c.LaidOut {
		return i, ok
	}
	if !ok {
		i = len(c.marks)
		c.marks = append(c.marks, &Mark{Pos: pos})
		c.markAt[pos] = i
	}
	note(c.marks[i])
	return i, true
}

// citing returns the mark of a value that cites clauses, or -1.
func (c *Compiler) citing(pos source.Pos, cites []syntax.Ident) int {
	if len(cites) == 0 && !c.Uncited {
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

// MarkData makes the marks of all fields, printed values and cards, so that scenarios about data find them where
// no rule reads them.
func (c *Compiler) MarkData() {
	cites := func(pos source.Pos, ids []syntax.Ident) {
		if i := c.citing(pos, ids); i >= 0 {
			c.ofData = append(c.ofData, i)
		}
	}
	for _, fields := range [3][]*schema.Field{c.GameFields, c.PlayerFields, c.PieceFields} {
		for _, f := range fields {
			for _, d := range f.Decls {
				cites(d.Pos, d.Cites)
			}
		}
	}
	for _, card := range c.Cards {
		cites(card.Pos, card.Card.Cites)
		for _, v := range card.Values {
			cites(v.Pos, v.Cites)
		}
	}
}

// note is recorded whenever a value is evaluated.
type note struct {
	kind  noteKind
	mark  int    // of what is used, or of the condition
	of    *Value // the piece, or pieces, of which something is used …
	kinds []int  // … by kind, the marks of its field …
	cards []int  // … and by card, those of its entry; -1: none
}

type noteKind uint8

const (
	used       noteKind = iota // that it was
	outcome                    // how a condition came out
	readField                  // which field, and which printed value of a card, was read
	foundCards                 // which cards a comparison by name has found
)

func (e *Env) noteCard(cards []int, p int32) {
	if p >= 0 {
		e.note(cards[e.Pieces[p].Card], Used)
	}
}

// notes are the notes that evaluating a value leaves.
type notes struct {
	plain *Value // the value without notes
	list  []note
	watch func(e *Env, x int32, list []int32, well bool) // of a test; nil: there is none
}

func (v *Value) noteList() []note {
	if v.notes == nil {
		return nil
	}
	return v.notes.list
}

// watched gives v a function that is called whenever it is evaluated.
func (v *Value) watched(watch func(e *Env, x int32, list []int32, well bool)) *Value {
	plain := *v
	plain.run, plain.notes = v.Op, nil
	v.run, v.notes = 0, &notes{plain: &plain, list: v.noteList(), watch: watch}
	return v
}

// notedNum evaluates a single value and takes the notes; a value with an error has neither.
func (e *Env) notedNum(v *Value) int32 {
	if v.notes == nil {
		return 0
	}
	well := e.Err == nil
	x := e.num(v.notes.plain)
	for i := range v.notes.list {
		v.notes.list[i].take(e, x == 1)
	}
	if v.notes.watch != nil {
		v.notes.watch(e, x, nil, well)
	}
	return x
}

// notedList evaluates a list and takes the notes, all of which are of its use.
func (e *Env) notedList(v *Value) []int32 {
	if v.notes == nil {
		return nil
	}
	well := e.Err == nil
	for _, n := range v.notes.list {
		e.note(n.mark, Used)
	}
	l := e.list(v.notes.plain)
	if v.notes.watch != nil {
		v.notes.watch(e, 0, l, well)
	}
	return l
}

// withNote returns v with one note more.
func (v *Value) withNote(n note) *Value {
	out := *v
	out.run, out.notes = 0, &notes{plain: v, list: append(slices.Clip(v.noteList()), n)}
	if v.notes != nil {
		out.notes.plain, out.notes.watch = v.notes.plain, v.notes.watch
	}
	return &out
}

// cover notes the use of a formula that cites clauses.
func (c *Compiler) cover(v *Value, f *syntax.Formula, sc *Scope) *Value {
	if !c.notes(sc) || !v.OK() || len(f.Cites) == 0 && !c.Uncited {
		return v
	}
	return v.withNote(note{kind: used, mark: c.citing(f.Node.Pos, f.Cites)})
}

// noteOutcome notes the outcome of condition n, which is v. The outcome of `not x` follows from that of `x`, and a
// settled condition has only one, so neither is noted.
func (co *comp) noteOutcome(n ast.Node, v *Value) *Value {
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
	return v.withNote(note{kind: outcome, mark: i})
}

// within returns the name of the innermost named formula that is being compiled, else Within.
func (c *Compiler) within() string {
	if n := len(c.path); n > 0 {
		return c.path[n-1].Name
	}
	return c.Within
}

// coverField notes the declaration of the field that v reads, and for a printed value the entry of the card.
func (co *comp) coverField(v *Value) *Value {
	co.mention(v.Pos, v.Field.Decls[0].Ident)
	if !co.notes(co.sc) || !v.OK() {
		return v
	}
	f := v.Field
	n := note{kind: readField, kinds: unmarked(len(co.Kinds)), cards: unmarked(len(co.Cards))}
	any := false
	for _, d := range f.Decls {
		i := co.citing(d.Pos, d.Cites)
		if i < 0 {
			continue
		}
		if f.Scope != schema.OfPiece {
			return v.withNote(note{kind: used, mark: i})
		}
		for _, k := range co.Kinds {
			for _, own := range k.Kind.Fields {
				if own == d {
					n.kinds[k.Index], any = i, true
				}
			}
		}
	}
	for _, card := range co.Cards {
		for _, x := range card.Values {
			if i := co.citing(x.Pos, x.Cites); x.Name == f.Name && i >= 0 && f.Scope == schema.OfPiece {
				n.cards[card.Index], any = i, true
			}
		}
	}
	if !any {
		return v
	}
	n.of = v.Of[0]
	return v.withNote(n)
}

func unmarked(n int) []int { return slices.Repeat([]int{-1}, n) }

// noteCards notes the cards that a comparison by name finds: of is the piece or the list, and v is true of those
// found. Pieces that a search passes over are not used.
func (co *comp) noteCards(v, of *Value) *Value {
	if of == nil || !co.notes(co.sc) || v.Const() {
		return v
	}
	n := note{kind: foundCards, of: of, cards: unmarked(len(co.Cards))}
	for i, card := range co.Cards {
		n.cards[i] = co.citing(card.Pos, card.Card.Cites)
	}
	return v.withNote(n)
}

// named returns the piece whose card name v is, or nil.
func (v *Value) named() *Value {
	if v.Op == CardWord && v.name == "card" {
		return v.Of[0]
	}
	return nil
}

// take records the note of a single value; holds says whether it is 1.
func (n *note) take(e *Env, holds bool) {
	switch {
	case n.kind == used:
		e.note(n.mark, Used)
	case n.kind == outcome && holds:
		e.note(n.mark, Held)
	case n.kind == outcome:
		e.note(n.mark, Failed)
	case n.kind == foundCards && !holds:
	case n.of.IsList():
		for _, p := range e.peek(n.of) {
			e.noteCard(n.cards, p)
		}
	default:
		p := e.num(n.of)
		if p >= 0 && n.kinds != nil {
			e.note(n.kinds[e.Pieces[p].Kind], Used)
		}
		e.noteCard(n.cards, p)
	}
}
