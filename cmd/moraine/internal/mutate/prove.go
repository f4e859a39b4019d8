package mutate

import (
	"context"
	"fmt"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/parallel"
)

// Proof is the proof of a pinned clause: a mutant in a place that cites the clause, killed by a
// scenario that pins it; or the reason why none exists.
type Proof struct {
	Clause string
	Mutant *Mutant // nil if there is no proof
	Why    string  // why there is no proof
}

// Prove looks for a proof of each pinned clause.
func Prove(ctx context.Context, src interpreter.Sources, game string, opt Options) (map[string]*Proof, error) {
	g, err := generate(ctx, src, game, opt, true)
	if err != nil {
		return nil, err
	}
	j, err := newExaminer(opt.budget(ctx), g.rules, slices.Concat(g.scripts, g.entries), opt.Jobs)
	if err != nil {
		return nil, err
	}
	of := map[string][]*Mutant{}
	for _, m := range g.mutants {
		for _, id := range m.Clauses {
			of[id] = append(of[id], m)
		}
	}
	var list []*Proof
	all := map[string]*Proof{}
	for _, s := range j.scripts {
		for _, id := range s.Of.PinIDs {
			if all[id] == nil {
				all[id] = &Proof{Clause: id}
				list = append(list, all[id])
			}
		}
	}
	return all, parallel.Each(j.budget, opt.Jobs, len(list), func(i int) { j.prove(list[i], of[list[i].Clause]) })
}

func (j *examiner) prove(p *Proof, mutants []*Mutant) {
	loaded, ran := 0, 0
	for _, m := range mutants {
		one := *m // a copy, because other clauses may be cited there, too
		x := j.mutated(&one)
		plain := x.config(plainScript)
		if plain != nil && plain.err != nil {
			continue
		}
		acts := false // whether the mutant has an effect in the game or in a configuration of a pinning scenario
		for _, i := range j.order(&one, nil) {
			s := &j.scripts[i]
			if j.budget.Err() != nil || !slices.Contains(s.Of.PinIDs, p.Clause) {
				continue
			}
			c := x.config(s)
			if c == nil || c.err != nil {
				continue
			}
			if c.run.Run(s.Of, j.run(i)).Failed {
				one.Status = Killed
				one.recordScenario(s)
				p.Mutant = &one
				return
			}
			if c.differ() {
				acts = true
				ran++
			}
		}
		acts = acts || x.changed(plainScript) != nil
		if acts {
			loaded++
		}
	}
	switch {
	case len(mutants) == 0:
		p.Why = "the clause is cited only by a declaration that cannot be changed or removed"
	case loaded == 0:
		p.Why = fmt.Sprintf("all %d mutants of the rules that cite it have errors or are equivalent to the original",
			len(mutants))
	case ran == 0:
		p.Why = fmt.Sprintf("no scenario that pins it reaches any of the %d mutants of the rules that cite it", loaded)
	default:
		p.Why = fmt.Sprintf("the scenarios that pin it detect none of the %d mutants of the rules that cite it", loaded)
	}
}
