package formula

import (
	"moraine/interpreter/internal/schema"
)

// emitsLists are lists made of other values, and what is said of a list as a whole.
var emitsLists = map[Op]func(emitter, *Value){
	Players: func(_ emitter, v *Value) {
		v.list = func(e *Env) []int32 { return e.seatsFrom(0, e.Players()) }
	},
	Others: func(_ emitter, v *Value) {
		v.list = func(e *Env) []int32 {
			if e.Who < 0 {
				return nil
			}
			return e.seatsFrom(e.Who+1, e.Players()-1)
		}
	},
	Clockwise: func(_ emitter, v *Value) {
		first, pos := v.Of[0].num, v.Pos
		v.list = func(e *Env) []int32 {
			p := first(e)
			if p < 0 {
				e.nothing(pos, "neighbour")
				return nil
			}
			return e.seatsFrom(p, e.Players())
		}
	},
	AllPieces: func(_ emitter, v *Value) {
		pos := v.Pos
		v.list = func(e *Env) []int32 {
			at := len(e.arena)
			for p := range e.Pieces {
				e.arena = append(e.arena, int32(p))
			}
			e.spend(pos, len(e.Pieces)>>3)
			return e.arena[at:len(e.arena):len(e.arena)]
		}
	},
	Listed:  emitter.listed,
	Lying:   emitter.lying,
	LyingAt: emitter.lyingAt,
	Top:     emitter.top,
	Range:   emitter.numbers,
	Concat: func(_ emitter, v *Value) {
		of, pos := v.Of, v.Pos
		v.list = func(e *Env) []int32 {
			at := len(e.arena)
			for _, l := range of {
				mark := len(e.arena)
				part := l.list(e)
				e.arena = append(e.arena[:mark], part...)
				e.spend(pos, len(part)>>4)
			}
			return e.arena[at:len(e.arena):len(e.arena)]
		}
	},
	Reverse: func(_ emitter, v *Value) {
		list := v.Of[0].list
		v.list = func(e *Env) []int32 {
			out := e.Keep(list(e))
			for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
				out[i], out[j] = out[j], out[i]
			}
			return out
		}
	},
	Unique: func(_ emitter, v *Value) {
		list, pos := v.Of[0].list, v.Pos
		v.list = func(e *Env) []int32 {
			out := e.Keep(list(e))
			k := 0
		next:
			for _, v := range out {
				for _, w := range out[:k] {
					if !e.tick(pos) || v == w {
						continue next
					}
				}
				out[k] = v
				k++
			}
			return out[:k:k]
		}
	},
	Slice:  emitter.slice,
	Length: func(_ emitter, v *Value) { v.num = v.length() },
	Empty: func(_ emitter, v *Value) {
		size := v.length()
		v.num = func(e *Env) int32 { return truth(size(e) == 0) }
	},
	First: emitter.end, Last: emitter.end,
	Index: emitter.index,
	Max:   emitter.extreme, Min: emitter.extreme,
	Contains: emitter.contains, ContainsCard: emitter.contains,
	SameBag: emitter.sameBag, SameCards: emitter.sameBag,
}

// seatsFrom lists n seats clockwise, from seat first on.
func (e *Env) seatsFrom(first, n int32) []int32 {
	at := len(e.arena)
	players := e.Players()
	for seat := first % players; n > 0; n-- {
		e.arena = append(e.arena, seat)
		if seat++; seat == players {
			seat = 0
		}
	}
	return e.arena[at:len(e.arena):len(e.arena)]
}

func (emitter) listed(v *Value) {
	of := v.Of
	v.list = func(e *Env) []int32 {
		// An item may itself build lists, so its value is taken before the
		// arena grows.
		at := len(e.arena)
		for _, v := range of {
			mark := len(e.arena)
			x := v.num(e)
			if e.arena = e.arena[:mark]; x != schema.Nothing {
				e.arena = append(e.arena, x)
			}
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}
}

func (emitter) lying(v *Value) {
	zone, cells, pos := v.Of[0].num, v.At, v.Pos
	v.list = func(e *Env) []int32 {
		z := zone(e)
		at := len(e.arena)
		if z == schema.Nothing || e.Eyes != 0 && !e.mayLook(pos, z, int(cells)) {
			return nil
		}
		for i := range cells {
			for p := e.Head(z + i); p >= 0; p = e.Next(p) {
				e.arena = append(e.arena, p)
			}
		}
		e.spend(pos, (len(e.arena)-at)>>3)
		return e.arena[at:len(e.arena):len(e.arena)]
	}
}

func (emitter) lyingAt(v *Value) {
	list, pos := v.Of[0].list, v.Pos
	v.list = func(e *Env) []int32 {
		at := len(e.arena)
		places := list(e)
		e.arena = append(e.arena[:at], places...)
		n := len(e.arena)
		for i := at; i < n; i++ {
			z := e.arena[i]
			if e.Eyes != 0 && !e.mayLook(pos, z, 1) {
				return nil
			}
			for p := e.Head(z); p >= 0 && e.tick(pos); p = e.Next(p) {
				e.arena = append(e.arena, p)
			}
		}
		return e.arena[n:len(e.arena):len(e.arena)]
	}
}

func (emitter) top(v *Value) {
	zone, cells, pos := v.Of[0].num, v.At, v.Pos
	v.num = func(e *Env) int32 {
		z := zone(e)
		if z == schema.Nothing || e.Eyes != 0 && !e.mayLook(pos, z, int(cells)) {
			return schema.Nothing
		}
		for i := range cells {
			if p := e.Head(z + i); p >= 0 && e.placed(pos, p) {
				return p
			}
		}
		return schema.Nothing
	}
}

// numbers is a range of them, both ends included.
func (emitter) numbers(v *Value) {
	from, to, pos := v.Of[0].num, v.Of[1].num, v.Pos
	v.list = func(e *Env) []int32 {
		lo, hi := e.number(pos, from), e.number(pos, to)
		if e.Err != nil {
			return nil
		}
		at := len(e.arena)
		for v := int64(lo); v <= int64(hi); v++ {
			if !e.tick(pos) {
				return nil
			}
			e.arena = append(e.arena, int32(v))
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}
}

func (emitter) slice(v *Value) {
	l, from, to, pos := v.Of[0], v.Of[1].num, numFn(nil), v.Pos
	if len(v.Of) == 3 {
		to = v.Of[2].num
	}
	pile := l.Op == Lying
	v.list = func(e *Env) []int32 {
		all := l.list(e)
		a, b := int(e.number(pos, from)), len(all)
		if to != nil {
			b = int(e.number(pos, to))
		}
		a, b = clamp(a, len(all)), clamp(b, len(all))
		if a >= b || pile && !(e.cuts(pos, all, a) && e.cuts(pos, all, b)) {
			return nil
		}
		return all[a:b]
	}
}

// clamp makes an index of a slice fall within the list; one below zero counts
// from the end.
func clamp(i, n int) int {
	if i < 0 {
		i += n
	}
	return max(0, min(i, n))
}

// length is how long the list is of which Length and Empty speak.
func (v *Value) length() numFn {
	l, pos, at := v.Of[0], v.Pos, int(v.Of[0].At)
	switch {
	case v.how == ofZone:
		zone := l.Of[0].num
		return func(e *Env) int32 { return e.size(pos, zone(e)) }
	case l.is(Word) && l.how == answer:
		return func(e *Env) int32 { return e.S[e.Base+at+1] }
	}
	list := l.list
	return func(e *Env) int32 { return int32(len(e.peek(list))) }
}

// end is first or last: nothing, if the list is empty.
func (emitter) end(v *Value) {
	l, pos, isFirst := v.Of[0], v.Pos, v.Op == First
	list, pile := l.list, l.Op == Lying
	v.num = func(e *Env) int32 {
		all := e.peek(list)
		if len(all) == 0 {
			return schema.Nothing
		}
		v := all[0]
		if !isFirst {
			v = all[len(all)-1]
		}
		if pile {
			e.placed(pos, v)
		}
		return v
	}
}

func (emitter) index(v *Value) {
	l, key, pos := v.Of[0], v.Of[1].num, v.Pos
	list, pile := l.list, l.Op == Lying
	v.num = func(e *Env) int32 {
		mark := len(e.arena)
		all := list(e)
		i := int(key(e))
		if i < 0 {
			i += len(all)
		}
		if i < 0 || i >= len(all) {
			e.Fail(pos, "the list is too short: its length is "+numeral(int32(len(all)))+", and this asks for number "+numeral(key(e))+" (counted from 0); `first(…)` of an empty list is nothing")
			return 0
		}
		v := all[i]
		if e.arena = e.arena[:mark]; pile {
			e.placed(pos, v)
		}
		return v
	}
}

// extreme is the largest or smallest of a list. Of an empty one it is an error: there is
// no number to be.
func (emitter) extreme(v *Value) {
	list, pos, op := v.Of[0].list, v.Pos, v.Op
	name := map[Op]string{Max: "max", Min: "min"}[op]
	v.num = func(e *Env) int32 {
		all := e.peek(list)
		if len(all) == 0 {
			e.Fail(pos, name+" of an empty list: test it with empty(…) first")
			return 0
		}
		best := all[0]
		for _, v := range all[1:] {
			if op.better(v, best) {
				best = v
			}
		}
		return best
	}
}

func (emitter) contains(v *Value) {
	x, l, pos, byCard := v.Of[0], v.Of[1], v.Pos, v.Op == ContainsCard
	if place, num := l.place(), x.num; place != nil && !byCard {
		v.num = func(e *Env) int32 {
			v, z := num(e), place(e)
			return truth(v >= 0 && z > 0 && (e.Eyes == 0 || e.mayLook(pos, z, 1)) && e.In(v) == z)
		}
		return
	}
	v.num = func(e *Env) int32 {
		v := x.num(e)
		mark := len(e.arena)
		found := false
		all := l.list(e)
		e.spend(pos, len(all)>>3)
		for _, y := range all {
			if byCard {
				y = e.cardWord(y)
			}
			if y == v {
				found = true
				break
			}
		}
		e.arena = e.arena[:mark]
		return truth(found)
	}
}

// sameBag compares lists without regard to order; a list of pieces and one of words by
// the cards of the pieces.
func (emitter) sameBag(v *Value) {
	a, b, pos := v.Of[0].list, v.Of[1].list, v.Pos
	byCard := v.Op == SameCards
	key := func(e *Env, x int32) int32 {
		if byCard {
			return e.cardWord(x)
		}
		return x
	}
	v.num = func(e *Env) int32 {
		mark := len(e.arena)
		x, y := a(e), b(e)
		same := len(x) == len(y)
		for i := 0; same && i < len(x); i++ {
			k, d := key(e, x[i]), 0
			for _, v := range x {
				if key(e, v) == k {
					d++
				}
			}
			for _, v := range y {
				if v == k {
					d--
				}
			}
			same = d == 0 && e.spend(pos, len(x)+len(y))
		}
		e.arena = e.arena[:mark]
		return truth(same)
	}
}
