package mutate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// edit is a replacement of a node, with its description.
type edit struct {
	node        *source.Node
	at          source.Pos
	kind        Kind // "" means Replaced
	was, became string
	ruling      *source.Node   // the removed or moved step by ruling, if any
	affected    []*source.Node // the removed or moved nodes
}

// edits returns the possible changes of an element. Changes that do not load, or leave the
// program unchanged, are dropped later.
func (g *generator) edits(s syntax.Spot) []edit {
	switch {
	case s.Is == "formula":
		return g.formula(s.Node, false)
	case s.Is == "condition":
		return g.formula(s.Node, true)
	case s.Is == "bool" && s.Node.Tag == source.Bool:
		return scalars(s.Node, map[string]string{"true": "false", "false": "true"}[s.Node.Value])
	case s.Is == "number" && s.Node.Tag == source.Int:
		return scalars(s.Node, numbers(s.Node.Value)...)
	case strings.HasPrefix(s.Is, "="):
		others := strings.Split(s.Is[1:], "|")
		if i := slices.Index(others, s.Node.Value); i >= 0 && len(others) > 1 {
			return scalars(s.Node, others[(i+1)%len(others)])
		}
	case s.Is == "steps":
		return steps(s.Node)
	case s.Is == "until":
		return keys(s.Node, map[string]string{"end": "start", "start": "end"})
	case s.Is == "{a_card}":
		return g.neighbours(s.Node)
	case s.Is == "a formula that is chosen", s.Is == "`ruling`", s.Is == "`switch`":
		return append(branches(s.Node), removeOperands(s)...)
	case s.Node.Kind == source.Map:
		return removeOperands(s)
	}
	return nil
}

// scalars returns replacements of a scalar.
func scalars(n *source.Node, values ...string) (out []edit) {
	for _, v := range values {
		out = append(out, edit{node: scalar(n, v), at: n.Pos, was: n.Value, became: v})
	}
	return out
}

func scalar(n *source.Node, value string) *source.Node {
	tag := n.Tag
	if tag != source.Str {
		tag = source.TagOf(value)
	}
	return &source.Node{Pos: n.Pos, Kind: source.Scalar, Tag: tag, Value: value}
}

// numbers returns replacements for a number: one more, one less, zero, and twice as much.
func numbers(was string) (out []string) {
	n, err := strconv.Atoi(was)
	if err != nil {
		return nil
	}
	for _, m := range []int{n + 1, n - 1, 0, 2 * n} {
		if s := strconv.Itoa(m); m >= 0 && m != n && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// steps returns lists with one step removed, or with two neighbouring steps swapped.
func steps(n *source.Node) (out []edit) {
	for i, item := range n.Items {
		list := *n
		list.Items = slices.Delete(slices.Clone(n.Items), i, i+1)
		out = append(out, edit{node: &list, at: item.Pos, kind: Dropped, was: written(item),
			ruling: firstByRuling(item), affected: []*source.Node{item}})
		if i > 0 {
			list := *n
			list.Items = slices.Clone(n.Items)
			list.Items[i-1], list.Items[i] = item, n.Items[i-1]
			out = append(out, edit{node: &list, at: n.Items[i-1].Pos, kind: Swapped, was: written(n.Items[i-1]),
				became: written(item) + " first", ruling: firstByRuling(n.Items[i-1], item),
				affected: []*source.Node{n.Items[i-1], item}})
		}
	}
	return out
}

// firstByRuling returns the first step by ruling, or nil.
func firstByRuling(steps ...*source.Node) *source.Node {
	for _, n := range steps {
		if n.Get("ruling") != nil {
			return n
		}
	}
	return nil
}

// keys returns maps in which one key is replaced.
func keys(n *source.Node, others map[string]string) (out []edit) {
	for i, p := range n.Pairs {
		if other := others[p.Key.Value]; other != "" {
			m := *n
			m.Pairs = slices.Clone(n.Pairs)
			m.Pairs[i].Key = scalar(p.Key, other)
			out = append(out, edit{node: &m, at: p.Key.Pos, was: p.Key.Value, became: other})
		}
	}
	return out
}

// without lists the operands that can be removed.
var without = strings.Fields(
	"by at_least at_most optional if_any must otherwise again else at_end until resets closed_in when_empty seen_by target default")

// removeOperands returns maps with one operand removed: a limit, the player who is asked, a duration.
func removeOperands(s syntax.Spot) (out []edit) {
	for i, p := range s.Node.Pairs {
		if p.Val.Tag != source.Bool && slices.Contains(without, p.Key.Value) && s.Is != "`switch`" && !isUsual(p) {
			m := *s.Node
			m.Pairs = slices.Delete(slices.Clone(m.Pairs), i, i+1)
			out = append(out, edit{node: &m, at: p.Key.Pos, kind: Dropped, was: p.Key.Value + ": " + written(p.Val),
				affected: []*source.Node{p.Val}})
		}
	}
	return out
}

// isUsual reports whether an operand states the default.
func isUsual(p source.Pair) bool {
	return p.Key.Value == "by" && p.Val.Value == "me" || p.Key.Value == "seen_by" && p.Val.Value == "all"
}

// branches returns maps with the values of two branches swapped.
func branches(n *source.Node) (out []edit) {
	last := -1
	for i, p := range n.Pairs {
		if slices.Contains([]string{"ruling", "switch", "cites", "id", "if", "note", "is"}, p.Key.Value) ||
			p.Val.Get("variant") != nil {
			continue
		}
		if last >= 0 {
			out = append(out, swapped(n, last, i))
		}
		last = i
	}
	return out
}

// swapped returns a map with the values of two keys swapped.
func swapped(n *source.Node, i, j int) edit {
	m := *n
	m.Pairs = slices.Clone(n.Pairs)
	m.Pairs[i].Val, m.Pairs[j].Val = n.Pairs[j].Val, n.Pairs[i].Val
	p := n.Pairs[i]
	return edit{node: &m, at: p.Key.Pos, kind: Swapped, was: p.Key.Value,
		became: "what stands under " + n.Pairs[j].Key.Value, affected: []*source.Node{p.Val, n.Pairs[j].Val}}
}

// neighbours returns maps in which a card has the steps of its neighbour.
func (g *generator) neighbours(n *source.Node) (out []edit) {
	for i := 1; i < len(n.Pairs); i++ {
		a, b := n.Pairs[i-1], n.Pairs[i]
		for k, p := range a.Val.Pairs {
			other := b.Val.Get(p.Key.Value)
			if !g.brings[p.Key.Value] || other == nil {
				continue
			}
			card, m := *a.Val, *n
			card.Pairs, m.Pairs = slices.Clone(card.Pairs), slices.Clone(m.Pairs)
			card.Pairs[k].Val, m.Pairs[i-1].Val = other, &card
			out = append(out, edit{node: &m, at: p.Key.Pos, was: p.Key.Value,
				became: "the " + p.Key.Value + " of " + b.Key.Value})
		}
	}
	return out
}

// tokens maps tokens of formulas to their replacements.
var tokens = map[string][]string{
	"<": {"<=", ">="}, "<=": {"<", ">"}, ">": {">=", "<="}, ">=": {">", "<"}, "==": {"!="}, "!=": {"=="},
	"and": {"or"}, "or": {"and"}, "&&": {"||"}, "||": {"&&"}, "not": {""}, "!": {""}, "in": {"not in"},
	"+": {"-"}, "-": {"+"}, "*": {"+"},
	"any": {"all"}, "all": {"any"}, "none": {"any"}, "max": {"min"}, "min": {"max"}, "first": {"last"},
	"last":  {"first"},
	"floor": {"ceil"}, "ceil": {"floor"}, "true": {"false"}, "false": {"true"}, "others": {"players"},
	"players": {"others"},
	"empty":   {"not empty"},
}

// formula returns formulas with one token replaced, or with an operand replaced by true or
// false.
func (g *generator) formula(n *source.Node, condition bool) (out []edit) {
	if n.Kind != source.Scalar {
		return nil
	}
	text := []rune(n.Value)
	list, err := lexer.Lex(file.NewSource(n.Value))
	if err != nil {
		return nil
	}
	seen := map[string]bool{n.Value: true}
	put := func(from, to int, became string) {
		value := string(text[:from]) + became + string(text[to:])
		if !seen[value] {
			seen[value] = true
			out = append(out, edit{node: scalar(n, value), at: n.At(len(string(text[:from]))),
				was: string(text[from:to]), became: became})
		}
	}
	if condition {
		put(0, len(text), "true")
		put(0, len(text), "false")
	}
	for i, t := range list {
		from, to := t.From, t.To
		switch {
		case t.Kind == lexer.Number:
			for _, m := range numbers(t.Value) {
				put(from, to, m)
			}
		case t.Kind == lexer.EOF:
		case t.Kind == lexer.String:
			for _, other := range g.words(t.Value, list, i) {
				put(from+1, to-1, other)
			}
		case i > 0 && list[i-1].Value == ".", i > 0 && list[i-1].Value == "?.":
			for _, other := range g.next[t.Value] {
				put(from, to, other)
			}
		case t.Value == "not" && i+1 < len(list) && list[i+1].Value == "in":
			put(from, list[i+1].From, "")
		case t.Value == "in" && i > 0 && list[i-1].Value == "not":
		case t.Value == "-" &&
			(i == 0 || list[i-1].Kind == lexer.Operator || list[i-1].Value == "(" || list[i-1].Value == "["):
			put(from, to, "")
		case t.Value == "empty" && i > 0 && list[i-1].Value == "not":
		case tokens[t.Value] != nil && !(t.Value == "max" && condition):
			for _, other := range tokens[t.Value] {
				put(from, to, other)
			}
		case t.Kind == lexer.Identifier:
			for _, other := range g.next[t.Value] {
				put(from, to, other)
			}
			if len(list) == 2 {
				for _, other := range g.words(t.Value, list, i) {
					put(from, to, other)
				}
			}
		}
	}
	for _, p := range operands(list) {
		put(p.from, p.to, p.is)
	}
	if g.checks && len(out) == 0 { // a formula without any other mutant
		for _, other := range []string{"(" + n.Value + ") + 1", "not (" + n.Value + ")", "[]"} {
			put(0, len(text), other)
		}
	}
	return out
}

// operand is an operand of `and`, `or` or `?` with its replacement.
type operand struct {
	from, to int
	is       string
}

// operands returns the operands of `and` (replaced by true) and `or` (by false), and conditions
// before `?` (by both).
func operands(list []lexer.Token) (out []operand) {
	for i, t := range list {
		is := map[string]string{"and": "true", "&&": "true", "or": "false", "||": "false", "?": "true"}[t.Value]
		if t.Kind != lexer.Operator || is == "" {
			continue
		}
		if from := operandEnd(list, i, -1); from < i {
			out = append(out, operand{from: list[from].From, to: list[i-1].To, is: is})
			if t.Value == "?" {
				out = append(out, operand{from: list[from].From, to: list[i-1].To, is: "false"})
			}
		}
		if to := operandEnd(list, i, 1); t.Value != "?" && to > i {
			out = append(out, operand{from: list[i+1].From, to: list[to].To, is: is})
		}
	}
	return out
}

// operandEnd returns the end of the operand on one side of an operator.
func operandEnd(list []lexer.Token, i, by int) int {
	depth, whole := 0, list[i].Value == "?"
	for j := i + by; j >= 0 && j < len(list); j += by {
		t := list[j]
		opens, closes := "([{", ")]}"
		if by < 0 {
			opens, closes = closes, opens
		}
		switch {
		case t.Kind == lexer.Bracket && strings.Contains(opens, t.Value):
			depth++
		case t.Kind == lexer.Bracket && strings.Contains(closes, t.Value):
			if depth--; depth < 0 {
				return j - by
			}
		case depth > 0:
		case t.Kind == lexer.EOF:
			return j - by
		case t.Kind == lexer.Operator && slices.Contains([]string{",", "?", ":", ";", "??"}, t.Value),
			!whole && t.Kind == lexer.Operator && slices.Contains([]string{"and", "or", "&&", "||"}, t.Value):
			return j - by
		}
	}
	if by < 0 {
		return 0
	}
	return len(list) - 1
}

// written returns the text in the file from a node to the end of its line.
func written(n *source.Node) string {
	at := n.Pos
	if n.Kind == source.Scalar {
		return n.Value
	} else if verb, _ := syntax.VerbOf(n); verb != nil {
		at = verb.Pos
	}
	line, _ := at.Whole()
	text := []rune(line)
	return strings.TrimSpace(string(text[min(at.Col-1, len(text)):]))
}
