package mutate

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"moraine/interpreter"
	"moraine/interpreter/internal/parallel"
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
	Says int            // how many of these it does at all
	By   *scenario.Item // one that does all of them; nil: it takes several
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
	w.Enough = enough(goals)
	w.Left = len(left)
	w.Spare = slices.DeleteFunc(spare(items, goals), func(s Spare) bool {
		return left[slices.IndexFunc(items, s.Item.Is)]
	})
	return w, nil
}

// spare are the scenarios without a goal of their own, each with one of those that reach all of its goals:
// that which reaches the fewest others.
func spare(items []scenario.Item, goals []map[int]bool) (out []Spare) {
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
		one := Spare{Item: items[i], Says: len(all)}
		var others []int
		for k := range items {
			if k != i && len(all) > 0 && !slices.ContainsFunc(all, func(by map[int]bool) bool { return !by[k] }) {
				others = append(others, k)
			}
		}
		if len(others) > 0 {
			least := slices.MinFunc(others, func(a, b int) int { return cmp.Compare(len(of[a]), len(of[b])) })
			one.By = &items[least]
		}
		out = append(out, one)
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

// enough is how many scenarios reach all goals, if each time the one is taken that reaches most.
func enough(goals []map[int]bool) (n int) {
	reached := make([]bool, len(goals))
	for {
		count := map[int]int{}
		best := -1
		for g, by := range goals {
			for i := range by {
				if !reached[g] {
					count[i]++
				}
			}
		}
		for i, c := range count {
			if best < 0 || c > count[best] || c == count[best] && i < best {
				best = i
			}
		}
		if best < 0 {
			return n
		}
		n++
		for g, by := range goals {
			reached[g] = reached[g] || by[best]
		}
	}
}
