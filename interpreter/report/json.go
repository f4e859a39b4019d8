package report

import (
	"io"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

type jsonReport struct {
	Scenarios int        `json:"scenarios"`
	Passed    int        `json:"passed"`
	Failed    int        `json:"failed"`
	Skipped   int        `json:"skipped"`
	Refused   int        `json:"refused"`
	Micros    *int64     `json:"microseconds,omitempty"`
	Readings  int        `json:"readings,omitempty"`   // in force one by one
	Apart     []string   `json:"apart,omitempty"`      // those that cannot be
	Left      int        `json:"incomplete,omitempty"` // cases that the run did not come to, since it was stopped
	Cases     []jsonCase `json:"cases"`
}

type jsonCase struct {
	Scenario string          `json:"scenario"`
	Row      int             `json:"row"`
	File     string          `json:"file"`
	Line     int             `json:"line"`
	Variant  string          `json:"variant"`
	Status   scenario.Status `json:"status"`
	Pins     []string        `json:"pins"`
	Message  string          `json:"message"`
	At       *jsonPlace      `json:"at,omitempty"` // where it failed
	Micros   *int64          `json:"microseconds,omitempty"`
}

type jsonPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func writeJSON(w io.Writer, r *scenario.Results, opt Options) error {
	out := jsonReport{Scenarios: r.Scenarios, Passed: r.Passed, Failed: r.Failed, Skipped: r.Skipped, Refused: r.Refused, Readings: r.Alone, Left: r.Left, Cases: []jsonCase{}}
	for _, a := range r.Apart {
		out.Apart = append(out.Apart, a.Form)
	}
	for _, c := range r.Cases {
		jc := jsonCase{
			Scenario: c.Scenario, Row: c.Row, File: c.File, Line: c.Line, Variant: c.Variant,
			Status: c.Status, Pins: append([]string{}, c.Pins...), Message: c.Message,
		}
		if at := place(c); c.Status == scenario.Failed {
			jc.At = &jsonPlace{at.File, at.Line, at.Col}
		}
		if opt.Timings {
			took := c.Took.Microseconds()
			jc.Micros = &took
		}
		out.Cases = append(out.Cases, jc)
	}
	if opt.Timings {
		took := r.Took.Microseconds()
		out.Micros = &took
	}
	return escape.JSON(w, out)
}
