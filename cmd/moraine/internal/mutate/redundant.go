package mutate

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"moraine/interpreter"
	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
)

// Worth is what the scenarios of a game are there for.
type Worth struct {
	Scenarios int
	Mutants   int     // that any of them kills
	Clauses   int     // that any of them pins
	Readings  int     // that any of them tells apart, and variants
	Spare     []Spare // those that say nothing of their own, in the order of the files
	Left      int     // scenarios that are never spare, since their entries of `under` were not looked at
	Enough    int     // so many, chosen greedily, say all that any says
}

// Spare is a scenario that kills no mutant, pins no clause and tells no reading apart which others do not.
type Spare struct {
	scenario.Item
	By []scenario.Item // others that together kill, pin and tell apart all that it does; none: it does nothing
}

// Redundant has all scenarios that come across a mutant run in it, and says which are there for nothing.
func Redundant(ctx context.Context, src interpreter.Sources, game string, opt Options) (*Worth, error) {
	variants := opt
	variants.Under = true // of which some scenarios are
	g, err := generate(ctx, src, game, variants, false)
	if err != nil {
		return nil, err
	}
	w, scripts := &Worth{}, g.scripts
	told := map[string]map[int]bool{} // by reading, the scenarios
	pins := map[string]map[int]bool{}
	var items []scenario.Item
	add := func(to map[string]map[int]bool, key string, item int) {
		if to[key] == nil {
			to[key] = map[int]bool{}
		}
		to[key][item] = true
	}
	var of []int           // by script, its scenario
	left := map[int]bool{} // scenarios whose entries of `under` are not looked at
	for _, s := range slices.Concat(g.scripts, g.entries) {
		i := slices.IndexFunc(items, s.Item.Is)
		if i < 0 {
			i = len(items)
			items = append(items, s.Item)
		}
		of = append(of, i)
		for _, id := range s.Of.PinIDs {
			add(pins, id, i)
		}
		if s.Entry && !strings.Contains(s.Config, " and ") { // several at once follow from each
			add(told, s.Config, i)
		}
		if s.Entry && !opt.Under {
			left[i] = true
		}
	}
	if opt.Under {
		scripts = append(scripts, g.entries...)
	}
	j, err := newExaminer(exec.NewBudget(ctx), g.rules, scripts, opt.Jobs)
	if err != nil {
		return nil, err
	}
	kills := make([]map[int]bool, len(g.mutants)) // by mutant, the scenarios that kill it
	var done atomic.Int64
	err = parallel.Each(j.budget, opt.Jobs, len(g.mutants), func(i int) {
		kills[i] = j.killers(g.mutants[i], of)
		if opt.Progress != nil {
			opt.Progress(done.Add(1), int64(len(g.mutants)))
		}
	})
	if err != nil {
		return nil, err
	}
	var goals []map[int]bool // of each thing to be noticed, the scenarios that do
	for _, by := range kills {
		if len(by) > 0 {
			goals = append(goals, by)
		}
	}
	w.Scenarios, w.Mutants, w.Clauses, w.Readings = len(items), len(goals), len(pins), len(told)
	for _, all := range []map[string]map[int]bool{pins, told} {
		for _, by := range all {
			goals = append(goals, by)
		}
	}
	w.Left = len(left)
	w.Spare, w.Enough = spare(items, goals)
	w.Spare = slices.DeleteFunc(w.Spare, func(s Spare) bool {
		return left[slices.IndexFunc(items, s.Item.Is)]
	})
	return w, nil
}

// spare are the scenarios without a goal of their own, each with others that reach all of its goals, and how
// many reach all goals that there are.
func spare(items []scenario.Item, goals []map[int]bool) (out []Spare, enough int) {
	of := make([][]map[int]bool, len(items)) // by scenario, its goals
	for _, by := range goals {
		for i := range by {
			of[i] = append(of[i], by)
		}
	}
	for i, all := range of {
		if slices.ContainsFunc(all, func(by map[int]bool) bool { return len(by) == 1 }) {
			continue
		}
		one := Spare{Item: items[i]}
		for _, k := range reaching(all, of, i) {
			one.By = append(one.By, items[k])
		}
		out = append(out, one)
	}
	return out, len(reaching(goals, of, -1))
}

// reaching are scenarios that reach all of some goals without one of them: each time the one that reaches most
// of what is left, of several that which reaches least of all there is.
func reaching(goals []map[int]bool, of [][]map[int]bool, without int) (out []int) {
	for len(goals) > 0 {
		count := make([]int, len(of))
		best := -1
		for _, by := range goals {
			for i := range by {
				count[i]++
			}
		}
		for i, c := range count {
			if i != without && c > 0 && (best < 0 || cmp.Or(cmp.Compare(count[best], c), cmp.Compare(len(of[i]), len(of[best]))) < 0) {
				best = i
			}
		}
		out = append(out, best)
		goals = slices.DeleteFunc(slices.Clone(goals), func(by map[int]bool) bool { return by[best] })
	}
	return out
}

// killers are the scenarios that kill a mutant.
func (j *examiner) killers(m *Mutant, of []int) map[int]bool {
	x := j.mutated(m)
	if _, err := x.in(plainly); err != nil {
		return nil
	}
	out := map[int]bool{}
	for _, i := range j.order(m, nil) {
		if j.budget.Err() != nil || out[of[i]] {
			continue
		}
		s := &j.scripts[i]
		if g, err := x.in(s); err == nil && g != nil && g.Run(s.Of, j.run(i)).Failed {
			out[of[i]] = true
		}
	}
	return out
}
