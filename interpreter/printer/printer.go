// Package printer formats rules as lines of text: steps, conditions, formulas.
//
// It walks the syntax tree of a configuration, after variants have added, replaced and removed
// steps, and copies the text of each operand from its YAML node. There are two forms. New is for
// comparing configurations: rulings are decided, and steps that cannot run are omitted.
// NewComplete is for readers: formulas as written, clauses, ids, and for each ruling the branch
// taken and the other readings.
//
//	printer.go  lines, blocks, steps
//	flow.go     operands and formulas on one line
package printer

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Line is one line of a printed rule.
type Line struct {
	Depth   int
	Text    string
	Pos     source.Pos
	Rulings []string // rulings on which the text or presence of the line depends
	Keyed   bool     // the value of a key: its order among other keys does not matter
}

// Printer formats the rules of one configuration. Its methods append to Lines.
type Printer struct {
	Lines    []Line
	full     bool
	readings map[string]string
	ruled    func(key, reading string) bool
	values   map[source.Pos]*source.Node // by position of the key
	steps    map[source.Pos]*source.Node // by position of the first key
	depth    int
	within   []string // rulings on which the presence of the current block depends
	asked    []string // rulings used since the last line
}

// New returns a printer for the rules in docs under the given readings. ruled implements
// the function of the same name in formulas.
func New(docs []*source.Node, readings map[string]string, ruled func(key, reading string) bool) *Printer {
	p := &Printer{readings: readings, ruled: ruled, values: map[source.Pos]*source.Node{},
		steps: map[source.Pos]*source.Node{}}
	for _, doc := range docs {
		p.find(doc)
	}
	return p
}

// NewComplete returns a printer that includes clauses, ids and all readings.
func NewComplete(docs []*source.Node, readings map[string]string) *Printer {
	p := New(docs, readings, nil)
	p.full = true
	return p
}

// find indexes the values and steps in a node by position.
func (p *Printer) find(n *source.Node) {
	for _, it := range n.Items {
		if len(it.Pairs) > 0 {
			p.steps[it.Pairs[0].Key.Pos] = it
		}
		p.find(it)
	}
	for _, q := range n.Pairs {
		p.values[q.Key.Pos] = q.Val
		p.find(q.Val)
	}
}

// Value returns the node under the key at a position, StepNode the step whose first key is
// there, or nil.
func (p *Printer) Value(key source.Pos) *source.Node    { return p.values[key] }
func (p *Printer) StepNode(s *syntax.Step) *source.Node { return p.steps[s.Pos] }

// Take returns the lines so far and removes them from the printer.
func (p *Printer) Take() []Line {
	lines := p.Lines
	p.Lines, p.asked = nil, nil
	return lines
}

// Line appends a line.
func (p *Printer) Line(at source.Pos, text string) {
	p.Lines = append(p.Lines, Line{Depth: p.depth, Text: text, Pos: at, Rulings: slices.Concat(p.within, p.asked)})
	p.asked = nil
}

// label appends a line that names the steps below it.
func (p *Printer) label(at source.Pos, text string) {
	if p.full {
		text += ":"
	}
	p.Line(at, text)
}

// Indent calls write with one more level of indentation.
func (p *Printer) Indent(write func()) {
	p.depth++
	write()
	p.depth--
}

// dependent calls write for lines whose presence depends on the rulings used since the last line.
func (p *Printer) dependent(write func()) {
	within := p.within
	p.within, p.asked = slices.Concat(p.within, p.asked), nil
	write()
	p.within = within
}

// Block appends the steps of a block.
func (p *Printer) Block(b *syntax.Block) {
	if b == nil {
		return
	}
	for _, s := range b.Steps {
		p.asked = nil
		p.Step(s)
	}
}

// Step appends a step with its inner steps indented.
func (p *Printer) Step(s *syntax.Step) {
	n := p.steps[s.Pos]
	when := p.when(s, n)
	switch do := s.Do.(type) {
	case *syntax.ByRuling:
		p.byRuling(s, n, do.Branches, when)
	case *syntax.If:
		if p.full {
			p.Line(s.Pos, p.sentence(s, n, when))
			p.branches(s, do.Do, do.Else)
			return
		}
		p.conditional(s, when, do.Do, do.Else)
	default:
		if p.full || when != "false" {
			p.lineWith(s.Pos, func() string { return p.sentence(s, n, when) }, func() { p.inside(s) })
		}
	}
}

// Head formats a step on one line, without its inner steps.
func (p *Printer) Head(s *syntax.Step) string {
	n := p.steps[s.Pos]
	when := p.when(s, n)
	if by, ok := s.Do.(*syntax.ByRuling); ok {
		return "ruling " + by.Branches.Key.Name + p.conditionOf(n, when) + idOf(s) + cited(s.Cites)
	}
	return p.sentence(s, n, when)
}

// lineWith appends a line and its inner lines. The presence of the inner lines depends on the
// rulings used before the line, not on those that the line itself uses.
func (p *Printer) lineWith(at source.Pos, line func() string, inside func()) {
	asked := slices.Clone(p.asked)
	p.Line(at, line())
	p.asked = asked
	p.dependent(func() { p.Indent(inside) })
}

// byRuling appends the branch that the reading in force selects.
func (p *Printer) byRuling(s *syntax.Step, n *source.Node, b *syntax.Branches, when string) {
	key := b.Key.Name
	var taken *syntax.Block
	i := b.For(p.readings[key])
	if i >= 0 {
		taken = b.List[i].Steps
	}
	if !p.full {
		p.asked = append(p.asked, key)
		p.conditional(s, when, taken, nil)
		return
	}
	line := "as " + key + " is read (" + p.readings[key]
	for k, other := range b.List {
		if k != i {
			line += ", not " + other.Label.Name
		}
	}
	line += ")" + p.conditionOf(n, when) + idOf(s) + cited(s.Cites)
	if i >= 0 && b.List[i].Variant.Name != "" {
		line += ": what variant " + b.List[i].Variant.Name + " says"
	} else if i >= 0 && (taken == nil || len(taken.Steps) == 0) {
		line += ": nothing"
	}
	p.Line(s.Pos, line)
	p.Indent(func() { p.Block(taken) })
}

// when formats the condition of a step, including the conditions that variants add.
func (p *Printer) when(s *syntax.Step, n *source.Node) string {
	parts := []string{p.Cond(n.Get("if"))}
	for _, a := range s.Added {
		if a.Key.Value == "if" {
			parts = append(parts, p.Cond(a.Val))
		}
	}
	return bothOf(parts)
}

// bothOf joins formatted conditions.
func bothOf(parts []string) string {
	parts = slices.DeleteFunc(parts, func(is string) bool { return is == "true" })
	switch {
	case slices.Contains(parts, "false"):
		return "false"
	case len(parts) == 0:
		return "true"
	}
	return strings.Join(parts, "; ")
}

func (p *Printer) conditionOf(n *source.Node, when string) string {
	if n.Get("if") == nil && when == "true" {
		return ""
	}
	return ", if " + when
}

func idOf(s *syntax.Step) string {
	if s.ID.Name == "" {
		return ""
	}
	return ", id " + s.ID.Name
}

// conditional appends steps under a condition. If the condition is constant under the readings
// in force, it appends only the steps that run.
func (p *Printer) conditional(s *syntax.Step, when string, do, other *syntax.Block) {
	p.dependent(func() {
		switch when {
		case "true":
			p.Block(do)
		case "false":
			p.Block(other)
		default:
			p.Line(s.Pos, "if "+when)
			p.branches(s, do, other)
		}
	})
}

// branches appends the two branches of an `if` below its line.
func (p *Printer) branches(s *syntax.Step, do, other *syntax.Block) {
	p.Indent(func() { p.Block(do) })
	if other != nil {
		p.label(s.Pos, "else")
		p.Indent(func() { p.Block(other) })
	}
}

// inside appends the inner steps of a step.
func (p *Printer) inside(s *syntax.Step) {
	switch do := s.Do.(type) {
	case *syntax.May:
		for _, o := range do.Options {
			p.option(o)
		}
		if do.Otherwise != nil {
			p.label(do.Otherwise.Pos, "otherwise")
			p.Indent(func() { p.Block(do.Otherwise) })
		}
	case *syntax.Switch:
		for _, b := range do.Branches.List {
			p.label(b.Label.Pos, b.Label.Name+p.clauses(b.Cites))
			p.Indent(func() { p.Block(b.Steps) })
		}
	case *syntax.Each:
		p.Block(do.Do)
	case *syntax.While:
		p.Block(do.Do)
	}
}

// option appends an option of a `may`.
func (p *Printer) option(o syntax.MayOption) {
	p.asked = nil
	line := o.Name
	n := p.values[o.Pos].Get("if")
	parts := []string{p.Cond(n)}
	if o.Added != nil {
		parts = append(parts, p.Worded(o.Added))
	}
	switch when := bothOf(parts); {
	case p.full && (n != nil || o.Added != nil):
		line += ": if " + when
	case p.full:
		line += ":"
	case when == "false":
		return
	case when != "true":
		line += ", if " + when
	}
	p.lineWith(o.Pos, func() string { return line + p.clauses(o.Cites) }, func() { p.Block(o.Do) })
}

// clauses returns clause ids in brackets, or "" unless output is full.
func (p *Printer) clauses(ids []syntax.Ident) string {
	if !p.full {
		return ""
	}
	return cited(ids)
}

func cited(ids []syntax.Ident) string {
	if len(ids) == 0 {
		return ""
	}
	return " (" + words.Cites(ids) + ")"
}

// Keys appends some keys of a map, one per line.
func (p *Printer) Keys(n *source.Node, keys ...string) {
	for _, key := range keys {
		for _, q := range n.Pairs {
			if q.Key.Value == key {
				p.pair("", q)
			}
		}
	}
}

// Pairs appends all keys of a map except those with steps, each prefixed with head.
func (p *Printer) Pairs(head string, n *source.Node) {
	if n == nil {
		return
	}
	for _, q := range n.Pairs {
		if q.Key.Value != "do" && !silent[q.Key.Value] {
			p.pair(head, q)
		}
	}
}

func (p *Printer) pair(head string, q source.Pair) {
	p.KeyLine(q.Key.Pos, head+q.Key.Value+": "+p.operand(q.Key.Value, q.Val))
}

// KeyLine appends the value of a key, whose order among other keys does not matter.
func (p *Printer) KeyLine(at source.Pos, text string) {
	p.Line(at, text)
	p.Lines[len(p.Lines)-1].Keyed = true
}

// Whole appends the value of the key at a position. A map gets one line per key.
func (p *Printer) Whole(key source.Pos) {
	n := p.values[key]
	if n.Kind != source.Map || isFormula(n) {
		p.Line(n.Pos, p.Flow(n))
		return
	}
	p.Pairs("", n)
}
