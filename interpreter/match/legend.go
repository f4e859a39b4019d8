package match

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/schema"
)

// Sign explains a sign in a picture: a card, and the marks that all pieces drawn so have in
// common. Pieces that differ only in the sign of their owner count as equal.
type Sign struct {
	Sign, Name string
	Marks      []string
	shape      string
}

// explain records the meaning of the sign of a piece, unless the sign is self-explanatory.
func (v *viewer) explain(p int32, sign string) {
	name, shape := v.Piece(p), sign
	if owner := v.P.Pieces[p].Owner; owner != schema.Nothing {
		if shape = strings.ReplaceAll(sign, v.seatSign(owner), unseen); shape == unseen { // the sign shows only the owner
			name, shape = v.Of(v.Seat(owner), name), sign
		}
	}
	const speaking = 3 // number of letters of a name that identify it
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
