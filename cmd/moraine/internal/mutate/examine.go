package mutate

import (
	"cmp"
	"fmt"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// examiner runs scenarios against mutants.
type examiner struct {
	reached
	budget  *exec.Budget
	rules   *interpreter.Rules
	scripts []scenario.Script
	games   map[string]*interpreter.Game // by configuration, without a mutant
	work    []int                        // work of each script
	jobs    int
}

func newExaminer(budget *exec.Budget, rules *interpreter.Rules, scripts []scenario.Script, jobs int) (*examiner, error) {
	j := &examiner{budget: budget, rules: rules, scripts: scripts, games: map[string]*interpreter.Game{}, work: make([]int, len(scripts)), jobs: jobs}
	for _, s := range append(scripts, scenario.Script{}) {
		if j.games[s.Config] != nil {
			continue
		}
		g, err := rules.Game(s.Load)
		if err != nil {
			return nil, err
		}
		j.games[s.Config] = g
	}
	return j, j.runWithCoverage()
}

// runBatch runs a batch of mutants of one declaration. It skips mutants already killed by scripts
// of another examiner.
func (j *examiner) runBatch(batch []*Mutant, done func()) {
	var killers []int32 // most recent first
	for _, m := range batch {
		by := j.runMutant(m, killers)
		if j.budget.Err() != nil {
			m.Status = "" // a previous attempt may have been interrupted
			return
		}
		if by >= 0 {
			killers = slices.Insert(slices.DeleteFunc(killers, func(i int32) bool { return i == by }), 0, by)
		}
		done()
	}
}

// explain records why a mutant survives, with the first examiner whose scripts reach it: a
// check that would kill the mutant, or the nearest scenario.
func (m *Mutant) explain(all ...*examiner) {
	if m.Status != Survived && m.Status != Unreached {
		return
	}
	m.Diff = diff(m)
	for _, j := range all {
		if !m.excused && m.Draft == "" { // otherwise no scenario is needed
			m.Draft = j.mutated(m).draft(j.order(m, nil))
		}
	}
}

// commuting is the reason why a mutant that swaps two such steps is equivalent.
const commuting = "the two steps are independent: neither reads or changes the data of the other, and neither asks a player"

// plainScript is a script that stands for the plain game.
var plainScript = &scenario.Script{}

// run returns the options for running a script with a mutant, which may never end by itself.
func (j *examiner) run(script int32) exec.Options {
	return exec.Options{Budget: j.budget, Work: 1_000_000 + 20*j.work[script]}
}

// mutated holds the configurations of a game with a mutant.
type mutated struct {
	*examiner
	of    *Mutant
	rules *interpreter.Rules
	games map[string]*exec.Game // nil for a configuration with an unchanged program
}

func (j *examiner) mutated(m *Mutant) *mutated {
	rules := j.rules.Edited(func(doc *source.Node) *source.Node {
		if doc == m.doc {
			return syntax.Replaced(m.doc, m.path, m.node)
		}
		return doc
	})
	return &mutated{j, m, rules, map[string]*exec.Game{}}
}

// config returns a configuration with the mutant, or nil if its program is unchanged.
func (x *mutated) config(s *scenario.Script) (*exec.Game, error) {
	if g, made := x.games[s.Config]; made {
		return g, nil
	}
	x.games[s.Config] = nil
	if !x.isDifferent(s.Config) {
		return nil, nil
	}
	g, err := x.rules.Game(s.Load)
	if err != nil {
		return nil, err
	}
	if !x.examiner.games[s.Config].Same(g, x.starts[s.Config]...) {
		x.games[s.Config] = exec.In(g)
	}
	return x.games[s.Config], nil
}

// commutes reports whether a mutant swaps two steps whose order has no effect in any
// configuration examined so far.
func (x *mutated) commutes() bool {
	s, found := x.of.swapped, false
	for config, g := range x.games {
		if g == nil {
			continue
		}
		if s == nil || !x.examiner.games[config].Commute(s[0], s[1], s[2]) {
			return false
		}
		found = true
	}
	return found
}

// isDifferent reports whether a configuration takes the branches that contain the mutant. If the
// mutant only moves or removes the question for a reading, the step must have an effect there.
func (x *mutated) isDifferent(config string) bool {
	if x.of.asks != nil && !syntax.ComesToSomething(x.of.asks, x.examiner.games[config].Readings()) {
		return false
	}
	return !slices.ContainsFunc(x.of.within, func(b syntax.RulingBranch) bool { return !b.InForce(x.examiner.games[config].Readings()) })
}

// runMutant runs scripts on a mutant and returns the script that kills it, or -1. It continues the work of
// another examiner.
func (j *examiner) runMutant(m *Mutant, killers []int32) int32 {
	x := j.mutated(m)
	if m.Status = m.before; m.Status == "" {
		switch own, err := x.config(plainScript); {
		case err != nil:
			m.Status = Stillborn
			return -1
		case own != nil:
			m.Status = Unreached
		case x.isDifferent("") && !j.neverRuns(m):
			m.Status = Equivalent
		default:
			m.Status = Dormant
		}
	}
	by := x.killer(j.order(m, killers))
	if (m.Status == Survived || m.Status == Unreached) && x.commutes() {
		m.Status, m.Why, m.By, m.Under = Equivalent, commuting, "", ""
	}
	return by
}

// killer returns the first script that fails in a mutant, or -1.
func (x *mutated) killer(scripts []int32) int32 {
	m := x.of
	for _, i := range scripts {
		s := &x.scripts[i]
		g, err := x.config(s)
		if err != nil { // the game does not load under these readings, so every script detects it
			m.Status = Killed
			m.recordScenario(s)
			return i
		}
		if g == nil {
			continue
		}
		if m.Status != Survived {
			m.Status, m.Why = Survived, ""
			m.recordScenario(s)
		}
		if out := g.Run(s.Of, x.run(i)); out.Failed {
			m.Status = Killed
			if out.Limit {
				m.Status = Limited
			}
			m.recordScenario(s)
			return i
		}
	}
	return -1
}

// neverRuns reports whether the readings of the plain game prevent the step of a mutant from ever
// running.
func (j *examiner) neverRuns(m *Mutant) bool {
	for _, s := range j.games[""].Steps {
		if s.Pos == m.from && s.Dead() {
			return true
		}
	}
	return false
}

// recordScenario records the scenario that kills the mutant, or the nearest one.
func (m *Mutant) recordScenario(s *scenario.Script) {
	m.by, m.By, m.Under = s, fmt.Sprintf("%s:%d %s", s.File, s.Line, s.Name), s.Config
}

// order returns the scripts that reach a mutant: first recent killers, then those that pin a
// clause cited there, then the cheapest.
func (j *examiner) order(m *Mutant, killers []int32) []int32 {
	all := j.scriptsIn(m.from, m.to)
	rank := make(map[int32]int, len(all))
	for _, i := range all {
		rank[i] = len(killers) + 1
		if slices.ContainsFunc(j.scripts[i].Of.PinIDs, func(id string) bool { return slices.Contains(m.Clauses, id) }) {
			rank[i] = len(killers)
		}
		if k := slices.Index(killers, i); k >= 0 {
			rank[i] = k
		}
	}
	slices.SortFunc(all, func(a, b int32) int {
		return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(j.work[a], j.work[b]), cmp.Compare(a, b))
	})
	return all
}
