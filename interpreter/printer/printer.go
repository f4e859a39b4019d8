// Package printer writes rules as lines of text: steps, conditions, formulas.
//
// It follows the tree, where variants have put, replaced and removed steps, and takes the wording
// of each operand from the node that it was read from. There are two manners. Settled is for
// comparing configurations: what the readings in force decide is decided, and what they leave out
// is not there. Full is for readers: formulas as written, clauses, ids, and of each ruling the
// branch that is taken and the readings that would take another.
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

// Line is a line of a rule.
type Line struct {
	Depth   int
	Text    string
	Pos     source.Pos
	Rulings []string // that decided something in it, or that it is there at all
	Keyed   bool     // it stands under a key, whose place among others means nothing
}

// Printer writes the rules of one configuration. Its methods append to Lines.
type Printer struct {
	Lines    []Line
	full     bool
	readings map[string]string
	ruled    func(key, reading string) bool
	values   map[source.Pos]*source.Node // by the place of the key
	steps    map[source.Pos]*source.Node // by the place of the first key
	depth    int
	within   []string // the rulings that decided that this is written at all
	asked    []string // those that decided something since the last line
}

// Settled and Full make a printer of rules that were read from docs, with the readings in force;
// ruled is what the function of that name says of them.
func Settled(docs []*source.Node, readings map[string]string, ruled func(key, reading string) bool) *Printer {
	p := &Printer{readings: readings, ruled: ruled, values: map[source.Pos]*source.Node{}, steps: map[source.Pos]*source.Node{}}
	for _, doc := range docs {
		p.find(doc)
	}
	return p
}

// Full: see Settled.
func Full(docs []*source.Node, readings map[string]string) *Printer {
	p := Settled(docs, readings, nil)
	p.full = true
	return p
}

// find notes where everything in a node stands.
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

// Value is what was written under the key at a place, StepNode the step whose first key stands
// there; nil if there is none.
func (p *Printer) Value(key source.Pos) *source.Node    { return p.values[key] }
func (p *Printer) StepNode(s *syntax.Step) *source.Node { return p.steps[s.Pos] }

// Take hands over the lines so far, and begins anew.
func (p *Printer) Take() []Line {
	lines := p.Lines
	p.Lines, p.asked = nil, nil
	return lines
}

// Line writes a line.
func (p *Printer) Line(at source.Pos, text string) {
	p.Lines = append(p.Lines, Line{Depth: p.depth, Text: text, Pos: at, Rulings: slices.Concat(p.within, p.asked)})
	p.asked = nil
}

// label writes a line that names the steps below it.
func (p *Printer) label(at source.Pos, text string) {
	if p.full {
		text += ":"
	}
	p.Line(at, text)
}

// Deeper writes what belongs to the line before.
func (p *Printer) Deeper(write func()) {
	p.depth++
	write()
	p.depth--
}

// hanging writes what is there only because of how it was asked since the last line.
func (p *Printer) hanging(write func()) {
	within := p.within
	p.within, p.asked = slices.Concat(p.within, p.asked), nil
	write()
	p.within = within
}

// Block writes steps.
func (p *Printer) Block(b *syntax.Block) {
	if b == nil {
		return
	}
	for _, s := range b.Steps {
		p.asked = nil
		p.Step(s)
	}
}

// Step writes a step, and those within it farther in.
func (p *Printer) Step(s *syntax.Step) {
	n := p.steps[s.Pos]
	when := p.Cond(n.Get("if"))
	switch do := s.Do.(type) {
	case *syntax.ByRuling:
		p.byRuling(s, n, do.Branches, when)
	case *syntax.If:
		if p.full {
			p.Line(s.Pos, p.sentence(n, when))
			p.branches(s, do.Do, do.Else)
			return
		}
		p.conditional(s, when, do.Do, do.Else)
	default:
		if p.full || when != "false" {
			p.with(s.Pos, func() string { return p.sentence(n, when) }, func() { p.inside(s) })
		}
	}
}

// with writes a line and what is in it. Whether that is there hangs on what was asked before; what
// the line itself asks is its own business.
func (p *Printer) with(at source.Pos, line func() string, inside func()) {
	asked := slices.Clone(p.asked)
	p.Line(at, line())
	p.asked = asked
	p.hanging(func() { p.Deeper(inside) })
}

// byRuling writes the branch that is taken.
func (p *Printer) byRuling(s *syntax.Step, n *source.Node, b *syntax.Branches, when string) {
	key := b.Key.Name
	var taken *syntax.Block
	i := b.Taken(p.readings[key])
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
	p.Deeper(func() { p.Block(taken) })
}

func (p *Printer) conditionOf(n *source.Node, when string) string {
	if n.Get("if") == nil {
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

// conditional writes steps under a condition, as far as that is open. How far that is may hang on
// a ruling, and how deep the steps lie then.
func (p *Printer) conditional(s *syntax.Step, when string, do, other *syntax.Block) {
	p.hanging(func() {
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

// branches writes the two sides of an `if`, whose own line stands.
func (p *Printer) branches(s *syntax.Step, do, other *syntax.Block) {
	p.Deeper(func() { p.Block(do) })
	if other != nil {
		p.label(s.Pos, "else")
		p.Deeper(func() { p.Block(other) })
	}
}

// inside writes the steps in a step.
func (p *Printer) inside(s *syntax.Step) {
	switch do := s.Do.(type) {
	case *syntax.May:
		for _, o := range do.Options {
			p.option(o)
		}
		if do.Otherwise != nil {
			p.label(do.Otherwise.Pos, "otherwise")
			p.Deeper(func() { p.Block(do.Otherwise) })
		}
	case *syntax.Switch:
		for _, b := range do.Branches.List {
			p.label(b.Label.Pos, b.Label.Name+p.clauses(b.Cites))
			p.Deeper(func() { p.Block(b.Steps) })
		}
	case *syntax.Each:
		p.Block(do.Do)
	case *syntax.While:
		p.Block(do.Do)
	}
}

// option writes an option of a `may`.
func (p *Printer) option(o syntax.MayOption) {
	p.asked = nil
	line := o.Name
	n := p.values[o.Pos].Get("if")
	switch when := p.Cond(n); {
	case p.full && n != nil:
		line += ": if " + when
	case p.full:
		line += ":"
	case when == "false":
		return
	case when != "true":
		line += ", if " + when
	}
	p.with(o.Pos, func() string { return line + p.clauses(o.Cites) }, func() { p.Block(o.Do) })
}

// clauses are clause ids in brackets, for readers.
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

// Keys writes some keys of a map, each on a line.
func (p *Printer) Keys(n *source.Node, keys ...string) {
	for _, key := range keys {
		for _, q := range n.Pairs {
			if q.Key.Value == key {
				p.pair("", q)
			}
		}
	}
}

// Pairs writes all keys of a map that are no steps; head says what each is.
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

// KeyLine writes a line that stands under a key, whose place among others means nothing.
func (p *Printer) KeyLine(at source.Pos, text string) {
	p.Line(at, text)
	p.Lines[len(p.Lines)-1].Keyed = true
}

// Whole writes what stands under the key at a place, a line for each key of a map.
func (p *Printer) Whole(key source.Pos) {
	n := p.values[key]
	if n.Kind != source.Map || isFormula(n) {
		p.Line(n.Pos, p.Flow(n))
		return
	}
	p.Pairs("", n)
}

// Text puts lines below each other, each farther in as it lies deeper, of so many columns; 0: none is broken.
func Text(lines []Line, depth, width int) string {
	var b strings.Builder
	for _, l := range lines {
		indent := strings.Repeat("  ", depth+l.Depth)
		b.WriteString(words.WrapAt(width, indent, len(indent)+4, l.Text))
	}
	return b.String()
}
