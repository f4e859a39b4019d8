package match

import (
	"math/bits"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// Whose eyes something is shown to, apart from those of one seat.
const (
	Public     = -1 // what every seat may know
	Everything = -2 // what happened
)

// sight names what some eyes look at, as far as they may know it. Log and table say
// nothing of pieces but by it.
type sight struct {
	words.Names
	m    *machine.Match
	eyes int32
}

// may reports whether the eyes may know something: those of a seat, or of every one.
func (s *sight) may(knows func(seat int32) bool) bool {
	switch s.eyes {
	case Everything:
		return true
	case Public:
		for seat := range s.m.Env.Players() {
			if !knows(seat) {
				return false
			}
		}
		return true
	}
	return knows(s.eyes)
}

func (s *sight) knows(p int32) bool {
	return s.may(func(seat int32) bool { return s.m.Env.Knows(seat, p) })
}

func (s *sight) sees(z int32) bool {
	return s.may(func(seat int32) bool { return s.m.Env.Sees(seat, z) })
}

// hears reports whether the eyes may know of a request at all.
func (s *sight) hears(r *machine.Request) bool {
	return s.may(func(seat int32) bool { return s.m.SeesRequest(seat, r) })
}

func (s *sight) counts(z int32) bool {
	return s.may(func(seat int32) bool { return s.m.Env.Counts(seat, z) })
}

func (s *sight) reads(f *schema.Field, of int32) bool {
	return s.may(func(seat int32) bool { return s.m.Env.Reads(seat, f, of) })
}

// look works a formula out, of piece p or of the running procedure, unless it looks at
// what the eyes may not see.
func (s *sight) look(f *formula.Value, p int32) (values []int32, ok bool) {
	if s.eyes == Everything {
		return s.m.Show(f, p, -1)
	}
	ok = s.may(func(seat int32) (may bool) {
		values, may = s.m.Show(f, p, seat)
		return may
	})
	return values, ok
}

// Piece is a piece's card, or that it is unseen.
func (s *sight) Piece(p int32) string {
	if s.knows(p) {
		return s.Names.Piece(p)
	}
	return s.unseen(p)
}

// unseen is what a piece is called that is not known: after its kind, if its back tells
// it.
func (s *sight) unseen(p int32) string {
	if !s.tellsKind(p) {
		return s.T("%s (unseen)", s.T("Piece"))
	}
	return s.T("%s (unseen)", s.Kind(s.P.Kinds[s.P.Pieces[p].Kind]))
}

// tellsKind reports whether the back of a piece tells its kind.
func (s *sight) tellsKind(p int32) bool {
	return bits.OnesCount64(uint64(s.P.Kinds[s.P.Pieces[p].Kind].Backs)) <= 1
}

// isUnseen reports whether a name is that of a piece which is not known.
func (s *sight) isUnseen(name string) bool { return strings.HasSuffix(name, s.T("%s (unseen)", "")) }

// unseenLast are names, those of pieces that are not known behind the others: their order must not tell what they are.
func (s *sight) unseenLast(names []string) []string {
	var known, unknown []string
	for _, name := range names {
		if s.isUnseen(name) {
			unknown = append(unknown, name)
		} else {
			known = append(known, name)
		}
	}
	slices.Sort(unknown)
	return append(known, unknown...)
}

// Value is a value of a type.
func (s *sight) Value(t schema.Type, x int32) string {
	switch {
	case x == schema.Nothing:
	case t.Base == schema.Piece:
		return s.Piece(x)
	case t.Base == schema.Zone:
		return s.Zone(x)
	}
	return s.Names.Value(t, x)
}

// Zone is a zone, and whose it is or on what it lies.
func (s *sight) Zone(z int32) string {
	info := &s.P.Schema.Zones[z]
	if info.Piece == schema.Nothing || s.knows(info.Piece) {
		return s.Names.Zone(z)
	}
	return s.T("%s of %s", s.Decl(info.Decl), s.unseen(info.Piece))
}

// lying lists what lies in a zone, those that the eyes do not know behind the others of
// as good a place: in which order they are listed must not tell what they are.
func (s *sight) lying(z int32) []int32 {
	var out, unknown []int32
	e := &s.m.Env
	for p := e.Head(z); p >= 0; p = e.Next(p) {
		if s.knows(p) {
			out = append(out, p)
		} else {
			unknown = append(unknown, p)
		}
		if e.Next(p) < 0 || e.Zones[z].Decl.Stack && !e.Glued(p) {
			out, unknown = append(out, unknown...), unknown[:0]
		}
	}
	return out
}

// placeOf is the place of the table where a piece lies, or what it lies on:
// "land 4"; "" for none.
func (s *sight) placeOf(p int32) string {
	for range 8 { // pieces on pieces on pieces
		z := s.m.Env.In(p)
		info := &s.m.Env.Zones[z]
		switch {
		case info.Decl.Layout != "" && info.Decl.Scope == schema.OfGame:
			return s.Zone(z)
		case info.Piece == schema.Nothing:
			return ""
		}
		p = info.Piece
	}
	return ""
}

// printed lists what is printed on a piece, apart from what every card of its
// kind has unless it says otherwise.
func (s *sight) printed(p int32) (out []Value) {
	card := s.P.Cards[s.P.Pieces[p].Card]
	for _, decl := range card.Kind.Kind.Fields {
		f := card.Kind.Fields[decl.Name]
		if f.Mark || f.Type.Base == schema.Table || f.Hidden() {
			continue
		}
		x, ok := s.P.Value(s.m.Env.Data, int32(card.Index), f)
		if !ok || x == f.Default && decl.Default != nil || x == schema.Nothing {
			continue
		}
		if f.Type.Base == schema.YesNo && x == 0 {
			continue
		}
		one := Value{Name: s.Phrase(f.Name), field: f.Name}
		if f.Type.Base != schema.YesNo {
			one.Text = s.Value(f.Type, x)
		}
		out = append(out, one)
	}
	return out
}

// inAll is all that is printed on a piece, in words.
func inAll(printed []Value) string {
	var out []string
	for _, v := range printed {
		out = append(out, v.Words())
	}
	return strings.Join(out, ", ")
}
