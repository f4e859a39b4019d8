// Package scenario runs suites of scenarios in their own configurations, in those that their
// entries of `under` name, and in those that the options ask for.
//
//	suite.go       a run and its results
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
//	results.go     options and results
//
// Package exec runs one scenario in one configuration.
package scenario

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"moraine/interpreter"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// Status is the result of a case.
type Status string

const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
	// Refused: several settings named by the scenario are in force together, and it declares no
	// outcome for that.
	Refused Status = "refused"
)

// Kind is a category of failure; "" means that the outcome differs from the scenario.
type Kind string

const (
	Unread   Kind = "scenario-unreadable" // the scenario has unknown names and could not run
	Limit    Kind = "limit-exceeded"      // a counted limit stopped it
	Unloaded Kind = "not-loaded"          // not a scenario, but an error of loading
)

// Case is one run of one scenario: one per row of examples and per entry of `under`. A run in
// many configurations has hundreds of thousands of cases, so common parts are shared and must
// not be changed.
type Case struct {
	*Subject
	Variant string `json:"variant"` // the configuration: variants, readings as KEY=READING; "": the plain game
	*Verdict
	Took time.Duration `json:"-"`
}

// Subject is the scenario of a case, or the row of its examples.
type Subject struct {
	Scenario string   `json:"scenario"`
	Row      int      `json:"row"` // row of the examples, from 1; 0 without examples
	Game     string   `json:"game"`
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Tags     []string `json:"-"`
}

// Verdict is the result of a case.
type Verdict struct {
	Status Status   `json:"status"`
	Pins   []string `json:"pins"`
	// Message is the reason of a failure or skip: several lines of plain text, the first of
	// which is the summary; "" if it passed.
	Message string       `json:"message"`
	Kind    Kind         `json:"kind,omitempty"`
	At      Place        `json:"at,omitzero"`       // place of the failure; zero if it passed
	Also    []Unmet      `json:"also,omitempty"`    // further failed checks, also named in the message
	Excerpt string       `json:"excerpt,omitempty"` // source line of the message with a caret; for people
	Asked   []string     `json:"asked,omitempty"`   // rulings that the run asked, in the configuration of the scenario or the options
	Depends []Dependence `json:"depends,omitempty"` // those that decide the outcome, with Options.Depends or Options.Explain
	Rule    Place        `json:"-"`                 // the broken rule, if one broke
	// Undeclared: the outcome differs, and no entry declares that.
	Undeclared bool `json:"-"`
	// Blocked: it was skipped because its game or variant does not load or no match of it can
	// begin.
	Blocked bool `json:"-"`
	// Claimed lists the pins that the run did not prove; only if games were loaded for
	// coverage.
	Claimed []string    `json:"-"`
	Notes   *exec.Notes `json:"-"` // coverage of the run; likewise
	Trace   string      `json:"-"` // events step by step, if requested
}

// Unmet is a failed check.
type Unmet struct {
	Place
	Says string `json:"says"`
}

// Place is a place in a file, with lines and columns (in characters) from 1.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"column"`
}

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Text returns the message without the place at its beginning.
func (v *Verdict) Text() string { return strings.TrimPrefix(v.Message, v.At.String()+": ") }

// Place returns the place of the failure or, if that is unknown, of the scenario. An error of
// loading may have none.
func (c Case) Place() Place {
	if c.At.File == "" && c.Line > 0 {
		return Place{c.File, c.Line, 1}
	}
	return c.At
}

// Where returns the place of the scenario as FILE:LINE.
func (s *Subject) Where() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

func placeOf(p source.Pos) Place {
	if p.File == nil {
		return Place{}
	}
	return Place{p.File.Name, p.Line, p.Col}
}

// Results holds the cases in the order of files and lines, independent of parallelism.
type Results struct {
	Scenarios int // number of scenarios; rows of examples do not count separately
	Cases     []Case
	Passed    int
	Failed    int
	Skipped   int
	Refused   int
	Broken    source.Diagnostics // errors of games and variants that do not load; nothing of them ran
	Alone     []Alone            // by game: readings put in force one by one, if requested
	Left      int                // number of cases not finished because the run was stopped
	Took      time.Duration
}

// Add adds another part of the same run.
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

// Options selects scenarios and the way to run them.
type Options struct {
	Games    []string       // games to run if no target is named; none: all
	Run      *regexp.Regexp // filter by name; nil: all
	Tags     []string       // filter by tags, any of them; none: all
	Jobs     int            // 0: one per processor
	FailFast bool           // stop after the first failure in file order
	Trace    bool
	// Load selects the configuration of the games. If it names a variant or readings, the
	// scenarios run only there and are compared with the outcome that they declare.
	Load        interpreter.Options
	Rules       *interpreter.Rules // a game whose files have been read already
	Under       bool               // also run in the configurations of entries of `under`
	AllVariants bool               // … and under each variant of the game
	EachReading bool               // … and under each reading not in force, one by one
	Depends     bool               // find the rulings that decide each outcome
	Explain     bool               // find those that decide the first failure of each scenario
	// Pick selects and orders the remaining scenarios; nil: all, in file order.
	Pick func([]Item) ([]Item, error)
	// Entered is called, from any goroutine, with the procedures entered in a run of a
	// scenario; may be nil.
	Entered func(file, scenario string, procedures []string)
	budget  *exec.Budget // limit on the run; may be nil
}

// begin gives a run its budget, and a context that ends it.
func (o *Options) begin(ctx context.Context) context.Context {
	o.budget = exec.NewBudget(ctx)
	return o.budget
}

// elsewhere reports whether scenarios run in configurations other than their own.
func (o *Options) elsewhere() bool {
	return o.Under || o.AllVariants || o.EachReading || o.Load.Variant != "" || len(o.Load.Readings) > 0
}

// ErrWork reports that a run exceeds its work.
var ErrWork = exec.ErrWork

// Incomplete is the error of a run that was stopped.
type Incomplete struct {
	Ran, Of int // cases
	Err     error
}

func (e *Incomplete) Error() string {
	return fmt.Sprintf("%d of %d cases were over: %v", e.Ran, e.Of, e.Err)
}

func (e *Incomplete) Unwrap() error { return e.Err }

// Alone counts the readings of a game that were put in force one by one, with those that cannot
// be.
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
