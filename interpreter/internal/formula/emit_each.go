package formula

import (
	"math"

	"moraine/interpreter/internal/schema"
)

// emitsEach are what goes through a list with a condition on, or a value of, each element.
var emitsEach = map[Op]func(emitter, *Value){
	All: func(em emitter, v *Value) {
		s := em.each(v)
		v.num = func(e *Env) int32 { n, _ := e.seek(&s, false, 1); return truth(n == 0) }
	},
	Any: func(em emitter, v *Value) {
		s := em.some(v)
		v.num = func(e *Env) int32 { n, _ := e.seek(&s, true, 1); return n }
	},
	None: func(em emitter, v *Value) {
		s := em.some(v)
		v.num = func(e *Env) int32 { n, _ := e.seek(&s, true, 1); return 1 - n }
	},
	One: func(em emitter, v *Value) {
		s := em.some(v)
		v.num = func(e *Env) int32 { n, _ := e.seek(&s, true, 2); return truth(n == 1) }
	},
	Count: func(em emitter, v *Value) {
		s := em.some(v)
		v.num = func(e *Env) int32 { n, _ := e.seek(&s, true, math.MaxInt32); return n }
	},
	Find: func(em emitter, v *Value) {
		s := em.some(v)
		v.num = func(e *Env) int32 { _, found := e.seek(&s, true, 1); return found }
	},
	Filter: emitter.filter,
	Map:    emitter.mapped,
	Sum:    emitter.sum,
	SortBy: emitter.sortBy,
}

// seek counts the elements of which a condition holds or, if that is wanted, does not, up to a number, and
// tells which was the last of them; nothing, if there is none.
func (e *Env) seek(s *seeker, wanted bool, most int32) (n, last int32) {
	mark, cond, slot, cost := len(e.arena), s.cond, s.slot, s.cost
	all := s.list(e)
	keep, last := len(e.arena), int32(schema.Nothing)
	for _, v := range all {
		if !e.spend(s.pos, cost) {
			break
		}
		e.locals[slot%maxLocals] = v
		holds := cond(e) == 1
		e.arena = e.arena[:keep]
		if holds == wanted {
			if n, last = n+1, v; n == most {
				break
			}
		}
	}
	e.arena = e.arena[:mark]
	return n, last
}

// own is a copy of a list at the end of the arena, from at on, to be written over.
func (e *Env) own(list listFn) (at int, l []int32) {
	at = len(e.arena)
	all := list(e)
	e.arena = append(e.arena[:at], all...)
	return at, e.arena[at : at+len(all) : at+len(all)]
}

// keep makes what is left of a copy the end of the arena again, which may have
// grown, and so moved, since.
func (e *Env) keep(at int, left []int32) []int32 {
	e.arena = append(e.arena[:at], left...)
	return e.arena[at : at+len(left) : at+len(left)]
}

func (em emitter) filter(v *Value) {
	s := em.some(v)
	list, cond, has, pos, slot, cost := s.list, s.cond, s.has, s.pos, s.slot, s.cost
	if has != nil {
		v.list = func(e *Env) []int32 {
			at := len(e.arena)
			all := list(e)
			e.spend(pos, len(all)*cost)
			e.arena = e.arena[:at]
			for _, v := range all { // what passes is written over the list's own copy, if it has one
				if has[e.Pieces[v].Card] {
					e.arena = append(e.arena, v)
				}
			}
			return e.arena[at:len(e.arena):len(e.arena)]
		}
		return
	}
	v.list = func(e *Env) []int32 {
		at, src := e.own(list)
		keep, k := len(e.arena), 0
		for _, v := range src {
			if !e.spend(pos, cost) {
				break
			}
			e.locals[slot%maxLocals] = v
			holds := cond(e) == 1
			e.arena = e.arena[:keep]
			if holds {
				src[k] = v
				k++
			}
		}
		return e.keep(at, src[:k])
	}
}

// mapped leaves out what is nothing for an element, for a list never holds nothing.
func (em emitter) mapped(v *Value) {
	s := em.each(v)
	v.list = func(e *Env) []int32 {
		at, src := e.own(s.list)
		keep, k := len(e.arena), 0
		for _, v := range src {
			if !e.spend(s.pos, s.cost) {
				break
			}
			e.locals[s.slot%maxLocals] = v
			x := s.cond(e)
			if e.arena = e.arena[:keep]; x != schema.Nothing {
				src[k] = x
				k++
			}
		}
		return e.keep(at, src[:k])
	}
}

func (emitter) sum(v *Value) {
	pos, slot, cost, list, num := v.Pos, uint(v.At), int(v.cost), v.Of[0].list, numFn(nil)
	if len(v.Of) == 2 {
		num = v.Of[1].num
	}
	v.num = func(e *Env) int32 {
		s := int64(0)
		mark := len(e.arena)
		all := list(e)
		keep := len(e.arena)
		for _, v := range all {
			if !e.spend(pos, cost) {
				break
			}
			if num != nil {
				e.locals[slot%maxLocals] = v
				v = num(e)
				e.arena = e.arena[:keep]
			}
			if v == schema.Nothing {
				e.Fail(pos, "nothing cannot be added")
			}
			s += int64(v)
		}
		e.arena = e.arena[:mark]
		if s > math.MaxInt32 || s < -math.MaxInt32 {
			e.Fail(pos, "the sum is too large a number")
			return 0
		}
		return int32(s)
	}
}

func (em emitter) sortBy(v *Value) {
	s := em.each(v)
	v.list = func(e *Env) []int32 {
		at, src := e.own(s.list)
		k := len(src)
		e.arena = append(e.arena, src...) // the keys
		keys := e.arena[at+k : at+2*k : at+2*k]
		for i, v := range src {
			if !e.spend(s.pos, s.cost) {
				break
			}
			mark := len(e.arena)
			e.locals[s.slot%maxLocals] = v
			x := s.cond(e)
			e.arena = e.arena[:mark]
			keys[i] = x
		}
		for i := 1; i < k; i++ { // stable, and lists are short
			for j := i; j > 0 && keys[j] < keys[j-1] && e.tick(s.pos); j-- {
				keys[j], keys[j-1] = keys[j-1], keys[j]
				src[j], src[j-1] = src[j-1], src[j]
			}
		}
		e.arena = append(e.arena[:at], src...)
		return e.arena[at : at+k : at+k]
	}
}
