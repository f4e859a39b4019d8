package mutate

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

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

func newExaminer(budget *exec.Budget, rules *interpreter.Rules, scripts []scenario.Script,
	jobs int) (*examiner, error) {
	j := &examiner{budget: budget, rules: rules, scripts: scripts, games: map[string]*interpreter.Game{},
		work: make([]int, len(scripts)), jobs: jobs}
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

// plainScript is a script that stands for the plain game.
var plainScript = &scenario.Script{}

// run returns the options for running a script with a mutant, which may never end by itself.
func (j *examiner) run(script int32) exec.Options {
	return exec.Options{Budget: j.budget, Work: 1_000_000 + 20*j.work[script]}
}

// mutated is a game with a mutant.
type mutated struct {
	*examiner
	of      *Mutant
	rules   *interpreter.Rules
	configs map[string]*configured // configurations examined so far; nil if the mutant has no effect there
}

// configured is a configuration of a game with a mutant.
type configured struct {
	*interpreter.Game
	run    *exec.Game
	err    error       // the configuration does not load
	differ func() bool // whether its program differs from that without the mutant
}

func (j *examiner) mutated(m *Mutant) *mutated {
	rules := j.rules.Edited(func(doc *source.Node) *source.Node {
		if doc == m.doc {
			return syntax.Replaced(m.doc, m.path, m.node)
		}
		return doc
	})
	return &mutated{examiner: j, of: m, rules: rules, configs: map[string]*configured{}}
}

// config returns the configuration of a script with the mutant, or nil if the mutant is known to have no effect there.
func (x *mutated) config(s *scenario.Script) *configured {
	if c, made := x.configs[s.Config]; made {
		return c
	}
	x.configs[s.Config] = nil
	if !x.isTaken(s.Config) {
		return nil
	}
	c := &configured{}
	x.configs[s.Config] = c
	if c.Game, c.err = x.rules.Game(s.Load); c.err != nil {
		return c
	}
	c.run = exec.In(c.Game)
	c.differ = sync.OnceValue(func() bool { return !x.games[s.Config].Same(c.Game, x.starts[s.Config]...) })
	return c
}

// changed returns the configuration of a script with the mutant, or nil if it does not load or its program is the same
// as without the mutant.
func (x *mutated) changed(s *scenario.Script) *exec.Game {
	if c := x.config(s); c != nil && c.err == nil && c.differ() {
		return c.run
	}
	return nil
}

// isTaken reports whether a configuration takes the branches that contain the mutant. If the
// mutant only moves or removes the question for a reading, the step must have an effect there.
func (x *mutated) isTaken(config string) bool {
	readings := x.games[config].Readings()
	if x.of.asks != nil && !syntax.ComesToSomething(x.of.asks, readings) {
		return false
	}
	return !slices.ContainsFunc(x.of.within, func(b syntax.RulingBranch) bool { return !b.InForce(readings) })
}

// runMutant runs scripts on a mutant and returns the script that kills it, or -1. It continues the work of
// another examiner.
func (j *examiner) runMutant(m *Mutant, killers []int32) int32 {
	x := j.mutated(m)
	if m.before == "" {
		if plain := x.config(plainScript); plain != nil && plain.err != nil {
			m.Status = Stillborn
			return -1
		}
	}
	m.Status = m.before
	if by := x.killer(j.order(m, killers)); by >= 0 {
		return by
	}
	if m.Status == "" {
		switch {
		case x.changed(plainScript) != nil:
			m.Status = Unreached
		case x.isTaken("") && !j.neverRuns(m):
			m.Status = Equivalent
		default:
			m.Status = Dormant
		}
	}
	return -1
}

// killer returns the first script that fails in a mutant, or -1. It compares programs only after a script has passed,
// because a script that fails shows that they differ.
func (x *mutated) killer(scripts []int32) int32 {
	m := x.of
	for _, i := range scripts {
		s := &x.scripts[i]
		c := x.config(s)
		if c == nil {
			continue
		}
		if c.err != nil { // the game does not load under these readings, so every script detects it
			m.Status = Killed
			m.recordScenario(s)
			return i
		}
		if out := c.run.Run(s.Of, x.run(i)); out.Failed {
			m.Status, m.Why = Killed, ""
			if out.Limit {
				m.Status = Limited
			}
			m.recordScenario(s)
			return i
		}
		if !c.differ() {
			x.configs[s.Config] = nil
		} else if m.Status != Survived {
			m.Status, m.Why = Survived, ""
			m.recordScenario(s)
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
