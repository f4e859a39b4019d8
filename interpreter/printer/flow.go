package printer

import (
	"slices"
	"strings"
	"sync"

	"moraine/interpreter/internal/fragments"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// inner lists the keys whose values are steps, worded those whose values are conditions.
var (
	inner  = sync.OnceValue(func() map[string]bool { return syntax.KeysFor("steps") })
	worded = sync.OnceValue(func() map[string]bool { return syntax.KeysFor("condition") })
)

// silent lists keys without effect on play.
var silent = map[string]bool{"cites": true, "note": true}

// sentence returns a step as one line: the verb and its object, then the other keys in the
// order of the file and the conditions that variants add. when is the condition of the step.
func (p *Printer) sentence(s *syntax.Step, n *source.Node, when string) string {
	verb, object := syntax.VerbOf(n)
	line := verb.Value
	switch verb.Value {
	case "may":
	case "if":
		line += " " + when
	default:
		line += " " + p.operand(verb.Value, object)
	}
	pairs, ifs := slices.Clip(n.Pairs), n.Get("if") != nil
	for _, a := range s.Added {
		if a.Key.Value != "if" || !ifs {
			pairs = append(pairs, a)
		}
		ifs = ifs || a.Key.Value == "if"
	}
	for _, q := range pairs {
		key := q.Key.Value
		is := when
		switch {
		case q.Key == verb, silent[key], key == "id" && !p.full, inner()[key], verb.Value == "switch" && key != "if":
			continue
		case key != "if":
			is = p.operand(key, q.Val)
		}
		switch {
		case !p.full && (is == "false" || is == "true" && worded()[key]):
		case is == "true":
			line += ", " + words.Plain(key)
		default:
			line += ", " + words.Plain(key) + " " + is
		}
	}
	return line + p.citedBy(n)
}

// operand formats the value of a key of a step or declaration on one line.
func (p *Printer) operand(key string, n *source.Node) string {
	if worded()[key] {
		return p.Cond(n)
	}
	return p.Flow(n)
}

// Cond formats a condition on one line. It returns "true" if n is nil.
func (p *Printer) Cond(n *source.Node) string {
	switch {
	case n == nil:
		return "true"
	case p.full, n.Kind != source.Map, isFormula(n):
		return p.Flow(n)
	}
	var parts []string
	for _, q := range n.Pairs {
		if is := p.Flow(q.Val); is != "true" {
			parts = append(parts, q.Key.Value+": "+is)
		}
	}
	if parts == nil {
		return "true"
	}
	return strings.Join(parts, "; ")
}

// Worded formats a condition with the words of its parts, including parts that are constant.
func (p *Printer) Worded(c *syntax.Cond) string {
	var parts []string
	for _, w := range c.Worded {
		is := p.Flow(w.Is.Node)
		if w.Words.Name != "" {
			is = w.Words.Name + ": " + is
		}
		parts = append(parts, is)
	}
	return strings.Join(parts, "; ")
}

// isFormula reports whether a map is a single formula: `is:` with clauses, or a choice by
// ruling.
func isFormula(n *source.Node) bool {
	ruling := n.Get("ruling")
	return n.Get("is") != nil || ruling != nil && ruling.Kind == source.Scalar
}

// Flow formats a value on one line. In full output its clauses follow in brackets.
func (p *Printer) Flow(n *source.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind == source.Scalar:
		return p.text(n.Value)
	case n.Kind == source.List && len(n.Items) == 0:
		return "[]"
	case n.Kind == source.List:
		var parts []string
		for _, it := range n.Items {
			parts = append(parts, p.Flow(it))
		}
		return strings.Join(parts, ", ")
	case !p.full && n.Get("is") != nil:
		return p.Flow(n.Get("is"))
	case !p.full && isFormula(n):
		return p.chosen(n)
	}
	var parts []string
	for _, q := range n.Pairs {
		switch key := q.Key.Value; {
		case key == "cites", silent[key] && !p.full:
		case key == "is":
			parts = append(parts, p.Flow(q.Val))
		default:
			parts = append(parts, key+": "+p.Flow(q.Val))
		}
	}
	return strings.Join(parts, "; ") + p.citedBy(n)
}

// citedBy returns the clauses under `cites` of a map, in brackets.
func (p *Printer) citedBy(n *source.Node) string {
	list := n.Get("cites")
	if !p.full || list == nil || len(list.Items) == 0 {
		return ""
	}
	var ids []string
	for _, id := range list.Items {
		ids = append(ids, id.Value)
	}
	return " (" + strings.Join(ids, ", ") + ")"
}

// chosen formats the branch of a formula by ruling that the reading in force selects.
func (p *Printer) chosen(n *source.Node) string {
	key := n.Get("ruling").Value
	p.asked = append(p.asked, key)
	return p.Flow(syntax.NodeFor(n, p.readings[key]))
}

// text formats a formula or another text on one line. Unless output is full, calls of ruled()
// are evaluated.
func (p *Printer) text(s string) string {
	if !p.full {
		s = fragments.Settled(s, func(key, reading string) bool {
			p.asked = append(p.asked, key)
			return p.ruled(key, reading)
		})
	}
	return strings.Join(strings.Fields(s), " ")
}
