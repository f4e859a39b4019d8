package debug

import "slices"

// Part is where two recordings of a scenario first do something else: the step of each. They are at
// their ends if they never do.
func Part(a, b *Recording) (i, j int) {
	for i < len(a.Steps)-1 && i < len(b.Steps)-1 && a.Steps[i].alike(&b.Steps[i]) {
		i++
	}
	return i, i
}

// alike reports whether two steps are the same rule, and did the same.
func (s *Step) alike(o *Step) bool {
	return s.Pos.Line == o.Pos.Line && nameOf(s.Pos) == nameOf(o.Pos) && s.Answer == o.Answer && slices.Equal(s.Said, o.Said)
}
