package explain

import (
	"regexp"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// index says where in the files of a game clauses are cited, rulings are asked
// and procedures are called. It is made from the files as they are written, so
// that what stands in a branch that no reading in force takes is found as well.
type index struct {
	cited    map[string][]place // by clause
	asked    map[string][]place // by ruling
	called   map[string][]place // by procedure
	nodes    map[string]*source.Node
	steps    []*source.Node // every step, in order
	in       map[*source.Node]string
	declared []declared
	scalars  []scalar
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

func newIndex(files []*source.File) (*index, error) {
	x := &index{
		cited: map[string][]place{}, asked: map[string][]place{}, called: map[string][]place{},
		nodes: map[string]*source.Node{}, in: map[*source.Node]string{},
	}
	var diags source.Diagnostics
	for _, f := range files {
		n, d := source.Parse(f, source.DefaultLimits())
		diags = append(diags, d...)
		if n != nil {
			x.file(n)
		}
	}
	return x, diags.Err()
}

// sections are the top keys of a file and what they declare.
var sections = map[string]string{
	"procedures": "", "formulas": "formula ", "windows": "window ", "zones": "zone ", "fields": "field ", "cards": "",
	"invariants": "invariant ", "measures": "measure ", "side_offers": "side offer ",
}

// file walks a file: what its top keys declare heads the labels.
func (x *index) file(n *source.Node) {
	owner := ""
	if k := n.Get("kind"); k != nil {
		owner = k.Value + " › "
		x.nodes["kind "+k.Value] = n
		x.declare(n, k.Value)
	} else {
		x.declare(n, "")
	}
	for _, p := range n.Pairs {
		what, many := sections[p.Key.Value]
		switch {
		case p.Key.Value == "player":
			x.declare(p.Val, "player")
			for _, section := range p.Val.Pairs {
				for _, q := range section.Val.Pairs {
					x.walk(q.Val, []string{"player › " + sections[section.Key.Value] + q.Key.Value})
				}
			}
		case p.Key.Value == "playing" && owner != "":
			name := strings.TrimSuffix(owner, " › ") + ".playing"
			x.nodes["procedure "+name] = p.Val
			x.declare(p.Val, name)
			x.walk(p.Val, []string{name})
		case p.Key.Value == "procedures":
			for _, q := range p.Val.Pairs {
				x.nodes["procedure "+q.Key.Value] = q.Val
				x.declare(q.Val, q.Key.Value)
				x.walk(q.Val, []string{q.Key.Value})
			}
		case p.Key.Value == "cards":
			for _, q := range p.Val.Pairs {
				x.nodes["card "+q.Key.Value] = q.Val
				x.walk(q.Val, []string{q.Key.Value})
			}
		case many:
			for _, q := range p.Val.Pairs {
				x.nodes[what+q.Key.Value] = q.Val
				x.walk(q.Val, []string{owner + what + q.Key.Value})
			}
		case p.Key.Value != "clauses" && p.Key.Value != "rulings":
			x.walk(p.Val, []string{p.Key.Value})
		}
	}
}

var ruled = regexp.MustCompile(`ruled\(\s*["']([a-z0-9_.]+)["']`)

// walk notes what a node and those in it cite, ask and call.
func (x *index) walk(n *source.Node, trail []string) {
	here := place{n.Pos, label(trail)}
	switch n.Kind {
	case source.Scalar:
		x.scalars = append(x.scalars, scalar{here, n.Value})
		for _, m := range ruled.FindAllStringSubmatch(n.Value, -1) {
			x.asked[m[1]] = append(x.asked[m[1]], here)
		}
	case source.List:
		for _, it := range n.Items {
			if verb, object := sentence(it); verb != "" {
				x.steps = append(x.steps, it)
				x.in[it] = trail[0]
				x.walk(it, append(slices.Clone(trail), strings.TrimSpace(verb+" "+object)))
				continue
			}
			x.walk(it, trail)
		}
	case source.Map:
		verb, _ := sentence(n)
		for _, p := range n.Pairs {
			key := p.Key.Value
			switch {
			case key == "cites":
				for _, id := range p.Val.Items {
					x.cited[id.Value] = append(x.cited[id.Value], place{p.Key.Pos, here.label})
				}
				continue
			case key == "ruling" && p.Val.Kind == source.Scalar:
				x.asked[p.Val.Value] = append(x.asked[p.Val.Value], place{p.Key.Pos, here.label})
			case key == "call" && p.Val.Kind == source.Scalar:
				x.called[p.Val.Value] = append(x.called[p.Val.Value], place{p.Key.Pos, trail[0]})
			}
			x.walk(p.Val, step(n, p, verb, trail))
		}
	}
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

// Cited says where in the files of a game each clause is cited: FILE:LINE:COL,
// and what stands there.
func Cited(src interpreter.Sources, game string) (map[string][]string, error) {
	files, err := src.Rules(game)
	if err != nil {
		return nil, err
	}
	x, err := newIndex(files)
	if err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for clause, places := range x.cited {
		for _, p := range places {
			out[clause] = append(out[clause], p.pos.String()+"  "+p.label)
		}
	}
	return out, nil
}
