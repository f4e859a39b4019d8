package formula

import (
	"context"
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// common is what all configurations of a game share. Nothing changes once it is laid out:
// every formula has been checked then, with all branches of all rulings, and a
// configuration settles which of these are in force.
type common struct {
	*schema.Interner
	Trees     *Trees
	Mentions  *source.Mentions // nil: nobody wants to know
	LaidOut   bool             // the words of a match are settled: no more counters
	Covering  bool             // compile for coverage: see cover.go
	Uncited   bool             // … and note what cites no clause, too
	Until     context.Context  // when it is over, no more is compiled; nil: nothing ends it
	Asked     map[string]bool  // rulings that some formula or step asked
	Procs     []*Proc
	countable func() []string                        // what times can count
	Spans     []Span                                 // the counters that formulas ask for
	cardHas   map[string]map[int]*syntax.FormulaDecl // each_has formulas: name → card → formula
	defaults  map[*syntax.Has]*syntax.FormulaDecl    // each_has formulas of cards that have none of their own
	game      map[string]*syntax.FormulaDecl
	player    map[string]*syntax.FormulaDecl
	kind      []map[string]*syntax.FormulaDecl

	bodies map[key]body // named formulas
	marks  []*Mark
	markAt map[source.Pos]int
	ofData []int    // the marks of fields, values and cards
	asking []*Value // all that asks for a reading
}

// body is a named formula as it is invoked.
type body struct {
	*Value
	open bool     // it hangs on a name of which more may become known (SlotType)
	uses []string // of one that was settled at once: the rulings on which it hangs
}

// Done says that all that configurations share is known, such as what they count.
func (c *Compiler) Done() { c.LaidOut = true }

// Under is a compiler of the same game under other readings, for a game that is laid out.
// It shares what is settled alike.
func (c *Compiler) Under(readings map[string]string, d *source.Diagnostics) *Compiler {
	out := newCompiler(c.common, readings, d)
	out.first = c
	return out
}

// Over is a compiler for formulas that stand over a game that is laid out, and may name words
// that it has not.
func (c *Compiler) Over(readings map[string]string) *Compiler {
	out := c.Under(readings, &source.Diagnostics{})
	own := *c.common
	own.Interner = c.Schema.Interner()
	out.common = &own
	return out
}

// Same reports whether rulings have the same readings in force here as in the
// configuration that this one is made from.
func (c *Compiler) Same(rulings []string) bool {
	return c.first != nil && c.Reads(c.first, rulings) && !c.touches(rulings)
}

// CheckRuled reports what asks for a reading that a new one may or may not be like.
func (c *Compiler) CheckRuled() {
	for _, v := range c.asking {
		c.checkRuled(v)
	}
}

func (c *Compiler) checkRuled(v *Value) {
	reading := c.Readings[v.ruling.Name]
	if _, known := c.Game.Ruled(v.ruling.Name, reading, v.reading); !known {
		c.Diags.Hint(v.Pos, "add `as: READING` where it is added", "%q, which a variant adds to ruling %s, does not say for which other reading it counts here", reading, v.ruling.Name)
	}
}

// Settle is a formula under the readings in force, with its closures: the very node where
// nothing of it hangs on any, and that of the first configuration where none differs.
func (c *Compiler) Settle(v *Value) *Value {
	if v == nil || v.Asks() == nil {
		return v
	}
	if s, ok := c.settled[v]; ok {
		return s
	}
	var s *Value
	if c.first != nil && c.Reads(c.first, v.Asks()) {
		s = c.first.settled[v]
	}
	if s == nil {
		s = c.emit(c.settle(v))
		if v.Tables != nil && v.watched != nil {
			s = v.watched(s)
		}
	}
	c.settled[v] = s
	return s
}

// settle makes what is noted of v be noted of what it is settled to, if there is anything
// left to see.
func (c *Compiler) settle(v *Value) *Value {
	s := c.settleBare(v)
	for _, n := range v.notes() {
		if s.OK() && (n.what == used || !s.Settled()) {
			n.of = c.Settle(n.of)
			s = s.noting(n)
		}
	}
	return s
}

func (c *Compiler) settleBare(v *Value) *Value {
	switch v.Op {
	case Ruled:
		yes, _ := c.Game.Ruled(v.ruling.Name, c.Readings[v.ruling.Name], v.reading)
		return yesConst(v.Pos, yes)
	case Ruling:
		if i := c.Taken(v.branches); i >= 0 && v.Of[i].OK() {
			return c.Settle(v.Of[i]).ofType(v.Type)
		}
		return badOf(v.Type, v.Pos)
	}
	out := *v
	out.num, out.list, out.seldom, out.noted, out.ready = nil, nil, nil, 0, false
	out.Of = c.settleAll(v.Of)
	if v.Tables != nil {
		tables := *v.Tables
		out.Tables = &tables
		out.By = c.settleAll(v.By)
		if v.body != nil {
			out.cost = int32(work(v.body, c.Readings))
		}
	}
	if slices.ContainsFunc(out.Of, isBad) {
		return badOf(v.Type, v.Pos) // what is wrong has been reported
	}
	out.holds()
	return folded(&out)
}

// holds has those parts of a value hold or not that have to, and may be nothing since it is settled
// which branch of a ruling they are.
func (v *Value) holds() {
	var parts []*Value
	switch v.Op {
	case Either, OrElse:
		parts = v.Of[1:]
	case Equal:
		if v.Of[0].isYesNo() && v.Of[1].isYesNo() {
			parts = v.Of
		}
	case Invoke, InvokeOf:
		if body := v.Of[0]; body.Op != Optional && !body.Const() {
			parts = v.Of[:1]
		}
	case Dispatch:
		parts = v.By
	}
	for i, of := range parts {
		if of.OK() && of.isYesNo() {
			parts[i] = holding(of)
		}
	}
}

func (c *Compiler) settleAll(of []*Value) []*Value {
	out := make([]*Value, len(of))
	for i, v := range of {
		out[i] = c.Settle(v)
	}
	return out
}

// Taken is the branch of a ruling that the reading in force takes; -1: none does, which is
// reported.
func (c *Compiler) Taken(b *syntax.Branches) int {
	reading := c.Readings[b.Key.Name]
	i := b.Taken(reading)
	if i >= 0 && b.List[i].Is == nil && b.List[i].Steps == nil && b.List[i].Variant.Name != "" {
		c.Diags.Hint(b.List[i].Variant.Pos, "play with that variant, or take another reading", "reading %q of %s is left to variant %s, which is not in force", reading, b.Key.Name, b.List[i].Variant.Name)
		return -1
	}
	return i
}

// MarksIn lists what notes are taken of in some values, and of data; what other
// configurations have besides stands empty.
func (c *Compiler) MarksIn(values []*Value) []*Mark {
	out := slices.Repeat([]*Mark{{}}, len(c.marks))
	for _, i := range c.ofData {
		out[i] = c.marks[i]
	}
	seen := map[*Value]bool{}
	for _, v := range values {
		walk(v, seen, func(v *Value) {
			for _, n := range v.notes() {
				if (n.what == used || n.what == came) && n.mark >= 0 {
					out[n.mark] = c.marks[n.mark]
				}
			}
		})
	}
	return out
}
