package cover

import (
	"slices"

	"moraine/interpreter"
)

// Status is how a clause stands.
type Status string

const (
	Pinned   Status = "pinned"   // a passing scenario that names it proves it
	Claimed  Status = "claimed"  // passing scenarios name it, and none proves it
	Untested Status = "untested" // no passing scenario names it
	Note     Status = "note"     // it is no rule
)

// Statuses in the order of reports.
var Statuses = [...]Status{Pinned, Claimed, Untested, Note}

// Clause is a clause of a text, and how it stands.
type Clause struct {
	ID, Text, Section, Says string
	Status                  Status
	By                      []Scenario // that prove it; of a claimed one, that name it
	Cited                   []string   // where the rules say so, as FILE:LINE:COL and what stands there
	Proof                   string     // the mutant of such a place that a scenario which pins the clause kills; only if asked for
	Unproved                string     // why there is none
}

func clauses(g *interpreter.Game, runs []*run, cited map[string][]string) []*Clause {
	named, proved := map[string][]*run{}, map[string][]*run{}
	for _, r := range runs {
		if !r.passed {
			continue
		}
		for _, id := range r.pins {
			named[id] = append(named[id], r)
			if !slices.Contains(r.claimed, id) {
				proved[id] = append(proved[id], r)
			}
		}
	}
	var out []*Clause
	for _, c := range g.Syntax.Clauses {
		x := &Clause{ID: c.Name, Text: c.Text.Name, Section: c.Section.Name, Says: c.Says, Cited: cited[c.Name]}
		switch {
		case !c.Normative:
			x.Status = Note
		case proved[c.Name] != nil:
			x.Status, x.By = Pinned, scenarios(proved[c.Name])
		case named[c.Name] != nil:
			x.Status, x.By = Claimed, scenarios(named[c.Name])
		default:
			x.Status = Untested
		}
		out = append(out, x)
	}
	return out
}

// Prove says of each pinned clause by which mutant it is proved, or why by none.
func (r *Report) Prove(of func(clause string) (proof, why string)) {
	r.Proved = true
	for _, c := range r.With(Pinned) {
		c.Proof, c.Unproved = of(c.ID)
	}
}

// Unproved are the pinned clauses that no mutant proves.
func (r *Report) Unproved() []*Clause {
	return slices.DeleteFunc(r.With(Pinned), func(c *Clause) bool { return c.Unproved == "" })
}

// Count counts the clauses of each status, of a text and section; empty: all.
func (r *Report) Count(text, section string) map[Status]int {
	out := map[Status]int{}
	for _, c := range r.Clauses {
		if (text == "" || c.Text == text) && (section == "" || c.Section == section) {
			out[c.Status]++
		}
	}
	return out
}

// SectionsOf lists the sections of a text, in the order of its clauses.
func (r *Report) SectionsOf(text string) []string {
	var out []string
	for _, c := range r.Clauses {
		if c.Text == text && !slices.Contains(out, c.Section) {
			out = append(out, c.Section)
		}
	}
	return out
}

// With are the clauses of a status.
func (r *Report) With(s Status) []*Clause {
	return slices.DeleteFunc(slices.Clone(r.Clauses), func(c *Clause) bool { return c.Status != s })
}
