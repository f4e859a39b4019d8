package spec

import (
	"cmp"
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Checks are conditions on a position. They stay a YAML map with these keys, because entries of
// `under` replace them and drafts of scenarios add, remove and print them.

// CheckKeys lists the keys of checks in the order in which they are printed.
var CheckKeys = []string{"then", "wins", "offers", "refuses", "allows", "sees", "hides", "chance", "stands"}

// listKeys lists the keys whose value is a list or a single item.
var listKeys = []string{"then", "refuses", "allows"}

// decodeChecks returns the checks of a scenario, a line or an entry of `under`.
func decodeChecks(of *source.Node, at source.Pos) *source.Node {
	out := &source.Node{Pos: at, Kind: source.Map}
	for _, key := range CheckKeys {
		n := of.Get(key)
		if n != nil && slices.Contains(listKeys, key) {
			n = &source.Node{Pos: n.Pos, Kind: source.List, Items: n.AsList()}
		}
		if n != nil {
			out.Put(key, n)
		}
	}
	return out
}

// reportEmpty reports empty lists or maps under the given keys. In an entry of `under` an empty
// list would delete the scenario's own checks; in a line of a script an empty map would check
// nothing.
func reportEmpty(checks *source.Node, d *source.Diagnostics, kind source.Kind, keys ...string) {
	for _, key := range keys {
		if n := checks.Get(key); n != nil && n.Kind == kind && len(n.Items)+len(n.Pairs) == 0 {
			d.Add(n.Pos, "`%s` is empty", key)
		}
	}
}

// Single is one check under a key.
type Single struct {
	Key string
	Who *source.Node // the seat that the check is about; nil for keys without seats
	Val *source.Node
}

// SplitChecks splits the checks under a key.
func SplitChecks(checks *source.Node, key string, d *source.Diagnostics) (out []Single) {
	n := checks.Get(key)
	switch key {
	case "then", "refuses", "allows":
		for _, it := range n.AsList() {
			out = append(out, Single{Key: key, Val: it})
		}
	case "offers":
		if n != nil && n.Kind == source.List {
			d.Hint(n.Pos, "write {SEAT: [OPTION, …]}", "`offers` are a map; found a list")
			return nil
		}
		for _, p := range syntax.Pairs(n, d, "`offers`") {
			out = append(out, Single{key, p.Key, p.Val})
		}
	case "sees", "hides":
		for _, p := range syntax.Pairs(n, d, "`sees` and `hides`") {
			if p.Val.Kind == source.List && len(p.Val.Items) == 0 {
				d.Hint(p.Val.Pos, "name zones", "this list does not check what %s sees", p.Key.Value)
			}
			for _, zone := range p.Val.AsList() {
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

// JoinChecks joins checks under one key into the value of that key, without repeated formulas.
func JoinChecks(key string, all []Single) *source.Node {
	list, by := source.ListOf(), source.NewMap()
	for _, s := range all {
		switch key {
		case "then", "refuses", "allows":
			if key != "then" || !slices.ContainsFunc(list.Items, func(n *source.Node) bool { return n.Value == s.Val.Value }) {
				list.Items = append(list.Items, s.Val)
			}
		case "offers":
			by = by.With(s.Who.Value, s.Val)
		case "sees", "hides":
			by = by.With(s.Who.Value, source.ListOf(append(slices.Clone(by.Get(s.Who.Value).AsList()), s.Val)...))
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

// DecodeLine decodes the checks of a line.
func DecodeLine(n *source.Node, d *source.Diagnostics) *source.Node {
	syntax.Read[syntax.Checks](n, d)
	checks := decodeChecks(n, n.Pos)
	reportEmpty(checks, d, source.List, listKeys...)
	return checks
}

func IsCheck(n *source.Node) bool {
	return slices.ContainsFunc(CheckKeys, func(key string) bool { return n.Get(key) != nil })
}

// BecauseAt returns the reason of a refusal (`because`) that contains a word, or nil.
func BecauseAt(n *source.Node, word string) (found *source.Node) {
	for _, it := range n.Items {
		found = cmp.Or(found, BecauseAt(it, word))
	}
	for _, p := range n.Pairs {
		if p.Key.Value == "because" && p.Val.Kind == source.Scalar && strings.Contains(p.Val.Value, word) {
			return p.Val
		}
		found = cmp.Or(found, BecauseAt(p.Val, word))
	}
	return found
}
