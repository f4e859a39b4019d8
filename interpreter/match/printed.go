package match

import (
	"cmp"

	"moraine/interpreter"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// Printed is a card as it is printed: with its look and the values of its entry in the data, without anything that a
// match adds.
type Printed struct {
	Piece
	Kind   string   // the id of its kind
	Copies int      // the number of equal pieces
	Cites  []string // the clauses that the card itself cites
}

// PrintedCards returns the cards of a game as they are printed, in the order of the data. Cards of which each player has copies
// occur once for each seat, in its colour. Cards without a piece are left out.
func PrintedCards(g *interpreter.Game, lang string) ([]Printed, error) {
	players := g.Program.MaxPlayers
	h := Header{Game: g.ID, Lang: lang, Players: players, IDs: g.Seats()[:players]}
	m, err := New(g, h, Options{Page: true, Loose: true})
	if err != nil {
		return nil, err
	}
	v := m.viewerFor(Everything)
	var out []Printed
	last := ref.Card(-1) // the card of the last entry of out
	for p, info := range v.P.Pieces {
		if v.P.Cards[info.Card].Data {
			continue
		}
		if info.Copy > 1 && info.Card == last {
			out[len(out)-1].Copies++
			continue
		}
		last = info.Card
		c := Printed{Piece: v.face(ref.Piece(p)), Kind: v.P.Kinds[info.Kind].Name, Copies: 1}
		for _, id := range v.P.Cards[info.Card].Cites {
			c.Cites = append(c.Cites, id.Name)
		}
		out = append(out, c)
	}
	return out, nil
}

// face returns the printed side of a piece.
func (v *viewer) face(p ref.Piece) Piece {
	out := Piece{Name: v.Piece(int32(p)), Known: true, Card: v.P.Cards[v.P.Pieces[p].Card].Name, Printed: v.printed(p)}
	out.Look, out.Shows = v.ownedLook(p)
	v.addLooks(out.Printed)
	return out
}

// ownedLook returns the look of a piece as lookOf does, in the colour of its owner if it has one.
func (v *viewer) ownedLook(p ref.Piece) (out Look, shows string) {
	out, shows = v.lookOf(p)
	if owner := v.P.Pieces[p].Owner; owner != schema.Nothing {
		seat := v.looks[v.ids[owner]]
		out.Seat, out.Colour = seat.Seat, cmp.Or(seat.Colour, out.Colour)
	}
	return out, shows
}

// addLooks gives values the looks of their fields.
func (v *viewer) addLooks(values []Value) {
	for i := range values {
		values[i].Look = v.looks[values[i].field]
	}
}
