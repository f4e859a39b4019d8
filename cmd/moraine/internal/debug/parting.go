package debug

import "slices"

// Part returns the first steps at which two recordings of a scenario differ, or their last
// steps.
func Part(a, b *Recording) (i, j int) {
	for i < len(a.Steps)-1 && i < len(b.Steps)-1 && a.Steps[i].same(&b.Steps[i]) {
		i++
	}
	return i, i
}

// same reports whether two steps have the same position and effect.
func (s *Step) same(o *Step) bool {
	return s.Pos.Line == o.Pos.Line && nameOf(s.Pos) == nameOf(o.Pos) && s.Answer == o.Answer &&
		slices.Equal(s.Said, o.Said)
}
