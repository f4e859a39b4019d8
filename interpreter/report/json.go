package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// The JSON report has all that the other formats show, so that any of them can be written of it
// later (Read), or of several parts of a run together (Merge).

type jsonReport struct {
	Scenarios int         `json:"scenarios"`
	Passed    int         `json:"passed"`
	Failed    int         `json:"failed"`
	Skipped   int         `json:"skipped"`
	Refused   int         `json:"refused"`
	Micros    *int64      `json:"microseconds,omitempty"`
	Alone     []jsonAlone `json:"readings,omitempty"`   // in force one by one
	Left      int         `json:"incomplete,omitempty"` // cases that the run did not come to, since it was stopped
	Change    *Change     `json:"changed,omitempty"`
	Shard     *Shard      `json:"shard,omitempty"`
	Cases     []jsonCase  `json:"cases"`
}

type jsonAlone struct {
	Game     string      `json:"game"`
	Readings int         `json:"alone"`
	Apart    []jsonApart `json:"apart"` // those that cannot be
}

type jsonApart struct {
	Config string `json:"form"`
	Why    string `json:"why"`
}

type jsonCase struct {
	Scenario string          `json:"scenario"`
	Row      int             `json:"row"`
	Game     string          `json:"game"`
	File     string          `json:"file"`
	Line     int             `json:"line"`
	Variant  string          `json:"variant"`
	Status   scenario.Status `json:"status"`
	Pins     []string        `json:"pins"`
	Message  string          `json:"message"`
	Kind     string          `json:"kind,omitempty"`    // of failure
	At       *jsonPlace      `json:"at,omitempty"`      // where it failed
	Also     []jsonCheck     `json:"also,omitempty"`    // what else does not hold there
	Excerpt  string          `json:"excerpt,omitempty"` // the line there, and a caret
	Micros   *int64          `json:"microseconds,omitempty"`
}

type jsonPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type jsonCheck struct {
	jsonPlace
	Says string `json:"says"`
}

func writeJSON(w io.Writer, r *scenario.Results, opt Options) error {
	out := jsonReport{Scenarios: r.Scenarios, Passed: r.Passed, Failed: r.Failed, Skipped: r.Skipped, Refused: r.Refused, Left: r.Left, Change: opt.Change, Shard: opt.Shard, Cases: []jsonCase{}}
	for _, a := range r.Alone {
		apart := []jsonApart{}
		for _, x := range a.Apart {
			apart = append(apart, jsonApart(x))
		}
		out.Alone = append(out.Alone, jsonAlone{a.Game, a.Readings, apart})
	}
	for _, c := range r.Cases {
		jc := jsonCase{
			Scenario: c.Scenario, Row: c.Row, Game: c.Game, File: c.File, Line: c.Line, Variant: c.Variant,
			Status: c.Status, Pins: append([]string{}, c.Pins...), Message: c.Message, Kind: kindOf(c).id, Excerpt: c.Excerpt,
		}
		if at := place(c); c.Status == scenario.Failed && at.File != "" {
			jc.At = &jsonPlace{at.File, at.Line, at.Col}
		}
		for _, one := range c.Also {
			jc.Also = append(jc.Also, jsonCheck{jsonPlace{one.At.File, one.At.Line, one.At.Col}, one.Says})
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

// Read reads a JSON report: the results, the part of a run that they are, if it was cut, and whether
// it says how long they took. It takes nothing but what writeJSON wrote, to the byte.
func Read(text []byte) (*scenario.Results, Options, error) {
	var in jsonReport
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return nil, Options{}, fmt.Errorf("this is no report of moraine test: %w", err)
	}
	opt := Options{Change: in.Change, Shard: in.Shard, Timings: in.Micros != nil}
	out := &scenario.Results{Scenarios: in.Scenarios, Passed: in.Passed, Failed: in.Failed, Skipped: in.Skipped, Refused: in.Refused, Left: in.Left, Took: took(in.Micros)}
	for _, a := range in.Alone {
		alone := scenario.Alone{Game: a.Game, Readings: a.Readings}
		for _, x := range a.Apart {
			alone.Apart = append(alone.Apart, scenario.Apart(x))
		}
		out.Alone = append(out.Alone, alone)
	}
	for _, c := range in.Cases {
		is := scenario.Case{
			Scenario: c.Scenario, Row: c.Row, Game: c.Game, File: c.File, Line: c.Line, Variant: c.Variant, Status: c.Status,
			Pins: c.Pins, Message: c.Message, Excerpt: c.Excerpt, Took: took(c.Micros),
		}
		is.Limit, is.Unread, is.Unloaded = c.Kind == limitExceeded, c.Kind == unreadable, c.Kind == unloadable
		if c.At != nil {
			is.At = scenario.Place{File: c.At.File, Line: c.At.Line, Col: c.At.Column}
		}
		for _, one := range c.Also {
			is.Also = append(is.Also, scenario.Unmet{At: scenario.Place{File: one.File, Line: one.Line, Col: one.Column}, Says: one.Says})
		}
		out.Cases = append(out.Cases, is)
	}
	var again bytes.Buffer
	if err := writeJSON(&again, out, opt); err != nil {
		return nil, opt, err
	}
	if !bytes.Equal(again.Bytes(), text) {
		return nil, opt, errors.New("this is not what moraine test wrote: something was changed, or is missing")
	}
	return out, opt, nil
}

func took(micros *int64) time.Duration {
	if micros == nil {
		return 0
	}
	return time.Duration(*micros) * time.Microsecond
}

// Shard says which part of a run results are.
type Shard struct {
	Part int64  `json:"part"` // from 1
	Of   int64  `json:"of"`
	Run  string `json:"run"` // the same of all parts: what was to run, and in what
}

// Part is a JSON report with the name of where it comes from.
type Part struct {
	Name string
	*scenario.Results
	Options
}

// Merge puts the parts of a run together, which must be all of them; one that is no part is whole.
func Merge(parts []Part) (*scenario.Results, Options, error) {
	first := parts[0]
	opt := Options{Timings: first.Timings, Change: first.Change}
	refuse := func(text string, args ...any) (*scenario.Results, Options, error) {
		return nil, opt, fmt.Errorf(text, args...)
	}
	if len(parts) == 1 && first.Shard == nil {
		return first.Results, opt, nil
	}
	for _, p := range parts {
		switch {
		case p.Shard == nil:
			return refuse("%s is no part of a run: it was written without --shard", p.Name)
		case slices.ContainsFunc(p.Cases, func(c scenario.Case) bool { return c.Unloaded }):
			return p.Results, opt, nil // all the others have come to the same
		case p.Shard.Part < 1 || p.Shard.Part > p.Shard.Of:
			return refuse("%s: there is no part %d of %d", p.Name, p.Shard.Part, p.Shard.Of)
		case p.Left > 0:
			return refuse("%s is incomplete: its run was stopped", p.Name)
		case p.Shard.Run != first.Shard.Run || p.Shard.Of != first.Shard.Of || p.Timings != first.Timings:
			return refuse("%s does not belong with %s: its rules, scenarios, options or version are others", p.Name, first.Name)
		}
	}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(a.Shard.Part, b.Shard.Part) })
	out := &scenario.Results{}
	for i, p := range parts {
		switch {
		case i > 0 && p.Shard.Part == parts[i-1].Shard.Part:
			return refuse("%s and %s are both part %d", parts[i-1].Name, p.Name, p.Shard.Part)
		case p.Shard.Part != int64(i)+1:
			return refuse("part %d of %d is in none of the files", i+1, p.Shard.Of)
		}
		out.Add(p.Results)
	}
	switch {
	case int64(len(parts)) < first.Shard.Of:
		return refuse("part %d of %d is in none of the files", len(parts)+1, first.Shard.Of)
	case len(out.Cases) == 0 && opt.Change == nil:
		return refuse("no scenario has run in any of the parts")
	}
	return out, opt, nil
}
