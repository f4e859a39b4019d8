package syntax

import "moraine/interpreter/internal/source"

// Decoded is what entries of files, each a key and its value, were read as. What has not
// changed is read as the very same again, so that all that is made of it can be shared.
type Decoded map[[2]*source.Node]any

// decoding is what was read before, and what is read now.
type decoding struct{ was, is Decoded }

// again is what an entry is read as, or was before if that holds for it.
func again[T any](m *Fields, key, val *source.Node, holds func(T) bool, read func() T) T {
	at := [2]*source.Node{key, val}
	if m.decoding == nil || m.decoding.is[at] != nil { // an alias is read as something of its own
		return read()
	}
	before := len(*m.Diags)
	t, ok := m.decoding.was[at].(T)
	if !ok || !holds(t) {
		t = read()
	}
	if len(*m.Diags) == before {
		m.decoding.is[at] = t
	}
	return t
}

func always[T any](T) bool { return true }
