package mutate

import (
	"fmt"

	"moraine/cmd/moraine/internal/author"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// Limits on the scenarios tried for a draft, and on the checks tried at their ends.
const (
	mostTried  = 60
	mostLooked = 20
)

// draft finds a scenario whose course differs under the mutant, and a check to add to it that
// passes in the game and fails in the mutant, both verified by runs. It also records the
// nearest scenario, and why no scenario detects the mutant.
func (x *mutated) draft(scripts []int32) (text string) {
	m, tried := x.of, 0
	for _, i := range scripts {
		s := &x.scripts[i]
		g := x.changed(s)
		if g == nil {
			continue
		}
		if tried++; tried > mostTried || x.budget.Err() != nil {
			break
		}
		opt := x.run(i)
		opt.Course = true
		own := exec.In(x.games[s.Config])
		is, was := g.Run(s.Of, opt), own.Run(s.Of, opt)
		if is.Course == nil || was.Course == nil || is.Failed {
			continue
		}
		parts, differ := course.Compare(was.Course, is.Course)
		if differ && m.Near == "" {
			m.recordScenario(s)
			m.Near = fmt.Sprintf("no check notices the difference: the original result is %s, the changed one is %s",
				parts[0], parts[1])
		}
		for _, c := range checksOf(s, parts, differ, own, g, tried <= mostLooked) {
			with := s.Of.With(c.key, c.check)
			if opt := x.run(i); !own.Run(with, opt).Failed && g.Run(with, opt).Broke {
				return writtenWith(s, c.key, c.check)
			}
		}
	}
	if m.Near == "" && tried > 0 {
		m.Near = fmt.Sprintf(
			"the change has no effect in the %d scenarios that reach it; write a scenario in which it has one",
			min(tried, mostTried))
	}
	return ""
}

// check is a check that may be added to a scenario.
type check struct {
	key   string
	check *source.Node
}

// checksOf returns checks that may pass in the game and fail in the mutant: from the course of
// a scenario, and from the offers, fields and names at its end.
func checksOf(s *scenario.Script, parts [2]course.Fact, differ bool, own, mutant *exec.Game,
	closely bool) (all []check) {
	if differ {
		for _, fact := range parts {
			for _, p := range author.CheckOf(fact) {
				all = append(all, check{p.Key.Value, p.Val})
			}
		}
	}
	if !closely {
		return all
	}
	var ends [2]*exec.Stand
	for i, g := range []*exec.Game{own, mutant} {
		on, err := g.Stand(s.Of)
		if err != nil || on.Play() != nil || on.Err() != nil {
			return all
		}
		ends[i] = on
	}
	for _, p := range author.Checks(ends[0]).Pairs {
		if s.Of.Checks.Get("offers") == nil && p.Key.Value == "offers" {
			all = append(all, check{"offers", p.Val})
		}
	}
	for _, claim := range author.Changes(ends[1].Moment(), ends[0].Moment()) {
		all = append(all, check{"then", claim})
	}
	return all
}

// writtenWith returns a scenario with an additional check, formatted for its file.
func writtenWith(s *scenario.Script, key string, check *source.Node) string {
	says := check.Flow()
	if key == "then" {
		says = "\n  - " + says
	} else {
		says = " " + says
	}
	return fmt.Sprintf("# %s:%d\n%s:%s\n", s.File, s.Line, key, says)
}
