package schema

import (
	"slices"

	"moraine/interpreter/syntax"
)

// Limits on the memory that the declarations of a game can require.
const (
	maxPlayers = 30
	maxPieces  = 10_000
	maxZones   = 200_000   // including places
	maxWords   = 1_000_000 // in a state, and in the printed values of all cards
)

func (s *Schema) declareKinds() {
	for _, k := range s.Game.Kinds {
		if len(s.Kinds) == 64 {
			s.diags.Add(k.Pos, "too many kinds of piece; the maximum is 64")
			return
		}
		kind := &Kind{Kind: k, Index: len(s.Kinds), Sym: s.add(k.Name), Zones: map[string]*ZoneDecl{}, Fields: map[string]*Field{}}
		s.Kinds = append(s.Kinds, kind)
		s.kinds[k.Name] = kind
		p := k.Plural
		if p == "" {
			p = plural(k.Name)
		}
		if _, clash := s.kinds[p]; !clash {
			s.plurals[p] = kind
		}
	}
	for _, kind := range s.Kinds {
		for _, c := range kind.Kind.Cards {
			if old := s.cards[c.Name]; old != nil {
				s.diags.Hint(c.Pos, "the other is at "+old.Pos.String(), "two cards have the name %q", c.Name)
				continue
			}
			card := &Card{Card: c, Index: len(s.Cards), Kind: kind, Sym: s.add(c.Name)}
			s.Cards = append(s.Cards, card)
			s.cards[c.Name] = card
			kind.Cards = append(kind.Cards, card)
		}
	}
}

// CardNames returns the names of the cards of some kinds. It is used for hints.
func (s *Schema) CardNames(kinds KindSet) []string {
	var out []string
	for _, c := range s.Cards {
		if kinds == 0 || kinds.Has(c.Kind.Index) {
			out = append(out, c.Name)
		}
	}
	return out
}

// KindNames returns the names of all kinds. It is used for hints.
func (s *Schema) KindNames() []string { return syntax.NamesOf(s.Kinds) }

// kindsOf resolves a list of kind names.
func (s *Schema) kindsOf(ids []syntax.Ident) KindSet {
	var set KindSet
	for _, id := range ids {
		if k := s.Kind(id.Name); k != nil {
			set |= 1 << uint(k.Index)
		} else {
			s.diags.Unknown(id.Pos, id.Name, s.KindNames(), "unknown kind of piece %q", id.Name)
		}
	}
	return set
}

func (s *Schema) makePieces() {
	for _, kind := range s.Kinds {
		kind.First = len(s.Pieces)
		for _, c := range kind.Cards {
			c.First = len(s.Pieces)
			seats, n := 1, c.Copies
			if c.Data {
				n = 1
			}
			if c.EachPlayer {
				seats = s.MaxPlayers
			}
			if n < 0 || len(s.Pieces)+seats*n > maxPieces {
				s.diags.Add(c.Pos, "card %q has %d copies, but a game can have at most %d pieces", c.Name, n, maxPieces)
				n = 0
			}
			for seat := range seats {
				owner := int32(Nothing)
				if c.EachPlayer {
					owner = int32(seat)
				}
				for i := range n {
					s.Pieces = append(s.Pieces, PieceInfo{Card: int32(c.Index), Kind: int32(kind.Index), Copy: int32(i + 1), Owner: owner, Bears: len(kind.On) > 0})
				}
			}
			c.N = len(s.Pieces) - c.First
		}
		kind.N = len(s.Pieces) - kind.First
	}
}

// Names returns the names of fields.
func Names(fields []*Field) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.Name
	}
	return out
}

// FieldNames returns the names of the fields of some kinds.
func (s *Schema) FieldNames(kinds KindSet) []string {
	var out []string
	for _, f := range s.PieceFields {
		if f.Kinds&kinds != 0 {
			out = append(out, f.Name)
		}
	}
	slices.Sort(out)
	return out
}
