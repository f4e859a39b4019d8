package explain

import (
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// declared is something lesser that the files declare: a field, a formula, a zone, a
// bot, a measure or an invariant.
type declared struct {
	what, of string // "formula", "hunt"; of is empty for what is the game's
	key, val *source.Node
}

// name is what it is called, without parameters.
func (d declared) name() string {
	name, _, _ := strings.Cut(d.key.Value, "(")
	return name
}

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
	asked := asks(d.val)
	e.questions(t, "Questions that it settles", func(r *syntax.Ruling) bool { return slices.Contains(asked, r.Name) })
	if d.what == "field" || d.what == "formula" || d.what == "zone" {
		e.places(t, "Where it is used", e.x.uses(d))
	}
	cites := allCites(d.val)
	e.clauses(t, cites)
	e.scenarios(t, "Scenarios that pin them", e.pinning(cites))
	return t
}

// pinning are the scenarios that pin any of some clauses.
func (e *Explainer) pinning(ids []syntax.Ident) []Scenario {
	var out []Scenario
	for _, id := range ids {
		out = append(out, e.suite.Pins[id.Name]...)
	}
	return out
}

// asks are the rulings that a node asks.
func asks(n *source.Node) []string {
	if n == nil {
		return nil
	}
	var out []string
	for _, m := range ruled.FindAllStringSubmatch(n.Value, -1) {
		out = append(out, m[1])
	}
	for _, it := range n.Items {
		out = append(out, asks(it)...)
	}
	for _, p := range n.Pairs {
		if p.Key.Value == "ruling" && p.Val.Kind == source.Scalar {
			out = append(out, p.Val.Value)
		}
		out = append(out, asks(p.Val)...)
	}
	return out
}

// uses are the places where the name of a field, formula or zone stands, apart from itself and
// from what is said in words.
func (x *index) uses(d declared) []place {
	after := `($|[^\w"])`
	if d.name() != d.key.Value {
		after = `\(` // it has parameters
	}
	is := regexp.MustCompile(`(^|[^\w"])` + regexp.QuoteMeta(d.name()) + after)
	var out []place
	for _, s := range x.scalars {
		itself := d.val.Pos.File == s.pos.File && d.val.Pos.Line <= s.pos.Line && s.pos.Line <= last(d.val)
		inWords := strings.HasSuffix(s.label, "› note") || strings.HasPrefix(s.label, "asks ›")
		if !itself && !inWords && is.MatchString(s.value) {
			out = append(out, s.place)
		}
	}
	return out
}
