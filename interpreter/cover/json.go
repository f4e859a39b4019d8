package cover

import (
	"io"

	"moraine/interpreter/escape"
)

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

// jsonSteps lists the steps that did not do anything.
type jsonSteps struct {
	Done    int        `json:"done"`
	Idle    int        `json:"idle"`
	Never   int        `json:"never"`
	Dormant int        `json:"dormant"`
	List    []jsonStep `json:"list"`
}

type jsonPlace struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	In   string `json:"in"`
	Says string `json:"says"`
}

type jsonStep struct {
	jsonPlace
	Status  StepStatus `json:"status"`
	Reading string     `json:"reading"`
}

type jsonCards struct {
	All  int        `json:"all"`
	List []jsonCard `json:"list"` // of which something is missing
}

type jsonCard struct {
	jsonPlace
	Missing []string `json:"missing"`
}

type jsonConditions struct {
	Both       int             `json:"both"`
	Open       int             `json:"open"`
	Impossible int             `json:"impossible"`
	List       []jsonCondition `json:"list"` // not seen both ways
}

type jsonCondition struct {
	jsonPlace
	Missing []string `json:"missing"` // "true", "false"
	Why     string   `json:"why"`     // it is impossible
}

// WriteJSON writes a report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{
		Game: r.Game, Scenarios: r.Scenarios, Runs: r.Cases, Passed: r.Passed, Failed: r.Failed, Skipped: r.Skipped, Left: r.Left,
		Clauses: map[Status]int{}, List: []jsonClause{},
		Steps:      jsonSteps{len(r.StepsThat(Done)), len(r.StepsThat(Idle)), len(r.StepsThat(Never)), len(r.StepsThat(Dormant)), []jsonStep{}},
		Cards:      jsonCards{len(r.Cards), []jsonCard{}},
		Conditions: jsonConditions{len(r.Conditions) - len(r.Open()) - len(r.Impossible()), len(r.Open()), len(r.Impossible()), []jsonCondition{}},
	}
	for _, s := range Statuses {
		out.Clauses[s] = r.Count("", "")[s]
	}
	for _, c := range r.Clauses {
		out.List = append(out.List, jsonClause{c.ID, c.Status, ats(c.By)})
	}
	for _, s := range r.Steps {
		if s.Came != Done {
			out.Steps.List = append(out.Steps.List, jsonStep{inJSON(s.Place), s.Came, s.Reading})
		}
	}
	for _, c := range r.CardsMissing() {
		out.Cards.List = append(out.Cards.List, jsonCard{inJSON(c.Place), c.Missing})
	}
	for _, c := range r.Conditions {
		if missing := c.Missing(); len(missing) > 0 || c.Why != "" {
			out.Conditions.List = append(out.Conditions.List, jsonCondition{inJSON(c.Place), append([]string{}, missing...), c.Why})
		}
	}
	return encode(w, out)
}

// ats are the places of scenarios.
func ats(list []Scenario) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, s.At())
	}
	return out
}

func inJSON(p Place) jsonPlace { return jsonPlace(p) }

func encode(w io.Writer, v any) error {
	return escape.JSON(w, v)
}

type jsonReached struct {
	jsonPlace
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
		by := []jsonBy{}
		for _, b := range x.By {
			by = append(by, jsonBy{b.How, ats(b.Scenarios)})
		}
		out = append(out, jsonReached{inJSON(x.Place), by})
	}
	return encode(w, out)
}

type jsonProof struct {
	Scenario string      `json:"scenario"`
	At       string      `json:"at"`
	Places   []jsonPlace `json:"places"` // that prove the clause
}

// WriteClauseJSON is WriteClause for programs.
func WriteClauseJSON(w io.Writer, c *Clause, proofs []Proof) error {
	list := []jsonProof{}
	for _, x := range proofs {
		places := []jsonPlace{}
		for _, p := range x.Places {
			places = append(places, inJSON(p))
		}
		list = append(list, jsonProof{x.Scenario.Name, x.At(), places})
	}
	return encode(w, struct {
		ID        string      `json:"id"`
		Status    Status      `json:"status"`
		Says      string      `json:"says"`
		Cited     []string    `json:"cited"`
		Scenarios []jsonProof `json:"scenarios"`
	}{c.ID, c.Status, c.Says, append([]string{}, c.Cited...), list})
}
