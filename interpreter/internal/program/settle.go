package program

import (
	"reflect"
	"slices"
	"sync"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// What is compiled once has all branches of all rulings. A configuration settles which
// of them are in force: it leaves out the code of the others, and settles formulas. What
// hangs on no reading, or on none that differs from the first configuration, it shares.

// span is some code: ops, and the steps that they are of.
type span struct{ op, ops, step, steps int32 }

// cut is code that runs only if a ruling has it so.
type cut struct {
	span
	on *formula.Value
	is int32 // what on must be
}

// shut is code that never runs if a condition is settled one way.
type shut struct {
	span
	cond   *Cond
	always bool // if it holds; else if it does not
}

// ruledFlag is an operand that is true or false for the whole match.
type ruledFlag struct {
	is      *formula.Value
	operand string
	pos     source.Pos
	set     func(b *builder, u *unit, yes bool)
}

// span is what compile compiles.
func (b *builder) span(compile func()) span {
	s := span{op: b.here(), step: int32(len(b.Steps))}
	compile()
	s.ops, s.steps = b.here(), int32(len(b.Steps))
	return s
}

// onlyIf compiles what runs only if a ruling has it so.
func (b *builder) onlyIf(on *formula.Value, is int32, compile func()) {
	s := b.span(compile) // in which there may be others
	b.cuts = append(b.cuts, cut{s, on, is})
}

// unless compiles what never runs if a condition is settled so.
func (b *builder) unless(cond *Cond, always bool, compile func()) {
	s := b.span(compile)
	b.shuts = append(b.shuts, shut{s, cond, always})
}

// never compiles what never runs if a condition is settled and does not hold; the step
// that it is all of does not, either.
func (b *builder) never(step int32, cond *Cond, compile func()) {
	b.unless(cond, false, compile)
	b.shuts[len(b.shuts)-1].step = step
}

// flag has set told, once readings are in force, what an operand says that is true or
// false for the whole match. Without the operand it is false.
func (b *builder) flag(f *syntax.Formula, operand string, set func(b *builder, u *unit, yes bool)) *formula.Value {
	if f == nil {
		return nil
	}
	v := b.Condition(f, &formula.Scope{})
	b.flags = append(b.flags, ruledFlag{v, operand, f.Node.Pos, set})
	return v
}

// isSet is what a flag says under the readings in force.
func (b *builder) isSet(f ruledFlag) bool {
	v := b.Settle(f.is)
	if v.OK() && !v.Settled() {
		b.diags.Add(f.pos, "`%s` is settled at load: true, false, or what a ruling says", f.operand)
	}
	return v.K == 1
}

// hangsOn lists the rulings on which a unit hangs.
func (u *unit) hangsOn() []string {
	all := append(formulas(u.Object), formulas(u.window)...)
	for _, c := range u.cuts {
		all = append(all, c.on)
	}
	for _, f := range u.flags {
		all = append(all, f.is)
	}
	return asks(all)
}

// unitOf is the unit of a procedure under the readings in force.
func (b *builder) unitOf(proc int) *unit {
	u := b.checked[proc]
	if f := b.from; f != nil && f.checked[proc] == u && b.Same(u.asks) {
		return f.First.units[proc]
	}
	return b.settleUnit(u)
}

func (b *builder) settleUnit(u *unit) *unit {
	s := &unit{Object: settled(b, u.Object), ids: map[string]int{}}
	if u.window != nil {
		w := *settled(b, u.window)
		s.window = &w
	}
	drop, left := make([]bool, len(u.Ops)), make([]bool, len(u.Steps))
	for _, c := range u.cuts {
		if !c.taken(b.Compiler) {
			c.mark(drop, left)
		}
	}
	dead, idle := slices.Clone(drop), slices.Clone(left)
	for _, c := range u.shuts {
		if cond := settled(b, c.cond); c.always && cond.always() || !c.always && cond.never() {
			c.mark(dead, idle)
		}
	}
	at, stepAt := after(drop), after(left)
	s.Object = s.Object.moved(at.to)
	ops, steps := s.Ops, s.Steps
	s.Ops, s.Steps = nil, nil
	s.entry, s.atEnd, s.end = at.to(u.entry), at.to(u.atEnd), at.to(u.end)
	for i, st := range steps {
		if left[i] {
			continue
		}
		st.First, st.End, st.Dead = at[st.First], at[st.End], idle[i]
		if st.Else {
			st.Else = at[st.other] < st.End
		}
		if st.named {
			s.ids[st.ID] = len(s.Steps)
		}
		s.Steps = append(s.Steps, st)
	}
	s.Chooses = slices.Clone(s.Chooses)
	runs := make([]bool, len(s.Stops))
	for i, op := range ops {
		if drop[i] {
			continue
		}
		op.To, op.Step = at.to(op.To), stepAt[op.Step]
		s.Ops = append(s.Ops, op)
		switch op.Code {
		case EachBegin:
			s.loops = append(s.loops, int(op.A))
		case Stop:
			runs[op.A] = true
		}
	}
	for i := range s.Ops {
		if op := &s.Ops[i]; op.To >= 0 {
			op.To = s.landing(op.To)
		}
	}
	s.fork(b, u, drop, at)
	for _, f := range u.fixes {
		switch {
		case !runs[f.stop]:
		case f.step < 0:
			s.late = append(s.late, f)
		default:
			s.Stops[f.stop].Resume = s.Steps[stepAt[f.step]].End
		}
	}
	for i, c := range s.Chooses {
		if c != u.Chooses[i] {
			c.Blind = b.isBlind(c)
		}
	}
	for _, f := range u.flags {
		f.set(b, s, b.isSet(f))
		s.live = append(s.live, b.Settle(f.is))
	}
	if b.Covering {
		for i, op := range ops {
			if !dead[i] {
				s.live = append(s.live, formulas(s.operand(op))...)
			}
		}
		if s.window != nil {
			s.live = append(s.live, formulas(s.window)...)
		}
	}
	return s
}

// mark marks the ops and steps of some code.
func (s span) mark(ops, steps []bool) {
	for i := s.op; i < s.ops; i++ {
		ops[i] = true
	}
	for i := s.step; i < s.steps; i++ {
		steps[i] = true
	}
}

// after is where each of some things comes to stand, or what comes after it, when those
// that are dropped are left out.
func after(drop []bool) positions {
	at, n := make(positions, len(drop)+1), int32(0)
	for i, out := range drop {
		if at[i] = n; !out {
			n++
		}
	}
	at[len(drop)] = n
	return at
}

// positions are where ops come to stand.
type positions []int32

func (at positions) to(op int32) int32 {
	if op < 0 {
		return op
	}
	return at[op]
}

// settled is x, whatever it is, with the formulas in it under the readings in force.
func settled[T any](b *builder, x T) T { return with(x, b.InForce) }

// with is x with each formula in it as f has it.
func with[T any](x T, f func(*formula.Value) *formula.Value) T {
	out, _ := mapped(reflect.ValueOf(&x).Elem(), f)
	return out.Interface().(T)
}

// formulas are those in something that ops are made of.
func formulas(x any) (all []*formula.Value) {
	mapped(reflect.ValueOf(x), func(v *formula.Value) *formula.Value { all = append(all, v); return v })
	return all
}

// asks lists the rulings on which something hangs.
func asks(x any) (keys []string) {
	for _, v := range formulas(x) {
		for _, key := range v.Asks() {
			if i, ok := slices.BinarySearch(keys, key); !ok {
				keys = slices.Insert(keys, i, key)
			}
		}
	}
	return keys
}

// same are things under the readings in force, each that of the first configuration if
// it is the same there.
func same[T any](b *builder, of func(*Program) []*T) []*T {
	out, was, first := slices.Clone(of(b.declared)), []*T(nil), []*T(nil)
	if b.from != nil {
		was, first = of(b.from.declared), of(b.from.First)
	}
	for i, x := range out {
		if i < len(was) && was[i] == x && b.Same(asks(x)) {
			out[i] = first[i]
		} else {
			out[i] = settled(b, x)
		}
	}
	return out
}

// settledAll is shared of formulas by what they are of.
func settledAll[K comparable](b *builder, of map[K]*formula.Value) map[K]*formula.Value {
	out := map[K]*formula.Value{}
	for key, v := range of {
		out[key] = b.InForce(v)
	}
	return out
}

var valueType = reflect.TypeFor[*formula.Value]()

// mapped is x with each formula in it as f has it; what f leaves as it is is shared.
func mapped(x reflect.Value, f func(*formula.Value) *formula.Value) (out reflect.Value, changed bool) {
	t := x.Type()
	within := holdsFormulas(t)
	if within == nil {
		return x, false
	}
	switch t.Kind() {
	case reflect.Pointer:
		if x.IsNil() {
			return x, false
		}
		if t == valueType {
			v := x.Interface().(*formula.Value)
			s := f(v)
			return reflect.ValueOf(s), s != v
		}
		of, changed := mapped(x.Elem(), f)
		if !changed {
			return x, false
		}
		out = reflect.New(t.Elem())
		out.Elem().Set(of)
		return out, true
	case reflect.Slice:
		for i := range x.Len() {
			of, differs := mapped(x.Index(i), f)
			if differs && !changed {
				out, changed = reflect.MakeSlice(t, x.Len(), x.Len()), true
				reflect.Copy(out, x)
			}
			if differs {
				out.Index(i).Set(of)
			}
		}
		return keep(x, out, changed)
	}
	for _, i := range within {
		if of, differs := mapped(x.Field(i), f); differs {
			if !changed {
				out, changed = reflect.New(t).Elem(), true
				out.Set(x)
			}
			out.Field(i).Set(of)
		}
	}
	return keep(x, out, changed)
}

func keep(x, out reflect.Value, changed bool) (reflect.Value, bool) {
	if changed {
		return out, true
	}
	return x, false
}

// typesWith remembers by type in which of its fields there are formulas.
var typesWith sync.Map

// holdsFormulas is nil if there are none in a type; else it lists the fields, of a struct.
func holdsFormulas(t reflect.Type) (fields []int) {
	if known, ok := typesWith.Load(t); ok {
		return known.([]int)
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		if t == valueType || holdsFormulas(t.Elem()) != nil {
			fields = []int{}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); t.PkgPath() == reflect.TypeFor[Cond]().PkgPath() && f.IsExported() && holdsFormulas(f.Type) != nil {
				fields = append(fields, i)
			}
		}
	}
	typesWith.Store(t, fields)
	return fields
}
