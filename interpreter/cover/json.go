package cover

import (
	"io"
	"slices"

	"moraine/interpreter/escape"
)

// What reports are for programs. No list is null because there is nothing in it.

type jsonReport struct {
	Game       string         `json:"game"`
	Scenarios  int            `json:"scenarios"`
	Runs       int            `json:"runs"`
	Passed     int            `json:"passed"`
	Failed     int            `json:"failed"`
	Skipped    int            `json:"skipped"`
	Left       int            `json:"incomplete,omitempty"` // runs that did not come to their end, since they were stopped
	Clauses    map[Status]int `json:"clauses"`
	List       []jsonClause   `json:"list"`
	Steps      jsonSteps      `json:"steps"`
	Cards      jsonCards      `json:"cards"`
	Conditions jsonConditions `json:"conditions"`
}

type jsonClause struct {
	ID     string   `json:"id"`
	Status Status   `json:"status"`
	By     []string `json:"by"`
}

type jsonSteps struct {
	Done    int     `json:"done"`
	Idle    int     `json:"idle"`
	Never   int     `json:"never"`
	Dormant int     `json:"dormant"`
	List    []*Step `json:"list"` // that did not do anything
}

type jsonCards struct {
	All  int     `json:"all"`
	List []*Card `json:"list"` // of which something is missing
}

type jsonConditions struct {
	Both       int             `json:"both"`
	Open       int             `json:"open"`
	Impossible int             `json:"impossible"`
	List       []jsonCondition `json:"list"` // not seen both ways
}

type jsonCondition struct {
	Place
	Missing []string `json:"missing"` // "true", "false"
	Why     string   `json:"why"`     // it is impossible
}

// WriteJSON writes a report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{
		Game: r.Game, Scenarios: r.Scenarios, Runs: r.Cases, Passed: r.Passed, Failed: r.Failed, Skipped: r.Skipped, Left: r.Left,
		Clauses: map[Status]int{}, List: []jsonClause{},
		Steps:      jsonSteps{len(r.StepsThat(Done)), len(r.StepsThat(Idle)), len(r.StepsThat(Never)), len(r.StepsThat(Dormant)), nil},
		Cards:      jsonCards{len(r.Cards), listed(r.CardsMissing())},
		Conditions: jsonConditions{len(r.Conditions) - len(r.Open()) - len(r.Impossible()), len(r.Open()), len(r.Impossible()), []jsonCondition{}},
	}
	for _, s := range Statuses {
		out.Clauses[s] = r.Count("", "")[s]
	}
	for _, c := range r.Clauses {
		out.List = append(out.List, jsonClause{c.ID, c.Status, ats(c.By)})
	}
	out.Steps.List = listed(slices.DeleteFunc(slices.Clone(r.Steps), func(s *Step) bool { return s.Came == Done }))
	for _, c := range r.Conditions {
		if missing := c.Missing(); len(missing) > 0 || c.Why != "" {
			out.Conditions.List = append(out.Conditions.List, jsonCondition{c.Place, listed(missing), c.Why})
		}
	}
	return escape.JSON(w, out)
}

// listed is a list that is not null.
func listed[T any](list []T) []T { return append([]T{}, list...) }

// ats are the places of scenarios.
func ats(list []Scenario) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, s.At())
	}
	return out
}

type jsonReached struct {
	Place
	By []jsonBy `json:"by"`
}

type jsonBy struct {
	How       string   `json:"how"`
	Scenarios []string `json:"scenarios"`
}

// WriteLineJSON is WriteLine for programs.
func WriteLineJSON(w io.Writer, list []Reached) error {
	out := []jsonReached{}
	for _, x := range list {
		one := jsonReached{x.Place, []jsonBy{}}
		for _, b := range x.By {
			one.By = append(one.By, jsonBy{b.How, ats(b.Scenarios)})
		}
		out = append(out, one)
	}
	return escape.JSON(w, out)
}

type jsonProof struct {
	Scenario string  `json:"scenario"`
	At       string  `json:"at"`
	Places   []Place `json:"places"` // that prove the clause
}

// WriteClauseJSON is WriteClause for programs.
func WriteClauseJSON(w io.Writer, c *Clause, proofs []Proof) error {
	list := []jsonProof{}
	for _, x := range proofs {
		list = append(list, jsonProof{x.Scenario.Name, x.At(), listed(x.Places)})
	}
	return escape.JSON(w, struct {
		ID        string      `json:"id"`
		Status    Status      `json:"status"`
		Says      string      `json:"says"`
		Cited     []string    `json:"cited"`
		Scenarios []jsonProof `json:"scenarios"`
	}{c.ID, c.Status, c.Says, listed(c.Cited), list})
}
