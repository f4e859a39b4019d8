package schema

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/syntax"
)

// Limits on the memory that the declarations of a game can require.
const (
	maxPieces = 10_000
	maxZones  = 200_000   // including places
	maxWords  = 1_000_000 // in a state, and in the printed values of all cards
)

// declareKinds declares the kinds of pieces, their plurals, and the cards of each kind.
func (b *builder) declareKinds() {
	for _, k := range b.Game.Kinds {
		if len(b.Kinds) == 64 {
			b.diags.Add(k.Pos, "too many kinds of piece; the maximum is 64")
			return
		}
		kind := &Kind{Kind: k, Index: len(b.Kinds), Sym: b.Symbols.add(k.Name), Zones: map[string]*ZoneDecl{},
			Fields: map[string]*Field{}}
		b.Kinds = append(b.Kinds, kind)
		b.kinds[k.Name] = kind
		p := k.Plural
		if p == "" {
			p = plural(k.Name)
		}
		if _, clash := b.kinds[p]; !clash {
			b.plurals[p] = kind
		}
	}
	for _, kind := range b.Kinds {
		for _, c := range kind.Kind.Cards {
			card := &Card{Card: c, Index: len(b.Cards), Kind: kind, Sym: b.Symbols.add(c.Name)}
			b.Cards = append(b.Cards, card)
			b.cards[c.Name] = card
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
func (b *builder) kindsOf(ids []syntax.Ident) KindSet {
	var set KindSet
	for _, id := range ids {
		if k := b.Kind(id.Name); k != nil {
			set |= 1 << uint(k.Index)
		} else {
			b.diags.Unknown(id.Pos, id.Name, b.KindNames(), "unknown kind of piece %q", id.Name)
		}
	}
	return set
}

// makePieces numbers the pieces: by kind, by card, by owner, by copy. If they are too many, the
// error is at the card that has most of them.
func (b *builder) makePieces() {
	all, most, largest := 0, -1, (*Card)(nil)
	for _, kind := range b.Kinds {
		kind.First = len(b.Pieces)
		for _, c := range kind.Cards {
			c.First = len(b.Pieces)
			seats, n := 1, c.Copies
			if c.Data {
				n = 1
			}
			if c.EachPlayer {
				seats = b.MaxPlayers
			}
			all += seats * n
			if seats*n > most {
				most, largest = seats*n, c
			}
			if all > maxPieces {
				n = 0
			}
			for seat := range seats {
				owner := ref.NoSeat
				if c.EachPlayer {
					owner = ref.Seat(seat)
				}
				for i := range n {
					b.Pieces = append(b.Pieces,
						PieceInfo{Card: ref.Card(c.Index), Kind: ref.Kind(kind.Index), Copy: int32(i + 1), Owner: owner,
							Bears: len(kind.On) > 0})
				}
			}
			c.N = len(b.Pieces) - c.First
		}
		kind.N = len(b.Pieces) - kind.First
	}
	if all > maxPieces {
		b.diags.Add(largest.Pos, "card %q has %d of %d pieces, but a game can have at most %d pieces", largest.Name,
			most, all, maxPieces)
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
