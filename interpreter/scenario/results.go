package scenario

import (
	"io"
	"regexp"
	"time"

	"moraine/interpreter"
)

// Status says how a case came out.
type Status string

const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// Case is one run of one scenario: a scenario with examples is a case a row.
type Case struct {
	Scenario string
	Row      int // of the examples, from 1; 0 without examples
	Game     string
	File     string
	Line     int
	Variant  string
	Tags     []string
	Status   Status
	Pins     []string
	// Message is why it failed or was skipped: several lines of plain text, the
	// first of which says it all; empty if it passed.
	Message string
	// Claimed are the pins that the run did not prove; only when the games were
	// loaded for coverage.
	Claimed []string
	Trace   string // what happened, step by step; only if asked for
	Took    time.Duration
}

// Results are the cases in the order of the files and lines, however many ran
// at once.
type Results struct {
	Scenarios int // behind the cases; one with examples is one, however many rows
	Cases     []Case
	Passed    int
	Failed    int
	Skipped   int
	Took      time.Duration
}

// Options say which scenarios run, and how.
type Options struct {
	Run      *regexp.Regexp // nil: all; else those whose name matches
	Tags     []string       // those with any of these tags; none: all
	Jobs     int            // 0: one a processor
	FailFast bool           // stop after the first failure, in file order
	Trace    bool
	Load     interpreter.Options
	Progress io.Writer // nil: silent
}
