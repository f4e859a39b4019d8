package table

import (
	"slices"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// keyField is the number of a player that pages show first, such as the points.
type keyField struct {
	Name, Is string
	Look     match.Look
}

// keyOf converts a field to a keyField.
func keyOf(f match.Field) keyField {
	return keyField{Name: words.Title(f.Name), Is: words.Names{Page: true}.Number(*f.Number), Look: f.Look}
}

// keyFields returns, by seat, the fields whose looks have the size `key`.
func (b *board) keyFields() map[int32]keyField {
	out := map[int32]keyField{}
	for _, o := range slices.Concat(b.Mine, b.Others) {
		for _, f := range o.Fields {
			if f.Look.Size == "key" && f.Number != nil {
				out[o.Seat] = keyOf(f)
			}
		}
	}
	return out
}

// keysOf returns the numbers that pages show first: those that decide the match, as far as the viewer may know them,
// and otherwise keyFields.
func (b *board) keysOf(m *match.Match, eyes int32) map[int32]keyField {
	out := b.keyFields()
	for seat, f := range m.Tallies(eyes) {
		if f.Number != nil {
			out[int32(seat)] = keyOf(f)
		}
	}
	return out
}
