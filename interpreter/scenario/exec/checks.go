package exec

import (
	"slices"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Checks are what must hold at some moment; they change nothing. They are kept as they are written, a map
// with these keys, since they are not only prepared and run: an entry of `under` puts others in their
// place, and drafts of scenarios get them, lose them and are written with them.

// CheckKeys are the keys that look at a match and change nothing, as they are written.
var CheckKeys = []string{"then", "wins", "offers", "refuses", "allows", "sees", "hides", "chance", "stands"}

// listed are the keys under which checks are lists, in which one may stand alone.
var listed = []string{"then", "refuses", "allows"}

// decodeChecks reads the checks of a scenario, of a line or of an entry of `under`.
func decodeChecks(m *syntax.Fields, at source.Pos) *source.Node {
	out := &source.Node{Pos: at, Kind: source.Map}
	for _, key := range CheckKeys {
		n := m.Take(key)
		if n != nil && slices.Contains(listed, key) {
			n = &source.Node{Pos: n.Pos, Kind: source.List, Items: Items(n)}
		}
		if n != nil {
			out.Put(key, n)
		}
	}
	return out
}

// noneEmpty reports lists, or maps, under some keys that are empty. In an entry of `under` they take the
// place of others; maps that are empty say in a line of a script that nothing is looked at.
func noneEmpty(checks *source.Node, d *source.Diagnostics, kind source.Kind, keys ...string) {
	for _, key := range keys {
		if n := checks.Get(key); n != nil && n.Kind == kind && len(n.Items)+len(n.Pairs) == 0 {
			d.Add(n.Pos, "`%s` is empty", key)
		}
	}
}

// Single is one of the checks that stand under a key.
type Single struct {
	Key string
	Who *source.Node // the seat that it is about; nil: the key names none
	Val *source.Node
}

// Singly are the checks under a key one by one.
func Singly(checks *source.Node, key string, d *source.Diagnostics) (out []Single) {
	n := checks.Get(key)
	switch key {
	case "then", "refuses", "allows":
		for _, it := range Items(n) {
			out = append(out, Single{Key: key, Val: it})
		}
	case "offers":
		for _, p := range syntax.Pairs(n, d, "`offers`") {
			out = append(out, Single{key, p.Key, p.Val})
		}
	case "sees", "hides":
		for _, p := range syntax.Pairs(n, d, "`sees` and `hides`") {
			if p.Val.Kind == source.List && len(p.Val.Items) == 0 {
				d.Hint(p.Val.Pos, "name zones", "this says nothing of what %s sees", p.Key.Value)
			}
			for _, zone := range Items(p.Val) {
				out = append(out, Single{key, p.Key, zone})
			}
		}
	default:
		if n != nil {
			out = append(out, Single{Key: key, Val: n})
		}
	}
	return out
}

// Together are checks of one key as its value; of equal formulas the first alone.
func Together(key string, all []Single) *source.Node {
	list, by := ListOf(), &source.Node{Kind: source.Map}
	for _, s := range all {
		switch key {
		case "then", "refuses", "allows":
			if key != "then" || !slices.ContainsFunc(list.Items, func(n *source.Node) bool { return n.Value == s.Val.Value }) {
				list.Items = append(list.Items, s.Val)
			}
		case "offers":
			by = Including(by, s.Who.Value, s.Val)
		case "sees", "hides":
			by = Including(by, s.Who.Value, ListOf(append(slices.Clone(Items(by.Get(s.Who.Value))), s.Val)...))
		default:
			return s.Val
		}
	}
	switch {
	case key == "offers", key == "sees", key == "hides":
		return by
	case key == "then" && len(list.Items) == 1:
		return list.Items[0]
	}
	return list
}
