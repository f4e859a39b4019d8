package mutate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
)

// examiner runs scenarios in mutants.
type examiner struct {
	reached
	budget  *exec.Budget
	rules   *interpreter.Rules
	scripts []scenario.Script
	games   map[string]*interpreter.Game // by configuration, without a mutant
	work    []int                        // by script, how much it does
	passes  []bool                       // by script
	jobs    int
}

func newExaminer(budget *exec.Budget, rules *interpreter.Rules, scripts []scenario.Script, jobs int) (*examiner, error) {
	j := &examiner{budget: budget, rules: rules, scripts: scripts, games: map[string]*interpreter.Game{}, work: make([]int, len(scripts)), passes: make([]bool, len(scripts)), jobs: jobs}
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
	return j, j.find()
}

// all judges mutants that have a declaration in common.
func (j *examiner) all(batch []*Mutant, done func()) {
	var killers []int32 // the last one first
	for _, m := range batch {
		by := j.one(m, killers)
		if j.budget.Err() != nil {
			m.Status = "" // it may have been cut short
			return
		}
		if by >= 0 {
			killers = slices.Insert(slices.DeleteFunc(killers, func(i int32) bool { return i == by }), 0, by)
		}
		done()
	}
}

// plainly is the game itself.
var plainly = &scenario.Script{}

// run is how a script runs in a mutant, which may never end.
func (j *examiner) run(script int32) exec.Options {
	return exec.Options{Budget: j.budget, Work: 1_000_000 + 20*j.work[script]}
}

// mutated are the configurations of a game with a mutant in it.
type mutated struct {
	*examiner
	of    *Mutant
	rules *interpreter.Rules
	games map[string]*exec.Game // nil: the program is the same
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

// in is a configuration; nil: its program is the same.
func (x *mutated) in(s *scenario.Script) (*exec.Game, error) {
	if g, made := x.games[s.Config]; made {
		return g, nil
	}
	x.games[s.Config] = nil
	if !x.acts(s.Config) {
		return nil, nil
	}
	g, err := x.rules.Game(s.Load)
	if err != nil {
		return nil, err
	}
	if !program.Same(x.examiner.games[s.Config].Program, g.Program) {
		x.games[s.Config] = exec.In(g)
	}
	return x.games[s.Config], nil
}

// equivalent is the rule by which no rule of the game notices a mutant, in none of the
// configurations in which it has been looked at; "": there is none.
func (x *mutated) equivalent() (rule string) {
	for _, config := range slices.Sorted(maps.Keys(x.games)) { // the game itself first
		g := x.games[config]
		if g == nil {
			continue
		}
		is := x.of.rule(x.examiner.games[config].Program, g.Program)
		if is == "" {
			return ""
		}
		rule = cmp.Or(rule, is)
	}
	return rule
}

// acts tells whether a configuration takes the branches in which the mutant stands; where it is that a
// step asks for a reading, that has to come to something there.
func (x *mutated) acts(config string) bool {
	if x.of.asks != nil && !syntax.ComesToSomething(x.of.asks, x.examiner.games[config].Program.Readings) {
		return false
	}
	return !slices.ContainsFunc(x.of.within, func(t syntax.Taken) bool { return !t.By(x.examiner.games[config].Program.Readings) })
}

// one judges a mutant, and tells which script kills it; -1: none.
func (j *examiner) one(m *Mutant, killers []int32) int32 {
	x := j.mutated(m)
	own, err := x.in(plainly)
	if err != nil {
		m.Status = Stillborn
		return -1
	}
	switch {
	case own != nil:
		m.Status = Unreached
	case x.acts("") && !j.shut(m):
		m.Status = Equivalent
	default:
		m.Status = Dormant
	}
	order := j.order(m, killers)
	entries := slices.IndexFunc(order, func(i int32) bool { return j.scripts[i].Entry })
	if entries < 0 {
		entries = len(order)
	}
	for _, scripts := range [][]int32{order[:entries], order[entries:]} {
		if by := x.killer(scripts); by >= 0 || m.Status == Stillborn {
			return by
		}
		if m.Status != Survived && m.Status != Unreached {
			continue
		}
		if rule := x.equivalent(); rule != "" && x.draft(scripts) == "" { // a check can ask for what no rule reads
			m.Status, m.Why, m.By, m.Under, m.Near = Equivalent, rule, "", "", ""
		} else if m.Status == Survived {
			break // it acts here, and nobody notices
		}
	}
	if m.Status == Survived || m.Status == Unreached {
		if m.Diff = diff(m); !m.assumed && !m.excused { // for which nobody writes a scenario
			m.Draft = x.draft(order)
		}
		if m.assumed { // of which scenarios about rules must not be
			m.Status, m.Why = Justified, "the value is assumed: no text prints it"
		}
	}
	return -1
}

// killer is the first of some scripts that fails in a mutant; -1: none does.
func (x *mutated) killer(scripts []int32) int32 {
	m := x.of
	for _, i := range scripts {
		s := &x.scripts[i]
		g, err := x.in(s)
		if err != nil {
			m.Status = Stillborn
			return -1
		}
		if g == nil {
			continue
		}
		if m.Status != Survived {
			m.Status, m.Why = Survived, ""
			m.tell(s)
		}
		if out := g.Run(s.Of, x.run(i)); out.Failed {
			m.Status = Killed
			if out.Limit {
				m.Status = Limited
			}
			m.tell(s)
			return i
		}
	}
	return -1
}

// shut tells whether the readings of the game itself never let the step run in which a mutant stands.
func (j *examiner) shut(m *Mutant) bool {
	return slices.ContainsFunc(j.games[""].Program.Steps, func(s program.Step) bool { return s.Dead && s.Pos == m.from })
}

// tell notes which scenario kills the mutant, or is the nearest to it.
func (m *Mutant) tell(s *scenario.Script) {
	m.by, m.By, m.Under = s, fmt.Sprintf("%s:%d %s", s.File, s.Line, s.Name), s.Config
}

// order are the scripts that come across a mutant, those of entries of `under` last: what has killed
// others first, then what pins a clause that its place names, then what does least.
func (j *examiner) order(m *Mutant, killers []int32) []int32 {
	all := j.between(m.from, m.to)
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
	all = slices.DeleteFunc(all, func(i int32) bool { return !j.passes[i] })
	slices.SortFunc(all, func(a, b int32) int {
		if j.scripts[a].Entry != j.scripts[b].Entry {
			return map[bool]int{false: -1, true: 1}[j.scripts[a].Entry]
		}
		return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(j.work[a], j.work[b]), cmp.Compare(a, b))
	})
	return all
}
