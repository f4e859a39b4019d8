package formula

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
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
		v.yes = func(e *Env) bool { return size(e) == 0 }
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
			x := v.Num(e)
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
	return func(e *Env) int32 {
		mark := len(e.arena)
		n := len(list(e))
		e.arena = e.arena[:mark]
		return int32(n)
	}
}

// end is first or last: nothing, if the list is empty.
func (emitter) end(v *Value) {
	l, pos, isFirst := v.Of[0], v.Pos, v.Op == First
	list, pile := l.list, l.Op == Lying
	v.num = func(e *Env) int32 {
		mark := len(e.arena)
		all := list(e)
		e.arena = e.arena[:mark]
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
		mark := len(e.arena)
		all := list(e)
		e.arena = e.arena[:mark]
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
	if place, num := l.place(), x.num; place != nil && !byCard && num != nil {
		v.yes = func(e *Env) bool {
			v, z := num(e), place(e)
			return v >= 0 && z > 0 && (e.Eyes == 0 || e.mayLook(pos, z, 1)) && e.In(v) == z
		}
		return
	}
	v.yes = func(e *Env) bool {
		v := x.Num(e)
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
		return found
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
	v.yes = func(e *Env) bool {
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
		return same
	}
}

// emitsPlaces are the words for zones that are laid out.
var emitsPlaces = map[Op]func(emitter, *Value){
	Places: func(_ emitter, v *Value) {
		zone, cells := v.Of[0].num, int32(v.Zone.Cells)
		v.list = func(e *Env) []int32 {
			first := zone(e)
			if first == schema.Nothing {
				return nil
			}
			at := len(e.arena)
			for i := range cells {
				e.arena = append(e.arena, first+i)
			}
			return e.arena[at:len(e.arena):len(e.arena)]
		}
	},
	Neighbours: func(_ emitter, v *Value) {
		of := v.Of[0]
		v.list = func(e *Env) []int32 {
			d, first, cell := e.cell(of)
			if d == nil {
				return nil
			}
			at := len(e.arena)
			e.arena = d.Neighbours(cell, first, e.arena)
			return e.arena[at:len(e.arena):len(e.arena)]
		}
	},
	Line: emitter.line,
	Ring: func(_ emitter, v *Value) {
		of, number, d, pos := v.Of[0].num, v.Of[1].num, v.Zone, v.Pos
		v.list = func(e *Env) []int32 {
			zone := of(e)
			if zone == schema.Nothing {
				return nil
			}
			first, cells := d.Ring(e.number(pos, number))
			at := len(e.arena)
			for c := range cells {
				e.arena = append(e.arena, zone+first+c)
			}
			e.spend(pos, int(cells))
			return e.arena[at:len(e.arena):len(e.arena)]
		}
	},
	Cycle: emitter.cycle,
}

func (emitter) line(v *Value) {
	of, direction, number, pos := v.Of[0], v.Of[1].num, v.Of[2].num, v.Pos
	v.list = func(e *Env) []int32 {
		d, first, cell := e.cell(of)
		if d == nil {
			return nil
		}
		dir := e.Text(direction(e))
		if _, ok := d.Step(dir); !ok {
			e.Fail(pos, "a "+d.Layout+" has no direction "+dir)
			return nil
		}
		n, at := e.number(pos, number), len(e.arena)
		for range n {
			if cell = d.Next(cell, dir); cell < 0 || !e.tick(pos) {
				break
			}
			e.arena = append(e.arena, first+cell)
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}
}

func (emitter) cycle(v *Value) {
	list, start, direction, pos := v.Of[0].list, v.Of[1].num, numFn(nil), v.Pos
	if len(v.Of) == 3 {
		direction = v.Of[2].num
	}
	left, up := v.Words[0], v.Words[1]
	v.list = func(e *Env) []int32 {
		all := list(e)
		v := start(e)
		i := 0
		for i < len(all) && all[i] != v {
			i++
		}
		if i == len(all) {
			e.Fail(pos, "cycle: the start is not in the list")
			return nil
		}
		step := 1
		if direction != nil {
			if d := direction(e); d == left || d == up {
				step = len(all) - 1
			}
		}
		at := len(e.arena)
		for range all {
			e.arena = append(e.arena, all[i])
			i = (i + step) % len(all)
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}
}

// cell finds the laid-out place at which a place or piece is: where it lies, or
// where what it lies on lies.
func (e *Env) cell(v *Value) (d *schema.ZoneDecl, first, cell int32) {
	x := v.num(e)
	if x == schema.Nothing {
		return nil, 0, 0
	}
	z := x
	if v.Type.Base == schema.Piece {
		z = e.In(x)
	}
	for range 8 {
		info := e.Zones[z]
		if info.Decl.Layout != "" {
			return info.Decl, z - info.Cell, info.Cell
		}
		if info.Piece == schema.Nothing {
			break
		}
		z = e.In(info.Piece)
	}
	return nil, 0, 0
}

// placed reports whether p stands at a known place; if not, that is a fault.
//
// Nobody knows the order of a shuffled block, not even the rules: its pieces are
// kept sorted, and to take the first of them would be a choice that nobody made.
// So what stands at a place of a pile can be asked for only where that is known;
// otherwise the way to the top card is to draw it.
func (e *Env) placed(pos source.Pos, p int32) bool {
	if e.Placed(p) {
		return true
	}
	e.Fail(pos, "nobody knows the order of "+e.ZoneName(e.In(p))+" here: draw from it")
	return false
}

// cuts reports whether a list of what lies in a zone can be cut before element
// i: within a block of unknown order it cannot, and that is a fault.
func (e *Env) cuts(pos source.Pos, all []int32, i int) bool {
	return i <= 0 || i >= len(all) || !e.Glued(all[i-1]) || e.placed(pos, all[i])
}
