package syntax

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// Spot is a place in a file, and what stands there by the grammar.
type Spot struct {
	Node  *source.Node
	Is    string       // as the grammar has it: "formula", "steps", "=top|bottom", the name of a map
	Key   string       // under which it stands, of the innermost map with keys of the language
	Of    string       // that map
	Path  []int        // which item or pair of each list or map around it
	Cites []string     // the clauses of the innermost place around it that names any
	In    *source.Node // the key of the declaration: of a procedure, a card
	// Where the innermost part around it begins of which can be told whether a match comes across it, a
	// step, a formula, a printed value, a window, a procedure, and where what comes after that does;
	// no file: there is none around it, or none after it.
	From, To source.Pos
	End      source.Pos // where what comes after the spot itself begins
	Within   []Taken    // branches of rulings around it, outer ones first
}

// Taken is a branch of a ruling.
type Taken struct {
	Ruling, Reading string
	of              *source.Node
}

// By tells whether the branch is taken under readings.
func (t Taken) By(readings map[string]string) bool {
	return t.Reading == TakenBy(readings, t.of)
}

// TakenBy is the key of the branch that readings take of a step or formula `ruling`, if it has such a branch.
func TakenBy(readings map[string]string, ruling *source.Node) string {
	if is := readings[ruling.Get("ruling").Value]; ruling.Get(is) != nil {
		return is
	}
	return "else"
}

// Visit goes through a file, of a game or (what: "a variant") of a variant, and tells of every
// spot of it, outer ones first, down to the values. Where the grammar leaves a card's values to
// its kind, a list of maps are steps, and all else is a formula. Of the file itself some keys are left out.
func Visit(doc *source.Node, what string, f func(Spot), but ...string) {
	v := &visitor{f, but}
	v.is(Spot{Node: doc, Is: what})
}

type visitor struct {
	f   func(Spot)
	but []string
}

func (v *visitor) is(s Spot) {
	if s.Node == nil {
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
	case s.Is == "formulas":
		s.Is = "{formula}"
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
		for what := range shapes() {
			if idOf(what) == s.Is {
				s.Is = what
			}
		}
		if shape := shapes()[s.Is]; shape != nil {
			v.shape(s, shape, "")
		}
	default:
		v.f(s)
	}
}

// all are the items of a list, or the values of a map with the author's keys.
func (v *visitor) all(s Spot, is string) {
	for i, item := range s.Node.Items {
		in := s.within(i)
		in.Node, in.Is = item, is
		if is == "a step" && item.Get("ruling") == nil { // of which nothing tells that it was come across
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

// shape is a map of the grammar; leaf is what stands under keys that are anything.
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
			in.Within = append(slices.Clip(s.Within), Taken{s.Node.Get("ruling").Value, p.Key.Value, s.Node})
		}
		if s.Is == "a card" && !own || is == "play" || is == "playing" {
			in.From, in.To = p.Key.Pos, in.End
		}
		v.is(in)
	}
}

// citing is a spot with the clauses that it names itself, if it does.
func (s Spot) citing() Spot {
	if cites := s.Node.Get("cites"); cites != nil && len(cites.Items) > 0 {
		s.Cites = nil
		for _, c := range cites.Items {
			s.Cites = append(s.Cites, c.Value)
		}
	}
	return s
}

// within is the spot of an item or a pair.
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

// patchShape is what the grammar calls a patch, which hangs on what it is of.
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

// ComesToSomething tells of a step `ruling` whether the branch that readings take has any steps.
func ComesToSomething(step *source.Node, readings map[string]string) bool {
	branch := step.Get(TakenBy(readings, step))
	if do := branch.Get("do"); do != nil {
		branch = do
	}
	return branch != nil && len(branch.Items) > 0
}

// Replaced is a file with another node at a path; it shares all that is not around that.
func Replaced(doc *source.Node, path []int, by *source.Node) *source.Node {
	if len(path) == 0 {
		return by
	}
	out := *doc
	if i := path[0]; doc.Kind == source.List {
		out.Items = slices.Clone(doc.Items)
		out.Items[i] = Replaced(doc.Items[i], path[1:], by)
	} else {
		out.Pairs = slices.Clone(doc.Pairs)
		out.Pairs[i].Val = Replaced(doc.Pairs[i].Val, path[1:], by)
	}
	return &out
}
