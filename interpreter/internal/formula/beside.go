package formula

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Trace is what the checking of some rules has left behind besides its values, and what it
// hangs on. Beside a game in which the same is written and means the same, values need not be
// made again: what the trace says is noted again, and that is all.
type Trace struct {
	uses     []use // in order
	names    []*Slot
	asked    []string
	asking   []*Value
	mentions []source.Mention
}

// use is of a named formula, or of a counter.
type use struct {
	body key
	span Span
}

// Traced takes down what is done meanwhile.
func (c *Compiler) Traced(do func()) *Trace {
	outer := c.trace
	c.trace = &Trace{}
	defer func() { c.trace = outer }()
	do()
	return c.trace
}

func (c *Compiler) noteUse(u use) {
	if t := c.trace; t != nil && !slices.Contains(t.uses, u) {
		t.uses = append(t.uses, u)
	}
}

// Mention takes down that a name stands for something.
func (c *Compiler) Mention(m source.Mention) {
	if c.Mentions.Add(m); c.trace != nil && c.Mentions != nil {
		c.trace.mentions = append(c.trace.mentions, m)
	}
}

// beside is what there is to take over.
type beside struct {
	old   *Compiler
	stale map[*syntax.FormulaDecl]bool // named formulas of the old game that the new one has not
	fresh map[key]bool                 // whether a named formula comes to the same, once that is known
	moved map[source.Pos]bool          // where names of the old game were declared that are declared elsewhere now
}

// Beside has the compiler take over what another one has checked, whose schema is the same. It
// reports whether all that is declared means the same, but for what named formulas say.
func (c *Compiler) Beside(old *Compiler) bool {
	if len(c.Procs) != len(old.Procs) || !maps.Equal(c.Game.Likes, old.Game.Likes) || !slices.EqualFunc(c.Game.Rulings, old.Game.Rulings, sameReadings) ||
		!slices.Equal(c.countable(), old.countable()) {
		return false
	}
	b := &beside{old: old, stale: map[*syntax.FormulaDecl]bool{}, fresh: map[key]bool{}, moved: map[source.Pos]bool{}}
	same := b.compare(c.game, old.game) && b.compare(c.player, old.player)
	for i, k := range c.kind {
		same = same && b.compare(k, old.kind[i])
	}
	for i, p := range c.Procs {
		if same = same && p.alike(old.Procs[i]) && b.compare(p.Formulas, old.Procs[i].Formulas); !same {
			break
		}
		for j, s := range p.Slots {
			if was := old.Procs[i].Slots[j]; s.Pos != was.Pos {
				b.moved[was.Pos] = true
			}
		}
	}
	for name, of := range c.cardHas {
		same = same && compare(b, of, old.cardHas[name])
	}
	if !same || len(c.cardHas) != len(old.cardHas) {
		return false
	}
	for has, decl := range old.defaults {
		if c.defaults[has] != nil {
			c.defaults[has] = decl
		}
	}
	c.beside = b
	return true
}

func sameReadings(a, b *syntax.Ruling) bool {
	return a == b || a.Name == b.Name && slices.EqualFunc(a.Readings, b.Readings, func(a, b syntax.Labelled) bool { return a.Name == b.Name })
}

func (b *beside) compare(is, was map[string]*syntax.FormulaDecl) bool { return compare(b, is, was) }

// compare finds which formulas are not what they were; none may be there anew.
func compare[K comparable](b *beside, is, was map[K]*syntax.FormulaDecl) bool {
	for name, decl := range was {
		if is[name] == nil {
			return false
		}
		b.stale[decl] = b.stale[decl] || is[name] != decl
	}
	return len(is) == len(was)
}

// alike reports whether the frames of a procedure hold the same.
func (p *Proc) alike(old *Proc) bool {
	return p.Name == old.Name && p.Size == old.Size && p.Mixed == old.Mixed && sameType(p.Card, old.Card) && sameType(p.Target, old.Target) &&
		slices.Equal(p.Lists, old.Lists) && slices.Equal(p.Pending, old.Pending) &&
		slices.EqualFunc(p.Slots, old.Slots, func(s, old *Slot) bool { return s.Name == old.Name && s.At == old.At && sameType(s.Type, old.Type) })
}

func sameType(a, b schema.Type) bool {
	return a.Same(b) && a.Field == b.Field && slices.Equal(a.Procs, b.Procs)
}

// Holds reports whether what has been traced, in the game beside which this one is compiled,
// would come to the same.
func (c *Compiler) Holds(t *Trace) bool {
	if c.beside == nil {
		return false
	}
	if c.Mentions != nil && slices.ContainsFunc(t.mentions, func(m source.Mention) bool { return c.beside.moved[m.To] }) {
		return false
	}
	return !slices.ContainsFunc(t.uses, func(u use) bool { return u.body.decl != nil && !c.holds(u.body) })
}

func (c *Compiler) holds(k key) bool {
	b := c.beside
	holds, known := b.fresh[k]
	if !known {
		was, ok := b.old.bodies[k]
		holds = ok && !b.stale[k.decl] && c.Holds(was.trace)
		b.fresh[k] = holds
	}
	return holds
}

// Again notes what has been traced.
func (c *Compiler) Again(t *Trace) {
	for _, u := range t.uses {
		if u.body.decl == nil {
			c.span(u.span)
		} else if _, known := c.bodies[u.body]; !known {
			c.takeOver(u.body)
		}
	}
	for _, s := range t.names {
		c.Procs[s.proc].slots[s.Name].Read = true
	}
	for _, key := range t.asked {
		c.Asked[key] = true
	}
	c.asking = append(c.asking, t.asking...)
	for _, m := range t.mentions {
		c.Mentions.Add(m)
	}
}

// takeOver takes over a named formula, if it comes to the same.
func (c *Compiler) takeOver(k key) (b body, ok bool) {
	if c.beside == nil || c.typing || c.LaidOut || !c.holds(k) {
		return b, false
	}
	b = c.beside.old.bodies[k]
	c.bodies[k] = b
	c.Again(b.trace)
	return b, true
}

// Counts reports whether the counters are those of the game beside which this one is compiled:
// what has been taken over knows where they lie.
func (c *Compiler) Counts() bool { return slices.Equal(c.Spans, c.beside.old.Spans) }

// From has the compiler share what it settles with the configuration of another game, until what
// is returned is called: what is taken over is settled there already.
func (c *Compiler) From(first *Compiler) (done func()) {
	c.first = first
	return func() { c.first, c.beside = nil, nil }
}
