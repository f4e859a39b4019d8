package explain

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/internal/words"
)

// text builds an answer: headed lists of wrapped lines.
type text struct{ strings.Builder }

func (t *text) head(s string) { t.WriteString(words.Wrap("", 2, s)) }

func (t *text) section(s string) { t.WriteString("\n" + s + "\n") }

// item is a line of a list: a label, and what is said of it.
func (t *text) item(label, says string) {
	switch {
	case label == "":
		t.WriteString(words.Wrap("  ", 2, says))
	case says == "":
		t.WriteString("  " + label + "\n")
	default:
		t.WriteString(words.Wrap("  "+label+"  ", 6, says))
	}
}

func (e *Explainer) clause(c *syntax.Clause) string {
	t := &text{}
	t.head(c.Name + " · " + e.source(c) + " · " + c.Topic)
	t.item("", c.Says)
	if !c.Normative {
		t.item("", "(No rule: a name, a remark or an example, which nothing has to carry out.)")
	}
	if sisters := e.sisters(c); len(sisters) > 0 {
		t.section("The same topic elsewhere")
		for _, s := range sisters {
			t.item(s.Name, s.Says+" ("+e.source(s)+")")
		}
	}
	e.rulingsOn(t, c.Name)
	e.places(t, "Where the rules of the game say so", e.x.cited[c.Name])
	if pins := e.pinned(c.Name); len(pins) > 0 {
		t.section("Scenarios that pin it")
		for _, s := range pins {
			t.item(s.File, s.Name)
		}
	}
	return t.String()
}

// sisters are the clauses of the same topic, in the order of the texts.
func (e *Explainer) sisters(c *syntax.Clause) []*syntax.Clause {
	var out []*syntax.Clause
	for _, text := range e.g.Syntax.Texts {
		for _, s := range e.g.Syntax.Clauses {
			if s.Text == text.Name && s.Topic == c.Topic && s != c {
				out = append(out, s)
			}
		}
	}
	return out
}

// source is the text and the section in which a clause stands.
func (e *Explainer) source(c *syntax.Clause) string {
	return labelled(e.g.Syntax.Texts, c.Text) + ", section " + c.Section + " (" + labelled(e.g.Syntax.Sections, c.Section) + ")"
}

func labelled(list []syntax.Labelled, name string) string {
	for _, l := range list {
		if l.Name == name {
			return l.Text
		}
	}
	return name
}

func (e *Explainer) rulingsOn(t *text, clause string) {
	first := true
	for _, r := range e.g.Syntax.Rulings {
		if !slices.ContainsFunc(r.Texts, func(x syntax.TextReading) bool {
			return slices.ContainsFunc(x.Clauses, func(id syntax.Ident) bool { return id.Name == clause })
		}) {
			continue
		}
		if first {
			t.section("Questions it leaves open")
			first = false
		}
		t.item(r.Name, fmt.Sprintf("%s Read as %s.", r.Question, e.g.Program.Readings[r.Name]))
	}
}

// places lists places, each once.
func (e *Explainer) places(t *text, head string, list []place) {
	seen := map[string]bool{}
	for _, p := range list {
		key := p.pos.String() + p.label
		if seen[key] {
			continue
		}
		if len(seen) == 0 {
			t.section(head)
		}
		seen[key] = true
		t.item(p.pos.String(), p.label)
	}
}

func (e *Explainer) ruling(r *syntax.Ruling) string {
	t := &text{}
	t.head(r.Name + " · ruling (" + r.Kind + ")")
	t.item("", r.Question)
	t.section("What the texts say")
	for _, x := range r.Texts {
		says := x.Reading
		if len(x.Clauses) > 0 {
			says += " (" + words.Cites(x.Clauses) + ")"
		}
		if x.Note != "" {
			says += ": " + x.Note
		}
		t.item(labelled(e.g.Syntax.Texts, x.Name)+":", says)
	}
	t.section("How it can be read")
	force := e.g.Program.Readings[r.Name]
	for _, x := range r.Readings {
		mark := " "
		if x.Name == force {
			mark = "*"
		}
		says := x.Text
		if x.Name == r.Default.Name {
			says += " (the default)"
		}
		t.item(mark+" "+x.Name+":", says)
	}
	t.item("", "* is in force. Why "+r.Default.Name+" is the default: "+r.Why)
	for _, x := range r.Excludes {
		which := "It"
		if x.Name != "" {
			which = x.Name
		}
		t.item("", fmt.Sprintf("%s does not go with %s: %s", which, x.With.Name, x.Why))
	}
	e.places(t, "Where it is asked", e.x.asked[r.Name])
	return t.String()
}

// clauses lists clauses with what they say.
func (e *Explainer) clauses(t *text, head string, ids []syntax.Ident) {
	seen := map[string]bool{}
	for _, id := range ids {
		c := e.g.Clause(id.Name)
		if c == nil || seen[id.Name] {
			continue
		}
		if len(seen) == 0 {
			t.section(head)
		}
		seen[id.Name] = true
		t.item(c.Name, c.Says)
	}
}
