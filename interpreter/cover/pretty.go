package cover

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/internal/words"
)

// pretty writes for people.
type pretty struct {
	strings.Builder
	width int  // of a line; 0: none is broken
	all   bool // also what is as it should be
}

// WritePretty writes a report for people: a table of the clauses, then what is
// missing, and what to do about it. all says what is not missing, too. Lines
// are so wide; 0: none is broken.
func (r *Report) WritePretty(w io.Writer, width int, all bool) error {
	p := &pretty{width: width, all: all}
	p.line("%s: %s in %s, %d passed, %d failed", r.Game, words.Many(r.Scenarios, "scenario"), words.Many(r.Cases, "run"), r.Passed, r.Failed)
	if r.Skipped > 0 {
		p.line("%s left out", words.Many(r.Skipped, "run"))
	}
	if r.Left > 0 {
		p.line("incomplete: %d more did not run to their end", r.Left)
	}
	p.table(r)
	p.clauses(r)
	p.steps(r)
	p.cards(r)
	p.conditions(r)
	_, err := io.WriteString(w, p.String())
	return err
}

func (p *pretty) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// head begins a part: what it lists, how many, and what to do.
func (p *pretty) head(n int, what, todo string) {
	p.WriteString("\n" + words.WrapAt(p.width, "", 0, fmt.Sprintf("%s: %d", what, n)))
	if todo != "" {
		p.WriteString(words.WrapAt(p.width, "", 0, todo))
	}
}

// item is a line of a list, and more lines below it.
func (p *pretty) item(label, says string, more ...string) {
	p.WriteString(words.WrapAt(p.width, "  "+label+"  ", 6, says))
	for _, m := range more {
		p.WriteString(words.WrapAt(p.width, "      ", 8, m))
	}
}

// table counts the clauses by text and section.
func (p *pretty) table(r *Report) {
	const row = "%-42s %8s %8s %8s %8s"
	p.line("\n"+row, "clauses", "pinned", "claimed", "untested", "note")
	counted := func(label string, n map[Status]int) {
		var cells [len(Statuses)]any
		for i, s := range Statuses {
			cells[i] = ""
			if n[s] > 0 {
				cells[i] = fmt.Sprint(n[s])
			}
		}
		p.line("%s", strings.TrimRight(fmt.Sprintf(row, append([]any{short(label, 42)}, cells[:]...)...), " "))
	}
	for _, t := range r.Texts {
		counted(t.Label, r.Count(t.Key, ""))
		for _, s := range r.SectionsOf(t.Key) {
			counted(fmt.Sprintf("  %-6s %s", s, r.Sections[s]), r.Count(t.Key, s))
		}
	}
	counted("in all", r.Count("", ""))
}

// short cuts a text to a number of columns.
func short(text string, columns int) string {
	if utf8.RuneCountInString(text) <= columns {
		return text
	}
	return string([]rune(text)[:columns-1]) + "…"
}

func (p *pretty) clauses(r *Report) {
	if list := r.With(Claimed); len(list) > 0 {
		p.head(len(list), "Claimed clauses", "A scenario names them and passes, but nothing that cites them did its part in it. Let the scenario come to it, or cite the clause where the rules say so.")
		for _, c := range list {
			p.item(c.ID, c.Says, append(named("named by ", c.By), cited(c)...)...)
		}
	}
	if list := r.With(Untested); len(list) > 0 {
		p.head(len(list), "Untested clauses", "No scenario that passes names them under `pins`.")
		for _, c := range list {
			p.item(c.ID, c.Says, cited(c)...)
		}
	}
	if r.Proved {
		list, all := r.Unproved(), len(r.With(Pinned))
		p.line("\n%d of %d pinned clauses are proved: a scenario that pins them notices where a place that cites them says something else", all-len(list), all)
		for _, c := range list {
			p.item(c.ID, c.Says, c.Unproved)
		}
	}
	if list := r.With(Pinned); p.all && len(list) > 0 {
		p.head(len(list), "Pinned clauses", "")
		for _, c := range list {
			more := named("proved by ", c.By)
			if c.Proof != "" {
				more = append(more, c.Proof)
			}
			p.item(c.ID, c.Says, more...)
		}
	}
}

func named(how string, by []Scenario) []string {
	var out []string
	for _, s := range by {
		out = append(out, how+s.At()+"  "+s.Name)
	}
	return out
}

func cited(c *Clause) []string {
	if len(c.Cited) == 0 {
		return []string{"nothing cites it"}
	}
	var out []string
	for _, at := range c.Cited {
		out = append(out, "cited at "+at)
	}
	return out
}

func (p *pretty) steps(r *Report) {
	dormant := r.StepsThat(Dormant)
	p.head(len(r.Steps)-len(dormant), "Steps that scenarios could reach", "")
	p.line("%d did something, %d ran and never did anything, %d never ran;\n%d more belong to readings or variants that no scenario plays under",
		len(r.StepsThat(Done)), len(r.StepsThat(Idle)), len(r.StepsThat(Never)), len(dormant))
	p.listSteps(r.StepsThat(Never), "Steps that never ran", "Write a scenario that comes to them.")
	p.listSteps(r.StepsThat(Idle), "Steps that never did anything", "They ran, but on nothing: no piece was moved, no value changed, no branch taken.")
	if p.all {
		p.listSteps(dormant, "Steps that no configuration lets run", "Write what comes of them under `under`, for the reading named here.")
	}
}

func (p *pretty) listSteps(list []*Step, what, todo string) {
	if len(list) == 0 {
		return
	}
	p.head(len(list), what, todo)
	for _, s := range list {
		text := s.In + " › " + s.Says
		if s.Reading != "" {
			text += "  (" + s.Reading + ")"
		}
		p.item(s.At(), text)
	}
}

func (p *pretty) cards(r *Report) {
	list := r.CardsMissing()
	if len(list) == 0 {
		return
	}
	p.head(len(list), "Cards that are never played, or whose steps never run", "")
	for _, c := range list {
		p.item(c.At(), c.In+": "+strings.Join(c.Missing, ", "))
	}
}

func (p *pretty) conditions(r *Report) {
	open, impossible := r.Open(), r.Impossible()
	p.head(len(r.Conditions), "Conditions and their parts", "")
	p.line("%d seen both ways, %d not yet, %d that the game calls impossible one way", len(r.Conditions)-len(open)-len(impossible), len(open), len(impossible))
	if len(open) > 0 {
		p.head(len(open), "Conditions not seen both ways", "Write a scenario for the missing one, or say under `impossible` in a file of the game why there can be none.")
		for _, c := range open {
			p.item(c.At(), c.In+" › never "+strings.Join(c.Missing(), ", never ")+": "+c.Says)
		}
	}
	if p.all && len(impossible) > 0 {
		p.head(len(impossible), "Impossible one way", "")
		for _, c := range impossible {
			p.item(c.At(), c.In+" › "+c.Says, c.Why)
		}
	}
}

// WriteLine writes which scenarios reach a line.
func WriteLine(w io.Writer, width int, list []Reached) error {
	p := &pretty{width: width}
	for i, x := range list {
		if i > 0 {
			p.line("")
		}
		text := x.Says
		if x.In != "" {
			text = x.In + " › " + text
		}
		p.WriteString(words.WrapAt(p.width, x.At()+"  ", 4, text))
		if len(x.By) == 0 {
			p.line("  no scenario reaches it")
		}
		for _, by := range x.By {
			p.line("  %s in %s:", by.How, words.Many(len(by.Scenarios), "scenario"))
			for _, s := range by.Scenarios {
				p.WriteString(words.WrapAt(p.width, "    "+s.At()+"  ", 8, s.Name))
			}
		}
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// WriteClause writes how a clause stands, and why.
func WriteClause(w io.Writer, width int, c *Clause, proofs []Proof) error {
	p := &pretty{width: width}
	p.line("%s  %s", c.ID, c.Status)
	p.WriteString(words.WrapAt(p.width, "  ", 2, c.Says))
	p.line("")
	for _, at := range cited(c) {
		p.WriteString(words.WrapAt(p.width, "  ", 6, at))
	}
	for _, x := range proofs {
		p.line("")
		p.WriteString(words.WrapAt(p.width, "  "+x.At()+"  ", 6, x.Scenario.Name))
		if len(x.Places) == 0 {
			p.line("      names it, and nothing that cites it did its part")
		}
		for _, at := range x.Places {
			p.item("    proved at "+at.At(), at.Says)
		}
	}
	_, err := io.WriteString(w, p.String())
	return err
}
