package formula

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// A citation counts only if execution proves it, and a condition is tested only if it was both
// true and false. In code compiled for coverage, every formula, printed value, card and field
// that cites clauses records that its value was used, and every condition records its outcome:
// the condition as a whole, the operands of `and`, `or` and `not`, the condition before a `?`,
// and the conditions that list functions evaluate for each element.
//
// Recording costs time, and constants are evaluated at run time instead of being folded, so
// that the counts do not depend on optimisations. Programs compiled without coverage have
// neither cost. Nothing is expected of code that the readings in force leave out (marks.In).

// Mark is a place for which coverage is recorded: it cites clauses, is a condition, or both.
type Mark struct {
	Pos    source.Pos
	Cites  []syntax.Ident
	Is     string // the text of a condition; otherwise empty
	Within string // the procedure, formula, window or card that contains the condition
}

// Note is a bit set: the coverage recorded for a mark.
type Note uint8

const (
	Used   Note = 1 << iota // its value was used
	Held                    // the condition was true
	Failed                  // the condition was false
)

// notes reports whether coverage is recorded for the formulas of a scope.
func (c *Compiler) notes(sc *Scope) bool { return c.Covering && c.Diags != nil && !sc.Unnoted }

// marks lists the places of a game for which coverage is recorded.
type marks struct {
	list   []*Mark
	at     map[source.Pos]int
	ofData []int // indices of the marks of fields, printed values and cards
	fixed  bool  // none is added: only formulas of scenarios come later, and they have no marks
}

// find returns the index of the mark at a position, and adds a mark if there is none.
func (m *marks) find(pos source.Pos, note func(*Mark)) (i int, ok bool) {
	i, ok = m.at[pos]
	if m.fixed {
		return i, ok
	}
	if !ok {
		i = len(m.list)
		m.list = append(m.list, &Mark{Pos: pos})
		m.at[pos] = i
	}
	note(m.list[i])
	return i, true
}

// In returns the marks that folded values can record, and the marks of data. It replaces all other marks by empty ones,
// so that the indices stay valid.
func (m *marks) In(values []*Expr) []*Mark {
	out := slices.Repeat([]*Mark{{}}, len(m.list))
	for _, i := range m.ofData {
		out[i] = m.list[i]
	}
	seen := map[*Expr]bool{}
	for _, v := range values {
		walk(v, seen, func(v *Expr) {
			for _, n := range v.noteList() {
				if (n.kind == used || n.kind == outcome) && n.mark >= 0 {
					out[n.mark] = m.list[n.mark]
				}
			}
		})
	}
	return out
}

// citing returns the mark of a value that cites clauses, or -1.
func (c *Compiler) citing(pos source.Pos, cites []syntax.Ident) int {
	if len(cites) == 0 && !c.Uncited {
		return -1
	}
	i, ok := c.Marks.find(pos, func(m *Mark) {
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
	if i >= 0 && i < len(e.Record.Notes) {
		e.Record.Notes[i] |= n
	}
}

// MarkData adds the marks of all fields, printed values and cards, so that scenarios about data
// can refer to them even if no rule reads them.
func (c *Compiler) MarkData() {
	cites := func(pos source.Pos, ids []syntax.Ident) {
		if i := c.citing(pos, ids); i >= 0 {
			c.Marks.ofData = append(c.Marks.ofData, i)
		}
	}
	for _, f := range c.Schema.AllFields() {
		for _, d := range f.Decls {
			cites(d.Pos, d.Cites)
		}
	}
	for _, card := range c.Schema.Cards {
		cites(card.Pos, card.Card.Cites)
		for _, v := range card.Values {
			cites(v.Pos, v.Cites)
		}
	}
}

// note describes the coverage to record at each evaluation of a value.
type note struct {
	kind  noteKind
	mark  int   // mark of the used value, or of the condition
	of    *Expr // the piece or pieces of which something is used
	kinds []int // by kind: the mark of its field
	cards []int // by card: the mark of its value, or -1
	watch func(e *Env, x int32, list []int32, well bool)
}

type noteKind uint8

const (
	used       noteKind = iota // the value was used
	outcome                    // the outcome of a condition
	readField                  // the field that was read, and for a printed value the card
	foundCards                 // the cards that a comparison by name found
	watched                    // the function of a Watch is called
)

func (e *Env) noteCard(cards []int, p int32) {
	if p >= 0 {
		e.note(cards[e.World.Pieces[p].Card], Used)
	}
}

// notes lists the notes to record when a value is evaluated.
type notes struct {
	plain *Expr // the value without notes
	list  []note
	memo  *memo // nil if results are not remembered
}

func (v *Expr) noteList() []note {
	if v.notes == nil {
		return nil
	}
	return v.notes.list
}

// notedNum evaluates a single value and records its notes.
func (e *Env) notedNum(v *Expr) int32 {
	if v.notes == nil {
		return 0
	}
	well := e.World.Err == nil
	x := e.num(v.notes.plain)
	for i := range v.notes.list {
		v.notes.list[i].take(e, x, nil, well)
	}
	return x
}

// notedList evaluates a list and records its notes. A list has notes only about its use, not about an outcome.
func (e *Env) notedList(v *Expr) []int32 {
	if v.notes == nil {
		return nil
	}
	well := e.World.Err == nil
	l := e.list(v.notes.plain)
	for i := range v.notes.list {
		v.notes.list[i].take(e, 0, l, well)
	}
	return l
}

// withNote returns v with an additional note.
func (v *Expr) withNote(n note) *Expr {
	out := *v
	out.run, out.nature = 0, out.nature|untracked
	out.notes = &notes{plain: v, list: append(slices.Clip(v.noteList()), n)}
	if v.notes != nil {
		out.notes.plain = v.notes.plain
	}
	return &out
}

// cover adds a note for the use of a formula that cites clauses.
func (c *Compiler) cover(v *Expr, f *syntax.Formula, sc *Scope) *Expr {
	if !c.notes(sc) || !v.OK() || len(f.Cites) == 0 && !c.Uncited {
		return v
	}
	return v.withNote(note{kind: used, mark: c.citing(f.Node.Pos, f.Cites)})
}

// noteOutcome adds a note for the outcome of condition n with value v. It adds none for `not
// x`, because that follows from x, and none for a constant condition, because it has only one
// outcome.
func (co *comp) noteOutcome(n ast.Node, v *Expr) *Expr {
	_, isNot := n.(*ast.UnaryNode)
	if isNot || !co.c.notes(co.sc) || !v.OK() || v.Settled() || !v.Type.One(schema.YesNo) {
		return v
	}
	i, ok := co.c.Marks.find(co.pos(n), func(m *Mark) {
		if m.Is == "" {
			m.Is, m.Within = n.String(), co.c.within()
		}
	})
	if !ok {
		return v // it belongs to a scenario
	}
	return v.withNote(note{kind: outcome, mark: i})
}

// within returns the name of the innermost named formula being compiled. Outside of named formulas it returns the
// compiler's field Within.
func (c *Compiler) within() string {
	if n := len(c.path); n > 0 {
		return c.path[n-1].Name
	}
	return c.Within
}

// coverField adds notes for the declaration of the field that v reads, and for the card of a
// printed value.
func (co *comp) coverField(v *Expr) *Expr {
	co.mention(v.Pos, v.Field.Decls[0].Ident)
	if v.Type.Base == schema.Unknown {
		return invalid(v.Pos) // the error in its declaration was reported
	}
	if !co.c.notes(co.sc) || !v.OK() {
		return v
	}
	f := v.Field
	n := note{kind: readField, kinds: unmarked(len(co.c.Schema.Kinds)), cards: unmarked(len(co.c.Schema.Cards))}
	any := false
	for _, d := range f.Decls {
		i := co.c.citing(d.Pos, d.Cites)
		if i < 0 {
			continue
		}
		if f.Scope != schema.OfPiece {
			return v.withNote(note{kind: used, mark: i})
		}
		for _, k := range co.c.Schema.Kinds {
			for _, own := range k.Kind.Fields {
				if own == d {
					n.kinds[k.Index], any = i, true
				}
			}
		}
	}
	for _, card := range co.c.Schema.Cards {
		for _, x := range card.Values {
			if i := co.c.citing(x.Pos, x.Cites); x.Name == f.Name && i >= 0 && f.Scope == schema.OfPiece {
				n.cards[card.Index], any = i, true
			}
		}
	}
	if !any {
		return v
	}
	n.of = v.Args[0]
	return v.withNote(n)
}

func unmarked(n int) []int { return slices.Repeat([]int{-1}, n) }

// noteCards adds a note for the cards that a comparison by name finds. of is the piece or list,
// and v is true for those found. Pieces that a search skips do not count as used.
func (co *comp) noteCards(v, of *Expr) *Expr {
	if of == nil || !co.c.notes(co.sc) || v.Const() {
		return v
	}
	n := note{kind: foundCards, of: of, cards: unmarked(len(co.c.Schema.Cards))}
	for i, card := range co.c.Schema.Cards {
		n.cards[i] = co.c.citing(card.Pos, card.Card.Cites)
	}
	return v.withNote(n)
}

// named returns the piece whose card name is v, or nil.
func (v *Expr) named() *Expr {
	if v.Op == CardWord && v.name == "card" {
		return v.Args[0]
	}
	return nil
}

// take records one note after an evaluation. The evaluation gave x, or a list; well is false if the match had failed
// before it.
func (n *note) take(e *Env, x int32, list []int32, well bool) {
	switch holds := x == 1; {
	case n.kind == watched:
		n.watch(e, x, list, well)
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
			e.note(n.kinds[e.World.Pieces[p].Kind], Used)
		}
		e.noteCard(n.cards, p)
	}
}
