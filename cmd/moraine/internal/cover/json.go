package cover

import (
	"io"

	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// jsonReport is a report as JSON.
type jsonReport struct {
	Kind      string       `json:"kind" schema:"const=cover"`
	Game      string       `json:"game"`
	Scenarios int          `json:"scenarios"`
	Runs      int          `json:"runs" jsonschema:"runs of scenarios, in all configurations that they name"`
	Passed    int          `json:"passed"`
	Failed    int          `json:"failed" jsonschema:"failed runs; moraine test shows where and why"`
	Skipped   int          `json:"skipped"`
	Left      int          `json:"incomplete,omitempty" jsonschema:"runs that did not end because the command was stopped"`
	Clauses   jsonCounts   `json:"clauses" jsonschema:"the number of clauses by status"`
	List      []jsonClause `json:"list" jsonschema:"all clauses"`
	Steps     struct {
		Done    int    `json:"done" jsonschema:"had an effect"`
		Idle    int    `json:"idle" jsonschema:"ran, but never had an effect"`
		Never   int    `json:"never" jsonschema:"never ran"`
		Dormant int    `json:"dormant" jsonschema:"cannot run in any configuration of the scenarios"`
		List    []Step `json:"list" jsonschema:"the steps without any effect"`
	} `json:"steps"`
	Cards struct {
		All  int        `json:"all" jsonschema:"cards that windows can play, or that have steps"`
		List []jsonCard `json:"list" jsonschema:"the cards of which something never ran"`
	} `json:"cards"`
	Conditions struct {
		Both       int             `json:"both" jsonschema:"were both true and false"`
		Open       int             `json:"open"`
		Impossible int             `json:"impossible" jsonschema:"can have only one value, as the game declares"`
		List       []jsonCondition `json:"list" jsonschema:"the conditions that were not both true and false"`
	} `json:"conditions"`
}

// jsonCounts counts clauses by status.
type jsonCounts struct {
	Claimed  int `json:"claimed"`
	Note     int `json:"note"`
	Pinned   int `json:"pinned"`
	Untested int `json:"untested"`
}

func countsOf(n map[Status]int) jsonCounts {
	return jsonCounts{Claimed: n[Claimed], Note: n[Note], Pinned: n[Pinned], Untested: n[Untested]}
}

type jsonClause struct {
	ID       string   `json:"id"`
	Status   Status   `json:"status"`
	By       []string `json:"by" jsonschema:"FILE:LINE of the scenarios that name it"`
	Proof    string   `json:"proof,omitempty" jsonschema:"with --proved: a mutant of a place that cites it, which a scenario that pins it kills"`
	Unproved string   `json:"unproved,omitempty" jsonschema:"with --proved: why there is no such mutant"`
}

type jsonCard struct {
	Place
	Missing []string `json:"missing"`
}

type jsonCondition struct {
	Place
	Missing []Outcome `json:"missing"`
	Why     string    `json:"why" jsonschema:"the reason why an outcome is impossible"`
}

// jsonReached is a part of a line as JSON.
type jsonReached struct {
	Place
	By []jsonReachedBy `json:"by"`
}

type jsonReachedBy struct {
	How       way      `json:"how"`
	Scenarios []string `json:"scenarios" jsonschema:"FILE:LINE"`
}

// jsonProof is a clause as JSON, with the scenarios that name it.
type jsonProof struct {
	ID        string         `json:"id"`
	Status    Status         `json:"status"`
	Says      string         `json:"says"`
	Cited     []string       `json:"cited" jsonschema:"FILE:LINE:COL of the places that cite it, with their text"`
	Scenarios []jsonProvenBy `json:"scenarios" jsonschema:"the scenarios that name it"`
}

type jsonProvenBy struct {
	Scenario string  `json:"scenario"`
	At       string  `json:"at" jsonschema:"FILE:LINE"`
	Places   []Place `json:"places" jsonschema:"the places that cite it and had an effect; empty if the clause is only claimed"`
}

// WriteJSON writes a report for programs.
func (r *Report) WriteJSON(w io.Writer) error { return escape.JSON(w, r.json()) }

func (r *Report) json() *jsonReport {
	open, impossible := r.Open(), r.Impossible()
	out := &jsonReport{
		Kind: "cover", Game: r.Game, Scenarios: r.Scenarios, Runs: len(r.Cases), Passed: r.Passed, Failed: r.Failed,
		Skipped: r.Skipped + r.Refused, Left: r.Left,
		Clauses: countsOf(r.Count("", "")),
		List: escape.Each(r.Clauses, func(c *Clause) jsonClause {
			return jsonClause{ID: c.ID, Status: c.Status, By: positions(c.By), Proof: c.Proof, Unproved: c.Unproved}
		}),
	}
	out.Steps.Done, out.Steps.Idle, out.Steps.Never, out.Steps.Dormant = len(r.StepsThat(Done)), len(r.StepsThat(Idle)),
		len(r.StepsThat(Never)), len(r.StepsThat(Dormant))
	out.Steps.List = []Step{}
	for _, s := range r.Steps {
		if s.Came != Done {
			out.Steps.List = append(out.Steps.List, *s)
		}
	}
	out.Cards.All = len(r.Cards)
	out.Cards.List = escape.Each(r.CardsMissing(), func(c *Card) jsonCard {
		return jsonCard{c.Place, c.Missing(words.Names{})}
	})
	out.Conditions.Both, out.Conditions.Open, out.Conditions.Impossible = len(r.Conditions)-len(open)-len(impossible),
		len(open), len(impossible)
	out.Conditions.List = []jsonCondition{}
	for _, c := range r.Conditions {
		if missing := c.Missing(); len(missing) > 0 || c.Why != "" {
			out.Conditions.List = append(out.Conditions.List,
				jsonCondition{Place: c.Place, Missing: append([]Outcome{}, missing...), Why: c.Why})
		}
	}
	return out
}

func positions(list []Scenario) []string { return escape.Each(list, Scenario.At) }

// WriteLineJSON writes as JSON which scenarios reach a line, as WriteLine does as text.
func WriteLineJSON(w io.Writer, list []Reached) error {
	return escape.JSON(w, escape.Each(list, func(x Reached) jsonReached {
		return jsonReached{x.Place, escape.Each(x.By, func(b ReachedBy) jsonReachedBy {
			return jsonReachedBy{b.How, positions(b.Scenarios)}
		})}
	}))
}

// WriteClauseJSON writes as JSON the status of a clause, the scenarios that pin it, and the places that prove it, as
// WriteClause does as text.
func WriteClauseJSON(w io.Writer, c *Clause, proofs []Proof) error {
	return escape.JSON(w,
		jsonProof{ID: c.ID, Status: c.Status, Says: c.Says, Cited: append([]string{}, c.Cited...),
			Scenarios: escape.Each(proofs, func(x Proof) jsonProvenBy {
				return jsonProvenBy{Scenario: x.Scenario.Name, At: x.At(), Places: append([]Place{}, x.Places...)}
			})})
}
