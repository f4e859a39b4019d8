package cover

import (
	"fmt"
	"io"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter/escape"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// Doc describes a report for people: a table of the clauses, then the gaps with advice. If all is set,
// it also has things without gaps.
func (r *Report) Doc(all bool) *doc.Doc { return r.describe(all, false) }

// describe is Doc. If page is set, it also has remarks, and the places that cite pinned clauses.
func (r *Report) describe(all, page bool) *doc.Doc {
	d := &doc.Doc{Title: r.T("%s: %s", r.Game, r.Runs()), Lang: r.Lang}
	d.Add(r.table())
	r.addClauses(d, all, page)
	r.addSteps(d, all)
	addList(r, d, "Cards that were never played, or whose steps never ran", "", r.CardsMissing(),
		func(c *Card) *doc.Item {
			return item(c.At(), c.In+": "+strings.Join(c.Missing(r.Names), ", "))
		})
	d.Add(r.part(len(r.Conditions), "Conditions and their parts", r.Seen()))
	addList(r, d, "Conditions that were never true or never false",
		r.T("Write a scenario for the missing value, or give the reason under `impossible` in a file of the game."),
		r.Open(), func(c *Condition) *doc.Item {
			return item(c.At(), c.In+" › "+c.Never(r.Names)+": "+c.Says)
		})
	if all {
		addList(r, d, "Impossible one way", "", r.Impossible(), func(c *Condition) *doc.Item {
			return item(c.At(), c.In+" › "+c.Says, c.Why)
		})
	}
	return d
}

// Runs describes the scenarios that ran.
func (r *Report) Runs() string {
	text := r.T("%s in %s, %d passed, %d failed",
		r.Many(r.Scenarios, "%d scenario", "%d scenarios"), r.Many(len(r.Cases), "%d run", "%d runs"), r.Passed,
		r.Failed)
	if out := r.Skipped + r.Refused; out > 0 {
		text += ", " + r.T("%d left out", out)
	}
	if r.Left > 0 {
		text += "; " + r.T("incomplete: %d more runs were stopped before their end", r.Left)
	}
	return text
}

// Came summarises the steps by status.
func (r *Report) Came() string {
	unused, other := r.dormant()
	text := r.T("%d had an effect, %d ran without any effect, %d never ran; %d more belong to readings or variants that no scenario uses",
		len(r.StepsThat(Done)), len(r.StepsThat(Idle)), len(r.StepsThat(Never)), len(other))
	if len(unused) > 0 {
		text += "; " + r.T("nothing calls %d", len(unused))
	}
	return text
}

// dormant returns the dormant steps of procedures that are never called, and the other dormant
// steps.
func (r *Report) dormant() (unused, other []*Step) {
	for _, s := range r.StepsThat(Dormant) {
		if s.Unused {
			unused = append(unused, s)
		} else {
			other = append(other, s)
		}
	}
	return unused, other
}

// Seen describes how many conditions were seen both true and false.
func (r *Report) Seen() string {
	open, impossible := len(r.Open()), len(r.Impossible())
	return r.T("%d were both true and false, %d were not, and for %d the game declares one value impossible",
		len(r.Conditions)-open-impossible, open, impossible)
}

// part returns a section: its subject, the count, and advice.
func (r *Report) part(n int, what, text string) *doc.Section {
	out := &doc.Section{Title: r.T("%s: %d", r.T(what), n)}
	if text != "" {
		out.Add(doc.Text(text))
	}
	return out
}

// addList adds a section, unless it is empty.
func addList[T any](r *Report, d *doc.Doc, what, todo string, these []T, item func(T) *doc.Item) {
	if len(these) == 0 {
		return
	}
	part := r.part(len(these), what, todo)
	for _, x := range these {
		part.Add(item(x))
	}
	d.Add(part)
}

// table has the clauses by text and section.
func (r *Report) table() *doc.Table {
	t := &doc.Table{Head: []string{r.T("Clauses")}}
	for _, s := range Statuses {
		t.Head = append(t.Head, r.T(string(s)))
	}
	counted := func(label string, n map[Status]int) {
		row := []string{source.Clip(label, 42)}
		for _, s := range Statuses {
			row = append(row, strings.TrimPrefix(fmt.Sprint(n[s]), "0"))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, text := range r.Texts {
		counted(text.Text, r.Count(text.Name, ""))
		for _, s := range r.SectionsOf(text.Name) {
			counted(fmt.Sprintf("  %-6s %s", s, r.Sections[s]), r.Count(text.Name, s))
		}
	}
	counted(r.T("in all"), r.Count("", ""))
	return t
}

func (r *Report) addClauses(d *doc.Doc, all, page bool) {
	named := func(how string, by []Scenario) []string {
		return escape.Each(by, func(s Scenario) string { return strings.TrimSpace(r.T(how, s.At()) + " " + s.Name) })
	}
	addList(r, d, "Claimed clauses",
		r.T("A passing scenario names them, but no step that cites them had an effect in it. Extend the scenario so that it reaches such a step, or cite the clause at the right step."), r.With(Claimed), func(c *Clause) *doc.Item {
			return item(c.ID, c.Says, append(named("named by %s", c.By), r.cited(c)...)...)
		})
	addList(r, d, "Untested clauses", r.T("No passing scenario names them under `pins`."), r.With(Untested),
		func(c *Clause) *doc.Item {
			return item(c.ID, c.Says, r.cited(c)...)
		})
	if r.Proved {
		list, pinned := r.Unproved(), len(r.With(Pinned))
		part := &doc.Section{
			Title: r.T("%d of %d pinned clauses are proved: if a rule that cites the clause is changed, a scenario that pins the clause fails", pinned-len(list), pinned)}
		for _, c := range list {
			part.Add(item(c.ID, c.Says, c.Unproved))
		}
		d.Add(part)
	}
	if all {
		addList(r, d, "Pinned clauses", "", r.With(Pinned), func(c *Clause) *doc.Item {
			more := named("proved by %s", c.By)
			if c.Proof != "" {
				more = append(more, c.Proof)
			}
			if page {
				more = append(more, r.cited(c)...)
			}
			return item(c.ID, c.Says, more...)
		})
	}
	if page {
		addList(r, d, string(Note), "", r.With(Note), func(c *Clause) *doc.Item { return item(c.ID, c.Says) })
	}
}

// cited describes the places that cite a clause.
func (r *Report) cited(c *Clause) []string {
	if len(c.Cited) == 0 && !r.saved {
		return []string{r.T("nothing cites it")}
	}
	return escape.Each(c.Cited, func(at string) string { return r.T("cited at %s", at) })
}

func (r *Report) addSteps(d *doc.Doc, all bool) {
	unused, other := r.dormant()
	d.Add(r.part(len(r.Steps)-len(unused)-len(other), "Steps that scenarios can reach", r.Came()))
	step := func(s *Step) *doc.Item {
		text := s.In + " › " + s.Says
		if s.Reading != "" {
			text += " (" + s.Reading + ")"
		}
		return item(s.At(), text)
	}
	addList(r, d, "Steps that never ran", r.T("Write a scenario that reaches them."), r.StepsThat(Never), step)
	addList(r, d, "Steps without any effect", r.T("They ran, but moved no piece, changed no value and took no branch."),
		r.StepsThat(Idle), step)
	if all {
		addList(r, d, "Steps that run in no tested configuration",
			r.T("Add an entry to `under` in a scenario, for the reading or variant in which they run."), other, step)
		addList(r, d, "Steps that nothing calls", r.T("Call their procedures, or remove them."), unused, step)
	}
}

// WriteLine writes the scenarios that reach each part of a line.
func (r *Report) WriteLine(w io.Writer, width int, list []Reached) error {
	p := &words.Page{Width: width}
	for i, x := range list {
		if i > 0 {
			p.Line("")
		}
		text := x.Says
		if x.In != "" {
			text = x.In + " › " + text
		}
		p.Wrap(x.At()+"  ", 4, text)
		if len(x.By) == 0 {
			p.Line("  %s", r.T("no scenario reaches it"))
		}
		for _, by := range x.By {
			p.Line("  %s:", r.T("%s in %s", r.T(string(by.How)),
				r.Many(len(by.Scenarios), "%d scenario", "%d scenarios")))
			for _, s := range by.Scenarios {
				p.Wrap("    "+s.At()+"  ", 8, s.Name)
			}
		}
	}
	return p.To(w)
}

// WriteClause writes the status of a clause and the scenarios that prove it.
func (r *Report) WriteClause(w io.Writer, width int, c *Clause, proofs []Proof) error {
	p := &words.Page{Width: width}
	p.Line("%s  %s", c.ID, r.T(string(c.Status)))
	p.Wrap("  ", 2, c.Says)
	p.Line("")
	for _, at := range r.cited(c) {
		p.Wrap("  ", 6, at)
	}
	for _, x := range proofs {
		p.Line("")
		p.Wrap("  "+x.At()+"  ", 6, x.Scenario.Name)
		if len(x.Places) == 0 {
			p.Line("      %s", r.T("names the clause, but no step that cites it had an effect"))
		}
		for _, at := range x.Places {
			p.Wrap("      "+r.T("proved at %s", at.At())+"  ", 6, at.Says)
		}
	}
	return p.To(w)
}

func item(label, text string, more ...string) *doc.Item {
	out := &doc.Item{Label: label, Text: text}
	for _, m := range more {
		out.Add(doc.Text(m))
	}
	return out
}
