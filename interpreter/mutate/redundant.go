package mutate

import (
	"context"
	"slices"
	"sync/atomic"

	"moraine/interpreter"
	"moraine/interpreter/internal/parallel"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
)

// Worth is what the scenarios of a game are there for.
type Worth struct {
	Scenarios int
	Mutants   int             // that any of them kills
	Clauses   int             // that any of them pins
	Spare     []scenario.Item // those that kill no mutant and pin no clause of their own, in the order of the files
	Enough    int             // so many, chosen greedily, kill all that any kills and pin all that any pins
}

// Redundant has all scenarios that come across a mutant run in it, and says which are there for nothing.
func Redundant(ctx context.Context, src interpreter.Sources, game string, opt Options) (*Worth, error) {
	g, err := generate(ctx, src, game, opt, false)
	if err != nil {
		return nil, err
	}
	if opt.Under {
		g.scripts = append(g.scripts, g.entries...)
	}
	j, err := newExaminer(exec.NewBudget(ctx), g.rules, g.scripts, opt.Jobs)
	if err != nil {
		return nil, err
	}
	var items []scenario.Item
	of := make([]int, len(g.scripts)) // by script, its scenario
	pins := map[string]map[int]bool{}
	for i, s := range g.scripts {
		if of[i] = slices.IndexFunc(items, s.Item.Is); of[i] < 0 {
			of[i] = len(items)
			items = append(items, s.Item)
		}
		for _, id := range s.Of.PinIDs {
			if pins[id] == nil {
				pins[id] = map[int]bool{}
			}
			pins[id][of[i]] = true
		}
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
	w := &Worth{Scenarios: len(items), Clauses: len(pins)}
	var goals []map[int]bool // of each thing to be noticed, the scenarios that do
	for _, by := range kills {
		if len(by) > 0 {
			goals = append(goals, by)
			w.Mutants++
		}
	}
	for _, by := range pins {
		goals = append(goals, by)
	}
	own := map[int]bool{}
	for _, by := range goals {
		for i := range by {
			own[i] = own[i] || len(by) == 1
		}
	}
	for i, it := range items {
		if !own[i] {
			w.Spare = append(w.Spare, it)
		}
	}
	w.Enough = enough(goals)
	return w, nil
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
