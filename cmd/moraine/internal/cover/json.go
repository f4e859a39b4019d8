package cover

import (
	"io"
	"slices"

	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// WriteJSON writes a report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	counts, all := map[Status]int{}, r.Count("", "")
	for _, s := range Statuses {
		counts[s] = all[s]
	}
	clause := func(c *Clause) escape.Object {
		return escape.Object{"id", c.ID, "status", c.Status, "by", positions(c.By), "proof?", c.Proof, "unproved?", c.Unproved}
	}
	open, impossible := r.Open(), r.Impossible()
	told := slices.DeleteFunc(slices.Clone(r.Conditions), func(c *Condition) bool { return len(c.Missing()) == 0 && c.Why == "" })
	return escape.JSON(w, escape.Object{
		"kind", "cover", "game", r.Game, "scenarios", r.Scenarios, "runs", len(r.Cases), "passed", r.Passed, "failed", r.Failed, "skipped", r.Skipped + r.Refused,
		"incomplete?", r.Left, // number of cases missing because the run was stopped
		"clauses", counts, "list", escape.Objects(r.Clauses, clause),
		"steps", escape.Object{
			"done", len(r.StepsThat(Done)), "idle", len(r.StepsThat(Idle)), "never", len(r.StepsThat(Never)), "dormant", len(r.StepsThat(Dormant)),
			"list", slices.DeleteFunc(slices.Clone(r.Steps), func(s *Step) bool { return s.Came == Done }),
		},
		"cards", escape.Object{"all", len(r.Cards), "list", escape.Objects(r.CardsMissing(), func(c *Card) escape.Object {
			return append(c.object(), "missing", c.Missing(words.Names{}))
		})},
		"conditions", escape.Object{
			"both", len(r.Conditions) - len(open) - len(impossible), "open", len(open), "impossible", len(impossible),
			"list", escape.Objects(told, func(c *Condition) escape.Object {
				return append(c.object(), "missing", c.Missing(), "why", c.Why)
			}),
		},
	})
}

func (p Place) object() escape.Object {
	return escape.Object{"file", p.File, "line", p.Line, "col", p.Col, "in", p.In, "says", p.Says}
}

// positions returns the positions of scenarios.
func positions(list []Scenario) (out []string) {
	for _, s := range list {
		out = append(out, s.At())
	}
	return out
}

// WriteLineJSON writes the same as WriteLine as JSON.
func WriteLineJSON(w io.Writer, list []Reached) error {
	by := func(b ReachedBy) escape.Object {
		return escape.Object{"how", b.How, "scenarios", positions(b.Scenarios)}
	}
	all := escape.Objects(list, func(x Reached) escape.Object { return append(x.object(), "by", escape.Objects(x.By, by)) })
	return escape.JSON(w, append([]escape.Object{}, all...))
}

// WriteClauseJSON writes the same as WriteClause as JSON. Its places are those that prove the
// clause.
func WriteClauseJSON(w io.Writer, c *Clause, proofs []Proof) error {
	return escape.JSON(w, escape.Object{
		"id", c.ID, "status", c.Status, "says", c.Says, "cited", c.Cited,
		"scenarios", escape.Objects(proofs, func(x Proof) escape.Object {
			return escape.Object{"scenario", x.Scenario.Name, "at", x.At(), "places", x.Places}
		}),
	})
}
