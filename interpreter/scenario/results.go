// Package scenario runs suites of scenarios: in their own configurations, in the configurations
// that their entries of `under` name, and in those requested by options.
//
//	suite.go       a run and its results; again.go a run after each edit
//	targets.go     files and lines to run
//	pick.go        selection by the caller
//	units.go       configurations of each scenario
//	jobs.go        order and parallelism
//	configs.go     configurations, made on demand
//	flips.go       declared and undeclared flips
//	depends.go     the rulings that decide an outcome
//	undeclared.go  undeclared flips for callers that declare them
//	compare.go     outcomes in two configurations, and the readings that explain differences
//	untold.go      readings that no scenario distinguishes from the default
//	prompt.go      completion in scripts
//	scripts.go     all scripts of a game, for other tools
//	results.go     options and results
//
// Package exec runs one scenario in one configuration.
package scenario

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/proof"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Status is the result of a case.
type Status string

const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
	// Refused: settings named by several entries are in force together, and no entry declares
	// the outcome of the combination.
	Refused Status = "refused"
)

// Kind is a category of failure; "" if the outcome differs from the scenario.
type Kind string

const (
	Other    Kind = "scenario-failed"     // the outcome differs from the scenario
	Unread   Kind = "scenario-unreadable" // a scenario with unknown names, which could not run
	Limit    Kind = "limit-exceeded"      // the run exceeded a limit on counted steps
	Unloaded Kind = "not-loaded"          // not a scenario, but an error of loading
)

// Case is one run of one scenario: there is a case for each row of examples and for each entry
// of `under`. A run with all configurations has hundreds of thousands of cases, so common parts
// are shared and must not be changed.
type Case struct {
	*Subject
	Variant string `json:"variant" jsonschema:"the configuration: variants, and readings as KEY=READING, joined by and; empty for the plain game"`
	*Verdict
	Took time.Duration `json:"-"`
}

// Subject is the scenario of a case, or the row of its examples.
type Subject struct {
	Scenario string   `json:"scenario" jsonschema:"the name, which is unique in its file; for an error of loading load and its place"`
	Row      int      `json:"row" jsonschema:"the row of its examples, from 1; 0 without examples"`
	Game     string   `json:"game"`
	File     string   `json:"file" jsonschema:"relative to the current folder, or after builtin:"`
	Line     int      `json:"line" jsonschema:"the first line of the scenario"`
	Tags     []string `json:"-"`
}

// Verdict is the result of a case.
type Verdict struct {
	Status      Status       `json:"status"`
	Pins        []string     `json:"pins" jsonschema:"ids of clauses"`
	Message     spec.Message `json:"message" jsonschema:"the reason why it failed, was skipped or refused: lines of plain text, of which the first is the summary"`
	Kind        Kind         `json:"kind,omitempty" schema:"if=status:failed" jsonschema:"of a failure: another outcome, an unknown name, a counted limit, or an error of loading"`
	At          Place        `json:"at,omitzero" jsonschema:"the place of the failure; absent for an error of loading without a place"`
	Also        []Unmet      `json:"also,omitempty" jsonschema:"further checks that failed; the message names them, too"`
	Excerpt     string       `json:"excerpt,omitempty" jsonschema:"the line at that place, and a caret below it"`
	UsedRulings []string     `json:"asked,omitempty" jsonschema:"the rulings that the run used, in the configuration of the scenario or of the options"`
	Depends     []Dependence `json:"depends,omitempty" jsonschema:"those of them that decide the outcome: of each case with --depends, otherwise of the first failure of a scenario"`
	Rule        Place        `json:"-"` // the broken rule, if one broke
	// Undeclared is set if the outcome differs and no entry declares that.
	Undeclared bool `json:"-"`
	// Blocked is set if the case was skipped because its game or variant does not load, or
	// because no match of it can begin.
	Blocked bool `json:"-"`
	// Claimed lists the pins that the run did not prove. It is set only if games are loaded for
	// coverage.
	Claimed []string     `json:"-"`
	Notes   *proof.Notes `json:"-"` // coverage of the run, under the same condition
	Trace   string       `json:"-"` // events step by step, if requested
}

// Unmet is a failed check.
type Unmet struct {
	Place
	Says string `json:"says"`
}

// Place is a position in a file. Lines and columns count from 1; columns are in characters.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line" schema:"min=1"`
	Col  int    `json:"column" schema:"min=1" jsonschema:"in characters"`
}

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Place returns the place of the failure or, if that is unknown, of the scenario. It is empty
// for some errors of loading.
func (c Case) Place() Place {
	if c.At.File == "" && c.Line > 0 {
		return Place{File: c.File, Line: c.Line, Col: 1}
	}
	return c.At
}

// Where returns the position of the scenario as FILE:LINE.
func (s *Subject) Where() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// PlaceOf returns the place of a position, for programs that need a line: the first one of a whole file.
func PlaceOf(p source.Pos) Place {
	if p.File == nil {
		return Place{}
	}
	return Place{File: p.File.Name, Line: max(p.Line, 1), Col: max(p.Col, 1)}
}

// Results holds the cases in the order of files and lines. The order does not depend on
// parallelism.
type Results struct {
	Scenarios int // number of scenarios; rows of examples do not count separately
	Cases     []Case
	Passed    int
	Failed    int
	Skipped   int
	Refused   int
	Broken    source.Diagnostics // errors of games and variants that do not load; none of their scenarios ran
	Alone     []Alone            // by game: the result of putting each reading in force alone, if requested
	Left      int                // number of cases missing because the run was stopped
	Took      time.Duration
}

// Add appends the result of another part of the same run.
func (res *Results) Add(part *Results) {
	res.Count(part.Cases...)
	res.Scenarios += part.Scenarios
	res.Left += part.Left
	res.Took += part.Took
	res.Broken = append(res.Broken, part.Broken...)
	for _, a := range part.Alone {
		if !slices.ContainsFunc(res.Alone, func(b Alone) bool { return a.Game == b.Game }) {
			res.Alone = append(res.Alone, a)
		}
	}
}

// Options selects scenarios, and how they are run.
type Options struct {
	Games    []string       // games to run if no target is given; nil for all
	Run      *regexp.Regexp // pattern for names; nil for all
	Tags     []string       // select scenarios that satisfy any of these, such as `a and not b`; nil for all
	Jobs     int            // scenarios to run in parallel; 0 for one per processor
	FailFast bool           // stop after the first failure in file order
	Trace    bool
	// Load has the configuration of the games. If it names a variant or readings, the scenarios
	// run only there and are compared with the declared outcome.
	Load        interpreter.Options
	Rules       *interpreter.Rules // a game whose files are already parsed
	Under       bool               // also run in the configurations of entries of `under`
	AllVariants bool               // also run under each variant of the game
	EachReading bool               // also run under each reading that is not in force, one at a time
	Depends     bool               // find the rulings that decide each outcome
	Explain     bool               // find the rulings that decide the first failure of each scenario
	// Check examines a game without variants that is run as a whole, and returns Diagnostics, which become
	// Results.Broken, or nil. It runs beside the reading of the scenarios.
	Check func(*interpreter.Rules) error
	// ChanceStates limits the states that a check of a chance looks at. 0 stands for chance.DefaultLimit.
	ChanceStates int
	// Pick selects and orders the remaining scenarios. nil keeps all in file order.
	Pick   func([]Item) ([]Item, error)
	budget *exec.Budget // limit on the run; may be nil
}

// begin sets the budget of a run and returns a context that ends when the budget is spent.
func (o *Options) begin(ctx context.Context) context.Context {
	o.budget = exec.NewBudget(ctx)
	o.budget.ChanceStates = o.ChanceStates
	return o.budget
}

// runsElsewhere reports whether scenarios run in other configurations than their own.
func (o *Options) runsElsewhere() bool {
	return o.Under || o.AllVariants || o.EachReading || o.Load.Variant != "" || len(o.Load.Readings) > 0
}

// ErrWork reports that a run exceeds its limit on counted steps.
var ErrWork = exec.ErrWork

// Incomplete is the error of a run that was stopped.
type Incomplete struct {
	Ran, Of int // numbers of cases
	Err     error
}

func (e *Incomplete) Error() string {
	return fmt.Sprintf("%d of %d cases were over: %v", e.Ran, e.Of, e.Err)
}

func (e *Incomplete) Unwrap() error { return e.Err }

// Alone counts the readings of a game that were put in force one at a time, and lists those
// that need others.
type Alone struct {
	Game     string  `json:"game"`
	Readings int     `json:"alone"`
	Apart    []Apart `json:"apart"`
}

// Apart is a reading that cannot be in force without others.
type Apart struct {
	Config string `json:"form"`
	Why    string `json:"why"`
}
