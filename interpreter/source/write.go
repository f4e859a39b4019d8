package source

import (
	"slices"
	"strconv"
	"strings"
)

// maxWidth is the maximum width of a line. A map that is wider is written with one entry per
// line.
const maxWidth = 110

// Lines formats a map with one key per line, indented by the given number of blanks. The values
// of the keys in wide, and maps that are too wide, are put on lines of their own.
func (n *Node) Lines(by int, wide ...string) string {
	blanks := strings.Repeat(" ", by)
	var b strings.Builder
	for _, p := range n.Pairs {
		b.WriteString(blanks + Quoted(p.Key.Value) + ":")
		isWide := slices.Contains(wide, p.Key.Value)
		if !isWide && p.Val.Kind == Map && len(p.Val.Pairs) > 1 {
			isWide = by+len(p.Key.Value)+len(p.Val.Inline()) > maxWidth
		}
		switch {
		case p.Val.Kind == Map && len(p.Val.Pairs) > 0 && isWide:
			b.WriteString("\n" + p.Val.Lines(by+2))
		case p.Val.Kind == List && len(p.Val.Items) > 0 && isWide:
			b.WriteString("\n")
			for _, it := range p.Val.Items {
				line := it.outer()
				if it.Kind == Map && len(it.Pairs) == 1 {
					line = Quoted(it.Pairs[0].Key.Value) + ": " + it.Pairs[0].Val.Inline()
				}
				b.WriteString(blanks + "  - " + line + "\n")
			}
		default:
			b.WriteString(" " + p.Val.outer() + "\n")
		}
	}
	return b.String()
}

// outer formats a value on one line, where it is not inside another value in braces or brackets.
func (n *Node) outer() string {
	if n.Kind == Scalar {
		return scalar(n.Value, n.Tag, false)
	}
	return n.Inline()
}

// Inline formats a value on one line inside other values.
func (n *Node) Inline() string {
	return n.oneLine(func(n *Node) string { return scalar(n.Value, n.Tag, true) })
}

// oneLine formats a value on one line; write formats its scalars.
func (n *Node) oneLine(write func(*Node) string) string {
	var parts []string
	switch n.Kind {
	case List:
		for _, it := range n.Items {
			parts = append(parts, it.oneLine(write))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		for _, p := range n.Pairs {
			parts = append(parts, write(p.Key)+": "+p.Val.oneLine(write))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return write(n)
}

// Quoted formats a text, with quotes if necessary.
func Quoted(text string) string { return scalar(text, Str, false) }

// scalar formats a scalar, with quotes if necessary.
func scalar(v string, tag Tag, flow bool) string {
	switch {
	case tag != Str:
		return v
	case strings.ContainsFunc(v, func(r rune) bool { return r < ' ' }):
		return strconv.Quote(v)
	case v == "" || v != strings.TrimSpace(v) || TagOf(v) != Str ||
		strings.ContainsAny(v[:1], "-?:,[]{}#&*!|>'\"%@`~") ||
		strings.Contains(v, ": ") || strings.HasSuffix(v, ":") || strings.Contains(v, " #") ||
		flow && strings.ContainsAny(v, ",[]{}?:"):
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	}
	return v
}
