// Package report writes the results of scenarios for whoever reads them: a
// person, a program, a CI server. What happened is scenario.Results and none of
// its business; the same results give the same bytes.
package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"moraine/interpreter/scenario"
)

// Options say how a report looks.
type Options struct {
	Color   bool
	Verbose bool // pretty: every scenario, with what happened in it
	Timings bool // durations; without them a report is the same each time
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
}

// Formats are the names of the formats; the first is for people.
func Formats() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.name)
	}
	return out
}

// Write writes results in the format of that name.
func Write(w io.Writer, name string, r *scenario.Results, opt Options) error {
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return fmt.Errorf("there is no report format %q", name)
	}
	return formats[i].write(w, r, opt)
}

// seconds is a duration with three decimals, from whole numbers: no rounding of
// floats decides what is printed.
func seconds(d time.Duration) string {
	ms := d.Round(time.Millisecond).Milliseconds()
	return fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
}

// title is what a case is called: its scenario, and the row of its examples.
func title(c scenario.Case) string {
	if c.Row > 0 {
		return fmt.Sprintf("%s (row %d)", c.Scenario, c.Row)
	}
	return c.Scenario
}
