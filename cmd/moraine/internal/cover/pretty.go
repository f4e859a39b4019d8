package cover

import (
	"fmt"
	"io"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// pretty writes a report for people.
type pretty struct {
	words.Page
	words.Names
	all bool // also list things without gaps
}

// WritePretty writes a report for people: a table of the clauses, then the gaps with advice. If
// all is set, it also lists things without gaps. width is the number of columns; 0 disables
// wrapping.
func (r *Report) WritePretty(w io.Writer, width int, all bool) error {
	p := &pretty{words.Page{Width: width}, r.Names, all}
	p.Line("%s", p.T("%s: %s", r.Game, r.Runs()))
	p.table(r)
	p.clauses(r)
	p.steps(r)
	p.cards(r)
	p.conditions(r)
	return p.To(w)
}

// Runs describes the scenarios that ran.
func (r *Report) Runs() string {
	text := r.T("%s in %s, %d passed, %d failed",
		r.Many(r.Scenarios, "%d scenario", "%d scenarios"), r.Many(len(r.Cases), "%d run", "%d runs"), r.Passed, r.Failed)
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
	return r.T("%d were both true and false, %d were not, and for %d the game declares one value impossible", len(r.Conditions)-open-impossible, open, impossible)
}

// head prints the head of a part: its subject, the count, and advice.
func (p *pretty) head(n int, what, todo string) {
	p.Line("")
	p.Wrap("", 0, p.T("%s: %d", p.T(what), n))
	if todo != "" {
		p.Wrap("", 0, p.T(todo))
	}
}

// list prints a part, unless it is empty.
func list[T any](p *pretty, what, todo string, these []T, write func(T)) {
	if len(these) > 0 {
		p.head(len(these), what, todo)
	}
	for _, x := range these {
		write(x)
	}
}

// item prints an entry of a list, with further lines below it.
func (p *pretty) item(label, says string, more ...string) {
	p.Wrap("  "+label+"  ", 6, says)
	for _, m := range more {
		p.Wrap("      ", 8, m)
	}
}

// table prints the clauses by text and section.
func (p *pretty) table(r *Report) {
	const row = "%-42s %8s %8s %8s %8s"
	heads := []any{p.T("Clauses")}
	for _, s := range Statuses {
		heads = append(heads, p.T(string(s)))
	}
	p.Line("\n"+row, heads...)
	counted := func(label string, n map[Status]int) {
		var cells [len(Statuses)]any
		for i, s := range Statuses {
			cells[i] = ""
			if n[s] > 0 {
				cells[i] = fmt.Sprint(n[s])
			}
		}
		p.Line("%s", strings.TrimRight(fmt.Sprintf(row, append([]any{source.Clip(label, 42)}, cells[:]...)...), " "))
	}
	for _, t := range r.Texts {
		counted(t.Text, r.Count(t.Name, ""))
		for _, s := range r.SectionsOf(t.Name) {
			counted(fmt.Sprintf("  %-6s %s", s, r.Sections[s]), r.Count(t.Name, s))
		}
	}
	counted(p.T("in all"), r.Count("", ""))
}

func (p *pretty) clauses(r *Report) {
	list(p, "Claimed clauses", "A passing scenario names them, but no step that cites them had an effect in it. Extend the scenario so that it reaches such a step, or cite the clause at the right step.", r.With(Claimed), func(c *Clause) {
		p.item(c.ID, c.Says, append(p.named("named by %s", c.By), p.cited(c)...)...)
	})
	list(p, "Untested clauses", "No passing scenario names them under `pins`.", r.With(Untested), func(c *Clause) { p.item(c.ID, c.Says, p.cited(c)...) })
	if r.Proved {
		list, all := r.Unproved(), len(r.With(Pinned))
		p.Line("\n%s", p.T("%d of %d pinned clauses are proved: if a rule that cites the clause is changed, a scenario that pins the clause fails", all-len(list), all))
		for _, c := range list {
			p.item(c.ID, c.Says, c.Unproved)
		}
	}
	if p.all {
		list(p, "Pinned clauses", "", r.With(Pinned), func(c *Clause) {
			more := p.named("proved by %s", c.By)
			if c.Proof != "" {
				more = append(more, c.Proof)
			}
			p.item(c.ID, c.Says, more...)
		})
	}
}

func (p *pretty) named(how string, by []Scenario) []string {
	var out []string
	for _, s := range by {
		out = append(out, p.T(how, s.At())+" "+s.Name)
	}
	return out
}

func (p *pretty) cited(c *Clause) []string {
	if len(c.Cited) == 0 {
		return []string{p.T("nothing cites it")}
	}
	var out []string
	for _, at := range c.Cited {
		out = append(out, p.T("cited at %s", at))
	}
	return out
}

func (p *pretty) steps(r *Report) {
	unused, other := r.dormant()
	p.head(len(r.Steps)-len(unused)-len(other), "Steps that scenarios can reach", "")
	p.Wrap("", 0, r.Came())
	step := func(s *Step) {
		text := s.In + " › " + s.Says
		if s.Reading != "" {
			text += " (" + s.Reading + ")"
		}
		p.item(s.At(), text)
	}
	list(p, "Steps that never ran", "Write a scenario that reaches them.", r.StepsThat(Never), step)
	list(p, "Steps without any effect", "They ran, but moved no piece, changed no value and took no branch.", r.StepsThat(Idle), step)
	if p.all {
		list(p, "Steps that run in no tested configuration", "Add an entry to `under` in a scenario, for the reading or variant in which they run.", other, step)
		list(p, "Steps that nothing calls", "Call their procedures, or remove them.", unused, step)
	}
}

func (p *pretty) cards(r *Report) {
	list(p, "Cards that were never played, or whose steps never ran", "", r.CardsMissing(), func(c *Card) {
		p.item(c.At(), c.In+": "+strings.Join(c.Missing(p.Names), ", "))
	})
}

func (p *pretty) conditions(r *Report) {
	p.head(len(r.Conditions), "Conditions and their parts", "")
	p.Wrap("", 0, r.Seen())
	list(p, "Conditions that were never true or never false", "Write a scenario for the missing value, or give the reason under `impossible` in a file of the game.", r.Open(), func(c *Condition) {
		p.item(c.At(), c.In+" › "+c.Never(p.Names)+": "+c.Says)
	})
	if p.all {
		list(p, "Impossible one way", "", r.Impossible(), func(c *Condition) { p.item(c.At(), c.In+" › "+c.Says, c.Why) })
	}
}

// WriteLine writes the scenarios that reach each part of a line.
func (r *Report) WriteLine(w io.Writer, width int, list []Reached) error {
	p := &pretty{words.Page{Width: width}, r.Names, false}
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
			p.Line("  %s", p.T("no scenario reaches it"))
		}
		for _, by := range x.By {
			p.Line("  %s:", p.T("%s in %s", p.T(string(by.How)), p.Many(len(by.Scenarios), "%d scenario", "%d scenarios")))
			for _, s := range by.Scenarios {
				p.Wrap("    "+s.At()+"  ", 8, s.Name)
			}
		}
	}
	return p.To(w)
}

// WriteClause writes the status of a clause and the scenarios that prove it.
func (r *Report) WriteClause(w io.Writer, width int, c *Clause, proofs []Proof) error {
	p := &pretty{words.Page{Width: width}, r.Names, false}
	p.Line("%s  %s", c.ID, p.T(string(c.Status)))
	p.Wrap("  ", 2, c.Says)
	p.Line("")
	for _, at := range p.cited(c) {
		p.Wrap("  ", 6, at)
	}
	for _, x := range proofs {
		p.Line("")
		p.Wrap("  "+x.At()+"  ", 6, x.Scenario.Name)
		if len(x.Places) == 0 {
			p.Line("      %s", p.T("names the clause, but no step that cites it had an effect"))
		}
		for _, at := range x.Places {
			p.item("    "+p.T("proved at %s", at.At()), at.Says)
		}
	}
	return p.To(w)
}
