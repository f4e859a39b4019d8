package match

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/schema"
)

// Sign is what a sign means: a card, and the marks that all pieces so drawn
// have in common. Pieces that differ in nothing but their owner's sign are alike.
type Sign struct {
	Sign, Name string
	Marks      []string
	shape      string
}

// explain notes what the sign of a piece means, unless it speaks for itself.
func (v *viewer) explain(p int32, sign string) {
	name, shape := v.Piece(p), sign
	if owner := v.P.Pieces[p].Owner; owner != schema.Nothing {
		if shape = strings.ReplaceAll(sign, v.seatSign(owner), unseen); shape == unseen { // which says but whose it is
			name, shape = v.Of(v.Seat(owner), name), sign
		}
	}
	const speaking = 3 // letters of a name that tell it
	if sign == "" || len(sign) >= speaking && strings.HasPrefix(strings.ToLower(name), strings.ToLower(sign)) {
		return
	}
	marks := v.marks(p)
	for i, have := range v.legend {
		if have.shape == shape && have.Name == name {
			v.legend[i].Marks = slices.DeleteFunc(have.Marks, func(m string) bool { return !slices.Contains(marks, m) })
			return
		}
	}
	v.legend = append(v.legend, Sign{sign, name, marks, shape})
}
