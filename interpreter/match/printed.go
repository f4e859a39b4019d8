package match

import (
	"cmp"
	"slices"

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

// PrintedCards returns the cards of a game as they are printed, in the order of the data. Cards of which each player
// has copies occur once for each seat, in its colour. Cards without a piece are left out.
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
	for p, info := range v.Names.P.Pieces {
		if v.Names.P.Cards[info.Card].Data {
			continue
		}
		if info.Copy > 1 && info.Card == last {
			out[len(out)-1].Copies++
			continue
		}
		last = info.Card
		c := Printed{Piece: v.face(ref.Piece(p)), Kind: v.Names.P.Kinds[info.Kind].Name, Copies: 1}
		for _, id := range v.Names.P.Cards[info.Card].Cites {
			c.Cites = append(c.Cites, id.Name)
		}
		out = append(out, c)
	}
	return out, nil
}

// face returns the printed side of a piece.
func (v *viewer) face(p ref.Piece) Piece {
	out := Piece{Name: v.Piece(p), Known: true, Card: v.Names.P.Cards[v.Names.P.Pieces[p].Card].Name,
		Printed: v.printed(p)}
	out.Look, out.Shows = v.ownedLook(p)
	v.addLooks(out.Printed)
	return out
}

// ownedLook returns the look of a piece as lookOf does, in the colour of its owner if it has one.
func (v *viewer) ownedLook(p ref.Piece) (out Look, shows string) {
	out, shows = v.lookOf(p)
	if owner := v.Names.P.Pieces[p].Owner; owner != schema.Nothing {
		seat := v.looks[v.ids[owner]]
		out.Seat, out.Colour = seat.Seat, cmp.Or(seat.Colour, out.Colour)
	}
	return out, shows
}

// addLooks gives values the looks of their fields, or else of the words or cards that they are.
func (v *viewer) addLooks(values []Value) {
	for i := range values {
		look := v.looks[values[i].field]
		if of := v.looks[values[i].of]; look.Symbol == "" && look.Size == "" && of.Symbol != "" {
			values[i].derived = true
			look.Symbol, look.Drawn = of.Symbol, of.Drawn
		}
		values[i].Look = look
	}
}

// tables returns the printed tables of a piece whose values are words or cards.
func (v *viewer) tables(p ref.Piece) (out []Table) {
	card, printed := v.Names.P.Cards[v.Names.P.Pieces[p].Card], v.printed(p)
	named := func(key string) bool { return slices.ContainsFunc(printed, func(x Value) bool { return x.of == key }) }
	for _, decl := range card.Kind.Kind.Fields {
		f := card.Kind.Fields[decl.Name]
		if f.Mark || f.Hidden() || f.Type.Base != schema.Table ||
			f.Value.Base != schema.Piece && f.Value.Base != schema.Word {
			continue
		}
		t := Table{Name: v.Names.Phrase(f.Name)}
		for i, x := range v.Names.P.PrintedTable(v.m.Env.World.Data, int32(card.Index), f) {
			if x == schema.Nothing {
				continue
			}
			row := Entry{Is: v.Value(f.Value, x), Look: v.looks[v.idOf(f.Value, x)]}
			switch {
			case f.ByKind >= 0:
				key := v.Names.P.Kinds[f.ByKind].Cards[i]
				row.Key, row.Of, row.On = v.Names.Card(key), v.looks[key.Name], named(key.Name)
			case f.Keys != nil:
				key := f.Keys.Names[i]
				row.Key, row.Of, row.On = v.Names.Phrase(key), v.looks[key], named(key)
			}
			t.Rows = append(t.Rows, row)
		}
		out = append(out, t)
	}
	return out
}

// level returns the printed number of a piece that its look declares to be its level, or nil.
func (v *viewer) level(p ref.Piece) *int {
	card := v.Names.P.Cards[v.Names.P.Pieces[p].Card]
	for _, decl := range card.Kind.Kind.Fields {
		f := card.Kind.Fields[decl.Name]
		if v.looks[f.Name].Size != "level" || f.Mark || f.Hidden() || f.Type.Base != schema.Number {
			continue
		}
		if x, ok := v.Names.P.Value(v.m.Env.World.Data, ref.Card(card.Index), f); ok {
			level := int(x)
			return &level
		}
	}
	return nil
}
