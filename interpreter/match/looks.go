package match

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// lookTable has the looks that a game declares, by name.
type lookTable map[string]Look

// seatColours are the colours of seats without a declared colour.
var seatColours = strings.Fields("red blue yellow green purple orange teal brown grey black white")

// looksOf returns the looks that a game declares, by the names of the things.
func looksOf(g *syntax.Game) lookTable {
	out := lookTable{}
	for i, l := range g.Looks {
		out[l.Name] = Look{Colour: l.Colour, Size: l.Size, Place: l.Place, Symbol: l.Symbol, Drawn: l.IsPath(),
			Picture: l.Picture, Back: l.Back, Rank: i + 1}
	}
	free := slices.Clone(seatColours)
	for _, s := range g.Players.Seats {
		free = slices.DeleteFunc(free, func(c string) bool { return c == out[s.Name].Colour })
	}
	for _, s := range g.Players.Seats {
		if l := out[s.Name]; l.Colour == "" && len(free) > 0 && len(g.Players.Seats) > 1 {
			l.Seat, free = free[0], free[1:]
			out[s.Name] = l
		}
	}
	return out
}

// SeatLooks returns the looks of the seats of a game.
func SeatLooks(g *syntax.Game) (out []Look) {
	all := looksOf(g)
	for _, s := range g.Players.Seats {
		out = append(out, all[s.Name])
	}
	return out
}

// Emblem returns the look that represents a game: the look of the first kind with a symbol.
func Emblem(g *syntax.Game) Look {
	for _, l := range g.Looks {
		if slices.ContainsFunc(g.Kinds, func(k *syntax.Kind) bool { return k.Name == l.Name }) && l.Symbol != "" {
			return looksOf(g)[l.Name]
		}
	}
	return Look{}
}

// Pictures returns the first pictures that a game declares, for its banner.
func Pictures(g *syntax.Game) (out []string) {
	const most = 3
	for _, l := range g.Looks {
		if l.Picture != "" && len(out) < most && !slices.Contains(out, l.Picture) {
			out = append(out, l.Picture)
		}
	}
	return out
}

// Look returns the look of a seat.
func (t *views) Look(seat int32) Look { return t.looks[t.ids[seat]] }

// or returns the look with missing parts taken from another look.
func (l Look) or(other Look) Look {
	if l.Colour == "" {
		l.Colour = other.Colour
	}
	if l.Symbol == "" {
		l.Symbol, l.Drawn = other.Symbol, other.Drawn
	}
	l.Picture, l.Back = cmp.Or(l.Picture, other.Picture), cmp.Or(l.Back, other.Back)
	return l
}

// lookOf returns the look of a piece. Parts that the look of the card leaves open come from the look of the kind, and
// then from the look of a word or card among the values of the piece. shows is that value, if the piece has no look of
// its own.
func (s *sight) lookOf(p ref.Piece) (out Look, shows string) {
	info := &s.Names.P.Pieces[p]
	kind := s.Names.P.Cards[info.Card].Kind
	own, of := s.looks[s.Names.P.Cards[info.Card].Name], s.looks[s.Names.P.Kinds[info.Kind].Name]
	out = own.or(of)
	out.Size = cmp.Or(own.Size, of.Size)
	if out.Colour != "" && out.Symbol != "" || len(s.looks) == 0 {
		return out, ""
	}
	for _, decl := range kind.Kind.Fields {
		word, text := s.word(p, kind.Fields[decl.Name])
		switch l, ok := s.looks[word]; {
		case !ok:
		case out.Colour == "" && out.Symbol == "":
			return l, text
		default:
			return out.or(l), ""
		}
	}
	return out, ""
}

// word returns the value of a field of type word or card, as id and as text. It returns "" for
// other types and hidden values.
func (s *sight) word(p ref.Piece, f *schema.Field) (id, text string) {
	var x int32
	ok := false
	switch {
	case f.Type.Base != schema.Word && f.Type.Base != schema.Piece || f.Type.List:
	case f.Mark:
		if ok = s.reads(f, int32(p)); ok {
			x = s.m.Env.World.Word(s.Names.P.MarkSlot(f, p))
		}
	case !f.Hidden():
		x, ok = s.Names.P.Value(s.m.Env.World.Data, ref.Card(s.Names.P.Pieces[p].Card), f)
	}
	switch {
	case !ok || x == schema.Nothing:
		return "", ""
	case f.Type.Base == schema.Word:
		return s.Names.P.Symbols.Text(ref.Word(x)), s.Value(f.Type, x)
	case s.knows(ref.Piece(x)):
		return s.Names.P.Cards[s.Names.P.Pieces[x].Card].Name, s.Piece(ref.Piece(x))
	}
	return "", ""
}
