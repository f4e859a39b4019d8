package program

import (
	"maps"
	"reflect"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
)

// unit is what a procedure is compiled to: code that begins at op 0, with operands,
// steps and loops numbered from 0. Configurations share it, so nobody changes it.
type unit struct {
	Object
	entry, atEnd, end int32
	window            *WindowOp // of a window's own frame
	asks              []string  // the rulings that it hangs on …
	cuts              []cut     // … with all that only some readings have in it, …
	shuts             []shut
	flags             []ruledFlag
	fixes             []fix            // … or once they are settled:
	ids               map[string]int   // step id → step
	loops             []int            // outer before inner
	late              []fix            // stops of steps of other procedures
	forks             []*Fork          // where other readings have other steps
	live              []*formula.Value // for coverage: what may be worked out
	trace             *formula.Trace
}

// fix is a stop whose target is known later: a step of the same procedure once that
// is settled, one of another once all are.
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
	outer, step := b.Object, b.step
	b.Object, b.cuts, b.shuts, b.flags, b.fixes = Object{}, nil, nil, nil, nil
	b.proc, b.passed, b.open = &Proc{Proc: p.Proc, Decl: p.Decl, Request: p.Request, AtEnd: -1, IDs: map[string]int{}}, nil, nil
	compile()
	u := &unit{Object: b.Object, entry: b.proc.Entry, atEnd: b.proc.AtEnd, end: b.proc.End, cuts: b.cuts, shuts: b.shuts, flags: b.flags, fixes: b.fixes}
	b.Object, b.step = outer, step
	b.adopt(&u.Object)
	return u
}

// moved is an object whose operands that say where in the code something is say where it comes
// to stand; it shares all others.
func (o Object) moved(to func(op int32) int32) Object {
	o.Mays, o.Switches, o.Loops, o.Stops = copies(o.Mays), copies(o.Switches), copies(o.Loops), copies(o.Stops)
	for _, m := range o.Mays {
		m.Options = slices.Clone(m.Options)
		for i := range m.Options {
			m.Options[i].To = to(m.Options[i].To)
		}
	}
	for _, s := range o.Switches {
		s.To = slices.Clone(s.To)
		for i := range s.To {
			s.To[i] = to(s.To[i])
		}
	}
	for _, l := range o.Loops {
		l.First, l.End = to(l.First), to(l.End)
	}
	for _, s := range o.Stops {
		s.First, s.Resume = to(s.First), to(s.Resume)
	}
	return o
}

// link adds the code of a procedure to the program's.
func (b *builder) link(p *Proc, u *unit) {
	at, step := b.here(), int32(len(b.Steps))
	moved := func(to int32) int32 {
		if to < 0 {
			return to
		}
		return to + at
	}
	o := u.Object.moved(moved)
	for _, f := range u.late {
		b.late = append(b.late, late{o.Stops[f.stop], f.pos})
	}
	first := b.adopt(&o)
	for _, op := range u.Ops {
		op.A, op.To, op.Step = op.A+first[op.Code], moved(op.To), op.Step+step
		b.Ops = append(b.Ops, op)
	}
	for _, s := range u.Steps {
		s.First, s.End = s.First+at, s.End+at
		b.Steps = append(b.Steps, s)
	}
	for _, f := range u.forks {
		b.Forks[f.op+at] = append(b.Forks[f.op+at], f)
	}
	b.units[p.Index] = u
	p.Entry, p.AtEnd, p.End = moved(u.entry), moved(u.atEnd), moved(u.end)
	for id, i := range u.ids {
		p.IDs[id] = i + int(step)
	}
	p.Loops = make([]int, len(u.loops))
	for i, l := range u.loops {
		p.Loops[i] = l + int(first[EachBegin])
	}
}

// tables are the names of those that hold the operands of ops, by code.
var tables = [len(codeNames)]string{
	Unless: "Conds", Choose: "Chooses", May: "Mays", Roll: "Rolls", Shuffle: "Shuffles", DrawBegin: "Draws", Draw: "Draws", Move: "Moves",
	Discard: "Lists", Finish: "Lists", Flip: "Flips", Show: "Shows", Set: "Sets", Pick: "Picks", Switch: "Switches",
	EachBegin: "Loops", EachNext: "Loops", Anew: "Anew", Call: "Calls", Stop: "Stops",
}

// tableAt is where in an Object they are, by code; 0: there is none.
var tableAt = func() (at [len(codeNames)]int) {
	for c, name := range tables {
		if f, ok := reflect.TypeFor[Object]().FieldByName(name); ok {
			at[c] = f.Index[0]
		}
	}
	return at
}()

// operand is what an op does its work to, if it is in a table.
func (o *Object) operand(op Op) any {
	if at := tableAt[op.Code]; at > 0 {
		return reflect.ValueOf(o).Elem().Field(at).Index(int(op.A)).Interface()
	}
	return op.A
}

// adopt appends the tables of another object, and tells by code where they begin.
func (o *Object) adopt(other *Object) (first [len(codeNames)]int32) {
	all, more := reflect.ValueOf(o).Elem(), reflect.ValueOf(other).Elem()
	for c, at := range tableAt {
		if at > 0 {
			first[c] = int32(all.Field(at).Len())
		}
	}
	for at := range all.NumField() {
		if slices.Contains(tableAt[:], at) && more.Field(at).Len() > 0 && at > 0 {
			all.Field(at).Set(reflect.AppendSlice(all.Field(at), more.Field(at)))
		}
	}
	return first
}

// shares reports whether all is shared with a program under other readings that is looked at in a match
// in which no other procedures begin than these.
func (p *Program) shares(q *Program, begin []bool) bool {
	if !slices.Equal(p.Invariants, q.Invariants) || !maps.Equal(p.Sights, q.Sights) {
		return false
	}
	for i, o := range p.Offers {
		if o.If != q.Offers[i].If || o.Again != q.Offers[i].Again {
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
