package syntax

import "moraine/interpreter/source"

// KeyAt returns the key at a position of a file in a folder (cards, scenarios or variants), and
// the name of the map that contains it. ok is false if there is no key, or if the author of the
// file chose it.
func KeyAt(folder string, doc *source.Node, at source.Pos) (in string, key Key, ok bool) {
	look := func(s Spot) {
		shape := shapes()[s.Is]
		if shape == nil || s.Node.Kind != source.Map {
			return
		}
		for _, p := range s.Node.Pairs {
			i, known := shape.at[p.Key.Value]
			if known && p.Key.Pos.Line == at.Line && p.Key.Pos.Col <= at.Col &&
				at.Col <= p.Key.At(len(p.Key.Value)).Col {
				in, key, ok = s.Is, shape.keys[i], true
			}
		}
	}
	switch folder {
	case "scenarios":
		for _, n := range doc.Items {
			what := "a scenario"
			switch {
			case n.Get("of") != nil:
				what = "an item with `of`"
			case n.Get("background") != nil:
				what = "an item with `background`"
			}
			Visit(n, what, look)
		}
	case "variants":
		Visit(doc, "a variant", look)
	default:
		Visit(doc, "a file of a game", look)
	}
	return in, key, ok
}
