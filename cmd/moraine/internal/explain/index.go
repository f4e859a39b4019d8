package explain

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// index records the uses of names in the rules, from the syntax trees in force and the checked
// formulas. It includes branches that the readings in force do not take and steps that variants
// add, but not steps that a variant has replaced or removed.
type index struct {
	steps     map[source.Pos]*syntax.Step // by position of the first key
	in        map[*syntax.Step]string     // the procedure of each step
	sorts     map[source.Pos]string       // sort of the declaration at a position
	mentioned map[*source.File][]source.Mention
	mentions  []mention // in the order of the files
	here      string    // the declaration that is being visited
	declared  []declared
	inner     []name // in the order of the tree
}

// name is a name local to a procedure or to the players, or the label of a text.
type name struct {
	syntax.Ident
	sort, of string
}

// mention is a use of a name, with its position for display and the declaration that contains
// it ("card oak").
type mention struct {
	source.Mention
	place
	in string
}

// place is a position in the files with its text: "fell › choose tree".
type place struct {
	pos   source.Pos
	label string
}

// newIndex indexes the tree of a game and the names used in its formulas.
func newIndex(g *interpreter.Game, formulas *source.Mentions) *index {
	x := &index{steps: map[source.Pos]*syntax.Step{}, in: map[*syntax.Step]string{}, sorts: map[source.Pos]string{},
		mentioned: map[*source.File][]source.Mention{}}
	for _, p := range syntax.AllProcedures(g.Syntax) {
		note := func(s *syntax.Step) { x.steps[s.Pos], x.in[s] = s, p.Name }
		p.Walk(note)
	}
	var found source.Mentions
	syntax.Mentioned(g.Syntax, &found, func(sort, of string, id syntax.Ident) {
		x.sorts[id.Pos] = sort
		switch sort {
		case "name", "option", "step", "seat", "text", "section", "has":
			x.inner = append(x.inner, name{Ident: id, sort: sort, of: of})
		}
	})
	for _, m := range append(found.All(), formulas.All()...) {
		if m.To.File != nil {
			m.Sort = x.sorts[m.To]
		}
		x.mentioned[m.At.File] = append(x.mentioned[m.At.File], m)
	}
	for _, all := range x.mentioned {
		slices.SortFunc(all, func(a, b source.Mention) int { return order(a.At, b.At) })
	}
	for _, doc := range g.Docs {
		if v := doc.Get("variant"); v == nil || slices.ContainsFunc(g.Variants, func(l *syntax.Variant) bool {
			return l.Name == v.Value
		}) {
			x.file(doc)
		}
	}
	return x
}

func order(a, b source.Pos) int { return cmp.Or(a.Line-b.Line, a.Col-b.Col) }

func (x *index) usesOf(sort, name string) []mention {
	return x.filter(sort, func(m mention) bool { return m.Name == name })
}

// usedBy returns the names of a sort that a declaration uses, including those in steps added by
// variants.
func (x *index) usedBy(in, sort string) []mention {
	return x.filter(sort, func(m mention) bool { return m.in == in })
}

// usesIn returns the names of a sort that a node uses.
func (x *index) usesIn(n *source.Node, sort string) []mention {
	return x.filter(sort, func(m mention) bool { return m.inside(n) })
}

// filter returns the uses of a sort for which fit is true.
func (x *index) filter(sort string, fit func(mention) bool) (out []mention) {
	for _, m := range x.mentions {
		if fit(m) && slices.Contains(strings.Fields(m.Sort), sort) {
			out = append(out, m)
		}
	}
	return out
}

// hasRuling returns a function that reports whether a ruling is among the uses.
func hasRuling(all []mention) func(*syntax.Ruling) bool {
	return func(r *syntax.Ruling) bool {
		return slices.ContainsFunc(all, func(m mention) bool { return m.Name == r.Name })
	}
}

func (m mention) inside(n *source.Node) bool {
	return n.Pos.File == m.At.File && order(n.Pos, m.At) <= 0 && order(m.At, endOf(n)) <= 0
}

// heads maps the keys of declarations to the heads of their labels.
var heads = map[string]string{
	"formulas": "formula ", "windows": "window ", "zones": "zone ", "fields": "field ",
	"invariants": "invariant ", "measures": "measure ", "side_offers": "side offer ", "bots": "bot ",
}

// file indexes a file: the file of the game, of a kind or of the players.
func (x *index) file(n *source.Node) {
	owner := ""
	if k := n.Get("kind"); k != nil {
		owner = k.Value
	}
	for _, p := range n.Pairs {
		switch p.Key.Value {
		case "player":
			for _, section := range p.Val.Pairs {
				x.section(section, "player")
			}
		case "playing":
			x.procedure(owner+".playing", p.Val)
		case "procedures":
			for _, q := range p.Val.Pairs {
				x.procedure(q.Key.Value, q.Val)
			}
		case "cards":
			for _, card := range p.Val.Pairs {
				x.here = "card " + card.Key.Value
				for _, q := range card.Val.Pairs {
					x.pair(card.Val, q, "", []string{card.Key.Value})
				}
			}
		case "patch":
			for _, patch := range p.Val.Items {
				at, _, _ := strings.Cut(strings.TrimPrefix(patch.Get("at").Value, "procedures."), "/")
				x.here = "procedure " + at
				for _, q := range patch.Pairs {
					if q.Key.Value != "at" {
						x.walk(q.Val, []string{at})
					}
				}
			}
		case "clauses", "rulings", "readings":
		default:
			x.section(p, owner)
		}
	}
}

// section indexes the value of a key of the game, of a kind or of the players.
func (x *index) section(p source.Pair, owner string) {
	head := heads[p.Key.Value]
	x.here = ""
	if head == "" {
		x.walk(p.Val, []string{p.Key.Value})
		return
	}
	for _, q := range p.Val.Pairs {
		label := head + q.Key.Value
		if owner != "" {
			label = owner + " › " + label
		}
		if x.declare(owner, q) {
			x.here = strings.TrimSpace(head) + " " + q.Key.Value
			x.walk(q.Val, []string{label})
		}
	}
}

func (x *index) procedure(name string, n *source.Node) {
	x.here = "procedure " + name
	for _, section := range n.Pairs {
		if heads[section.Key.Value] != "" {
			for _, q := range section.Val.Pairs {
				x.declare(name, q)
			}
		}
	}
	x.walk(n, []string{name})
}

// declare records a declaration, if it is in force.
func (x *index) declare(of string, p source.Pair) bool {
	sort := x.sorts[p.Key.Pos]
	switch sort {
	case "field", "formula", "zone", "bot", "measure", "invariant":
		x.declared = append(x.declared, declared{what: sort, of: of, key: p.Key, val: p.Val})
	}
	return sort != ""
}

// walk records the uses in a node and its descendants.
func (x *index) walk(n *source.Node, trail []string) {
	switch n.Kind {
	case source.Scalar:
		x.note(n, place{n.Pos, label(trail)})
	case source.List:
		for _, it := range n.Items {
			verb, object := sentence(it)
			switch {
			case verb == "":
				x.walk(it, trail)
			case x.steps[it.Pairs[0].Key.Pos] != nil: // the step is in the syntax tree
				x.walk(it, append(slices.Clone(trail), strings.TrimSpace(verb+" "+object)))
			}
		}
	case source.Map:
		verb, _ := sentence(n)
		for _, p := range n.Pairs {
			x.pair(n, p, verb, trail)
		}
	}
}

// note records the uses in a scalar.
func (x *index) note(n *source.Node, at place) {
	all := x.mentioned[n.Pos.File]
	i, _ := slices.BinarySearchFunc(all, n.Pos, func(m source.Mention, p source.Pos) int { return order(m.At, p) })
	for end := n.At(len(n.Value)); i < len(all) && order(all[i].At, end) <= 0; i++ {
		x.mentions = append(x.mentions, mention{Mention: all[i], place: at, in: x.here})
	}
}

// pair visits the value of a key of a map, which is a step if verb is not empty.
func (x *index) pair(n *source.Node, p source.Pair, verb string, trail []string) {
	switch key := p.Key.Value; {
	case key == "cites":
		for _, id := range p.Val.Items {
			x.note(id, place{p.Key.Pos, label(trail)})
		}
	case key == "ruling" && p.Val.Kind == source.Scalar:
		x.note(p.Val, place{p.Key.Pos, label(trail)})
	case key == "call" && p.Val.Kind == source.Scalar:
		x.note(p.Val, place{p.Key.Pos, trail[0]})
	default:
		x.walk(p.Val, step(n, p, verb, trail))
	}
}

// step extends a trail from a map to the value under one of its keys.
func step(n *source.Node, p source.Pair, verb string, trail []string) []string {
	key := p.Key.Value
	ruling := n.Get("ruling")
	switch {
	case omittedKeys[key], key == verb: // already part of the sentence
		return trail
	case key == "formulas":
		return append(slices.Clone(trail), "formula")
	case ruling != nil && ruling.Kind == source.Scalar && key != "id" && key != "if":
		if verb == "ruling" {
			trail = trail[:len(trail)-1] // the branch includes the name of the ruling
		}
		return append(slices.Clone(trail), ruling.Value+"="+key)
	case trail[len(trail)-1] == "formula":
		return append(slices.Clone(trail[:len(trail)-1]), "formula "+key)
	}
	return append(slices.Clone(trail), key)
}

// omittedKeys lists keys that are omitted from trails.
var omittedKeys = map[string]bool{"do": true, "is": true, "else": true, "switch": true, "names": true, "given": true,
	"assumed": true}

// label joins the first part and the last two parts of a trail.
func label(trail []string) string {
	if len(trail) > 3 {
		trail = append([]string{trail[0]}, trail[len(trail)-2:]...)
	}
	return strings.Join(trail, " › ")
}

// sentence returns the verb of a step and its object, if the object is a word. verb is "" if n
// is not a step.
func sentence(n *source.Node) (verb, object string) {
	v, o := syntax.VerbOf(n)
	if v == nil {
		return "", ""
	}
	if o.Kind == source.Scalar {
		object = o.Value
	}
	return v.Value, object
}

// Cited returns the positions at which the rules of a game cite each clause, as FILE:LINE:COL
// with their text.
func Cited(g *interpreter.Game) map[string][]string {
	out := map[string][]string{}
	all := func(mention) bool { return true }
	for _, m := range newIndex(g, &source.Mentions{}).filter("clause", all) {
		out[m.Name] = append(out[m.Name], m.pos.String()+"  "+m.label)
	}
	return out
}
