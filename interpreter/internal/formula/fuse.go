package formula

import (
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// What the emitter knows of formulas of a certain shape, so that one closure does for
// several, and lists need not be made that are only counted or sought through.

// cardTest is a condition on the card of a local piece, and on nothing else.
type cardTest struct {
	local uint
	has   []bool     // by card
	name  string     // what is read of the card first …
	pos   source.Pos // … and where that stands, should there be no piece
}

// test is what v says of each card, if it looks at nothing else; else nil.
func (v *Value) test() *cardTest {
	if v.notes() != nil {
		return nil
	}
	return v.bareTest()
}

// bareTest is test, whatever is noted of v itself.
func (v *Value) bareTest() *cardTest {
	switch v.Op {
	case Opposite, Both, Or, Equal:
		if v.seldom != nil && v.seldom.test != nil {
			return v.seldom.test
		}
	}
	switch v.Op {
	case Opposite:
		if a := v.Of[0].test(); a != nil {
			return a.of(func(card int) bool { return !a.has[card] })
		}
	case Both, Or:
		a, b := v.Of[0].test(), v.Of[1].test()
		switch {
		case a == nil || b == nil || a.local != b.local:
		case v.Op == Both:
			return a.of(func(card int) bool { return a.has[card] && b.has[card] })
		default:
			return a.of(func(card int) bool { return a.has[card] || b.has[card] })
		}
	case Equal:
		word, is := v.Of[0], v.Of[1]
		if !is.Const() || !word.is(CardWord) {
			return nil
		}
		if local, ok := word.Of[0].local(); ok {
			t := &cardTest{local, make([]bool, len(word.Words)), word.name, word.Pos}
			return t.of(func(card int) bool { return word.Words[card] == is.K })
		}
	}
	return nil
}

// of is a test of the same piece.
func (t *cardTest) of(has func(card int) bool) *cardTest {
	out := *t
	out.has = make([]bool, len(t.has))
	for card := range out.has {
		out.has[card] = has(card)
	}
	return &out
}

// num is its closure.
func (t *cardTest) num(e *Env) int32 {
	p := e.locals[t.local%maxLocals]
	if p < 0 {
		return e.nothing(t.pos, t.name)
	}
	return truth(t.has[e.Pieces[p].Card])
}

// table is what a predicate over the element in a local says of each card, if it
// looks at nothing else; else nil.
func (v *Value) table(local uint) []bool {
	if t := v.test(); t != nil && t.local == local {
		return t.has
	}
	return nil
}

// cardWord reads a word that each card has, of a piece.
func (emitter) cardWord(v *Value) {
	of, words, name, pos := v.Of[0].num, v.Words, v.name, v.Pos
	v.num = func(e *Env) int32 {
		p := of(e)
		if p < 0 {
			return e.nothing(pos, name)
		}
		return words[e.Pieces[p].Card]
	}
}

// seeker goes through a list for the elements of which a condition holds.
type seeker struct {
	pos  source.Pos
	slot uint // the local of the element
	cost int  // of looking at one
	list listFn
	cond numFn  // what is said of it: a condition, or a value
	has  []bool // what a condition says of each card, if it looks at nothing else
}

// each is a seeker of the list and the condition that v is made of.
func (em emitter) each(v *Value) seeker {
	l, p := v.Of[0], v.Of[1]
	return seeker{v.Pos, uint(v.At), int(v.cost), l.list, p.num, p.table(uint(v.At))}
}

// some is a seeker that need not look at elements of which the condition cannot hold.
//
//   - Of all pieces of the game there are many, and mostly the first thing that is
//     said of them is which card they are: `.kind == "tool" and …`.
//   - Only one piece bears another: `find(land, walker in it.guests)`.
func (em emitter) some(v *Value) seeker {
	s := em.each(v)
	l, p := v.Of[0], v.Of[1]
	if q, on := borne(p, s.slot); on != nil && l.is(Lying) && l.Of[0].is(ZoneOfGame) {
		s.list = bearer(l, q, on)
	}
	if !l.is(AllPieces) {
		return s
	}
	has, rest := s.has, []*Value(nil)
	for first := p; has == nil && first.is(Both); first = first.Of[0] { // … of which the first few are about the card
		rest = append([]*Value{first.Of[1]}, rest...)
		has = first.Of[0].table(s.slot)
	}
	if has == nil {
		return s
	}
	if len(rest) > 0 {
		s.cond = every(rest)
	}
	var some []int32
	for i := range em.Pieces {
		if has[em.Pieces[i].Card] {
			some = append(some, int32(i))
		}
	}
	pos := l.Pos
	s.list = func(e *Env) []int32 {
		at := len(e.arena)
		e.arena = append(e.arena, some...)
		e.spend(pos, len(some)>>3)
		return e.arena[at:len(e.arena):len(e.arena)]
	}
	return s
}

// borne is the piece of which a condition says that the element in a local bears it, and
// the zones on such elements; nil: it says something else.
func borne(p *Value, local uint) (piece uint, zones []*schema.ZoneDecl) {
	if !p.is(Contains) || p.Of[1].place() == nil {
		return 0, nil
	}
	zone := p.Of[1].Of[0]
	if !zone.is(ZoneOfPiece) {
		return 0, nil
	}
	of := zone.Of[0]
	for i, z := range zone.Zones {
		if z == nil && of.Type.Kinds.Has(i) {
			return 0, nil
		}
	}
	on, isLocal := of.local()
	piece, ok := p.Of[0].local()
	if !ok || !isLocal || on != local || piece == local || of.Type.Kinds == 0 {
		return 0, nil
	}
	return piece, zone.Zones
}

// bearer is the piece of a zone on which another lies; none, if that lies on none of
// them. Who looks with a seat's eyes where not all lies open has to look everywhere: he may
// not be allowed to.
func bearer(l *Value, borne uint, on []*schema.ZoneDecl) listFn {
	list, z := l.list, l.Of[0].Zone
	first, cells := int32(z.First), int32(z.Cells)
	return func(e *Env) []int32 {
		q := e.locals[borne%maxLocals]
		if q < 0 || e.Eyes != 0 && !(e.Zones[first].Open && allOpen(on)) {
			return list(e)
		}
		p, at := e.Zones[e.In(q)].Piece, len(e.arena)
		if p < 0 || e.In(p) < first || e.In(p) >= first+cells {
			return nil
		}
		e.arena = append(e.arena, p)
		return e.arena[at : at+1 : at+1]
	}
}

// allOpen reports whether all players see the pieces in zones of some declarations.
func allOpen(on []*schema.ZoneDecl) bool {
	return !slices.ContainsFunc(on, func(d *schema.ZoneDecl) bool { return d != nil && !d.Open() })
}

// place is the one place in which all of a list lies, and nothing else; nil if there is
// none.
func (v *Value) place() numFn {
	if v.is(Lying) && v.At == 1 {
		return v.Of[0].num
	}
	return nil
}

// every is a condition that holds where all of some do.
func every(conds []*Value) numFn {
	if len(conds) == 1 {
		return conds[0].num
	}
	return func(e *Env) int32 {
		return truth(!slices.ContainsFunc(conds, func(v *Value) bool { return v.num(e) != 1 }))
	}
}
