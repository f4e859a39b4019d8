package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// The JSON report contains all information of the other formats, so that they can be produced
// from it later (Read).

type jsonReport struct {
	Kind      string           `json:"kind" schema:"const=test"`
	Scenarios int              `json:"scenarios" jsonschema:"scenarios of the cases; one with examples counts once"`
	Passed    int              `json:"passed" jsonschema:"cases"`
	Failed    int              `json:"failed" jsonschema:"cases, including those that could not run and errors of loading"`
	Skipped   int              `json:"skipped" jsonschema:"cases"`
	Refused   int              `json:"refused" jsonschema:"cases in a configuration for which several entries of the scenario declare an outcome, and none for their combination"`
	Micros    *int64           `json:"microseconds,omitempty" schema:"min=0" jsonschema:"duration of the run; with --timings"`
	Alone     []scenario.Alone `json:"readings,omitempty" jsonschema:"with --each-reading: for each game, the number of readings that were put in force one by one, and those that need others"`
	Left      int              `json:"incomplete,omitempty" jsonschema:"cases that did not end because the run was stopped"`
	Cases     []jsonCase       `json:"cases"`
}

type jsonCase struct {
	scenario.Case
	Micros *int64 `json:"microseconds,omitempty" schema:"min=0" jsonschema:"duration; with --timings"`
}

func writeJSON(w io.Writer, r *scenario.Results, opt Options) error {
	out := jsonReport{Kind: "test", Scenarios: r.Scenarios, Passed: r.Passed, Failed: r.Failed, Skipped: r.Skipped,
		Refused: r.Refused, Alone: r.Alone, Left: r.Left, Cases: []jsonCase{}}
	micros := func(d time.Duration) *int64 {
		us := d.Microseconds()
		if opt.Timings {
			return &us
		}
		return nil
	}
	for _, c := range r.Cases {
		v := *c.Verdict
		v.Pins, v.Kind = append([]string{}, v.Pins...), kindOf(c).id
		if v.At = c.Place(); v.Status != scenario.Failed || v.At.File == "" {
			v.At = scenario.Place{}
		}
		c.Verdict = &v
		out.Cases = append(out.Cases, jsonCase{c, micros(c.Took)})
	}
	out.Micros = micros(r.Took)
	return escape.JSON(w, out)
}

// Read parses a JSON report: the results, and whether it has durations. It returns an error for any text that writeJSON
// would not produce byte for byte.
func Read(text []byte) (*scenario.Results, Options, error) {
	var in jsonReport
	if err := escape.ReadJSON(text, &in); err != nil {
		return nil, Options{}, fmt.Errorf("not a JSON report of moraine test: %w", err)
	}
	if slices.ContainsFunc(in.Cases, func(c jsonCase) bool { return c.Subject == nil || c.Verdict == nil }) {
		return nil, Options{}, errors.New("not a JSON report of moraine test: a case has no scenario or no status")
	}
	if in.Kind != "test" {
		return nil, Options{},
			errors.New("not a JSON report of moraine test, or one of an earlier version; run the scenarios again")
	}
	opt := Options{Timings: in.Micros != nil}
	out := &scenario.Results{Scenarios: in.Scenarios, Passed: in.Passed, Failed: in.Failed, Skipped: in.Skipped,
		Refused: in.Refused, Alone: in.Alone, Left: in.Left, Took: duration(in.Micros)}
	for _, c := range in.Cases {
		c.Took = duration(c.Micros)
		c.Message.Locate(c.At.String())
		c.Message.Locate(c.At.File)
		out.Cases = append(out.Cases, c.Case)
	}
	if !escape.Reproduces(text, func(w io.Writer) error { return writeJSON(w, out, opt) }) {
		return nil, opt, errors.New("this JSON report of moraine test was changed or is incomplete")
	}
	return out, opt, nil
}

func duration(micros *int64) time.Duration {
	if micros == nil {
		return 0
	}
	return time.Duration(*micros) * time.Microsecond
}
