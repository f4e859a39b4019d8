package play

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/schema"
)

// explained is what a sign means: a card, and the marks that all pieces so drawn
// have in common. Pieces that differ in nothing but their owner's sign are alike.
type explained struct {
	sign, shape, name string
	marks             []string
}

// explain notes what the sign of a piece means, unless it speaks for itself.
func (v *view) explain(p int32, sign string) {
	name, shape := v.names.Piece(p), sign
	if owner := v.P.Pieces[p].Owner; owner != schema.Nothing {
		shape = strings.ReplaceAll(sign, v.seatSign(owner), unseen)
	}
	const speaking = 3 // letters of a name that tell it
	if sign == "" || len(sign) >= speaking && strings.HasPrefix(strings.ToLower(name), strings.ToLower(sign)) {
		return
	}
	marks := v.marks(p)
	for i, have := range v.legend {
		if have.shape == shape && have.name == name {
			v.legend[i].marks = slices.DeleteFunc(have.marks, func(m string) bool { return !slices.Contains(marks, m) })
			return
		}
	}
	v.legend = append(v.legend, explained{sign, shape, name, marks})
}

// explanations is the legend.
func (v *view) explanations() (out []entry) {
	for _, x := range v.legend {
		text := x.sign + " " + x.name
		if len(x.marks) > 0 {
			text += " (" + strings.Join(x.marks, ", ") + ")"
		}
		out = append(out, entry{key: x.sign + x.name, text: text, sort: ofSign})
	}
	return out
}
