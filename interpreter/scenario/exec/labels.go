package exec

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// labels are the names that a scenario gives to pieces in zones with places, and to the initial
// places of these pieces.
type labels []label

type label struct {
	name  string
	piece int32 // schema.Nothing for any piece at the place
	zone  int32
}

// at returns the piece that a label refers to at present, or -1.
func (l label) at(w *state.World) int32 {
	if l.piece == schema.Nothing {
		return int32(w.Head(ref.Place(l.zone)))
	}
	return l.piece
}

func (l labels) named(name string) (label, bool) {
	for _, x := range l {
		if x.name == name {
			return x, true
		}
	}
	return label{}, false
}

// of returns the label of a piece, or "".
func (l labels) of(piece int32, w *state.World) string {
	for _, x := range l {
		if x.at(w) == piece {
			return x.name
		}
	}
	return ""
}

func (l labels) names() []string {
	out := make([]string, len(l))
	for i, x := range l {
		out[i] = x.name
	}
	return out
}

// keysOfKind lists the keys that apply to a piece of a kind.
func keysOfKind(k *schema.Kind) []string {
	out := []string{"face"}
	out = append(out, syntax.NamesOf(k.Kind.Fields)...)
	out = append(out, syntax.NamesOf(k.On)...)
	return out
}
