package match

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// Sign is an entry of the legend: a sign in a picture, its card, and the marks common to all pieces with that
// sign. Signs that differ only in the owner count as equal.
type Sign struct {
	Sign, Name string
	Marks      []string
	shape      string
}

// explain records the meaning of a piece's sign, unless the sign resembles its name.
func (v *viewer) explain(p ref.Piece, sign string) {
	name, shape := v.Piece(p), sign
	if owner := v.Names.P.Pieces[p].Owner; owner != schema.Nothing {
		// the sign shows nothing but the owner
		if shape = strings.ReplaceAll(sign, v.seatSign(owner), unseen); shape == unseen {
			name, shape = v.Names.Of(v.Names.Seat(int32(owner)), name), sign
		}
	}
	const speaking = 3 // a sign with this number of letters of the name needs no explanation
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
	v.legend = append(v.legend, Sign{Sign: sign, Name: name, Marks: marks, shape: shape})
}
