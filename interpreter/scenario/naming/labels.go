package naming

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// Labels are the names that a scenario gives to pieces in zones with places, and to the initial
// places of these pieces.
type Labels []Label

type Label struct {
	Name  string
	Piece int32 // schema.Nothing for any piece at the place
	Zone  int32
}

// at returns the piece that a label refers to at present, or -1.
func (l Label) at(w *state.World) int32 {
	if l.Piece == schema.Nothing {
		return int32(w.Head(ref.Place(l.Zone)))
	}
	return l.Piece
}

func (l Labels) Named(name string) (Label, bool) {
	for _, x := range l {
		if x.Name == name {
			return x, true
		}
	}
	return Label{}, false
}

// of returns the label of a piece, or "".
func (l Labels) of(piece int32, w *state.World) string {
	for _, x := range l {
		if x.at(w) == piece {
			return x.Name
		}
	}
	return ""
}

func (l Labels) Names() []string {
	out := make([]string, len(l))
	for i, x := range l {
		out[i] = x.Name
	}
	return out
}

// KeysOfKind lists the keys that apply to a piece of a kind.
func KeysOfKind(k *schema.Kind) []string {
	out := []string{"face"}
	out = append(out, syntax.NamesOf(k.Kind.Fields)...)
	out = append(out, syntax.NamesOf(k.On)...)
	return out
}
