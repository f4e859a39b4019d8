package part

import (
	"slices"

	"moraine/interpreter/match"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// openings returns a scenario with the start of a match for each number of players.
func openings(g *exec.Game) (out []*spec.Scenario) {
	least, most := g.Players()
	for n := least; n <= most; n++ {
		out = append(out, &spec.Scenario{Given: g.Opening(n), Checks: source.NewMap()})
	}
	return out
}

// follow executes the script of the scenario and looks for a difference, including in its
// checks.
func (s *start) follow() {
	if p := s.begin(); p != nil {
		s.stands = true
	}
	if s.Name == "" {
		return
	}
	var out [2]*exec.Outcome
	for i, g := range s.games {
		out[i] = g.Run(s.Scenario, exec.Options{})
		if s.alike = out[i].SameIn(s.games[1-i]); s.alike {
			return
		}
	}
	if !out[0].Failed && out[1].Failed {
		s.checked()
	}
}

// lead follows the script, as each side continues it, up to a difference.
func (s *start) lead(in kind) {
	for side := range s.games {
		if !s.stands || s.alike || s.leads[in] != nil {
			return
		}
		p := s.begin()
		moves := s.decides(side)
		for i := 0; s.leads[in] == nil; i++ {
			if p.differ(in) {
				s.leads[in] = &lead{kind: in, moves: p.moves, parts: p.parts, scripted: true}
			} else if i == len(moves) || !p.decide(side, moves[i]) {
				break
			}
		}
	}
}

// checked records the checks at which the scenario fails on the second side. It passes on the
// first side.
func (s *start) checked() {
	seen := s.games[1].Run(s.Scenario, exec.Options{Observe: true}).Seen
	l := &lead{kind: inCheck, scripted: true, until: len(s.When)}
	if seen != nil {
		if i := slices.IndexFunc(seen.Lines, func(s *exec.Seen) bool { return s != nil && !s.Holds() }); i >= 0 {
			l.until = i
		}
	}
	bare := *s.Scenario
	bare.When = s.When[:l.until]
	l.moves = (&start{Scenario: &bare, sides: s.sides}).decides(0)
	var courses [2]*course.Course
	for i, g := range s.games {
		courses[i] = g.Run(s.Scenario, exec.Options{Course: true, GoOn: true}).Course
	}
	if courses[0] != nil && courses[1] != nil {
		l.parts, _ = course.Compare(courses[0], courses[1])
	}
	s.leads[inCheck] = l
}

// decides returns the decisions of the script on one side.
func (s *start) decides(side int) (out []match.Decision) {
	quick := *s.Scenario
	checks := *s.Checks // only checks that end the script matter
	checks.Pairs = slices.DeleteFunc(slices.Clone(checks.Pairs), func(p source.Pair) bool {
		return p.Key.Value != "stands" && p.Key.Value != "offers"
	})
	quick.Checks = &checks
	on, err := s.games[side].Stand(&quick)
	if err != nil {
		return nil
	}
	on.Limit(s.ctx, 0)
	on.Watch(func(ev *exec.Event) {
		switch ev.Kind {
		case exec.EventAnswered:
			out = append(out, match.Decision{By: ev.By, Answer: slices.Clone(ev.Answer), Name: ev.Request})
		case exec.EventOffered:
			out = append(out, match.Decision{By: ev.By, Offer: ev.Offer})
		}
	})
	if s.When != nil {
		_ = on.CarryOut() // as far as possible
	}
	return out
}
