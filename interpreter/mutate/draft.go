package mutate

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
)

// mostTried is how many scenarios are looked at for a draft.
const mostTried = 60

// draft finds a scenario that comes out otherwise in a mutant where it checks nothing, and a check that
// would notice. It has been run: it holds in the game, and not in the mutant.
func (x *mutated) draft(scripts []int32) string {
	tried := 0
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
		if !differ {
			continue
		}
		for _, fact := range parts {
			key, check := checkOf(fact)
			if key == "" {
				continue
			}
			with := s.Of.With(key, check)
			if opt := x.run(i); !own.Run(with, opt).Failed && g.Run(with, opt).Broke {
				return writtenWith(s, key, check)
			}
		}
	}
	return ""
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
	says := check.Value
	if check.Kind == source.List {
		var names []string
		for _, n := range check.Items {
			names = append(names, n.Value)
		}
		says = "[" + strings.Join(names, ", ") + "]"
	}
	if key == "then" {
		says = "\n  - " + says
	} else {
		says = " " + says
	}
	return fmt.Sprintf("# %s:%d\n%s:%s\n", s.File, s.Line, key, says)
}
