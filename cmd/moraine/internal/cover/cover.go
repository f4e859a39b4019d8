// Package cover measures what the scenarios of a game reach of its rules.
//
// A clause counts as pinned only where a passing scenario that names it ran
// something that cites it, and that did its part (interpreter/scenario has what
// that means). Beside the clauses stand the steps that never ran, the cards that
// were never played, and every condition, down to the operands of its `and`,
// `or` and `not`, that was not seen both ways. All is counted in whole numbers.
//
// Scenarios run in several configurations of a game: the game itself, and what they name
// under `variant` and `under`. What they reach adds up by the place in the files.
// A step or condition counts where one of those configurations can let it run.
//
//	cover.go       the report
//	reached.go     what the cases reached, added up by place
//	clauses.go     clauses
//	conditions.go  conditions, and those that are said to be impossible
//	who.go         which scenarios reach a line, or prove a clause
//	pretty.go      for people
//	json.go        for programs
//	html.go        for a browser
//	lcov.go        for what shows coverage beside the lines
package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Report is what the scenarios of a game reach.
type Report struct {
	Game string
	*scenario.Results
	Clauses     []*Clause
	Proved      bool              // it is known which of them mutants prove
	Texts       []syntax.Labelled // that clauses come from, in order
	Sections    map[string]string
	Steps       []*Step
	Conditions  []*Condition
	Cards       []*Card
	runs        []*run
	words.Names // in which it is written
}

// Place is somewhere in the files of a game, and what stands there.
type Place struct {
	at
	In   string `json:"in"`   // the procedure, formula, window or card
	Says string `json:"says"` // what stands there
}

// at tells places apart, whichever time their file was read.
type at struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// At is the place as editors read it.
func (p at) At() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

func (p at) compare(o at) int {
	return cmp.Or(cmp.Compare(p.File, o.File), cmp.Compare(p.Line, o.Line), cmp.Compare(p.Col, o.Col))
}

func atOf(p source.Pos) at {
	if p.File == nil {
		return at{}
	}
	return at{p.File.Name, p.Line, p.Col}
}

// Scenario is where a scenario stands.
type Scenario struct {
	Name string
	File string
	Line int
}

// At is the place as editors read it.
func (s Scenario) At() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// Measure runs the scenarios of a game and says what they reach. What is wrong
// with the files comes as an error. Stopped, it returns what those reach that are over,
// along with scenario.Incomplete.
func Measure(ctx context.Context, src interpreter.Sources, game string, opt scenario.Options) (*Report, error) {
	opt.Load.Cover, opt.Under = true, true
	rules, err := interpreter.Read(src, game)
	if err != nil {
		return nil, err
	}
	g, err := rules.Game(opt.Load)
	if err != nil {
		return nil, err
	}
	opt.Rules = rules
	results, err := scenario.Run(ctx, src, []string{game}, opt)
	if results == nil {
		return nil, err
	}
	r := &Report{Game: game, Names: words.Names{P: g.Program}, Results: results, Texts: g.Syntax.Texts, Sections: map[string]string{}, runs: runsOf(results.Cases)}
	for _, s := range g.Syntax.Sections {
		r.Sections[s.Name] = s.Text
	}
	sum := addUp(r.runs)
	r.Clauses = clauses(g, r.runs, explain.Cited(g))
	r.Steps = steps(g, sum, called(slices.Concat(rules.GameFiles(), rules.VariantFiles())))
	r.Conditions = sum.sortedConditions()
	r.Cards = cards(g, sum)
	plain := opt.Load.Variant == "" && len(opt.Load.Readings) == 0
	return r, errors.Join(err, excuse(g.Syntax.Impossible, r.Conditions, plain).Err())
}

// run is a case that ran, with the scenario that it is one of.
type run struct {
	Scenario
	passed  bool // all cases of the scenario did
	pins    []string
	claimed []string // those of them that it did not prove
	notes   *exec.Notes
}

// runsOf are the cases that ran. A scenario that fails in one of them proves
// nothing.
func runsOf(cases []scenario.Case) []*run {
	failed := map[Scenario]bool{}
	of := func(c scenario.Case) Scenario { return Scenario{c.Scenario, c.File, c.Line} }
	for _, c := range cases {
		if c.Status == scenario.Failed {
			failed[of(c)] = true
		}
	}
	var out []*run
	for _, c := range cases {
		if c.Notes != nil {
			out = append(out, &run{of(c), !failed[of(c)], c.Pins, c.Claimed, c.Notes})
		}
	}
	return out
}

// scenarios lists the scenarios behind runs, each once, in their order.
func scenarios(runs []*run) []Scenario {
	var out []Scenario
	for _, r := range runs {
		if !slices.Contains(out, r.Scenario) {
			out = append(out, r.Scenario)
		}
	}
	return out
}
