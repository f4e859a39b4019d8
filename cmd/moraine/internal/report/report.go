// Package report writes the results of scenarios for whoever reads them: a
// person, a program, a CI server. What happened is scenario.Results and none of
// its business; the same results give the same bytes.
package report

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// Options say how a report looks.
type Options struct {
	Color    bool
	Width    int     // pretty: how many columns a terminal has; 0: it is none, and no line is broken
	Verbose  bool    // pretty: every scenario, with what happened in it
	Timings  bool    // durations; without them a report is the same each time
	Failures bool    // pretty: only what failed
	Skipped  bool    // pretty: all that was skipped or refused, however many
	Slowest  int     // pretty: list so many of the cases that took longest
	Depends  bool    // pretty: list the rulings that decide how cases come out
	Change   *Change // since when scenarios were selected; nil: they were not
	Shard    *Shard  // JSON: the part of a run that this is; nil: all of it
}

// format is one way to write results.
type format struct {
	name  string
	write func(io.Writer, *scenario.Results, Options) error
}

var formats = []format{
	{"pretty", writePretty},
	{"json", writeJSON},
	{"junit", writeJUnit},
	{"tap", writeTAP},
	{"github", writeGitHub},
	{"markdown", writeMarkdown},
	{"gitlab", writeGitLab},
	{"sarif", writeSARIF},
	{"html", writeHTML},
}

// Formats are the names of the formats; the first is for people.
func Formats() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.name)
	}
	return out
}

// Change says of which change results are, and that other scenarios cannot be reached by it.
type Change struct {
	Since     string   `json:"since"`
	What      []string `json:"what"`
	Scenarios int      `json:"scenarios"` // that were looked at
	Reached   int      `json:"reached"`   // that were run
}

// mostChanges is how many changes people are told of.
const mostChanges = 10

func (c *Change) String() string {
	var b strings.Builder
	if len(c.What) == 0 {
		fmt.Fprintf(&b, "no rule has changed since %s, as compiled\n", c.Since)
	} else {
		fmt.Fprintf(&b, "changed since %s:\n", c.Since)
	}
	for _, what := range c.What[:min(len(c.What), mostChanges)] {
		fmt.Fprintf(&b, "  %s\n", what)
	}
	if more := len(c.What) - mostChanges; more > 0 {
		fmt.Fprintf(&b, "  and %d more\n", more)
	}
	if c.Reached == 0 {
		fmt.Fprintf(&b, "none of %d scenarios can be affected or has changed itself, so nothing was run\n", c.Scenarios)
	} else {
		fmt.Fprintf(&b, "%d of %d scenarios can be affected, or have changed themselves; the other %d use nothing that has changed and were not run\n", c.Reached, c.Scenarios, c.Scenarios-c.Reached)
	}
	return b.String()
}

// Unloaded returns the results of a run that could not begin: a case for each fault.
func Unloaded(err error) *scenario.Results {
	r := &scenario.Results{}
	r.Count(unloaded(err)...)
	return r
}

// unloaded returns a case for each fault of files that do not load.
func unloaded(err error) (out []scenario.Case) {
	var found interpreter.Diagnostics
	if !errors.As(err, &found) {
		out = append(out, scenario.Case{Scenario: "load", File: "load", Status: scenario.Failed, Kind: scenario.Unloaded, Message: err.Error()})
	}
	for _, d := range found.Sorted() {
		c := scenario.Case{Scenario: "load", Status: scenario.Failed, Kind: scenario.Unloaded, Message: interpreter.Diagnostics{d}.Error()}
		if d.Pos.File != nil {
			c.File, c.Line = d.Pos.File.Name, d.Pos.Line
			c.Scenario = fmt.Sprintf("load, line %d, column %d", d.Pos.Line, d.Pos.Col)
			c.At = scenario.Place{File: c.File, Line: d.Pos.Line, Col: d.Pos.Col}
		}
		out = append(out, c)
	}
	return out
}

// Write writes results in the format of that name. What does not load is a case in every format
// but the first, whose reader is told by the error of the command.
func Write(w io.Writer, name string, r *scenario.Results, opt Options) error {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return fmt.Errorf("there is no report format %q", name)
	}
	if i > 0 && len(r.Broken) > 0 {
		all := *r
		all.Cases = slices.Clip(r.Cases)
		all.Count(unloaded(r.Broken)...)
		r = &all
	}
	return formats[i].write(w, r, opt)
}

// seconds is a duration with three decimals, from whole numbers: no rounding of
// floats decides what is printed.
func seconds(d time.Duration) string { return millis(d.Round(time.Millisecond).Milliseconds()) }

// millis is a number of milliseconds as seconds.
func millis(ms int64) string { return fmt.Sprintf("%d.%03d", ms/1000, ms%1000) }

// title is what a case is called: its scenario, and the row of its examples.
func title(c scenario.Case) string {
	if c.Row > 0 {
		return fmt.Sprintf("%s (row %d)", c.Scenario, c.Row)
	}
	return c.Scenario
}

// caseName tells the cases of a scenario apart, which programs do by name.
func caseName(c scenario.Case) string {
	if c.Variant == "" {
		return title(c)
	}
	return title(c) + " under " + c.Variant
}

// headline is the first line of a message, without the place that heads it, and what else does
// not hold.
func headline(c scenario.Case) string {
	first, _, _ := strings.Cut(c.Message, "\n")
	out := strings.TrimPrefix(first, fmt.Sprintf("%s:%d:%d: ", c.At.File, c.At.Line, c.At.Col))
	for _, one := range c.Also {
		out += fmt.Sprintf("; line %d: %s", one.Line, one.Says)
	}
	return out
}

// place is where a case failed; of what says no place, where its scenario stands. What could not be
// loaded may have none at all.
func place(c scenario.Case) scenario.Place {
	if c.At.File == "" && c.Line > 0 {
		return scenario.Place{File: c.File, Line: c.Line, Col: 1}
	}
	return c.At
}

// relative returns a file's path without the name of its layer, which stands before a colon if the
// file comes with the program.
func relative(file string) string {
	if layer, path, ok := strings.Cut(file, ":"); ok && !strings.ContainsAny(layer, `/\`) {
		return path
	}
	return file
}

// inCheckout reports whether a file can lie in the checkout whose lines a server annotates. A file
// that comes with the program, or lies outside the current folder, cannot.
func inCheckout(file string) bool { return filepath.IsLocal(file) && relative(file) == file }

// kind is a sort of failure, for programs that group by it. The ids stay as they are.
type kind struct {
	id   scenario.Kind
	says string
	ran  bool // the scenario ran, and something came out otherwise
}

var kinds = []kind{
	{"scenario-failed", "A scenario came out otherwise than it says", true},
	{scenario.Unread, "A scenario names what there is not, so it could not run", false},
	{scenario.Limit, "A counted limit stopped a scenario", false},
	{scenario.Unloaded, "What was to be tested could not be loaded, so nothing ran", false},
}

// kindOf is the sort of failure of a case; the zero kind if it did not fail.
func kindOf(c scenario.Case) kind {
	if c.Status != scenario.Failed {
		return kind{}
	}
	return kinds[max(0, slices.IndexFunc(kinds, func(k kind) bool { return k.id == c.Kind }))]
}
