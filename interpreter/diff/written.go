package diff

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
	"moraine/interpreter/internal/words"
)

// Line is a line of a rule as it is in force: what the readings decide is
// decided, and their other branches are left out.
type Line struct {
	Depth   int
	Text    string
	At      string   // FILE:LINE
	Rulings []string // that decided something in it, or that it is there
	keyed   bool     // it stands under a key, wherever it stands
}

// writer writes the rules of a game out.
type writer struct {
	*interpreter.Game
	values map[source.Pos]*source.Node // by the place of the key
	steps  map[source.Pos]*source.Node // by the place of the first key
	lines  []Line
	depth  int
	within []string // the rulings that decided that this is written at all
	asked  []string // those that decided something since the last line
}

func newWriter(g *interpreter.Game) *writer {
	w := &writer{Game: g, values: map[source.Pos]*source.Node{}, steps: map[source.Pos]*source.Node{}}
	for _, doc := range g.Docs {
		w.find(doc)
	}
	return w
}

// find notes where everything in a node stands.
func (w *writer) find(n *source.Node) {
	for _, it := range n.Items {
		if len(it.Pairs) > 0 {
			w.steps[it.Pairs[0].Key.Pos] = it
		}
		w.find(it)
	}
	for _, p := range n.Pairs {
		w.values[p.Key.Pos] = p.Val
		w.find(p.Val)
	}
}

func (w *writer) line(at source.Pos, text string) {
	w.lines = append(w.lines, Line{Depth: w.depth, Text: text, At: place(at), Rulings: slices.Concat(w.within, w.asked)})
	w.asked = nil
}

func place(p source.Pos) string {
	if p.File == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File.Name, p.Line)
}

// deeper writes what belongs to the line before.
func (w *writer) deeper(write func()) {
	w.depth++
	write()
	w.depth--
}

// hanging writes what is there only because of how it was asked since the last
// line.
func (w *writer) hanging(write func()) {
	within := w.within
	w.within, w.asked = slices.Concat(w.within, w.asked), nil
	write()
	w.within = within
}

func (w *writer) block(b *syntax.Block) {
	if b == nil {
		return
	}
	for _, s := range b.Steps {
		w.asked = nil
		w.step(s)
	}
}

// step writes a step, and those within it farther in.
func (w *writer) step(s *syntax.Step) {
	n := w.steps[s.Pos]
	when := w.cond(n.Get("if"))
	switch do := s.Do.(type) {
	case *syntax.ByRuling:
		w.asked = append(w.asked, do.Branches.Key.Name)
		w.conditional(s, when, w.inForce(do.Branches), nil)
	case *syntax.If:
		w.conditional(s, when, do.Do, do.Else)
	default:
		if when != "false" {
			w.with(s.Pos, func() string { return w.sentence(n, when) }, func() { w.inside(s) })
		}
	}
}

// with writes a line and what is in it. Whether that is there hangs on what was
// asked before; what the line itself asks is its own business.
func (w *writer) with(at source.Pos, line func() string, inside func()) {
	asked := slices.Clone(w.asked)
	w.line(at, line())
	w.asked = asked
	w.hanging(func() { w.deeper(inside) })
}

// inForce are the steps of the branch that is taken.
func (w *writer) inForce(b *syntax.Branches) *syntax.Block {
	if i := b.Taken(w.Program.Readings[b.Key.Name]); i >= 0 {
		return b.List[i].Steps
	}
	return nil
}

// conditional writes steps under a condition, as far as that is open. How far
// that is may hang on a ruling, and how deep the steps lie then.
func (w *writer) conditional(s *syntax.Step, when string, do, other *syntax.Block) {
	w.hanging(func() {
		switch {
		case when == "true":
			w.block(do)
		case when == "false":
			w.block(other)
		default:
			w.line(s.Pos, "if "+when)
			w.deeper(func() { w.block(do) })
			if other != nil {
				w.line(s.Pos, "else")
				w.deeper(func() { w.block(other) })
			}
		}
	})
}

// inner are the operands that hold steps.
var inner = []string{"do", "else", "otherwise"}

// sentence is a step as a line: the verb and its object, then the small words in
// the order written.
func (w *writer) sentence(n *source.Node, when string) string {
	verb, object := syntax.VerbOf(n)
	line := verb.Value
	if verb.Value != "may" {
		line += " " + w.operand(verb.Value, object)
	}
	for _, p := range n.Pairs {
		key := p.Key.Value
		is := when
		switch {
		case p.Key == verb, silent[key], key == "id", slices.Contains(inner, key), verb.Value == "switch" && key != "if":
			continue
		case key != "if":
			is = w.operand(key, p.Val)
		}
		switch {
		case is == "false", is == "true" && worded[key]:
		case is == "true":
			line += ", " + words.Plain(key)
		default:
			line += ", " + words.Plain(key) + " " + is
		}
	}
	return line
}

// operand is what stands under a key of a step or declaration.
func (w *writer) operand(key string, n *source.Node) string {
	if worded[key] {
		return w.cond(n)
	}
	return w.flow(n)
}

// inside writes the steps in a step.
func (w *writer) inside(s *syntax.Step) {
	switch do := s.Do.(type) {
	case *syntax.May:
		for _, o := range do.Options {
			w.option(o)
		}
		if do.Otherwise != nil {
			w.line(do.Otherwise.Pos, "otherwise")
			w.deeper(func() { w.block(do.Otherwise) })
		}
	case *syntax.Switch:
		for _, b := range do.Branches.List {
			w.line(b.Label.Pos, b.Label.Name)
			w.deeper(func() { w.block(b.Steps) })
		}
	case *syntax.Each:
		w.block(do.Do)
	case *syntax.While:
		w.block(do.Do)
	}
}

// option writes an option of a `may`.
func (w *writer) option(o syntax.MayOption) {
	w.asked = nil
	line := o.Name
	switch when := w.cond(w.values[o.Pos].Get("if")); when {
	case "false":
		return
	case "true":
	default:
		line += ", if " + when
	}
	w.with(o.Pos, func() string { return line }, func() { w.block(o.Do) })
}

// silent are keys that say nothing of what happens.
var silent = map[string]bool{"cites": true, "note": true}

// worded are the keys of conditions, which may have words.
var worded = map[string]bool{"if": true, "where": true, "together": true, "who": true, "needs": true, "while": true}

// cond is a condition on one line. No condition holds.
func (w *writer) cond(n *source.Node) string {
	switch {
	case n == nil:
		return "true"
	case n.Kind != source.Map, isFormula(n):
		return w.flow(n)
	}
	var parts []string
	for _, p := range n.Pairs {
		if is := w.flow(p.Val); is != "true" {
			parts = append(parts, p.Key.Value+": "+is)
		}
	}
	if parts == nil {
		return "true"
	}
	return strings.Join(parts, "; ")
}

// isFormula tells a map that is one formula from others.
func isFormula(n *source.Node) bool {
	ruling := n.Get("ruling")
	return n.Get("is") != nil || ruling != nil && ruling.Kind == source.Scalar
}

// flow is a value on one line.
func (w *writer) flow(n *source.Node) string {
	switch {
	case n.Kind == source.Scalar:
		return w.text(n.Value)
	case n.Kind == source.List && len(n.Items) == 0:
		return "[]"
	case n.Kind == source.List:
		var parts []string
		for _, it := range n.Items {
			parts = append(parts, w.flow(it))
		}
		return strings.Join(parts, ", ")
	case n.Get("is") != nil:
		return w.flow(n.Get("is"))
	case isFormula(n):
		return w.chosen(n)
	}
	var parts []string
	for _, p := range n.Pairs {
		if !silent[p.Key.Value] {
			parts = append(parts, p.Key.Value+": "+w.flow(p.Val))
		}
	}
	return strings.Join(parts, "; ")
}

// chosen is what a ruling chooses.
func (w *writer) chosen(n *source.Node) string {
	key := n.Get("ruling").Value
	w.asked = append(w.asked, key)
	for _, branch := range []string{w.Program.Readings[key], "else"} {
		if is := n.Get(branch); is != nil {
			return w.flow(is)
		}
	}
	return ""
}

// text is a formula, or any other text.
func (w *writer) text(s string) string {
	s = formula.Settled(s, func(key, reading string) bool {
		w.asked = append(w.asked, key)
		return w.Ruled(key, reading)
	})
	return strings.Join(strings.Fields(s), " ")
}
