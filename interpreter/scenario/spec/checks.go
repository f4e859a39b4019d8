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

// shape is how checks are written under a key.
type shape uint8

const (
	single  shape = iota // one check
	several              // a list of checks, or one
	bySeat               // a map from seats to one check each
	bySeats              // a map from seats to checks
)

// keys has the keys of checks in the order in which they are printed.
var keys = []struct {
	name string
	shape
}{
	{"then", several}, {"wins", single}, {"offers", bySeat}, {"refuses", several}, {"allows", several},
	{"sees", bySeats}, {"hides", bySeats}, {"chance", single}, {"stands", single},
}

// CheckKeys lists the keys of checks in the order in which they are printed.
var CheckKeys = func() (names []string) {
	for _, k := range keys {
		names = append(names, k.name)
	}
	return names
}()

// shapeOf returns the shape of checks under a key.
func shapeOf(key string) shape { return keys[slices.Index(CheckKeys, key)].shape }

// decodeChecks returns the checks of a scenario, a line or an entry of `under`.
func decodeChecks(of *source.Node, at source.Pos) *source.Node {
	out := &source.Node{Pos: at, Kind: source.Map}
	for _, k := range keys {
		n := of.Get(k.name)
		if n != nil && k.shape == several {
			n = &source.Node{Pos: n.Pos, Kind: source.List, Items: n.AsList()}
		}
		if n != nil {
			out.Put(k.name, n)
		}
	}
	return out
}

// reportEmpty reports empty lists of checks and, of a scenario, maps without seats. In an entry of `under` an empty
// list would delete the scenario's own checks; in a line of a script an empty map would check nothing.
func reportEmpty(checks *source.Node, d *source.Diagnostics, maps bool) {
	for _, k := range keys {
		n := checks.Get(k.name)
		if n != nil && len(n.Items)+len(n.Pairs) == 0 &&
			(k.shape == several || maps && k.shape != single && n.Kind == source.Map) {
			d.Add(n.Pos, "`%s` is empty", k.name)
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
	n, is := checks.Get(key), shapeOf(key)
	switch {
	case n == nil:
	case is == single:
		out = append(out, Single{Key: key, Val: n})
	case is == several:
		for _, it := range n.AsList() {
			out = append(out, Single{Key: key, Val: it})
		}
	case is == bySeat && n.Kind == source.List:
		d.Hint(n.Pos, "write {SEAT: [OPTION, …]}", "`%s` are a map; found a list", key)
	default:
		for _, p := range syntax.Pairs(n, d, "`"+key+"`") {
			all := []*source.Node{p.Val}
			if is == bySeats {
				if all = p.Val.AsList(); len(all) == 0 {
					d.Hint(p.Val.Pos, "name zones", "this list does not check what %s sees", p.Key.Value)
				}
			}
			for _, val := range all {
				out = append(out, Single{Key: key, Who: p.Key, Val: val})
			}
		}
	}
	return out
}

// JoinChecks joins checks under one key into the value of that key, without repeated formulas.
func JoinChecks(key string, all []Single) *source.Node {
	list, by, is := source.ListOf(), source.NewMap(), shapeOf(key)
	for _, s := range all {
		switch {
		case is == single:
			return s.Val
		case is == bySeat:
			by = by.With(s.Who.Value, s.Val)
		case is == bySeats:
			by = by.With(s.Who.Value, source.ListOf(append(slices.Clone(by.Get(s.Who.Value).AsList()), s.Val)...))
		case key != "then" || !slices.ContainsFunc(list.Items, func(n *source.Node) bool {
			return n.Value == s.Val.Value
		}):
			list.Items = append(list.Items, s.Val)
		}
	}
	switch {
	case is != several:
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
	reportEmpty(checks, d, false)
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
