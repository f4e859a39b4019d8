package formula

import (
	"context"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// The configurations of a game differ in a few readings, and most formulas and
// procedures ask none of these. So what is compiled notes which rulings it asks, and
// a configuration in which they have the same readings shares it. Every branch of a
// ruling is compiled, whichever is in force; so what is asked, and of what type
// anything is, is the same in all of them.

// common is what the compilers of all configurations of a game share. Nothing but
// what locks guard changes once it is laid out.
type common struct {
	*schema.Schema
	Trees     *Trees
	Mentions  *source.Mentions // nil: nobody wants to know
	LaidOut   bool             // the words of a match are settled: no more counters
	Covering  bool             // compile for coverage: see cover.go
	Until     context.Context  // when it is over, no more is compiled; nil: nothing ends it
	Asked     map[string]bool  // rulings that some formula or step asked
	Procs     []*Proc
	procs     map[string]*Proc
	countable func() []string // what times can count
	spans     []Span
	unused    []unused                               // formulas that nothing uses
	cardHas   map[string]map[int]*syntax.FormulaDecl // each_has formulas: name → card → formula
	defaults  map[*syntax.Has]*syntax.FormulaDecl    // each_has formulas of cards that have none of their own
	game      map[string]*syntax.FormulaDecl
	player    map[string]*syntax.FormulaDecl
	kind      []map[string]*syntax.FormulaDecl

	compiling sync.Mutex // guards what follows
	made      map[any]*versions
	marks     []*Mark
	markAt    map[source.Pos]int
}

// versions are what was compiled of one thing under different readings.
type versions struct {
	asks []string         // the rulings that it asks
	of   map[string]*kept // by the readings of these
}

// kept is something compiled.
type kept struct {
	is    any
	marks []int // what notes are taken of in it
	open  bool
}

// uses is what something that is being compiled uses so far.
type uses struct {
	asks  []string
	marks []int
	open  bool // a name of which more may become known (SlotType)
}

func (u *uses) add(asks []string, marks []int, open bool) {
	u.open = u.open || open
	for _, key := range asks {
		if !slices.Contains(u.asks, key) {
			u.asks = append(u.asks, key)
		}
	}
	u.marks = append(u.marks, marks...)
}

// Done says that all that configurations share is known, such as what they count.
func (c *Compiler) Done() { c.LaidOut = true }

// Under is a compiler of the same game under other readings, for a game that is laid out.
func (c *Compiler) Under(readings map[string]string, d *source.Diagnostics) *Compiler {
	return newCompiler(c.common, readings, d)
}

// readingsOf tells apart what depends on some rulings.
func (c *Compiler) readingsOf(asks []string) string {
	if len(asks) == 0 {
		return ""
	}
	var b strings.Builder
	for _, key := range asks {
		b.WriteString(c.Readings[key])
		b.WriteByte(' ')
	}
	return b.String()
}

// Uses are the rulings that was asked since the compiler was last refilled.
func (c *Compiler) Uses() []string { return c.uses.asks }

// find is what was compiled before and holds under the readings in force.
func (c *Compiler) find(key any) (is any, ok bool) {
	c.compiling.Lock()
	defer c.compiling.Unlock()
	v := c.made[key]
	if v == nil {
		return nil, false
	}
	m := v.of[c.readingsOf(v.asks)]
	if m == nil {
		return nil, false
	}
	c.uses.add(v.asks, m.marks, m.open)
	return m.is, true
}

// keep keeps what was just compiled, with all that it uses.
func (c *Compiler) keep(key, is any) {
	asks := slices.Sorted(slices.Values(c.uses.asks))
	slices.Sort(c.uses.marks)
	marks := slices.Clone(slices.Compact(c.uses.marks))
	c.compiling.Lock()
	defer c.compiling.Unlock()
	v := c.made[key]
	if v == nil || !slices.Equal(v.asks, asks) {
		v = &versions{asks, map[string]*kept{}}
		c.made[key] = v
	}
	if len(v.of) == mostVersions {
		clear(v.of)
	}
	v.of[c.readingsOf(asks)] = &kept{is, marks, c.uses.open}
}

// mostVersions is how many versions of one thing are kept: a game has more sets of
// readings than memory has room for.
const mostVersions = 64

// Once is what compile makes, or has made for a configuration in which all that it
// asks is as in this one. The key says what it is. If anything is wrong with it, it is
// not kept.
func Once[T any](c *Compiler, key any, compile func() T) T {
	if is, ok := c.find(key); ok {
		return is.(T)
	}
	outer, wrong := c.uses, len(*c.Diags)
	c.uses = uses{}
	is := compile()
	if len(*c.Diags) == wrong && !c.meter.over {
		c.keep(key, is)
	}
	outer.add(c.uses.asks, c.uses.marks, c.uses.open)
	c.uses = outer
	return is
}

// Marked are the marks of all that was compiled, or shared, since the compiler was made
// or this was asked; those of other configurations stand empty.
func (c *Compiler) Marked() []*Mark {
	c.compiling.Lock()
	defer c.compiling.Unlock()
	out := slices.Repeat([]*Mark{{}}, len(c.marks))
	for _, i := range c.uses.marks {
		out[i] = c.marks[i]
	}
	c.uses = uses{}
	return out
}
