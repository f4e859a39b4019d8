package mutate

import "moraine/interpreter/internal/program"

// The rules by which a mutant is equivalent whose program is not the same.
const (
	commuting = "neither of the two steps looks at what the other changes, changes it too, or asks anybody"
	idle      = "what it changes is read by nothing that is in force, or is about a value that never comes up, and no check that was tried tells it"
)

// rule is the one by which no rule of the game notices the mutant, whatever is played; "": there is none. A
// check of a scenario may, by asking for what no rule reads.
func (m *Mutant) rule(was, is *program.Program) string {
	switch s := m.swapped; {
	case s != nil && was.Commute(s[0], s[1], s[2]):
		return commuting
	case program.SameInMatches(was, is):
		return idle
	}
	return ""
}
