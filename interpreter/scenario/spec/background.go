package spec

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// The first item of a file of scenarios may be a beginning that they share:
//
//	- background: {players: 2, turn: ann, at: actions}
//
// It is the `given` of each of them. If a scenario has a `given` of its own, each of its keys replaces that of the
// background as a whole.

// notShared lists the keys of scenarios, besides checks, that a background does not have.
var notShared = []string{"scenario", "variant", "pins", "skip", "only", "tags", "given", "examples", "when", "under",
	"fails"}

// itemsOf returns the scenarios of a file, and its background or nil.
func itemsOf(doc *source.Node, d *source.Diagnostics) (items []*source.Node, background *source.Node) {
	for i, n := range syntax.Items(doc, d, "a file of scenarios") {
		shared := n.Get("background")
		switch {
		case isForeign(n):
		case shared == nil || n.Get("scenario") != nil:
			items = append(items, n)
		case i > 0:
			d.Add(n.Pos, "a `background` must be the first item of its file")
		default:
			syntax.Read[syntax.Background](n, d)
			background = shared
			if shared.Kind != source.Map || len(shared.Pairs) == 0 {
				d.Add(shared.Pos, "`background` is a map of keys of `given`; found %s", shared.Describe())
				background = nil
			}
		}
	}
	switch {
	case background == nil:
		return items, nil
	case len(items) == 0:
		d.Add(background.Pos, "no scenario of this file follows the `background`")
		return nil, nil
	}
	for _, p := range background.Pairs {
		if key := p.Key.Value; slices.Contains(CheckKeys, key) || slices.Contains(notShared, key) {
			d.Hint(p.Key.Pos, "give it to each scenario", "a `background` has only keys of `given`; found %q", key)
			return items, nil
		}
		if !slices.ContainsFunc(items, func(n *source.Node) bool { return n.Get("given").Get(p.Key.Value) == nil }) {
			d.Add(p.Key.Pos, "no scenario of this file uses %q of the `background`", p.Key.Value)
		}
	}
	return items, background
}

// withBackground returns a `given` with the keys of a background that it does not replace.
func withBackground(given, background *source.Node) *source.Node {
	switch {
	case background == nil || given != nil && given.Kind != source.Map:
		return given
	case given == nil:
		return background
	}
	out := *given
	out.Pairs = slices.DeleteFunc(slices.Clone(background.Pairs), func(p source.Pair) bool {
		return given.Get(p.Key.Value) != nil
	})
	out.Pairs = append(out.Pairs, given.Pairs...)
	return &out
}

// HasBackground reports whether a file of scenarios has a background.
func HasBackground(doc *source.Node) bool {
	return doc != nil && slices.ContainsFunc(doc.Items, func(n *source.Node) bool { return n.Get("background") != nil })
}

// InBackground reports whether a line of the file belongs to the background of the scenario.
func (s *Scenario) InBackground(line int) bool {
	return s.background != nil && s.background.Pos.Line <= line && line < s.Pos.Line
}

// Around returns the scenario of a file that contains a word (the first row if it has
// examples), or nil. For a word in the background it returns the first scenario.
func Around(doc *source.Node, word string, d *source.Diagnostics) *Scenario {
	items, background := itemsOf(doc, d)
	shared := background != nil && strings.Contains(background.Flow(), word)
	for _, n := range items {
		if !shared && !strings.Contains(n.Flow(), word) {
			continue
		}
		s, examples := decodeOne(n, background, d)
		if len(examples) > 0 {
			s = fill(s, n, background, examples[0], 1, &source.Diagnostics{})
		}
		return s
	}
	return nil
}
