package program

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/source"
)

// unit is what a procedure is compiled to: code that begins at op 0, with operands,
// steps and loops numbered from 0. Configurations share it, so nobody changes it.
type unit struct {
	Object
	entry, atEnd, end int32
	ids               map[string]int // step id → step
	loops             []int
	late              []fix     // stops of steps of other procedures
	window            *WindowOp // of a window's own frame
}

// fix is a stop whose target is known later: a step of the same procedure once that
// is compiled, one of another once all are.
type fix struct {
	stop int
	step int // -1: of another procedure
	pos  source.Pos
}

// late is a stop of a step of another procedure.
type late struct {
	op  *StopOp
	pos source.Pos
}

// unit compiles what is a procedure, by itself.
func (b *builder) unit(p *Proc, compile func()) *unit {
	outer, steps := b.Object, b.step
	b.Object, b.fixes = Object{}, nil
	b.proc, b.firsts, b.passed, b.open = &Proc{Proc: p.Proc, Decl: p.Decl, Pos: p.Pos, Request: p.Request, AtEnd: -1, IDs: map[string]int{}}, nil, nil, nil
	compile()
	u := &unit{entry: b.proc.Entry, atEnd: b.proc.AtEnd, end: b.proc.End, ids: b.proc.IDs, loops: b.proc.Loops}
	for _, f := range b.fixes {
		if f.step < 0 {
			u.late = append(u.late, f)
		} else {
			b.Stops[f.stop].Resume = b.Steps[f.step].End
		}
	}
	for i := range b.Ops {
		if op := &b.Ops[i]; op.To >= 0 {
			op.To = b.landing(op.To)
		}
	}
	u.Object, b.Object, b.step = b.Object, outer, steps
	return u
}

// link adds the code of a procedure to the program's. What says where in the code
// something is becomes a copy that says where it is now.
func (b *builder) link(p *Proc, u *unit) {
	at, step, loop, stop := b.here(), int32(len(b.Steps)), len(b.Loops), len(b.Stops)
	moved := func(to int32) int32 {
		if to < 0 {
			return to
		}
		return to + at
	}
	first := b.Object.lengths()
	for _, op := range u.Ops {
		op.A, op.To, op.Step = op.A+first[op.Code], moved(op.To), op.Step+step
		b.Ops = append(b.Ops, op)
	}
	for _, s := range u.Steps {
		s.First, s.End = s.First+at, s.End+at
		b.Steps = append(b.Steps, s)
	}
	for _, m := range copies(u.Mays) {
		m.Options = slices.Clone(m.Options)
		for i := range m.Options {
			m.Options[i].To += at
		}
		b.Mays = append(b.Mays, m)
	}
	for _, s := range copies(u.Switches) {
		s.To = slices.Clone(s.To)
		for i := range s.To {
			s.To[i] += at
		}
		b.Switches = append(b.Switches, s)
	}
	for _, l := range copies(u.Loops) {
		l.First, l.End = l.First+at, l.End+at
		b.Loops = append(b.Loops, l)
	}
	for _, s := range copies(u.Stops) {
		if s.Own {
			s.Resume += at
		}
		b.Stops = append(b.Stops, s)
	}
	for _, f := range u.late {
		b.late = append(b.late, late{b.Stops[stop+f.stop], f.pos})
	}
	b.Object.join(&u.Object)
	b.units[p.Index] = u
	p.Entry, p.AtEnd, p.End = moved(u.entry), moved(u.atEnd), moved(u.end)
	for id, i := range u.ids {
		p.IDs[id] = i + int(step)
	}
	p.Loops = make([]int, len(u.loops))
	for i, l := range u.loops {
		p.Loops[i] = l + loop
	}
}

// lengths are those of the tables, by the code of the ops whose operands they hold.
func (c *Object) lengths() [len(codeNames)]int32 {
	return [len(codeNames)]int32{
		Unless: int32(len(c.Conds)), Choose: int32(len(c.Chooses)), May: int32(len(c.Mays)), Roll: int32(len(c.Rolls)),
		Shuffle: int32(len(c.Zones)), DrawBegin: int32(len(c.Draws)), Draw: int32(len(c.Draws)), Move: int32(len(c.Moves)),
		Discard: int32(len(c.Lists)), Finish: int32(len(c.Lists)), Flip: int32(len(c.Flips)), Show: int32(len(c.Shows)), Set: int32(len(c.Sets)),
		Pick: int32(len(c.Picks)), Switch: int32(len(c.Switches)), EachBegin: int32(len(c.Loops)), EachNext: int32(len(c.Loops)),
		Anew: int32(len(c.Anew)), Call: int32(len(c.Calls)), Stop: int32(len(c.Stops)),
	}
}

// join appends those tables that say nothing of where code is.
func (c *Object) join(o *Object) {
	c.Conds = append(c.Conds, o.Conds...)
	c.Chooses = append(c.Chooses, o.Chooses...)
	c.Rolls = append(c.Rolls, o.Rolls...)
	c.Zones = append(c.Zones, o.Zones...)
	c.Draws = append(c.Draws, o.Draws...)
	c.Moves = append(c.Moves, o.Moves...)
	c.Lists = append(c.Lists, o.Lists...)
	c.Flips = append(c.Flips, o.Flips...)
	c.Shows = append(c.Shows, o.Shows...)
	c.Sets = append(c.Sets, o.Sets...)
	c.Picks = append(c.Picks, o.Picks...)
	c.Anew = append(c.Anew, o.Anew...)
	c.Calls = append(c.Calls, o.Calls...)
}

// Alike reports whether a match in which no other procedures begin than these goes the same
// way in a program under other readings: it shares all that is looked at in such a match.
func (p *Program) Alike(q *Program, begin []bool) bool {
	if p.base != q.base || !slices.Equal(p.Invariants, q.Invariants) || !maps.Equal(p.Sights, q.Sights) {
		return false
	}
	for i, o := range p.Offers {
		if o.own != q.Offers[i].own {
			return false
		}
	}
	for i := range p.Procs {
		if begin[i] && p.units[i] != q.units[i] {
			return false
		}
	}
	for i, w := range p.Windows {
		if begin[w.Proc] && !slices.Equal(w.Cards, q.Windows[i].Cards) {
			return false
		}
	}
	return true
}
