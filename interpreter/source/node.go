package source

import (
	"fmt"
	"unicode/utf8"
)

// Kind is the shape of a node.
type Kind uint8

const (
	Scalar Kind = iota
	List
	Map
)

// Tag is the type of a scalar. Only values that cannot be misread are more than text: `yes`, `012`, `0x10`,
// `1_000` and `1.5` are text, and so is anything in quotes.
type Tag uint8

const (
	Str  Tag = iota
	Int      // -?(0|[1-9][0-9]*)
	Bool     // true, false
	Null     // ~, null, or nothing at all
)

// Node is one value of a file and its place. Aliases are expanded: where one
// stood is a copy of what it names, with the places of the original.
type Node struct {
	Pos   Pos
	Kind  Kind
	Tag   Tag // of a scalar
	style style
	start int32   // byte offset of the value in the file, its quote or `|` included; or in what it is a part of
	Value string  // of a scalar
	Items []*Node // of a list
	Pairs []Pair  // of a map, in file order

	in *index // nil for nodes made by hand
	of *Node  // the scalar that this one is a part of, from byte start on; else nil
}

// Pair is an entry of a map. The key is always a scalar.
type Pair struct{ Key, Val *Node }

// style is how a scalar was written; At needs it to find its way back.
type style uint8

const (
	plain style = iota
	singleQuoted
	doubleQuoted
	literal
	folded
)

// Get returns the value under key, or nil if n is not a map or has no such key.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	for _, p := range n.Pairs {
		if p.Key.Value == key {
			return p.Val
		}
	}
	return nil
}

// Put adds an entry to a map that is made by hand.
func (n *Node) Put(key string, val *Node) {
	n.Pairs = append(n.Pairs, Pair{&Node{Kind: Scalar, Tag: TagOf(key), Value: key}, val})
}

// Part returns the bytes from..to of a scalar as a scalar of its own, such as a formula within a text. Its
// places are those of the whole.
func (n *Node) Part(from, to int) *Node {
	return &Node{Pos: n.At(from), Value: n.Value[from:to], start: int32(from), of: n}
}

// Written returns a scalar on one line as it stands in its file, with its quotes.
func (n *Node) Written() string {
	switch n.style {
	case singleQuoted:
		return "'" + n.Value + "'"
	case doubleQuoted:
		return `"` + n.Value + `"`
	}
	return n.Value
}

// Describe names the node in a message: "a list", "the number 3", "nothing".
func (n *Node) Describe() string {
	switch {
	case n == nil:
		return "nothing"
	case n.Kind == List:
		return "a list"
	case n.Kind == Map:
		return "a map"
	}
	switch n.Tag {
	case Null:
		return "nothing"
	case Int:
		return "the number " + Clip(n.Value, mostQuoted)
	case Bool:
		return n.Value
	}
	if n.Value == "" {
		return "an empty text"
	}
	return "the text " + Shown(n.Value)
}

// TagOf returns the type of a plain scalar in the core schema of YAML 1.2, except that floats, octals and
// hexadecimals are text.
func TagOf(value string) Tag {
	switch value {
	case "", "~", "null":
		return Null
	case "true", "false":
		return Bool
	}
	if IsNumber(value) {
		return Int
	}
	return Str
}

// Shown returns a text for a message: in quotes, on one line, and clipped.
func Shown(s string) string { return fmt.Sprintf("%q", Clip(s, mostQuoted)) }

const mostQuoted = 40

// Clip returns at most so many characters of a text.
func Clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
