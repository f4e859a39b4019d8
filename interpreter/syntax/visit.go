package syntax

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// Spot is a node of a file with its meaning in the grammar.
type Spot struct {
	Node  *source.Node
	Is    string       // the description of its values (see Key)
	Key   string       // its key in the innermost map whose keys belong to the language
	Of    string       // the name of that map
	Path  []int        // the path from the root: an index in each list or map
	Cites []string     // the clauses cited by the innermost node around it that cites any
	In    *source.Node // the key of its declaration, such as a procedure or a card
	// From and To bound the innermost part around the node whose execution coverage records: a
	// step, formula, printed value, window or procedure. From has no file if there is no such
	// part, and To has none if nothing follows it.
	From, To source.Pos
	End      source.Pos     // the start of the next node
	Within   []RulingBranch // branches of rulings around it, outermost first
}

// RulingBranch is a branch of a step or formula `ruling` in a file.
type RulingBranch struct {
	Ruling string
	of     *source.Node // the map with the ruling
	pair   int          // index of the branch in it
}

// InForce reports whether readings take the branch.
func (b RulingBranch) InForce(readings map[string]string) bool {
	return pairFor(b.of, readings[b.Ruling]) == b.pair
}

// Visit calls f for every node of a file, outer nodes first. what is the name of the root map
// in the grammar. The values of a card depend on its kind; here lists of maps are treated as
// steps and all others as formulas. The keys in but are skipped in the root map.
func Visit(doc *source.Node, what string, f func(Spot), but ...string) {
	VisitUntil(doc, what, func(s Spot) bool { f(s); return false }, but...)
}

// VisitUntil does the same as Visit, but stops when f returns true.
func VisitUntil(doc *source.Node, what string, f func(Spot) (done bool), but ...string) {
	v := &visitor{until: f, but: but}
	v.is(Spot{Node: doc, Is: what})
}

type visitor struct {
	until func(Spot) (done bool)
	done  bool
	but   []string
}

func (v *visitor) f(s Spot) { v.done = v.done || v.until(s) }

func (v *visitor) is(s Spot) {
	if s.Node == nil || v.done {
		return
	}
	chosen := s.Node.Kind == source.Map && (s.Node.Get("ruling") != nil || s.Node.Get("switch") != nil)
	within := func() string { return s.Is[1 : len(s.Is)-1] }
	switch {
	case s.Is == "":
	case s.Is == "any":
		s.Is = "formula"
		if items := s.Node.Items; len(items) > 0 && items[0].Kind == source.Map {
			s.Is = "steps"
		} else if s.Node.Get("given") != nil || s.Node.Get("assumed") != nil {
			s.Is = "a value"
		} else if s.Node.Kind == source.Map && !chosen && s.Node.Get("is") == nil {
			s.Is = "{formula}"
		}
		v.is(s)
	case s.Is == "formula" && s.Node.Kind == source.List:
		v.f(s)
		v.all(s, "formula")
	case s.Is == "formula" && chosen, strings.HasSuffix(s.Is, ")") && chosen:
		leaf := s.Is
		if _, long, ok := strings.Cut(s.Is, "("); ok {
			leaf = strings.TrimSuffix(long, ")")
		}
		s.Is = "a formula that is chosen"
		v.shape(s, shapeOf(s.Is), leaf)
	case s.Is == "formula" && s.Node.Kind == source.Map:
		s.Is = "a formula"
		v.is(s)
	case s.Is == "condition" && s.Node.Get("is") != nil: // with its clauses
		s = s.citing()
		for i, p := range s.Node.Pairs {
			if p.Key.Value == "is" {
				in := s.within(i)
				in.Node = p.Val
				v.is(in)
			}
		}
	case s.Is == "condition" && s.Node.Kind == source.Map:
		v.f(s)
		v.all(s, "condition")
	case s.Is == "patch":
		s.Is, s.In = patchShape(s.Node.Get("at")), s.Node.Get("at")
		v.shape(s, shapeOf(s.Is), "")
	case s.Is == "steps":
		v.f(s)
		v.all(s, "a step")
	case s.Is == "a step":
		verb, _ := VerbOf(s.Node)
		if verb != nil {
			s.Is = "`" + verb.Value + "`"
			v.shape(s, shapeOf(s.Is), "")
		}
	case strings.HasPrefix(s.Is, "["), strings.HasPrefix(s.Is, "{"):
		leaf := within()
		v.f(s)
		v.all(s, leaf)
	case strings.HasSuffix(s.Is, ")"):
		short, long, _ := strings.Cut(strings.TrimSuffix(s.Is, ")"), "(")
		if s.Is = long; s.Node.Kind != source.Map {
			s.Is = strings.TrimSuffix(short, "/")
			if short == "" {
				s.Is = "formula"
			}
		}
		v.is(s)
	case s.Node.Kind == source.Map:
		if shape := shapeNamed(s.Is); shape != nil {
			s.Is = shape.name
			v.shape(s, shape, "")
		}
	default:
		v.f(s)
	}
}

// all visits the items of a list, or the values of a map whose keys the author chooses.
func (v *visitor) all(s Spot, is string) {
	for i, item := range s.Node.Items {
		in := s.within(i)
		in.Node, in.Is = item, is
		if is == "a step" && item.Get("ruling") == nil { // coverage does not record that it was reached
			in.From, in.To = item.Pos, in.End
		}
		v.is(in)
	}
	for i, p := range s.Node.Pairs {
		in := s.within(i)
		in.Node, in.Is = p.Val, is
		if s.In == nil || s.Key == "cards" {
			in.In = p.Key
		}
		if is == "a_procedure" || is == "a_window" || is == "formula" && s.Key == "formulas" {
			in.From, in.To = p.Key.Pos, in.End
		}
		v.is(in)
	}
}

// shape visits the values of a map. leaf describes the values that the grammar calls "any".
func (v *visitor) shape(s Spot, shape *shape, leaf string) {
	s = s.citing()
	v.f(s)
	for i, p := range s.Node.Pairs {
		if len(s.Path) == 0 && slices.Contains(v.but, p.Key.Value) || p.Key.Value == "says" {
			continue
		}
		is := shape.rest
		if k, ok := shape.at[p.Key.Value]; ok {
			is = shape.keys[k].Is
		}
		if is == "any" && leaf != "" {
			is = leaf
		}
		in := s.within(i)
		in.Node, in.Is, in.Key, in.Of = p.Val, is, p.Key.Value, s.Is
		_, own := shape.at[p.Key.Value]
		if !own && s.Node.Get("ruling") != nil {
			in.Within = append(slices.Clip(s.Within),
				RulingBranch{Ruling: s.Node.Get("ruling").Value, of: s.Node, pair: i})
		}
		if s.Is == "a card" && !own || is == "play" || is == "playing" {
			in.From, in.To = p.Key.Pos, in.End
		}
		v.is(in)
	}
}

// citing returns the spot with the clauses that its own map cites, if it cites any.
func (s Spot) citing() Spot {
	if cites := s.Node.Get("cites"); cites != nil && len(cites.Items) > 0 {
		s.Cites = nil
		for _, c := range cites.Items {
			s.Cites = append(s.Cites, c.Value)
		}
	}
	return s
}

// within returns the spot of item or entry i.
func (s Spot) within(i int) Spot {
	s.Path = append(slices.Clip(s.Path), i)
	switch next := i + 1; {
	case next < len(s.Node.Items):
		s.End = s.Node.Items[next].Pos
	case next < len(s.Node.Pairs):
		s.End = s.Node.Pairs[next].Key.Pos
	}
	return s
}

// patchShape returns the name of the map of a patch, which depends on the target of the patch.
func patchShape(at *source.Node) string {
	if at != nil {
		switch section, _, _ := strings.Cut(at.Value, "."); section {
		case "rulings":
			return "a patch of a ruling"
		case "bots":
			return "a patch of a bot"
		}
	}
	return "a patch"
}

// ComesToSomething reports whether the branch of a step `ruling` taken under the given readings
// contains steps.
func ComesToSomething(step *source.Node, readings map[string]string) bool {
	branch := NodeFor(step, readings[step.Get("ruling").Value])
	if do := branch.Get("do"); do != nil {
		branch = do
	}
	return branch != nil && len(branch.Items) > 0
}

// Replaced returns a copy of a file in which the node at a path is replaced.
func Replaced(doc *source.Node, path []int, by *source.Node) *source.Node {
	return Edited(doc, path, func(source.Node) *source.Node { return by })
}

// Edited returns a copy of a file in which f has changed a copy of the node at a path. The copy shares all nodes
// outside the path.
func Edited(doc *source.Node, path []int, f func(source.Node) *source.Node) *source.Node {
	out := *doc
	if len(path) == 0 {
		return f(out)
	}
	i := path[0]
	if doc.Kind == source.List {
		out.Items = slices.Clone(doc.Items)
		out.Items[i] = Edited(doc.Items[i], path[1:], f)
	} else {
		out.Pairs = slices.Clone(doc.Pairs)
		out.Pairs[i].Val = Edited(doc.Pairs[i].Val, path[1:], f)
	}
	return &out
}
