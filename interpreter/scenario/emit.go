package scenario

import (
	"slices"
	"strconv"
	"strings"

	"moraine/interpreter/internal/source"
)

// How values are written into a file, in the style of scenarios: keys on lines
// of their own, what stands under a seat or in a list of names on one line.

// widest is how long a line may grow before a list gets a line for each entry.
const widest = 110

func text(value string) *source.Node {
	return &source.Node{Kind: source.Scalar, Tag: source.TagOf(value), Value: value}
}

func listOf(items ...*source.Node) *source.Node {
	return &source.Node{Kind: source.List, Items: items}
}

func mapOf(key string, val *source.Node) *source.Node {
	return &source.Node{Kind: source.Map, Pairs: []source.Pair{{Key: text(key), Val: val}}}
}

// including is a map with another value under a key.
func including(n *source.Node, key string, val *source.Node) *source.Node {
	out := *n
	out.Pairs = slices.Clone(n.Pairs)
	for i, p := range out.Pairs {
		if p.Key.Value == key {
			out.Pairs[i].Val = val
			return &out
		}
	}
	out.Pairs = append(out.Pairs, source.Pair{Key: text(key), Val: val})
	return &out
}

// inline writes a value on one line.
func inline(n *source.Node) string {
	var parts []string
	switch n.Kind {
	case source.List:
		for _, it := range n.Items {
			parts = append(parts, inline(it))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case source.Map:
		for _, p := range n.Pairs {
			parts = append(parts, scalar(p.Key, true)+": "+inline(p.Val))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return scalar(n, true)
}

// scalar writes a scalar, in quotes where it needs some.
func scalar(n *source.Node, flow bool) string {
	v := n.Value
	switch {
	case n.Tag != source.Str:
		return v
	case strings.ContainsFunc(v, func(r rune) bool { return r < ' ' }):
		return strconv.Quote(v)
	case !isPlain(v, flow):
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	}
	return v
}

// isPlain tells whether a text means itself without quotes.
func isPlain(v string, flow bool) bool {
	switch {
	case v == "", v != strings.TrimSpace(v), source.TagOf(v) != source.Str:
		return false
	case strings.ContainsAny(v[:1], "-?:,[]{}#&*!|>'\"%@`~"):
		return false
	case strings.Contains(v, ": "), strings.HasSuffix(v, ":"), strings.Contains(v, " #"):
		return false
	}
	return !flow || !strings.ContainsAny(v, ",[]{}?:")
}

// writer writes lines.
type writer struct{ strings.Builder }

// entry writes KEY: VALUE. What stands under a key of its own lines is indented
// by two more.
func (w *writer) entry(indent int, lead string, key, val *source.Node) {
	w.WriteString(strings.Repeat(" ", indent) + lead + scalar(key, false) + ":")
	w.value(indent+len(lead), val, key.Value == "when")
}

// value writes what stands under a key; of a script, every line is a key itself.
func (w *writer) value(indent int, n *source.Node, script bool) {
	one := inline(n)
	switch {
	case n.Kind == source.Scalar:
		w.WriteString(" " + scalar(n, false) + "\n")
	case n.Kind == source.List && len(n.Items) > 0 && (script || !isShort(n) || indent+len(one) > widest):
		w.WriteString("\n")
		for _, it := range n.Items {
			w.item(indent+2, it, script)
		}
	case n.Kind == source.Map && len(n.Pairs) > 1 && indent+len(one) > widest:
		w.WriteString("\n")
		for _, p := range n.Pairs {
			w.entry(indent+2, "", p.Key, p.Val)
		}
	default:
		w.WriteString(" " + one + "\n")
	}
}

// item writes an entry of a list.
func (w *writer) item(indent int, n *source.Node, line bool) {
	switch {
	case n.Kind == source.Scalar:
		w.WriteString(strings.Repeat(" ", indent) + "- " + scalar(n, false) + "\n")
	case line && n.Kind == source.Map && len(n.Pairs) > 0:
		lead := "- "
		for _, p := range n.Pairs {
			w.entry(indent, lead, p.Key, p.Val)
			indent, lead = indent+len(lead), ""
		}
	default:
		w.WriteString(strings.Repeat(" ", indent) + "- " + inline(n) + "\n")
	}
}

// isShort tells names and numbers, which stand side by side, from formulas and
// acts; one alone is short.
func isShort(n *source.Node) bool {
	return len(n.Items) == 1 || !slices.ContainsFunc(n.Items, func(it *source.Node) bool {
		return it.Kind != source.Scalar || strings.ContainsAny(strings.TrimLeft(it.Value, "0123456789 "), " (")
	})
}
