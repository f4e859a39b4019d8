package match

import (
	"moraine/interpreter"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// Board is a zone with places, for programs.
type Board struct {
	Zone   string  `json:"zone"`
	Of     string  `json:"of,omitempty" jsonschema:"player: each player has one; a kind: each piece of the kind has one; absent for the table"`
	Layout string  `json:"layout" schema:"enum=row|grid|hex|board"`
	Places []Place `json:"places"`
}

// Place is a place of a zone. For the units of its coordinates see [Coord].
type Place struct {
	ID   string   `json:"id" jsonschema:"its name, or its number from 0"`
	X    int32    `json:"x" jsonschema:"to the right"`
	Y    int32    `json:"y" jsonschema:"downward; between hexagons a step up or down is 2 of y, a diagonal one 1 of x and 1 of y"`
	Next []string `json:"next" jsonschema:"the places next to it"`
}

// Boards returns the zones of the game that have places.
func (r rules) Boards() []Board { return Boards(r.game) }

// Boards returns the zones of a game that have places.
func Boards(g *interpreter.Game) []Board {
	out := []Board{}
	for _, d := range g.Program.Schema.Decls {
		if d.Layout == "" {
			continue
		}
		b := Board{Zone: d.Name, Layout: d.Layout}
		switch d.Scope {
		case schema.OfPlayer:
			b.Of = "player"
		case schema.OfPiece:
			b.Of = g.Program.Kinds[d.Kind].Name
		}
		for c, at := range d.Coords {
			p := Place{ID: d.CellName(ref.Cell(c)), X: at.X, Y: at.Y, Next: []string{}}
			for _, to := range d.Neighbours(ref.Cell(c), 0, nil) {
				p.Next = append(p.Next, d.CellName(ref.Cell(to)))
			}
			b.Places = append(b.Places, p)
		}
		out = append(out, b)
	}
	return out
}
