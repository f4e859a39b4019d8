package program

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
)

// access is at what part of the state some ops look, and which they change. It may be more than what
// they do, and is never less.
type access struct {
	reads, writes aspects
	open          bool // they ask somebody, leave something to chance, or go on elsewhere
}

func newAccess() *access { return &access{reads: aspects{}, writes: aspects{}} }

// aspects are a set: what is called twice is looked at once.
type aspects map[aspect]bool

func (a aspects) add(is aspect) { a[is] = true }

// aspect is a part of the state.
type aspect struct {
	what  aspectOf
	field *schema.Field
	proc  int // of a name, with where it lies in the frame
	at    int
	zone  *schema.ZoneDecl // nil: any
	kinds schema.KindSet   // that lie there, or that are turned over
	card  *schema.Card     // nil: any of these kinds
	adds  bool             // of counters: one more, in whatever order; of what lies where: it comes there, and does not leave
}

type aspectOf uint8

const (
	fields aspectOf = iota
	names
	lies     // what lies where
	faces    // which way it does
	counters // how often something has happened
	views    // what players remember
	anything
)

// touches tells whether it can matter which of two aspects is looked at or changed first, one of them
// being changed.
func (p *Program) touches(a, b aspect) bool {
	if a.what == anything || b.what == anything {
		return true
	}
	if a.what != b.what {
		return false
	}
	switch a.what {
	case fields:
		return a.field == b.field
	case names:
		return a.proc == b.proc && a.at == b.at
	case lies:
		return slices.ContainsFunc(p.Decls, func(d *schema.ZoneDecl) bool {
			return a.lieIn(d) && b.lieIn(d) && (a.isOf(b) || d.Stack && a.adds && b.adds)
		})
	case faces:
		return a.isOf(b)
	case counters:
		return !a.adds || !b.adds
	}
	return true
}

// isOf tells whether two aspects can be of the same piece.
func (a aspect) isOf(b aspect) bool {
	return a.kinds&b.kinds != 0 && (a.card == nil || b.card == nil || a.card == b.card)
}

// lieIn tells whether an aspect is of what lies in such a zone.
func (a aspect) lieIn(d *schema.ZoneDecl) bool {
	return d == a.zone || a.zone == nil && d.Zone != nil && d.Holds&a.kinds != 0
}

func (p *Program) anyTouches(a, b aspects) bool {
	for a := range a {
		for b := range b {
			if p.touches(a, b) {
				return true
			}
		}
	}
	return false
}

// Commute tells of two steps of a block, which stand one behind the other from first, from second, and up
// to end, that it comes to the same in whichever order they run: neither asks anybody, leaves anything to
// chance or ends anything, and neither changes what the other looks at or changes. In which order it is
// told that they ran is another matter. No invariant looks at what both change: between them it could fail.
func (p *Program) Commute(first, second, end source.Pos) bool {
	found, e := false, &accesses{Program: p}
	for i, proc := range p.Procs {
		a, one := p.between(proc, first, second)
		b, other := p.between(proc, second, end)
		switch {
		case a == b: // neither is there
			continue
		case !one || !other || a[0] < a[1] && b[0] < b[1] && a[1] != b[0]:
			return false
		}
		x, y := newAccess(), newAccess()
		e.ops(x, i, a[0], a[1])
		e.ops(y, i, b[0], b[1])
		if found = true; !e.commute(x, y) || e.tears(x, y) {
			return false
		}
	}
	return found
}

// between are the ops of a procedure, from one to before another, whose steps stand between two places of
// a file; whether there are none but these between them.
func (p *Program) between(proc *Proc, from, to source.Pos) (ops [2]int32, whole bool) {
	whole = true
	for j := proc.Entry; j < proc.End; j++ {
		at := p.Steps[p.Ops[j].Step].Pos
		if at.File != from.File || at.Before(from) || to.File != nil && !at.Before(to) {
			continue
		}
		if ops == [2]int32{} {
			ops = [2]int32{j, j}
		}
		whole = whole && ops[1] == j
		ops[1] = j + 1
	}
	return ops, whole
}

// accesses finds those of steps and procedures.
type accesses struct {
	*Program
	procs map[int]*access // nil: it is being found
}

func (e *accesses) commute(a, b *access) bool {
	return !a.open && !b.open && !e.anyTouches(a.writes, b.writes) && !e.anyTouches(a.writes, b.reads) && !e.anyTouches(a.reads, b.writes)
}

// tears tells whether an invariant looks at what each of two steps changes.
func (e *accesses) tears(a, b *access) bool {
	return slices.ContainsFunc(e.Invariants, func(i *Invariant) bool {
		is := newAccess()
		e.looks(is, -1, i.That)
		return !i.Fixed && e.anyTouches(is.reads, a.writes) && e.anyTouches(is.reads, b.writes)
	})
}

// proc is the access of a run of a procedure, as others see it: its names are its own.
func (e *accesses) proc(i int) *access {
	if out, found := e.procs[i]; found {
		if out == nil {
			return &access{open: true} // it calls itself
		}
		return out
	}
	if e.procs == nil {
		e.procs = map[int]*access{}
	}
	e.procs[i] = nil
	p, out := e.Procs[i], newAccess()
	e.ops(out, i, p.Entry, p.End)
	own := func(p aspect, _ bool) bool { return p.what == names && p.proc == i }
	maps.DeleteFunc(out.reads, own)
	maps.DeleteFunc(out.writes, own)
	out.writes.add(aspect{what: names, proc: i, at: lastRun})
	for _, r := range p.Resets {
		out.writes.add(aspect{what: fields, field: r.Field})
	}
	if len(p.Restarts) > 0 {
		out.writes.add(aspect{what: counters})
	}
	if len(p.Counts) > 0 {
		out.writes.add(aspect{what: counters, adds: true})
	}
	if len(p.EndsTimed)+len(p.StartsTimed) > 0 {
		for _, f := range e.TimedFields {
			out.writes.add(aspect{what: fields, field: f})
		}
	}
	for _, c := range p.Claims {
		e.looks(out, -1, c.That)
	}
	e.procs[i] = out
	return out
}

// ops adds the access of ops of a procedure, from one to before another.
func (e *accesses) ops(out *access, proc int, from, to int32) {
	for j := from; j < to && !out.open; j++ {
		op := e.Ops[j]
		if e.Steps[op.Step].Dead {
			continue
		}
		for _, s := range e.Steps[op.Step].Says {
			for _, shown := range s.Line {
				e.looks(out, proc, formulas(shown)...)
			}
		}
		if operand := e.operand(op); op.Code != Stop {
			e.looks(out, proc, formulas(operand)...)
		}
		e.op(out, proc, op, from, to)
	}
}

// looks adds that formulas of a procedure are looked at.
func (e *accesses) looks(out *access, proc int, all ...*formula.Value) {
	for _, v := range all {
		v.Reads(proc, func(r formula.Read) {
			var is aspect
			switch r.Op {
			case formula.Word:
				is = aspect{what: names, proc: r.Proc, at: r.At}
			case formula.Times:
				is = aspect{what: counters}
			case formula.Lying, formula.LiesIn:
				is = aspect{what: lies, zone: r.Zone, kinds: e.some(r.Kinds)}
			case formula.Owner:
				if kinds := e.bearing(e.unowned(r.Kinds)); kinds == 0 {
					return
				} else {
					is = aspect{what: lies, kinds: kinds}
				}
			case formula.Neighbours:
				is = aspect{what: lies, kinds: e.bearing(r.Kinds)}
			case formula.Face:
				is = aspect{what: faces, kinds: e.some(r.Kinds)}
			case formula.Computed:
				is = aspect{what: anything}
			default:
				is = aspect{what: fields, field: r.Field}
			}
			out.reads.add(is)
		})
	}
}

// unowned are those of some kinds of which pieces have no owner by their making.
func (p *Program) unowned(kinds schema.KindSet) (out schema.KindSet) {
	for _, x := range p.Pieces {
		if kinds = p.some(kinds); kinds.Has(int(x.Kind)) && x.Owner == schema.Nothing {
			out |= 1 << uint(x.Kind)
		}
	}
	return out
}

// bearing are some kinds, and those on which pieces of these can lie.
func (p *Program) bearing(kinds schema.KindSet) schema.KindSet {
	for was := schema.KindSet(0); kinds != was; {
		was = kinds
		for _, d := range p.Decls {
			if d.Zone != nil && d.Scope == schema.OfPiece && d.Holds&kinds != 0 {
				kinds |= 1 << uint(d.Kind)
			}
		}
	}
	return kinds
}

// some are kinds, or all where none are named.
func (p *Program) some(kinds schema.KindSet) schema.KindSet {
	if kinds == 0 {
		return p.AllKinds()
	}
	return kinds
}

// op adds what an op changes; that it looks at its formulas is known.
func (e *accesses) op(out *access, proc int, op Op, from, to int32) {
	name := func(slots ...*formula.Slot) {
		for _, s := range slots {
			if s != nil {
				out.writes.add(aspect{what: names, proc: proc, at: s.At})
			}
		}
	}
	switch op.Code {
	case Jump, Unless, Switch, EachNext, Return, Begin:
	case Shuffle:
		z := e.Shuffles[op.A].Type
		e.places(out, z.Decl, e.some(z.Kinds), nil, true)
	case Move:
		m := e.Moves[op.A]
		kinds, card := e.pieces(m.Pieces)
		sources := zonesOf(m.Pieces)
		if m.Number != nil {
			sources = []*schema.ZoneDecl{m.From.Type.Decl}
			for _, z := range sources { // as many as there are
				out.reads.add(aspect{what: lies, zone: z, kinds: kinds, card: card})
			}
		}
		for _, z := range sources {
			e.places(out, z, kinds, card, false)
		}
		e.places(out, m.To.Type.Decl, kinds, card, true)
		out.writes.add(aspect{what: faces, kinds: kinds, card: card})
		if z := m.To.Type.Decl; z == nil || z.Stack {
			e.part(out, kinds)
		}
	case Discard:
		kinds, _ := e.pieces(e.Lists[op.A])
		for _, z := range zonesOf(e.Lists[op.A]) {
			e.places(out, z, kinds, nil, false)
		}
		for _, k := range e.Kinds {
			if kinds.Has(k.Index) && k.Discards != nil {
				e.places(out, k.Discards, kinds, nil, true)
			}
		}
		out.writes.add(aspect{what: faces, kinds: kinds})
		e.part(out, kinds)
	case Flip:
		kinds, _ := e.pieces(e.Flips[op.A].Pieces)
		is := aspect{what: faces, kinds: kinds}
		out.reads.add(is)
		out.writes.add(is)
		e.places(out, nil, 0, nil, true)
	case Show:
		e.places(out, nil, 0, nil, true)
	case Set:
		for _, a := range e.Sets[op.A].List {
			if name(a.Slot); a.Field != nil {
				out.writes.add(aspect{what: fields, field: a.Field})
			}
			for p, s := range a.Pending {
				out.writes.add(aspect{what: names, proc: p, at: s.At})
			}
		}
	case Pick:
		if name(e.Picks[op.A].Slot); len(e.Picks[op.A].Toward) > 0 {
			out.reads.add(aspect{what: lies, kinds: e.AllKinds()})
		}
	case EachBegin:
		l := e.Loops[op.A]
		name(l.Var)
		out.open = out.open || l.Sealed
	case Anew:
		name(e.Anew[op.A]...)
	case Call:
		c := e.Calls[op.A]
		procs := []int{c.Proc}
		if c.Proc < 0 {
			procs = e.CardProcs[c.Has]
		}
		for _, i := range procs {
			if i >= 0 {
				of := e.proc(i)
				maps.Copy(out.reads, of.reads)
				maps.Copy(out.writes, of.writes)
				out.open = out.open || of.open
			}
		}
		for _, g := range c.Gives {
			name(g.To)
		}
	case Stop:
		s := e.Stops[op.A]
		within := s.Own && from < s.Resume && s.Resume <= to && from <= s.First
		out.open = out.open || !within
	default:
		out.open = true
	}
}

// places adds that something comes to a zone, or leaves it, or is turned over or shown there.
func (e *accesses) places(out *access, zone *schema.ZoneDecl, kinds schema.KindSet, card *schema.Card, comes bool) {
	if kinds != 0 {
		out.writes.add(aspect{what: lies, zone: zone, kinds: kinds, card: card, adds: comes})
	}
	if e.Remembers {
		out.writes.add(aspect{what: views})
	}
}

// part adds that what lies on pieces comes to lie beside them, as they go to a stack.
func (e *accesses) part(out *access, kinds schema.KindSet) {
	for _, k := range e.Kinds {
		if kinds.Has(k.Index) && len(k.On) > 0 {
			out.writes.add(aspect{what: lies, kinds: e.AllKinds(), adds: true})
			out.writes.add(aspect{what: faces, kinds: e.AllKinds()})
			return
		}
	}
}

// pieces are the kinds of those that a formula names, or the card of which all of them are.
func (p *Program) pieces(v *formula.Value) (schema.KindSet, *schema.Card) {
	if v.Type.Base == schema.Piece || v.Type.Base == schema.Zone {
		return p.some(v.Type.Kinds), nil
	}
	if v.Settled() {
		if c := p.Card(p.Text(v.K)); c != nil {
			return 1 << uint(c.Kind.Index), c
		}
	}
	return p.AllKinds(), nil
}

// lastRun stands for all names of the last run of a procedure, at which scenarios look.
const lastRun = -1

// zonesOf are the zones in which pieces lie that a formula names; nil among them: anywhere.
func zonesOf(v *formula.Value) []*schema.ZoneDecl {
	zones := map[*schema.ZoneDecl]bool{}
	sources(v, map[*formula.Value]bool{}, func(v *formula.Value) {
		var zone *schema.ZoneDecl
		if t := v.Tree(); t.Op == formula.Lying || t.Op == formula.Top {
			zone = t.Of[0].Type.Decl
		}
		zones[zone] = true
	})
	return slices.Collect(maps.Keys(zones))
}

// sources hands to f the lists of which that of a formula is made, or from which it takes a piece.
func sources(v *formula.Value, seen map[*formula.Value]bool, f func(*formula.Value)) {
	if seen[v] {
		return
	}
	seen[v] = true
	t := v.Tree()
	from := t.Of
	switch t.Op {
	case formula.Filter, formula.SortBy, formula.Slice, formula.Reverse, formula.Unique, formula.Invoke, formula.InvokeOf,
		formula.First, formula.Last, formula.Index, formula.Find:
		from = from[:1]
	case formula.Concat:
	case formula.Either:
		from = from[1:]
	default:
		f(v)
		return
	}
	for _, of := range from {
		sources(of, seen, f)
	}
}
