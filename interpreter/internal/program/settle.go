package program

import (
	"reflect"
	"slices"
	"sync"

	"moraine/interpreter/internal/formula"
)

// A configuration settles which branches of rulings are in force: it leaves out the code of the
// others, and settles formulas. What hangs on no reading, or on none that differs from the first
// configuration, it shares.

// unitOf is the unit of a procedure under the readings in force.
func (b *builder) unitOf(proc int) *Unit {
	d := b.drafts[proc]
	if f := b.from; f != nil && f.drafts[proc] == d && b.Same(d.asks) {
		return f.First.Units[proc]
	}
	return b.settleUnit(d)
}

func (b *builder) settleUnit(d *draft) *Unit {
	drop, left := make([]bool, len(d.Ops)), make([]bool, len(d.Steps))
	for _, c := range d.cuts {
		if !c.taken(b.Compiler) {
			c.mark(drop, left)
		}
	}
	dead, idle := slices.Clone(drop), slices.Clone(left)
	for _, c := range d.shuts {
		if c.closed(b) {
			c.mark(dead, idle)
		}
	}
	at := after(drop)
	u := &Unit{AtEnd: at.to(d.AtEnd)}
	steps := make([]*Step, len(d.Steps))
	for i, s := range d.Steps {
		if left[i] {
			continue
		}
		s := *s
		s.Says = settled(b, s.Says)
		s.Index, s.First, s.End, s.Dead = len(u.Steps), at[s.First], at[s.End], idle[i]
		s.Else = s.Else && at[s.other] < s.End
		u.Steps, steps[i] = append(u.Steps, &s), &s
	}
	operands := make([]any, len(d.Ops))
	for i, op := range d.Ops {
		if i > 0 && op.Do == d.Ops[i-1].Do { // of a pair of ops
			operands[i] = operands[i-1]
		} else {
			operands[i] = b.operand(op.Do, at)
			u.add(operands[i])
		}
		if drop[i] {
			continue
		}
		u.Ops = append(u.Ops, Op{op.Code, at.to(op.To), steps[op.Step.Index], operands[i]})
		switch do := operands[i].(type) {
		case *Loop:
			if op.Code == EachBegin {
				u.Loops = append(u.Loops, do)
			}
		case *StopOp:
			if do.OfStep() {
				u.stops = append(u.stops, do)
			}
		}
	}
	for i := range u.Ops {
		if op := &u.Ops[i]; op.To >= 0 {
			op.To = u.landing(op.To)
		}
	}
	u.fork(b, d, drop, at)
	for _, f := range d.flags {
		f.set(b, u, operands[f.op], b.isSet(f))
		u.live = append(u.live, b.Settle(f.is))
	}
	if b.Covering {
		for i, operand := range operands {
			if !dead[i] {
				u.live = append(u.live, formulas(operand)...)
			}
		}
	}
	return u
}

// operand is one of a draft under the readings in force, in a unit in which ops stand elsewhere. What
// flags or places differ in is a copy.
func (b *builder) operand(of any, at positions) any {
	is := settled(b, of)
	switch do := is.(type) {
	case *ChooseOp:
		c := *do
		if is != of {
			c.Blind = b.isBlind(&c)
		}
		return &c
	case *WindowOp:
		w := *do
		if is != of {
			w.Blind = b.isBlindIn(&w)
		}
		return &w
	case *Offer:
		o := *do
		return &o
	case *StopOp:
		if s := *do; s.Own {
			s.Resume, s.within = s.within.End, nil
			is = &s
		}
	}
	return moved(is, at)
}

// moved is an operand in whose unit ops stand elsewhere.
func moved(operand any, at positions) any {
	switch do := operand.(type) {
	case *MayOp:
		m := *do
		m.Options = slices.Clone(m.Options)
		for i := range m.Options {
			m.Options[i].To = at.to(m.Options[i].To)
		}
		return &m
	case *SwitchOp:
		s := *do
		s.To = slices.Clone(s.To)
		for i := range s.To {
			s.To[i] = at.to(s.To[i])
		}
		return &s
	case *Loop:
		l := *do
		l.First, l.End = at.to(l.First), at.to(l.End)
		return &l
	case *StopOp:
		s := *do
		s.Resume = at.to(s.Resume)
		return &s
	}
	return operand
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
	if out := mapped(reflect.ValueOf(&x).Elem(), f); out.IsValid() {
		return out.Interface().(T)
	}
	return x
}

// formulas are those in something that ops are made of.
func formulas(x any) (all []*formula.Value) {
	mapped(reflect.ValueOf(&x).Elem(), func(v *formula.Value) *formula.Value { all = append(all, v); return v })
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

var valueType = reflect.TypeFor[*formula.Value]()

// mapped is x with each formula in it as f has it, or invalid if f leaves all as they are; what
// holds none that it changes is shared.
func mapped(x reflect.Value, f func(*formula.Value) *formula.Value) (out reflect.Value) {
	t := x.Type()
	within := holdsFormulas(t)
	if within == nil || t.Kind() != reflect.Struct && x.IsNil() {
		return out
	}
	switch t.Kind() {
	case reflect.Interface:
		return mapped(x.Elem(), f)
	case reflect.Pointer:
		if v, ok := x.Interface().(*formula.Value); ok {
			if is := f(v); is != v {
				out = reflect.ValueOf(is)
			}
		} else if of := mapped(x.Elem(), f); of.IsValid() {
			out = reflect.New(t.Elem())
			out.Elem().Set(of)
		}
	case reflect.Map:
		for key, is := range x.Seq2() {
			of := mapped(is, f)
			if of.IsValid() && !out.IsValid() {
				out = reflect.MakeMap(t)
				for key, is := range x.Seq2() {
					out.SetMapIndex(key, is)
				}
			}
			if of.IsValid() {
				out.SetMapIndex(key, of)
			}
		}
	case reflect.Slice:
		for i := range x.Len() {
			of := mapped(x.Index(i), f)
			if of.IsValid() && !out.IsValid() {
				out = reflect.MakeSlice(t, x.Len(), x.Len())
				reflect.Copy(out, x)
			}
			if of.IsValid() {
				out.Index(i).Set(of)
			}
		}
	case reflect.Struct:
		for _, i := range within {
			of := mapped(x.Field(i), f)
			if of.IsValid() && !out.IsValid() {
				out = reflect.New(t).Elem()
				out.Set(x)
			}
			if of.IsValid() {
				out.Field(i).Set(of)
			}
		}
	}
	return out
}

// typesWith remembers by type in which of its fields there are formulas.
var typesWith sync.Map

// holdsFormulas is nil if there are none in a type; else it lists the fields, of a struct.
func holdsFormulas(t reflect.Type) (fields []int) {
	if known, ok := typesWith.Load(t); ok {
		return known.([]int)
	}
	switch t.Kind() {
	case reflect.Interface: // whatever it is
		fields = []int{}
	case reflect.Pointer, reflect.Slice, reflect.Map:
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
