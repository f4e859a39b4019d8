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

// Tag is the type of a scalar. Only values with a single possible meaning are more than text:
// `yes`, `012`, `0x10`, `1_000`, `1.5` and everything in quotes are text.
type Tag uint8

const (
	Str  Tag = iota
	Int      // -?(0|[1-9][0-9]*)
	Bool     // true, false
	Null     // ~, null, or a missing value
)

// Node is a value in a file with its position. Aliases are expanded: each is replaced by a copy
// of its target, with the positions of the original.
type Node struct {
	Pos   Pos
	Kind  Kind
	Tag   Tag // of a scalar
	style style
	// byte offset in the file, including a quote or `|`; for a part of a scalar, the offset in that scalar
	start int32
	Value string  // of a scalar
	Items []*Node // of a list
	Pairs []Pair  // of a map, in file order

	in *index // nil for nodes that were not parsed
	of *Node  // the scalar of which this one is a part, from byte start on, or nil
}

// Pair is an entry of a map. The key is always a scalar.
type Pair struct{ Key, Val *Node }

// style is the notation of a scalar, which At needs to find its characters.
type style uint8

const (
	plain style = iota
	singleQuoted
	doubleQuoted
	literal
	folded
	cell       // of a table, in quotes or not
	sparedCell // after an apostrophe
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

// Put adds an entry to a map that was not parsed.
func (n *Node) Put(key string, val *Node) {
	n.Pairs = append(n.Pairs, Entry(key, val))
}

// Part returns the bytes from..to of a scalar as a node, for example a formula within a text.
// Its positions are those in the file.
func (n *Node) Part(from, to int) *Node {
	return &Node{Pos: n.At(from), Value: n.Value[from:to], start: int32(from), of: n}
}

// Written returns a scalar on one line as it is written in the file, including quotes.
func (n *Node) Written() string {
	switch n.style {
	case singleQuoted:
		return "'" + n.Value + "'"
	case doubleQuoted:
		return `"` + n.Value + `"`
	}
	return n.Value
}

// IsPlain reports whether the file has a scalar without quotes, so that its first character can have a meaning in YAML.
func (n *Node) IsPlain() bool { return n.style == plain && n.of == nil }

// IsDoubleQuoted reports whether the file has a scalar in double quotes, so that quotes in it need a backslash.
func (n *Node) IsDoubleQuoted() bool { return n.style == doubleQuoted }

// Describe returns a description for messages: "a list", "the number 3", "nothing".
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

// TagOf returns the type of a scalar without quotes in the core schema of YAML 1.2, except that
// floats, octal and hexadecimal numbers are text.
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

// Shown formats a text for a message: quoted, on one line, and clipped.
func Shown(s string) string { return fmt.Sprintf("%q", Clip(s, mostQuoted)) }

const mostQuoted = 40

// Clip shortens a text to at most the given number of characters.
func Clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
