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
)

// Worth describes the contribution of the scenarios of a game.
type Worth struct {
	Scenarios int
	Mutants   int     // killed by at least one scenario
	Clauses   int     // pinned by at least one scenario
	Readings  int     // readings and variants distinguished by at least one scenario
	Spare     []Spare // scenarios without a contribution of their own, in file order
	Left      int     // scenarios that are never listed as spare because their entries of `under` were not examined
	Enough    int     // size of a set of scenarios, chosen greedily, that together contribute everything
}

// Spare is a scenario whose killed mutants, pinned clauses and distinguished readings are all
// covered by other scenarios.
type Spare struct {
	scenario.Item
	By []scenario.Item // scenarios that together cover its contribution; nil if it contributes nothing
}

// Redundant runs, for each mutant, all scenarios that reach it, and returns the scenarios
// without a contribution of their own.
func Redundant(ctx context.Context, src interpreter.Sources, game string, opt Options) (*Worth, error) {
	variants := opt
	variants.Under = true // some scenarios are about variants
	g, err := generate(ctx, src, game, variants, false)
	if err != nil {
		return nil, err
	}
	w, scripts := &Worth{}, g.scripts
	told := map[string]map[int]bool{} // by reading: the scenarios that distinguish it
	pins := map[string]map[int]bool{}
	var items []scenario.Item
	add := func(to map[string]map[int]bool, key string, item int) {
		if to[key] == nil {
			to[key] = map[int]bool{}
		}
		to[key][item] = true
	}
	var of []int           // index of the scenario, by script
	left := map[int]bool{} // scenarios whose entries of `under` are not examined
	for _, s := range slices.Concat(g.scripts, g.entries) {
		i := slices.IndexFunc(items, s.Item.Same)
		if i < 0 {
			i = len(items)
			items = append(items, s.Item)
		}
		of = append(of, i)
		for _, id := range s.Of.PinIDs {
			add(pins, id, i)
		}
		if s.Entry && !strings.Contains(s.Config, " and ") { // combinations follow from single readings
			add(told, s.Config, i)
		}
		if s.Entry && !opt.Under {
			left[i] = true
		}
	}
	if opt.Under {
		scripts = append(scripts, g.entries...)
	}
	j, err := newExaminer(opt.budget(ctx), g.rules, scripts, opt.Jobs)
	if err != nil {
		return nil, err
	}
	kills := make([]map[int]bool, len(g.mutants)) // by mutant: the scenarios that kill it
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
	var goals []map[int]bool // by goal: the scenarios that reach it
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
	w.Spare, w.Enough = spareScenarios(items, goals)
	w.Spare = slices.DeleteFunc(w.Spare, func(s Spare) bool {
		return left[slices.IndexFunc(items, s.Item.Same)]
	})
	return w, nil
}

// spareScenarios returns the scenarios without a goal of their own, each with other scenarios that
// together reach all its goals, and the size of a set of scenarios that reaches all goals.
func spareScenarios(items []scenario.Item, goals []map[int]bool) (out []Spare, enough int) {
	of := make([][]map[int]bool, len(items)) // by scenario: its goals
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
		for _, k := range coveringScenarios(all, of, i) {
			one.By = append(one.By, items[k])
		}
		out = append(out, one)
	}
	return out, len(coveringScenarios(goals, of, -1))
}

// coveringScenarios returns scenarios, other than without, that together reach some goals. It is greedy:
// it takes the scenario that reaches most remaining goals, and among equals the one that
// reaches fewest goals in total.
func coveringScenarios(goals []map[int]bool, of [][]map[int]bool, without int) (out []int) {
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

// killers returns the scenarios that kill a mutant.
func (j *examiner) killers(m *Mutant, of []int) map[int]bool {
	x := j.mutated(m)
	if plain := x.config(plainScript); plain != nil && plain.err != nil {
		return nil
	}
	out := map[int]bool{}
	for _, i := range j.order(m, nil) {
		if j.budget.Err() != nil || out[of[i]] {
			continue
		}
		s := &j.scripts[i]
		if g := x.changed(s); g != nil && g.Run(s.Of, j.run(i)).Failed {
			out[of[i]] = true
		}
	}
	return out
}
