package explain

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/syntax"
)

// IsRuling reports whether a ruling has the given name.
func (e *Explainer) IsRuling(name string) bool {
	return slices.ContainsFunc(e.g.Syntax.Rulings, func(r *syntax.Ruling) bool { return r.Name == name })
}

// Scenarios returns the references from scenarios.
func (e *Explainer) Scenarios() *Scenarios { return e.suite }

// ruling explains a ruling: the positions of the texts, its readings, the rules that ask it, and the scenarios about
// it. of is the variant that declares it and is not in force, or nil.
func (e *Explainer) ruling(r *syntax.Ruling, of *syntax.Variant) *Answer {
	t := e.answer(r.Name + " · " + e.n.T("ruling") + " (" + r.Kind + ")")
	t.item("", r.Question)
	if of != nil {
		t.item("", e.n.T("Only variant %s declares it.", of.Name))
	}
	t.section("What the texts say")
	t.item("", e.agreement(r))
	var cited []mention
	var pins []Scenario
	for _, x := range r.Texts {
		says := x.Reading
		if x.Note != "" {
			says += ", " + x.Note
		}
		t.item(x.Name+":", says)
		for _, id := range x.Clauses {
			if c := e.g.Clause(id.Name); c != nil {
				t.more(c.Name + " (" + syntax.LabelOf(e.g.Syntax.Sections, c.Section.Name) + ") " + c.Says)
			}
			cited = append(cited, e.x.usesOf("clause", id.Name)...)
			pins = append(pins, e.suite.Pins[id.Name]...)
		}
	}
	t.section("How it can be read")
	force := e.g.Readings()[r.Name]
	for _, x := range r.Readings {
		mark := " "
		if x.Name == force {
			mark = "*"
		}
		says := x.Text
		if x.Name == r.Default.Name {
			says += " (" + e.n.T("the default") + ")"
		}
		t.item(mark+" "+x.Name+":", says)
	}
	var notes []string
	if of == nil {
		notes = append(notes, e.n.T("* is in force."))
	}
	if r.Why != "" {
		notes = append(notes, e.n.T("Why %s is the default:", r.Default.Name), r.Why)
	}
	if len(notes) > 0 {
		t.item("", strings.Join(notes, " "))
	}
	for _, x := range r.Excludes {
		which := cmp.Or(x.Name, e.n.T("It"))
		t.item("", e.n.T("%s does not go with %s:", which, x.With.Name)+" "+x.Why)
	}
	e.places(t, "Where it is asked", e.x.usesOf("ruling", r.Name))
	e.places(t, "Places that cite its clauses", cited)
	e.scenarios(t, "Scenarios with different outcomes under its readings", e.suite.Under[r.Name])
	if n := e.suite.Asking[r.Name]; n > 0 {
		t.section("Scenarios that ask it")
		t.item("", e.n.T("%d scenarios", n))
	}
	e.scenarios(t, "Scenarios that pin its clauses", pins)
	return t
}

// rulings lists all rulings with their readings.
func (e *Explainer) rulings() *Answer {
	t := e.answer(e.g.ID + " · " + e.n.T("Rulings"))
	for _, r := range e.g.Syntax.Rulings {
		t.item(r.Name, r.Question)
		force := e.g.Readings()[r.Name]
		others := slices.DeleteFunc(syntax.NamesOf(r.Readings), func(name string) bool { return name == force })
		t.more(e.readAs(force, others, ", "))
	}
	return t
}

// readAs returns a sentence with the reading in force and the other readings, joined by
// between.
func (e *Explainer) readAs(force string, others []string, between string) string {
	if len(others) == 0 {
		return e.n.T("Read as %s.", force)
	}
	return e.n.T("Read as %s; not %s.", force, strings.Join(others, between))
}

// agreement returns a sentence on whether the texts disagree about a ruling.
func (e *Explainer) agreement(r *syntax.Ruling) string {
	var readings, other []string
	by := map[string][]string{}
	for _, x := range r.Texts {
		if !slices.ContainsFunc(r.Readings, func(l syntax.Labelled) bool { return l.Name == x.Reading }) {
			is := e.n.T("is silent")
			if x.Reading == "ambiguous" {
				is = e.n.T("is ambiguous")
			}
			other = append(other, x.Name+" "+is)
			continue
		}
		if by[x.Reading] == nil {
			readings = append(readings, x.Reading)
		}
		by[x.Reading] = append(by[x.Reading], x.Name)
	}
	switch len(readings) {
	case 0:
		return e.n.T("No text settles it.")
	case 1:
		if len(other) == 0 {
			return e.n.T("The texts agree: %s.", readings[0])
		}
		return readings[0] + " (" + strings.Join(by[readings[0]], ", ") + "); " + strings.Join(other, ", ") + "."
	}
	var sides []string
	for _, name := range readings {
		sides = append(sides, name+" ("+strings.Join(by[name], ", ")+")")
	}
	return e.n.T("The texts differ: %s.", strings.Join(append(sides, other...), ", "))
}

// refersTo reports whether a text answers the question of a ruling by a clause.
func refersTo(r *syntax.Ruling, clause string) bool {
	return slices.ContainsFunc(r.Texts, func(x syntax.TextReading) bool {
		return slices.Contains(syntax.NamesOf(x.Clauses), clause)
	})
}

// questions lists rulings: the reading in force with the reason, the other readings, and
// whether the texts disagree.
func (e *Explainer) questions(t *Answer, head string, about func(*syntax.Ruling) bool) {
	first := true
	for _, r := range e.g.Syntax.Rulings {
		if !about(r) {
			continue
		}
		if first {
			t.sectionOf(Rulings, head)
			first = false
		}
		t.item(r.Name, r.Question)
		force := e.g.Readings()[r.Name]
		var others []string
		taken := force
		for _, x := range r.Readings {
			if x.Name == force {
				taken += ", " + x.Text
			} else {
				others = append(others, x.Name+" ("+x.Text+")")
			}
		}
		t.more(e.readAs(taken, others, e.n.T(", not ")))
		t.more(e.agreement(r))
		if force == r.Default.Name && r.Why != "" {
			t.more(e.n.T("Why:") + " " + r.Why)
		}
	}
}
