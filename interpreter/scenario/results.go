// Package scenario runs suites of scenarios, in the configurations of their games that they are
// about, that their entries of `under` name, and that whoever runs them asks for.
//
//	suite.go       which scenarios run, and what came of them
//	targets.go     which files and lines are meant
//	pick.go        … and those that somebody picks of them
//	units.go       in which configurations
//	jobs.go        in what order, and how many at once
//	configs.go     configurations, made when they are wanted
//	flips.go       flips that are declared and happen, and those that are not
//	depends.go     the rulings that decide how a scenario comes out
//	undeclared.go  … for whoever declares them
//	compare.go     which scenarios come out otherwise in another configuration, and why
//	untold.go      the readings that no scenario tells from the default
//	prompt.go      what a script may say at a line
//	results.go     options and results
//
// One scenario in one configuration is run by package exec.
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

// Status says how a case came out.
type Status string

const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
	// Refused: what the scenario names is in force together, and it does not say
	// what happens then.
	Refused Status = "refused"
)

// Kind is a sort of failure: it came out otherwise than the scenario says, unless it is one of these.
type Kind string

const (
	Unread   Kind = "scenario-unreadable" // what it names is not, so it could not run
	Limit    Kind = "limit-exceeded"      // a counted limit stopped it
	Unloaded Kind = "not-loaded"          // it stands for what could not be loaded, and is no scenario
)

// Case is one run of one scenario: a scenario with examples is a case a row, and
// each is one more for each entry of its `under`. A run in many configurations has hundreds of
// thousands of cases, so what several have in common is shared; it must not be changed.
type Case struct {
	*Subject
	Variant string `json:"variant"` // the configuration that it ran in: a variant, readings as KEY=READING; "": the game itself
	*Verdict
	Took time.Duration `json:"-"`
}

// Subject is the scenario that a case runs, or the row of its examples.
type Subject struct {
	Scenario string   `json:"scenario"`
	Row      int      `json:"row"` // of the examples, from 1; 0 without examples
	Game     string   `json:"game"`
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Tags     []string `json:"-"`
}

// Verdict is how a case came out.
type Verdict struct {
	Status Status   `json:"status"`
	Pins   []string `json:"pins"`
	// Message is why it failed or was skipped: several lines of plain text, the
	// first of which says it all; empty if it passed.
	Message string       `json:"message"`
	Kind    Kind         `json:"kind,omitempty"`
	At      Place        `json:"at,omitzero"`       // where it failed; zero if it passed
	Also    []Unmet      `json:"also,omitempty"`    // the other checks there that do not hold, which the message names, too
	Excerpt string       `json:"excerpt,omitempty"` // the line that the message begins with, and a caret below its place; for people
	Asked   []string     `json:"asked,omitempty"`   // the rulings that the run asked
	Depends []Dependence `json:"depends,omitempty"` // those of them that decide how it comes out, if Options.Depends or Options.Explain asks for them
	Rule    Place        `json:"-"`                 // the rule that broke, if that is why it failed
	// Undeclared: it comes out otherwise there, and no entry says so.
	Undeclared bool `json:"-"`
	// Blocked: it was skipped, since its game or variant does not load or no match of it can begin.
	Blocked bool `json:"-"`
	// Claimed are the pins that the run did not prove; only when the games were
	// loaded for coverage.
	Claimed []string    `json:"-"`
	Notes   *exec.Notes `json:"-"` // what the run reached; likewise
	Trace   string      `json:"-"` // what happened, step by step; only if asked for
}

// Unmet is a check that does not hold.
type Unmet struct {
	Place
	Says string `json:"says"`
}

// Place is a place in a file, from line 1 and column 1 (in characters) on.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"column"`
}

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Text returns the message without the place that it begins with.
func (v *Verdict) Text() string { return strings.TrimPrefix(v.Message, v.At.String()+": ") }

// Place returns where a case failed or, if that is unknown, where its scenario stands. What could not be
// loaded may have no place.
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

// Results are the cases in the order of the files and lines, however many ran
// at once.
type Results struct {
	Scenarios int // behind the cases; one with examples is one, however many rows
	Cases     []Case
	Passed    int
	Failed    int
	Skipped   int
	Refused   int
	Broken    source.Diagnostics // why games and variants do not load; nothing of them ran
	Alone     []Alone            // of each game, the readings that were put in force one by one, if that was asked for
	Left      int                // how many cases did not run to their end, since the run was stopped
	Took      time.Duration
}

// Add adds what another part of the same run came to.
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

// Options say which scenarios run, and how.
type Options struct {
	Games    []string       // of which all scenarios run if no target is named; none: all games
	Run      *regexp.Regexp // nil: all; else those whose name matches
	Tags     []string       // those with any of these tags; none: all
	Jobs     int            // 0: one a processor
	FailFast bool           // stop after the first failure, in file order
	Trace    bool
	// Load says how the games are loaded. If it names a variant or readings, the
	// scenarios run in that configuration only, and are held against what they say of it.
	Load        interpreter.Options
	Rules       *interpreter.Rules // of a game whose files have been read already
	Under       bool               // each scenario also runs in the configurations that its entries name
	AllVariants bool               // … and with each variant of its game
	EachReading bool               // … and with each reading that is not in force, one by one
	Depends     bool               // find the rulings that decide how each scenario comes out
	Explain     bool               // find those that decide the first failure of each scenario
	// Pick chooses among the scenarios that are left, and orders them; nil: all, in the order of the files.
	Pick func([]Item) ([]Item, error)
	// Entered is told, from any goroutine, which procedures began in a run of a scenario; nil: nobody wants to know.
	Entered func(file, scenario string, procedures []string)
	budget  *exec.Budget // what ends it; nil: nothing
}

// begin gives a run its budget, and a context that ends it.
func (o *Options) begin(ctx context.Context) context.Context {
	o.budget = exec.NewBudget(ctx)
	return o.budget
}

// elsewhere tells whether scenarios run in other configurations than their own.
func (o *Options) elsewhere() bool {
	return o.Under || o.AllVariants || o.EachReading || o.Load.Variant != "" || len(o.Load.Readings) > 0
}

// ErrWork is the error of a run that has done too much.
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

// Alone says how many readings of a game were put in force, each alone, and which cannot be.
type Alone struct {
	Game     string  `json:"game"`
	Readings int     `json:"alone"`
	Apart    []Apart `json:"apart"`
}

// Apart is a configuration that there is not, for a reading that goes with others only.
type Apart struct {
	Config string `json:"form"`
	Why    string `json:"why"`
}
