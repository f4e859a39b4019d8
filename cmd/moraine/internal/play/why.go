package play

import (
	"strings"

	"moraine/interpreter/match"
)

// why prints the clauses of the step that asks, of each option, and of refused options. `why
// not NAME` prints the conditions of an option.
func why(s *session, q *match.Question, arg string) (bool, error) {
	reasons, clauses := []match.Reason(nil), map[string]bool{}
	word, name, _ := strings.Cut(arg, " ")
	not := strings.EqualFold(word, "not") && name != ""
	if not {
		reasons = s.WhyNot(q, strings.TrimSpace(name))
	} else {
		reasons = s.Why(q)
	}
	for _, r := range reasons {
		if r.Title {
			s.say("%s:\n", r.Text)
		} else {
			s.say("%s", s.wrap("", 2, r.Text))
		}
		s.clauses(r.Clauses, clauses)
		for _, n := range r.Needs {
			s.say("%s", s.wrap("  "+n.State, 4, n.Text))
			s.clauses(n.Clauses, clauses)
		}
	}
	if !not && len(clauses) == 0 {
		s.tell("No clause is cited here.")
	}
	return false, s.Err()
}

// clauses prints the text of clauses that were not printed yet.
func (s *session) clauses(all []match.Clause, said map[string]bool) {
	for _, c := range all {
		if !said[c.ID] {
			said[c.ID] = true
			s.say("%s", s.wrap("  "+c.ID+"  ", 4, c.Says))
		}
	}
}
