package explain

import (
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// declared is a field, formula, zone, bot, measure or invariant.
type declared struct {
	what, of string // the sort and the owner: "formula", "hunt"; of is "" for declarations of the game
	key, val *source.Node
}

// name returns the name without parameters.
func (d declared) name() string {
	name, _, _ := strings.Cut(d.key.Value, "(")
	return name
}

// declaration explains a field, formula, zone, bot or another declaration, and lists its uses.
func (e *Explainer) declaration(d declared) *Answer {
	head := e.n.T(d.what)
	if d.of != "" {
		head = e.n.T("%s of %s", head, d.of)
	}
	t := e.answer(d.name() + " · " + head)
	t.item(d.key.Pos.String(), "")
	if d.what == "bot" {
		for _, b := range e.g.Syntax.Bots {
			for _, l := range b.Prefers {
				if b.Name == d.name() {
					t.item(l.Name, e.p.Flow(l.Worth.Node))
				}
			}
		}
		return t
	}
	if d.name() != d.key.Value {
		t.item(d.key.Value+":", e.p.Flow(d.val))
	} else {
		t.item("", e.p.Flow(d.val))
	}
	e.questions(t, "Rulings that it decides", hasRuling(e.x.usesIn(d.val, "ruling")))
	if d.what == "field" || d.what == "formula" || d.what == "zone" {
		e.places(t, "Where it is used", e.x.filter(d.what, func(m mention) bool {
			return m.Name == d.name() && !m.inside(d.val)
		}))
	}
	cites := e.x.usesIn(d.val, "clause")
	e.clauses(t, cites)
	e.scenarios(t, "Scenarios that pin them", e.pinning(cites))
	e.deciding(t, cites)
	return t
}

// name explains a local name, an option, the id of a step, a seat or the label of a text.
func (e *Explainer) name(d name) *Answer {
	s := e.stepAround(d.Pos)
	if d.sort == "step" && s != nil {
		return e.step(s)
	}
	head := e.n.T(d.sort)
	if d.of != "" {
		head = e.n.T("%s of %s", head, d.of)
	}
	t := e.answer(d.Name + " · " + head)
	t.item(d.Pos.String(), "")
	switch {
	case d.sort == "text":
		t.item("", syntax.LabelOf(e.g.Syntax.Texts, d.Name))
	case d.sort == "section":
		t.item("", syntax.LabelOf(e.g.Syntax.Sections, d.Name))
	case d.sort == "name" && s != nil:
		e.p.Step(s)
		t.rules(e.p.Take(), 1)
		e.clauses(t, e.x.usesIn(e.p.StepNode(s), "clause"))
	default:
		if is := e.p.Value(d.Pos); is != nil {
			t.item("", e.p.Flow(is))
			e.clauses(t, e.x.usesIn(is, "clause"))
		}
	}
	return t
}
