// Package cover measures which parts of the rules the scenarios of a game reach.
//
// A clause counts as pinned only if a passing scenario that pins it executed something that
// cites it, with an effect (interpreter/scenario/proof defines the terms). The report
// also lists steps that never ran, cards that were never played, and conditions, down to the
// operands of `and`, `or` and `not`, that were not seen both true and false. All counts are
// integers.
//
// Scenarios run in several configurations: the plain game, and those named under `variant` and
// `under`. Coverage is added up by position in the files. A step or condition is included if it
// can be executed in one of these configurations.
//
//	cover.go       the report
//	reached.go     coverage of all cases, added up by position
//	clauses.go     clauses
//	conditions.go  conditions, and outcomes declared impossible
//	who.go         the scenarios that reach a line or prove a clause
//	pretty.go      output for people
//	json.go        output for programs; saved.go reads it again
//	html.go        output for a browser
//	lcov.go        output for tools that show coverage beside the lines
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
	"moraine/interpreter/scenario/proof"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Report is the coverage of a game by its scenarios.
type Report struct {
	Game string
	*scenario.Results
	Clauses     []*Clause
	Proved      bool              // proofs by mutants are included
	Texts       []syntax.Labelled // the rule texts, in order
	Sections    map[string]string
	Steps       []*Step
	Conditions  []*Condition
	Cards       []*Card
	runs        []*run
	saved       bool // the report was read from a file
	words.Names      // names in the language of the report
}

// Place is a position in the files of a game with its text.
type Place struct {
	position
	In   string `json:"in" jsonschema:"the procedure, formula, window or card"`
	Says string `json:"says" jsonschema:"the text at the position"`
}

// position identifies a place in the files. Unlike source.Pos it stays the same when a file is read again.
type position struct {
	File string `json:"file"`
	Line int    `json:"line" schema:"min=1"`
	Col  int    `json:"col" schema:"min=1" jsonschema:"in characters"`
}

// At returns the position as FILE:LINE:COL.
func (p position) At() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

func (p position) compare(o position) int {
	return cmp.Or(cmp.Compare(p.File, o.File), cmp.Compare(p.Line, o.Line), cmp.Compare(p.Col, o.Col))
}

func positionOf(p source.Pos) position {
	if p.File == nil {
		return position{}
	}
	return position{File: p.File.Name, Line: p.Line, Col: p.Col}
}

// Scenario is a scenario with its position.
type Scenario struct {
	Name string
	File string
	Line int
}

// At returns the position as FILE:LINE.
func (s Scenario) At() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// Measure runs the scenarios of a game and returns their coverage. Errors in the files are
// returned unchanged. If the run is stopped, it returns the coverage of the completed scenarios
// together with scenario.Incomplete.
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
	r := &Report{Game: game, Names: g.Names(""), Results: results, Texts: g.Syntax.Texts, Sections: map[string]string{},
		runs: runsOf(results.Cases)}
	for _, s := range g.Syntax.Sections {
		r.Sections[s.Name] = s.Text
	}
	sum := addUp(r.runs)
	r.Clauses = clauses(g, r.runs, explain.Cited(g))
	r.Steps = steps(g, sum, calledProcedures(slices.Concat(rules.GameFiles(), rules.VariantFiles())))
	r.Conditions = sum.sortedConditions()
	r.Cards = cards(g, sum)
	plain := opt.Load.Variant == "" && len(opt.Load.Readings) == 0
	return r, errors.Join(err, applyImpossible(g.Syntax.Impossible, r.Conditions, plain).Err())
}

// run is a case that ran, with its scenario.
type run struct {
	Scenario
	passed  bool // all cases of the scenario passed
	pins    []string
	claimed []string // pinned clauses that the case did not prove
	notes   *proof.Notes
}

// runsOf returns the cases that ran. If one case of a scenario failed, the whole scenario
// proves nothing.
func runsOf(cases []scenario.Case) []*run {
	failed := map[Scenario]bool{}
	of := func(c scenario.Case) Scenario { return Scenario{Name: c.Scenario, File: c.File, Line: c.Line} }
	for _, c := range cases {
		if c.Status == scenario.Failed {
			failed[of(c)] = true
		}
	}
	var out []*run
	for _, c := range cases {
		if c.Notes != nil {
			out = append(out, &run{Scenario: of(c), passed: !failed[of(c)], pins: c.Pins, claimed: c.Claimed,
				notes: c.Notes})
		}
	}
	return out
}

// scenarios returns the scenarios of runs in order, without duplicates.
func scenarios(runs []*run) []Scenario {
	var out []Scenario
	for _, r := range runs {
		if !slices.Contains(out, r.Scenario) {
			out = append(out, r.Scenario)
		}
	}
	return out
}
