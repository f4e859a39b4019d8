package balance

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter/escape"
)

// A file of a sweep is its JSON report. As with a file of results, Read accepts only the exact
// bytes that WriteJSON would produce.

// WriteJSON writes a sweep for programs and for Read.
func (s *Sweep) WriteJSON(w io.Writer) error { return simulate.WriteLines(w, s) }

// Read parses a file of a sweep.
func Read(text []byte) (*Sweep, error) {
	s := &Sweep{}
	if err := escape.ReadJSON(text, s); err != nil {
		return nil, fmt.Errorf("not a results file of moraine sim --vary: %w", err)
	}
	if s.Kind != "" && s.Kind != "sweep" {
		return nil, errors.New("not a results file of moraine sim --vary")
	}
	var results []*simulate.Results
	for _, p := range s.Points {
		if p.Results == nil || len(p.Values) != len(s.Vary) {
			return nil, errors.New("not a results file of moraine sim --vary: a point has no values or no results")
		}
		if err := p.Results.Check(); err != nil {
			return nil, err
		}
		results = append(results, p.Results)
		a, b := p.Results, s.Points[0].Results
		if a.Version != s.Version || a.Game != s.Game || a.Seed != b.Seed || a.Matches != b.Matches ||
			!slices.Equal(a.Policies, b.Policies) {
			return nil, errors.New("not a results file of moraine sim --vary: the points come from different matches")
		}
	}
	want := combinations(s.Vary)
	if len(s.Points) != len(want) || len(want) > maxPoints || Matches(s.Vary, 1) > maxPoints {
		return nil, errors.New("not a results file of moraine sim --vary: points are missing")
	}
	for i, p := range s.Points {
		for j, v := range p.Values {
			if v != want[i][j].value {
				return nil, errors.New(
					"not a results file of moraine sim --vary: the points do not belong to the listed values")
			}
		}
	}
	if !simulate.Unchanged(text, s.WriteJSON, results...) {
		return nil, errors.New("this results file of moraine sim --vary was changed or is incomplete")
	}
	return s, nil
}

// Merge joins the parts of a sweep from the named sources. All parts are required.
func Merge(names []string, parts []*Sweep) (*Sweep, error) {
	first := parts[0]
	for k, p := range parts {
		if !slices.EqualFunc(p.Vary, first.Vary, func(a, b Axis) bool {
			return a.Name == b.Name && slices.Equal(a.Values, b.Values)
		}) {
			return nil, fmt.Errorf("%s and %s cannot be combined, because they vary different values", names[k],
				names[0])
		}
	}
	for i := range first.Points {
		var of []*simulate.Results
		for _, p := range parts {
			of = append(of, p.Points[i].Results)
		}
		r, err := simulate.Merge(names, of)
		if err != nil {
			return nil, err
		}
		first.Points[i].Results = r
	}
	return first, nil
}
