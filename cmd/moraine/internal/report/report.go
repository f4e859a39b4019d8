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
	"moraine/interpreter/scenario/spec"
)

// Options selects the details of a report.
type Options struct {
	Color    bool
	Width    int  // pretty: columns of the terminal; 0 disables wrapping
	Verbose  bool // pretty: list every scenario with its trace
	Timings  bool // include durations, so that the report depends on the time
	Failures bool // pretty: list only failures
	Skipped  bool // pretty: list all skipped or refused cases
	Slowest  int  // pretty: number of slowest cases to list
	Depends  bool // pretty: list the rulings that decide outcomes
}

type format struct {
	name  string
	write func(io.Writer, *scenario.Results, Options) error
}

var formats = []format{
	{"pretty", writePretty},
	{"json", writeJSON},
	{"junit", writeJUnit},
	{"github", writeGitHub},
	{"markdown", writeMarkdown},
	{"gitlab", writeGitLab},
	{"sarif", writeSARIF},
	{"html", writeHTML},
}

// Formats returns the names of the formats. The first one is for people.
func Formats() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.name)
	}
	return out
}

// Unloaded returns the results of a run that could not begin: one case for each error of loading.
func Unloaded(err error) *scenario.Results {
	r := &scenario.Results{}
	r.Count(unloaded(err)...)
	return r
}

// unloaded returns a case for each error of files that do not load.
func unloaded(err error) (out []scenario.Case) {
	var found interpreter.Diagnostics
	if !errors.As(err, &found) {
		out = append(out, scenario.Case{Subject: &scenario.Subject{Scenario: "load", File: "load"},
			Verdict: &scenario.Verdict{Status: scenario.Failed, Kind: scenario.Unloaded, Message: spec.MessageOf(err)}})
	}
	for _, d := range found.Sorted() {
		why := spec.MessageOf(interpreter.Diagnostics{d})
		why.Why = strings.TrimSuffix(why.Why, "\n")
		c := scenario.Case{Subject: &scenario.Subject{Scenario: "load"},
			Verdict: &scenario.Verdict{Status: scenario.Failed, Kind: scenario.Unloaded, Message: why}}
		if d.Pos.File != nil {
			c.At = scenario.PlaceOf(d.Pos)
			c.File, c.Line = c.At.File, c.At.Line
			if d.Pos.Line > 0 {
				c.Scenario = fmt.Sprintf("load, line %d, column %d", d.Pos.Line, d.Pos.Col)
			}
		}
		out = append(out, c)
	}
	return out
}

// Write writes results in a format. Errors of loading are written as cases, except in the first
// format, because its readers see the error of the command.
func Write(w io.Writer, name string, r *scenario.Results, opt Options) error {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return fmt.Errorf("unknown report format %q", name)
	}
	if i > 0 && len(r.Broken) > 0 {
		all := *r
		all.Cases = slices.Clip(r.Cases)
		all.Count(unloaded(r.Broken)...)
		r = &all
	}
	return formats[i].write(w, r, opt)
}

// seconds formats a duration in seconds with three decimals. It uses integers, because rounding
// of floats could change the output.
func seconds(d time.Duration) string { return millis(d.Round(time.Millisecond).Milliseconds()) }

// millis formats milliseconds as seconds.
func millis(ms int64) string { return fmt.Sprintf("%d.%03d", ms/1000, ms%1000) }

// title returns the name of a case's scenario with its row of examples.
func title(c scenario.Case) string {
	if c.Row > 0 {
		return fmt.Sprintf("%s (row %d)", c.Scenario, c.Row)
	}
	return c.Scenario
}

// caseName returns a unique name for a case within its file, for programs that match by name.
func caseName(c scenario.Case) string {
	if c.Variant == "" {
		return title(c)
	}
	return title(c) + " under " + c.Variant
}

// headline returns the headline of a message, followed by the other
// failed checks.
func headline(c scenario.Case) string {
	out := c.Message.Headline
	for _, one := range c.Also {
		out += fmt.Sprintf("; line %d: %s", one.Line, one.Says)
	}
	return out
}

// relative returns the path of a file without the name of its layer, which built-in files have
// before a colon.
func relative(file string) string {
	if layer, path, ok := strings.Cut(file, ":"); ok && !strings.ContainsAny(layer, `/\`) {
		return path
	}
	return file
}

// inCheckout reports whether a file can be in the checkout that a server annotates. Built-in
// files and files outside the current folder cannot.
func inCheckout(file string) bool { return filepath.IsLocal(file) && relative(file) == file }

// kind is a category of failure, for programs that group failures. The ids are stable.
type kind struct {
	id   scenario.Kind
	says string
	ran  bool // the scenario ran and had a different outcome
}

var kinds = []kind{
	{id: scenario.Other, says: "A scenario had another outcome than its checks expect", ran: true},
	{id: scenario.Unread, says: "A scenario has an unknown name, so it could not run"},
	{id: scenario.Limit, says: "A counted limit stopped a scenario"},
	{id: scenario.Unloaded, says: "The rules have errors, so no scenario could run"},
}

// kindOf returns the category of a failed case, or the zero kind for other cases.
func kindOf(c scenario.Case) kind {
	if c.Status != scenario.Failed {
		return kind{}
	}
	return kinds[max(0, slices.IndexFunc(kinds, func(k kind) bool { return k.id == c.Kind }))]
}
