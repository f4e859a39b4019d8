package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// index says where in the rules clauses are cited, rulings are asked and procedures are called. It
// is made from what was written, so that what stands in a branch that no reading in force takes is
// found as well; but what a variant has replaced or removed is gone, and what it adds is there.
type index struct {
	entries  []entry
	steps    map[source.Pos]*syntax.Step // by the place of the first key, those that are in the tree
	in       map[*syntax.Step]string     // the procedure of each
	cited    map[string][]place          // by clause
	asked    map[string][]place          // by ruling
	called   map[string][]place          // by procedure
	of       map[string]*mentions        // by declaration: "card oak", "procedure fell"
	here     *mentions                   // of the declaration that is being walked
	declared []declared
	scalars  []scalar
}

// entry is a declaration, and how to walk it.
type entry struct {
	id   string
	walk func()
}

// mentions are what a declaration and all steps in it cite, ask and call, in order.
type mentions struct {
	cites       []syntax.Ident
	asks, calls []string
}

// scalar is a text in the files, which may be a formula.
type scalar struct {
	place
	value string
}

// place is somewhere in the files, and what stands there: "fell › choose tree".
type place struct {
	pos   source.Pos
	label string
}

func newIndex(g *interpreter.Game) *index {
	x := &index{
		steps: map[source.Pos]*syntax.Step{}, in: map[*syntax.Step]string{}, of: map[string]*mentions{},
		cited: map[string][]place{}, asked: map[string][]place{}, called: map[string][]place{},
	}
	for _, p := range syntax.AllProcedures(g.Syntax) {
		note := func(s *syntax.Step) { x.steps[s.Pos], x.in[s] = s, p.Name }
		syntax.WalkBlock(p.Do, note)
		syntax.WalkBlock(p.AtEnd, note)
	}
	for _, doc := range g.Docs {
		if doc.Get("variant") == nil {
			x.file(doc)
		}
	}
	for _, v := range g.Laid {
		for _, doc := range g.Docs {
			if n := doc.Get("variant"); n != nil && n.Value == v.Name {
				x.file(doc)
			}
		}
	}
	for _, e := range x.entries {
		x.here = x.mention(e.id)
		e.walk()
	}
	return x
}

// mention is what a declaration mentions; what a card mentions under any key is the card's.
func (x *index) mention(id string) *mentions {
	if words := strings.Fields(id); words[0] == "card" {
		id = "card " + words[1]
	}
	if x.of[id] == nil {
		x.of[id] = &mentions{}
	}
	return x.of[id]
}

// put notes a declaration, in the place of one of the same id.
func (x *index) put(id string, walk func()) {
	if i := slices.IndexFunc(x.entries, func(e entry) bool { return e.id == id }); i >= 0 {
		x.entries[i].walk = walk
		return
	}
	x.entries = append(x.entries, entry{id, walk})
}

// sections are the top keys of a file, and what heads the label of what stands under them.
var sections = map[string]string{
	"procedures": "", "formulas": "formula ", "windows": "window ", "zones": "zone ", "fields": "field ", "cards": "",
	"invariants": "invariant ", "measures": "measure ", "side_offers": "side offer ", "bots": "bot ",
}

// minor are the sections of lesser things that can be explained, and what each is called.
var minor = map[string]string{
	"fields": "field", "formulas": "formula", "zones": "zone", "bots": "bot", "measures": "measure", "invariants": "invariant",
}

// file notes what a file declares, for the game, a kind or the players.
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
				for _, q := range card.Val.Pairs {
					x.put("card "+card.Key.Value+" "+q.Key.Value, func() { x.pair(card.Val, q, "", []string{card.Key.Value}) })
				}
			}
		case "patch":
			for i, patch := range p.Val.Items {
				at, _, _ := strings.Cut(strings.TrimPrefix(patch.Get("at").Value, "procedures."), "/")
				x.put(fmt.Sprintf("patch %s %d", n.Pos.File.Name, i), func() {
					x.here = x.mention("procedure " + at)
					for _, q := range patch.Pairs {
						if q.Key.Value != "at" {
							x.walk(q.Val, []string{at})
						}
					}
				})
			}
		case "clauses", "rulings", "readings":
		default:
			x.section(p, owner)
		}
	}
}

// section notes what stands under a top key of the game, of a kind or of the players.
func (x *index) section(p source.Pair, owner string) {
	head, many := sections[p.Key.Value]
	if !many {
		x.put("key "+owner+" "+p.Key.Value, func() { x.walk(p.Val, []string{p.Key.Value}) })
		return
	}
	for _, q := range p.Val.Pairs {
		label := head + q.Key.Value
		if owner != "" {
			label = owner + " › " + label
		}
		x.put(p.Key.Value+" "+owner+" "+q.Key.Value, func() {
			x.declare(p.Key.Value, owner, q)
			x.walk(q.Val, []string{label})
		})
	}
}

func (x *index) procedure(name string, n *source.Node) {
	x.put("procedure "+name, func() {
		for _, section := range n.Pairs {
			for _, q := range section.Val.Pairs {
				x.declare(section.Key.Value, name, q)
			}
		}
		x.walk(n, []string{name})
	})
}

// declare notes a lesser thing that can be explained.
func (x *index) declare(section, of string, p source.Pair) {
	if what := minor[section]; what != "" {
		x.declared = append(x.declared, declared{what, of, p.Key, p.Val})
	}
}

var ruled = regexp.MustCompile(`ruled\(\s*["']([a-z0-9_.]+)["']`)

// walk notes what a node and those in it cite, ask and call. Steps that are not in the tree are
// passed over.
func (x *index) walk(n *source.Node, trail []string) {
	switch n.Kind {
	case source.Scalar:
		here := place{n.Pos, label(trail)}
		x.scalars = append(x.scalars, scalar{here, n.Value})
		for _, m := range ruled.FindAllStringSubmatch(n.Value, -1) {
			x.ask(m[1], here)
		}
	case source.List:
		for _, it := range n.Items {
			verb, object := sentence(it)
			switch {
			case verb == "":
				x.walk(it, trail)
			case x.steps[it.Pairs[0].Key.Pos] != nil:
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

// pair walks what stands under a key of a map, which is a step if it has a verb.
func (x *index) pair(n *source.Node, p source.Pair, verb string, trail []string) {
	switch key := p.Key.Value; {
	case key == "cites":
		for _, id := range p.Val.Items {
			x.cited[id.Value] = append(x.cited[id.Value], place{p.Key.Pos, label(trail)})
			x.here.cites = append(x.here.cites, syntax.Ident{Name: id.Value, Pos: id.Pos})
		}
		return
	case key == "ruling" && p.Val.Kind == source.Scalar:
		x.ask(p.Val.Value, place{p.Key.Pos, label(trail)})
	case key == "call" && p.Val.Kind == source.Scalar:
		x.called[p.Val.Value] = append(x.called[p.Val.Value], place{p.Key.Pos, trail[0]})
		x.here.calls = append(x.here.calls, p.Val.Value)
	}
	x.walk(p.Val, step(n, p, verb, trail))
}

func (x *index) ask(ruling string, at place) {
	x.asked[ruling] = append(x.asked[ruling], at)
	x.here.asks = append(x.here.asks, ruling)
}

// step is the trail from a map to what stands under one of its keys.
func step(n *source.Node, p source.Pair, verb string, trail []string) []string {
	key := p.Key.Value
	ruling := n.Get("ruling")
	switch {
	case quiet[key], key == verb: // the sentence has said so
		return trail
	case key == "formulas":
		return append(slices.Clone(trail), "formula")
	case ruling != nil && ruling.Kind == source.Scalar && key != "id" && key != "if":
		if verb == "ruling" {
			trail = trail[:len(trail)-1] // the branch names the ruling
		}
		return append(slices.Clone(trail), ruling.Value+"="+key)
	case trail[len(trail)-1] == "formula":
		return append(slices.Clone(trail[:len(trail)-1]), "formula "+key)
	}
	return append(slices.Clone(trail), key)
}

// quiet are keys that say nothing about what stands under them.
var quiet = map[string]bool{"do": true, "is": true, "else": true, "switch": true, "names": true, "given": true, "assumed": true}

// label is what heads a trail and the last two of what follows.
func label(trail []string) string {
	if len(trail) > 3 {
		trail = append([]string{trail[0]}, trail[len(trail)-2:]...)
	}
	return strings.Join(trail, " › ")
}

// sentence is the verb of a step and its object, as far as it is a word; verb
// is "" for what is no step.
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

// Cited says where in the rules of a game each clause is cited: FILE:LINE:COL, and what stands
// there.
func Cited(g *interpreter.Game) map[string][]string {
	out := map[string][]string{}
	for clause, places := range newIndex(g).cited {
		for _, p := range places {
			out[clause] = append(out[clause], p.pos.String()+"  "+p.label)
		}
	}
	return out
}
