package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// The JSON report contains all information of the other formats, so that they can be produced
// from it later (Read), or from several parts of a run (Merge).

type jsonReport struct {
	Scenarios int              `json:"scenarios"`
	Passed    int              `json:"passed"`
	Failed    int              `json:"failed"`
	Skipped   int              `json:"skipped"`
	Refused   int              `json:"refused"`
	Micros    *int64           `json:"microseconds,omitempty"`
	Alone     []scenario.Alone `json:"readings,omitempty"`   // readings put in force one at a time
	Left      int              `json:"incomplete,omitempty"` // cases not run because the run was stopped
	Shard     *Shard           `json:"shard,omitempty"`
	Cases     []jsonCase       `json:"cases"`
}

type jsonCase struct {
	scenario.Case
	Micros *int64 `json:"microseconds,omitempty"`
}

func writeJSON(w io.Writer, r *scenario.Results, opt Options) error {
	out := jsonReport{Scenarios: r.Scenarios, Passed: r.Passed, Failed: r.Failed, Skipped: r.Skipped, Refused: r.Refused, Alone: r.Alone, Left: r.Left, Shard: opt.Shard, Cases: []jsonCase{}}
	micros := func(d time.Duration) *int64 {
		if us := d.Microseconds(); opt.Timings {
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

// Read parses a JSON report: the results, the shard if it is a part of a run, and whether it
// has durations. It returns an error for any text that writeJSON would not produce byte for
// byte.
func Read(text []byte) (*scenario.Results, Options, error) {
	var in jsonReport
	if err := escape.ReadJSON(text, &in); err != nil {
		return nil, Options{}, fmt.Errorf("not a JSON report of moraine test: %w", err)
	}
	if slices.ContainsFunc(in.Cases, func(c jsonCase) bool { return c.Subject == nil || c.Verdict == nil }) {
		return nil, Options{}, errors.New("not a JSON report of moraine test: a case has no scenario or no status")
	}
	opt := Options{Shard: in.Shard, Timings: in.Micros != nil}
	out := &scenario.Results{Scenarios: in.Scenarios, Passed: in.Passed, Failed: in.Failed, Skipped: in.Skipped, Refused: in.Refused, Alone: in.Alone, Left: in.Left, Took: duration(in.Micros)}
	for _, c := range in.Cases {
		c.Took = duration(c.Micros)
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

// Shard identifies a part of a run.
type Shard struct {
	Part int64  `json:"part"` // from 1
	Of   int64  `json:"of"`
	Run  string `json:"run"` // identifies the whole run; equal in all parts
}

// Part is a JSON report with the name of its source.
type Part struct {
	Name string
	*scenario.Results
	Options
}

func isUnloaded(c scenario.Case) bool { return c.Kind == scenario.Unloaded }

// Merge joins the parts of a run. All parts are required. A report without a shard is a
// complete run.
func Merge(parts []Part) (*scenario.Results, Options, error) {
	first := parts[0]
	opt := Options{Timings: first.Timings}
	refuse := func(text string, args ...any) (*scenario.Results, Options, error) {
		return nil, opt, fmt.Errorf(text, args...)
	}
	if len(parts) == 1 && first.Shard == nil {
		return first.Results, opt, nil
	}
	for _, p := range parts {
		switch {
		case p.Shard == nil:
			return refuse("%s is not a part of a run, because it was written without --shard", p.Name)
		case p.Shard.Run == "" && slices.ContainsFunc(p.Cases, isUnloaded):
			return p.Results, opt, nil // no part of the run could begin
		case p.Shard.Part < 1 || p.Shard.Part > p.Shard.Of:
			return refuse("%s: invalid part %d of %d", p.Name, p.Shard.Part, p.Shard.Of)
		case p.Left > 0:
			return refuse("%s is incomplete, because its run was stopped; run this part again", p.Name)
		case p.Shard.Run != first.Shard.Run || p.Shard.Of != first.Shard.Of || p.Timings != first.Timings:
			return refuse("%s and %s are parts of different runs: their rules, scenarios, options or versions differ", p.Name, first.Name)
		}
	}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(a.Shard.Part, b.Shard.Part) })
	out := &scenario.Results{}
	for i, p := range parts {
		switch {
		case i > 0 && p.Shard.Part == parts[i-1].Shard.Part:
			return refuse("%s and %s are the same part, number %d", parts[i-1].Name, p.Name, p.Shard.Part)
		case p.Shard.Part != int64(i)+1:
			return refuse("part %d of %d is missing; add its file", i+1, p.Shard.Of)
		}
		own := *p.Results
		own.Cases = slices.DeleteFunc(slices.Clone(p.Cases), isUnloaded)
		out.Add(&own)
	}
	for _, c := range first.Cases { // these cases are the same in every part
		if isUnloaded(c) {
			out.Count(c)
		}
	}
	switch {
	case int64(len(parts)) < first.Shard.Of:
		return refuse("part %d of %d is missing; add its file", len(parts)+1, first.Shard.Of)
	case len(out.Cases) == 0:
		return refuse("no scenario ran in any of the parts")
	}
	return out, opt, nil
}
