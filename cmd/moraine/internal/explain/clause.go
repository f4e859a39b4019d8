package explain

import (
	"moraine/interpreter/syntax"
)

// clause explains a clause: its text, the rulings about it, the rules that cite it, and the scenarios that pin it.
func (e *Explainer) clause(c *syntax.Clause) *Answer {
	t := e.answer(c.Name + " · " + e.source(c) + " · " + c.Topic)
	t.item("", c.Says)
	if !c.Normative {
		t.item("", e.n.T("(Not a rule but a name, remark or example; no step needs to implement it.)"))
	}
	if sisters := e.sameTopic(c); len(sisters) > 0 {
		t.sectionOf(Clauses, "The same topic elsewhere")
		for _, s := range sisters {
			t.item(s.Name, s.Says+" ("+e.source(s)+")")
		}
	}
	e.questions(t, "Questions it leaves open", func(r *syntax.Ruling) bool { return refersTo(r, c.Name) })
	e.places(t, "Places in the rules that cite it", e.x.usesOf("clause", c.Name))
	e.scenarios(t, "Scenarios that pin it", e.suite.Pins[c.Name])
	return t
}

// sameTopic returns the clauses about the same topic, in the order of the texts.
func (e *Explainer) sameTopic(c *syntax.Clause) []*syntax.Clause {
	var out []*syntax.Clause
	for _, text := range e.g.Syntax.Texts {
		for _, s := range e.g.Syntax.Clauses {
			if s.Text.Name == text.Name && s.Topic == c.Topic && s != c {
				out = append(out, s)
			}
		}
	}
	return out
}

// source returns the name of a clause's text and section.
func (e *Explainer) source(c *syntax.Clause) string {
	return e.n.T("%s, section %s (%s)", syntax.LabelOf(e.g.Syntax.Texts, c.Text.Name), c.Section.Name,
		syntax.LabelOf(e.g.Syntax.Sections, c.Section.Name))
}

// places adds a list of positions without duplicates.
func (e *Explainer) places(t *Answer, head string, list []mention) {
	addItems(t, Rules, head, list, func(m mention) (label, says string) { return m.pos.String(), m.label })
}

// scenarios adds a list of scenarios without duplicates.
func (e *Explainer) scenarios(t *Answer, head string, list []Scenario) {
	addItems(t, Statements, head, list, func(s Scenario) (label, says string) { return s.File, s.Name })
}

// clauses adds a list of clauses with their statements, without duplicates.
func (e *Explainer) clauses(t *Answer, cites []mention) {
	addItems(t, Clauses, "Clauses", cites, func(m mention) (label, says string) {
		if c := e.g.Clause(m.Name); c != nil {
			return c.Name, c.Says
		}
		return "", ""
	})
}
