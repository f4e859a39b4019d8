package source

import "slices"

// Text returns a scalar that was not parsed.
func Text(value string) *Node { return &Node{Kind: Scalar, Tag: TagOf(value), Value: value} }

// ListOf returns a list that was not parsed.
func ListOf(items ...*Node) *Node { return &Node{Kind: List, Items: items} }

// MapOf returns a map with one entry.
func MapOf(key string, val *Node) *Node { return NewMap(Entry(key, val)) }

// NewMap returns a map that was not parsed.
func NewMap(entries ...Pair) *Node { return &Node{Kind: Map, Pairs: entries} }

// Entry returns an entry for a map.
func Entry(key string, val *Node) Pair { return Pair{Text(key), val} }

// With returns a copy of a map with another value for a key.
func (n *Node) With(key string, val *Node) *Node {
	out := *n
	out.Pairs = slices.Clone(n.Pairs)
	for i, p := range out.Pairs {
		if p.Key.Value == key {
			out.Pairs[i].Val = val
			return &out
		}
	}
	out.Put(key, val)
	return &out
}

// Without returns a map without one of its keys.
func (n *Node) Without(key string) *Node {
	if n.Get(key) == nil {
		return n
	}
	out := *n
	out.Pairs = slices.DeleteFunc(slices.Clone(n.Pairs), func(p Pair) bool { return p.Key.Value == key })
	return &out
}

// AsList returns the items of a list, or a single value as a list; nil has none.
func (n *Node) AsList() []*Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == List:
		return n.Items
	}
	return []*Node{n}
}
