// Package report writes the results of scenarios in formats for people, programs and CI
// servers. The same results give the same bytes.
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

// Options selects the details of a report.
type Options struct {
	Color    bool
	Width    int     // pretty: columns of the terminal; 0: lines are not wrapped
	Verbose  bool    // pretty: every scenario with its trace
	Timings  bool    // durations; without them the report does not depend on the time
	Failures bool    // pretty: only failures
	Skipped  bool    // pretty: all skipped or refused cases, however many
	Slowest  int     // pretty: number of slowest cases to list
	Depends  bool    // pretty: list the rulings that decide outcomes
	Change   *Change // the change that selected scenarios; nil if none did
	Shard    *Shard  // JSON: the part of the run; nil for the whole
}

// format is a report format.
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

// Formats returns the names of the formats; the first is for people.
func Formats() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.name)
	}
	return out
}

// Change describes the change since which scenarios were selected.
type Change struct {
	Since     string   `json:"since"`
	What      []string `json:"what"`
	Scenarios int      `json:"scenarios"` // number examined
	Reached   int      `json:"reached"`   // number run
}

// mostChanges limits the number of changes printed for people.
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

// Unloaded returns the results of a run that could not begin: a case for each error.
func Unloaded(err error) *scenario.Results {
	r := &scenario.Results{}
	r.Count(unloaded(err)...)
	return r
}

// unloaded returns a case for each error of files that do not load.
func unloaded(err error) (out []scenario.Case) {
	var found interpreter.Diagnostics
	if !errors.As(err, &found) {
		out = append(out, scenario.Case{Subject: &scenario.Subject{Scenario: "load", File: "load"}, Verdict: &scenario.Verdict{Status: scenario.Failed, Kind: scenario.Unloaded, Message: err.Error()}})
	}
	for _, d := range found.Sorted() {
		c := scenario.Case{Subject: &scenario.Subject{Scenario: "load"}, Verdict: &scenario.Verdict{Status: scenario.Failed, Kind: scenario.Unloaded, Message: interpreter.Diagnostics{d}.Error()}}
		if d.Pos.File != nil {
			c.File, c.Line = d.Pos.File.Name, d.Pos.Line
			c.Scenario = fmt.Sprintf("load, line %d, column %d", d.Pos.Line, d.Pos.Col)
			c.At = scenario.Place{File: c.File, Line: d.Pos.Line, Col: d.Pos.Col}
		}
		out = append(out, c)
	}
	return out
}

// Write writes results in a format. An error of loading is a case in every format but the
// first, whose reader sees the error of the command.
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

// seconds returns a duration with three decimals, computed from integers so that floats cannot
// change the output.
func seconds(d time.Duration) string { return millis(d.Round(time.Millisecond).Milliseconds()) }

// millis returns milliseconds as seconds.
func millis(ms int64) string { return fmt.Sprintf("%d.%03d", ms/1000, ms%1000) }

// title returns the scenario of a case and its row of examples.
func title(c scenario.Case) string {
	if c.Row > 0 {
		return fmt.Sprintf("%s (row %d)", c.Scenario, c.Row)
	}
	return c.Scenario
}

// caseName returns a unique name for a case of a scenario, for programs that match by name.
func caseName(c scenario.Case) string {
	if c.Variant == "" {
		return title(c)
	}
	return title(c) + " under " + c.Variant
}

// headline returns the first line of a message without its place, and the checks that failed
// besides.
func headline(c scenario.Case) string {
	out, _, _ := strings.Cut(c.Text(), "\n")
	for _, one := range c.Also {
		out += fmt.Sprintf("; line %d: %s", one.Line, one.Says)
	}
	return out
}

// relative returns the path of a file without the layer name before the colon, which built-in
// files have.
func relative(file string) string {
	if layer, path, ok := strings.Cut(file, ":"); ok && !strings.ContainsAny(layer, `/\`) {
		return path
	}
	return file
}

// inCheckout reports whether a file can lie in the checkout that a server annotates. Built-in
// files and files outside the current folder cannot.
func inCheckout(file string) bool { return filepath.IsLocal(file) && relative(file) == file }

// kind is a category of failure, for programs that group failures. Its ids never change.
type kind struct {
	id   scenario.Kind
	says string
	ran  bool // the scenario ran and had another outcome
}

var kinds = []kind{
	{"scenario-failed", "A scenario came out otherwise than it says", true},
	{scenario.Unread, "A scenario names what there is not, so it could not run", false},
	{scenario.Limit, "A counted limit stopped a scenario", false},
	{scenario.Unloaded, "What was to be tested could not be loaded, so nothing ran", false},
}

// kindOf returns the category of a failed case, the zero kind otherwise.
func kindOf(c scenario.Case) kind {
	if c.Status != scenario.Failed {
		return kind{}
	}
	return kinds[max(0, slices.IndexFunc(kinds, func(k kind) bool { return k.id == c.Kind }))]
}
