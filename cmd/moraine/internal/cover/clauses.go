package cover

import (
	"slices"

	"moraine/interpreter"
)

// Status is the coverage status of a clause.
type Status string

const (
	Pinned   Status = "pinned"   // a passing scenario pins and proves it
	Claimed  Status = "claimed"  // passing scenarios pin it, but none proves it
	Untested Status = "untested" // no passing scenario pins it
	Note     Status = "note"     // it is a remark, not a rule
)

// Statuses lists the statuses in the order of reports.
var Statuses = [...]Status{Pinned, Claimed, Untested, Note}

// Clause is a clause of a text with its status.
type Clause struct {
	ID, Text, Section, Says string
	Status                  Status
	By                      []Scenario // scenarios that prove it; for a claimed clause, scenarios that pin it
	Cited                   []string   // positions in the rules that cite it, as FILE:LINE:COL with their text
	Proof                   string     // a mutant at such a position that a pinning scenario kills; on request
	Unproved                string     // why no mutant proves it
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

// Prove adds to each pinned clause the mutant that proves it, or the reason why none does.
func (r *Report) Prove(of func(clause string) (proof, why string)) {
	r.Proved = true
	for _, c := range r.With(Pinned) {
		c.Proof, c.Unproved = of(c.ID)
	}
}

// Unproved returns the pinned clauses that no mutant proves.
func (r *Report) Unproved() []*Clause {
	return slices.DeleteFunc(r.With(Pinned), func(c *Clause) bool { return c.Unproved == "" })
}

// Count counts the clauses of a text and section by status. An empty section means all
// sections.
func (r *Report) Count(text, section string) map[Status]int {
	out := map[Status]int{}
	for _, c := range r.Clauses {
		if (text == "" || c.Text == text) && (section == "" || c.Section == section) {
			out[c.Status]++
		}
	}
	return out
}

// SectionsOf returns the sections of a text in the order of its clauses.
func (r *Report) SectionsOf(text string) []string {
	var out []string
	for _, c := range r.Clauses {
		if c.Text == text && !slices.Contains(out, c.Section) {
			out = append(out, c.Section)
		}
	}
	return out
}

// With returns the clauses with a status.
func (r *Report) With(s Status) []*Clause {
	return slices.DeleteFunc(slices.Clone(r.Clauses), func(c *Clause) bool { return c.Status != s })
}
