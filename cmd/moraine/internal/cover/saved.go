package cover

import (
	"encoding/json"
	"errors"
	"slices"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/escape"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

// Saved returns the document of a report that WriteJSON has written. It lacks what that report leaves out: the texts of
// clauses, and the places that cite them.
func Saved(text []byte) (*doc.Doc, error) {
	var s jsonReport
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	r := &Report{Game: s.Game, saved: true, Results: &scenario.Results{Scenarios: s.Scenarios,
		Cases:  make([]scenario.Case, max(0, s.Runs)),
		Passed: s.Passed, Failed: s.Failed, Skipped: s.Skipped, Left: s.Left}}
	for _, c := range s.List {
		r.Clauses = append(r.Clauses, &Clause{ID: c.ID, Status: c.Status, Proof: c.Proof, Unproved: c.Unproved,
			By: escape.Each(c.By, func(at string) Scenario {
				file, line := files.SplitLine(at)
				return Scenario{File: file, Line: line}
			})})
		r.Proved = r.Proved || c.Proof+c.Unproved != ""
	}
	if s.Game == "" || s.Runs == 0 || s.Clauses != countsOf(r.Count("", "")) {
		return nil, errors.New("its numbers are changed or incomplete")
	}
	for range s.Steps.Done {
		r.Steps = append(r.Steps, &Step{Came: Done})
	}
	for _, x := range s.Steps.List {
		r.Steps = append(r.Steps, &x)
	}
	for _, c := range s.Cards.List {
		r.Cards = append(r.Cards, &Card{Place: c.Place, gaps: escape.Each(c.Missing, func(text string) gap {
			return gap{text: text}
		})})
	}
	for range s.Conditions.Both {
		r.Conditions = append(r.Conditions, &Condition{Held: true, Failed: true})
	}
	for _, c := range s.Conditions.List {
		r.Conditions = append(r.Conditions, &Condition{Place: c.Place, Why: c.Why,
			Held: !slices.Contains(c.Missing, True), Failed: !slices.Contains(c.Missing, False)})
	}
	return r.Doc(false), nil
}
