package mutate

import (
	"fmt"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/capture"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// So many scenarios are looked at for a draft, and so many of them at all that can be said of their end.
const (
	mostTried  = 60
	mostLooked = 20
)

// draft finds a scenario that comes out otherwise in a mutant where it checks nothing, and a check that
// would notice, which has been run: it holds in the game, and not in the mutant. It notes which scenario
// is the nearest to notice, and why none does.
func (x *mutated) draft(scripts []int32) (text string) {
	m, tried := x.of, 0
	for _, i := range scripts {
		s := &x.scripts[i]
		g, err := x.in(s)
		if err != nil || g == nil {
			continue
		}
		if tried++; tried > mostTried || x.budget.Err() != nil {
			break
		}
		opt := x.run(i)
		opt.Course = true
		own := exec.In(x.examiner.games[s.Config])
		is, was := g.Run(s.Of, opt), own.Run(s.Of, opt)
		if is.Course == nil || was.Course == nil || is.Failed {
			continue
		}
		parts, differ := exec.Compare(was.Course, is.Course)
		if differ && m.Near == "" {
			m.tell(s)
			m.Near = fmt.Sprintf("it does not check that %s, and not: %s", parts[0], parts[1])
		}
		for _, c := range checksOf(s, parts, differ, own, g, tried <= mostLooked) {
			with := s.Of.With(c.key, c.check)
			if opt := x.run(i); !own.Run(with, opt).Failed && g.Run(with, opt).Broke {
				return writtenWith(s, c.key, c.check)
			}
		}
	}
	if m.Near == "" && tried > 0 {
		m.Near = fmt.Sprintf("none of %d that come across it goes otherwise then: it takes a scenario in which it matters", min(tried, mostTried))
	}
	return ""
}

// check is one that a scenario can have besides.
type check struct {
	key   string
	check *source.Node
}

// checksOf are those that might hold in a game, and not in a mutant: of what the courses of a scenario show,
// and of what is offered and has become of fields and names where it ends.
func checksOf(s *scenario.Script, parts [2]exec.Fact, differ bool, own, mutant *exec.Game, closely bool) (all []check) {
	if differ {
		for _, fact := range parts {
			if key, c := checkOf(fact); key != "" {
				all = append(all, check{key, c})
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
	for _, p := range capture.Holding(ends[0]) {
		if s.Of.Checks.Get("offers") == nil && p.Key.Value == "offers" {
			all = append(all, check{"offers", p.Val})
		}
	}
	for _, claim := range capture.Changes(ends[1].Moment(), ends[0].Moment()) {
		all = append(all, check{"then", claim})
	}
	return all
}

// checkOf is the check that says a fact; "": there is none for it.
func checkOf(f exec.Fact) (key string, check *source.Node) {
	plain := !slices.ContainsFunc(f.List, func(name string) bool { return strings.ContainsAny(name, "… (") })
	switch {
	case f.Kind == exec.Lies && plain:
		return "then", exec.Text(fmt.Sprintf("%s == [%s]", f.What, strings.Join(f.List, ", ")))
	case f.Kind == exec.StandsAt:
		return "stands", exec.Text(f.What)
	case f.Kind == exec.IsOver:
		var names []*source.Node
		for _, name := range f.List {
			names = append(names, exec.Text(name))
		}
		return "wins", exec.ListOf(names...)
	}
	return "", nil
}

// writtenWith is a scenario with one check more, as it would stand in its file.
func writtenWith(s *scenario.Script, key string, check *source.Node) string {
	says := check.Flow()
	if key == "then" {
		says = "\n  - " + says
	} else {
		says = " " + says
	}
	return fmt.Sprintf("# %s:%d\n%s:%s\n", s.File, s.Line, key, says)
}
