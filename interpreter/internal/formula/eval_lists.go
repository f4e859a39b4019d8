package formula

import (
	"math"
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// peek evaluates a list and releases its space in the arena, so the caller must read it before
// another list is built.
func (e *Env) peek(v *Expr) []int32 {
	mark := len(e.arena)
	l := e.list(v)
	e.arena = e.arena[:mark]
	return l
}

// copied evaluates a list into a copy at the end of the arena, from index at, which the caller
// may overwrite.
func (e *Env) copied(v *Expr) (at int, l []int32) {
	at = len(e.arena)
	all := e.list(v)
	e.arena = append(e.arena[:at], all...)
	return at, e.since(at)
}

// cut shortens the arena to index at and appends left, a part of the copy that began there. It returns the list at its
// new address, because append may have reallocated the arena.
func (e *Env) cut(at int, left []int32) []int32 {
	e.arena = append(e.arena[:at], left...)
	return e.since(at)
}

// seek counts the elements of a list for which the condition has the wanted outcome, and stops at most. It also returns
// the last such element, or nothing.
func (e *Env) seek(v *Expr, wanted bool, most int32) (n, last int32) {
	mark, of, cond, slot, cost := len(e.arena), v.Args[0], v.Args[1], uint(v.At)%maxLocals, int(v.cost)
	var all, along []int32       // along are the elements that a range numbers
	first, length := int32(0), 0 // of a range, which is not made into a list: `count` of chess takes 5 % less time
	switch {
	case v.search != nil && wanted:
		if all, cond = e.candidates(v, v.search, int(most)); cond == nil {
			e.arena = e.arena[:mark]
			if n = min(most, int32(len(all))); n > 0 {
				return n, all[n-1]
			}
			return 0, schema.Nothing
		}
		length = len(all)
	case of.is(Range) && of.At > 0:
		along = e.lists[of.At-1]
		if length = len(along); length > 0 && !e.spend(of, min(length, e.Fuel+1)) {
			length = 0
		}
	case of.is(Range):
		first, length = boundsOf(e, of)
	default:
		all = e.list(of)
		length = len(all)
	}
	keep, last := len(e.arena), int32(schema.Nothing)
	for i := range length {
		x := first + int32(i)
		if all != nil {
			x = all[i]
		}
		if !e.spend(v, cost) {
			break
		}
		e.locals[slot] = x
		if along != nil {
			e.locals[(slot+1)%maxLocals] = along[i]
		}
		holds := e.num(cond) == 1
		e.arena = e.arena[:keep]
		if holds == wanted {
			if n, last = n+1, x; n == most {
				break
			}
		}
	}
	e.arena = e.arena[:mark]
	return n, last
}

// evalFilter returns the elements of a list for which a condition holds, in their order. A search leaves out elements
// for which a leading part of the condition fails.
func evalFilter(e *Env, v *Expr) []int32 {
	at, cond, slot, cost := len(e.arena), v.Args[1], uint(v.At)%maxLocals, int(v.cost)
	var src []int32
	if v.search != nil {
		if src, cond = e.candidates(v, v.search, math.MaxInt); cond == nil {
			return src
		}
		src = e.cut(at, src)
	} else {
		_, src = e.copied(v.Args[0])
	}
	keep, k := len(e.arena), 0
	for _, x := range src {
		if !e.spend(v, cost) {
			break
		}
		e.locals[slot] = x
		holds := e.num(cond) == 1
		e.arena = e.arena[:keep]
		if holds {
			src[k] = x
			k++
		}
	}
	return e.cut(at, src[:k])
}

// evalMapped omits elements whose value is nothing, because lists cannot contain nothing.
func evalMapped(e *Env, v *Expr) []int32 {
	at, src := e.copied(v.Args[0])
	keep, k := len(e.arena), 0
	for _, x := range src {
		if !e.spend(v, int(v.cost)) {
			break
		}
		e.locals[uint(v.At)%maxLocals] = x
		x = second(e, v)
		e.arena = e.arena[:keep]
		if x != schema.Nothing {
			src[k] = x
			k++
		}
	}
	return e.cut(at, src[:k])
}

// evalFlatten joins the lists that a formula gives for the elements of a list.
func evalFlatten(e *Env, v *Expr) []int32 {
	at, src := e.copied(v.Args[0])
	for _, x := range src {
		e.locals[uint(v.At)%maxLocals] = x
		mark := len(e.arena)
		part := e.list(v.Args[1])
		e.arena = append(e.arena[:mark], part...)
		if !e.spend(v, int(v.cost)+len(part)>>4) {
			break
		}
	}
	return e.cut(at, e.arena[at+len(src):])
}

// evalSum adds the numbers of a list, or those that a formula gives for its elements. Nothing and a sum that is too
// large are faults.
func evalSum(e *Env, v *Expr) int32 {
	s, mark := int64(0), len(e.arena)
	all := e.list(v.Args[0])
	keep := len(e.arena)
	for _, x := range all {
		if !e.spend(v, int(v.cost)) {
			break
		}
		if len(v.Args) == 2 {
			e.locals[uint(v.At)%maxLocals] = x
			x = second(e, v)
			e.arena = e.arena[:keep]
		}
		if x == schema.Nothing {
			e.World.Fail(v.Pos, "nothing cannot be added")
		}
		s += int64(x)
	}
	e.arena = e.arena[:mark]
	if s > math.MaxInt32 || s < -math.MaxInt32 {
		e.World.Fail(v.Pos, "the sum is out of range; "+numberRange)
		return 0
	}
	return int32(s)
}

// evalSortBy uses insertion sort, which is stable; lists are short.
func evalSortBy(e *Env, v *Expr) []int32 {
	at, src := e.copied(v.Args[0])
	k := len(src)
	e.arena = append(e.arena, src...)
	keys := e.since(at + k)
	for i, x := range src {
		if !e.spend(v, int(v.cost)) {
			break
		}
		mark := len(e.arena)
		e.locals[uint(v.At)%maxLocals] = x
		keys[i] = second(e, v)
		e.arena = e.arena[:mark]
	}
	for i := 1; i < k; i++ {
		for j := i; j > 0 && keys[j] < keys[j-1] && e.spend(v, 1); j-- {
			keys[j], keys[j-1] = keys[j-1], keys[j]
			src[j], src[j-1] = src[j-1], src[j]
		}
	}
	return e.cut(at, src)
}

// seatsFrom returns n seats clockwise, beginning with seat first.
func (e *Env) seatsFrom(first, n ref.Seat) []int32 {
	at := len(e.arena)
	players := e.World.Players()
	for seat := first % players; n > 0; n-- {
		e.arena = append(e.arena, int32(seat))
		if seat++; seat == players {
			seat = 0
		}
	}
	return e.since(at)
}

func (e *Env) listed(v *Expr) []int32 {
	at := len(e.arena)
	for _, of := range v.Args {
		mark := len(e.arena)
		x := e.num(of) // it may build lists, so the arena grows only after it
		e.arena = e.arena[:mark]
		if x != schema.Nothing {
			e.arena = append(e.arena, x)
		}
	}
	return e.since(at)
}

// lying returns the pieces in the places of a zone, beginning with place z.
func (e *Env) lying(v *Expr, z ref.Place) []int32 {
	at := len(e.arena)
	if z == schema.Nothing || e.viewer >= 0 && !e.mayLook(v, z, int(v.At)) {
		return nil
	}
	e.arena = e.World.Lying(z, v.At, e.arena)
	e.spend(v, (len(e.arena)-at)>>3)
	return e.since(at)
}

// lyingAt returns the pieces in a list of places, place by place. A seat that may not see one of the places gets none.
func (e *Env) lyingAt(v *Expr) []int32 {
	at, places := e.copied(v.Args[0])
	n := at + len(places)
	for _, z := range places {
		if e.viewer >= 0 && !e.mayLook(v, ref.Place(z), 1) {
			return nil
		}
		for p := e.World.Head(ref.Place(z)); p >= 0 && e.spend(v, 1); p = e.World.Next(p) {
			e.arena = append(e.arena, int32(p))
		}
	}
	return e.since(n)
}

// top returns the first piece in the places of a zone, or nothing. It is a fault if the order of the zone is unknown.
func (e *Env) top(v *Expr) int32 {
	z := ref.Place(first(e, v))
	if z == schema.Nothing || e.viewer >= 0 && !e.mayLook(v, z, int(v.At)) {
		return schema.Nothing
	}
	for i := range ref.Place(v.At) {
		if p := e.World.Head(z + i); p >= 0 && e.placed(v, p) {
			return int32(p)
		}
	}
	return schema.Nothing
}

// evalNumbers returns a range of numbers that includes both ends.
func evalNumbers(e *Env, v *Expr) []int32 {
	lo, n := boundsOf(e, v)
	at := len(e.arena)
	for i := range n {
		e.arena = append(e.arena, lo+int32(i))
	}
	return e.since(at)
}

// boundsOf returns the first number of a range and their number, for which it counts the work.
func boundsOf(e *Env, v *Expr) (lo int32, n int) {
	lo, hi := e.number(v, v.Args[0]), e.number(v, v.Args[1])
	if e.World.Err != nil || lo > hi {
		return lo, 0
	}
	n = int(int64(hi) - int64(lo) + 1)
	if !e.spend(v, min(n, e.Fuel+1)) {
		return lo, 0
	}
	return lo, n
}

func evalConcat(e *Env, v *Expr) []int32 {
	at := len(e.arena)
	for _, of := range v.Args {
		mark := len(e.arena)
		part := e.list(of)
		e.arena = append(e.arena[:mark], part...)
		e.spend(v, len(part)>>4)
	}
	return e.since(at)
}

func evalReversed(e *Env, v *Expr) []int32 {
	out := e.Keep(e.list(v.Args[0]))
	slices.Reverse(out)
	return out
}

// evalUnique returns a list without the elements that equal an earlier one.
func evalUnique(e *Env, v *Expr) []int32 {
	out := e.Keep(e.list(v.Args[0]))
	k := 0
next:
	for _, x := range out {
		for _, y := range out[:k] {
			if !e.spend(v, 1) || x == y {
				continue next
			}
		}
		out[k] = x
		k++
	}
	return out[:k:k]
}

// slice returns a part of a list. Cutting a zone where its order is unknown is a fault.
func (e *Env) slice(v *Expr) []int32 {
	l := v.Args[0]
	all := e.list(l)
	a, b := int(e.number(v, v.Args[1])), len(all)
	if len(v.Args) == 3 {
		b = int(e.number(v, v.Args[2]))
	}
	a, b = clamp(a, len(all)), clamp(b, len(all))
	if a >= b || l.Op == Lying && !(e.cuts(v, all, a) && e.cuts(v, all, b)) {
		return nil
	}
	return all[a:b]
}

// clamp limits an index of a slice to a list of length n. A negative index counts from the end.
func clamp(i, n int) int {
	if i < 0 {
		i += n
	}
	return max(0, min(i, n))
}

// evalLength returns the length of the list in the first operand. More seats may know the number of
// pieces in a zone, or the number of chosen ones, than their identity.
func evalLength(e *Env, v *Expr) int32 {
	l := v.Args[0]
	switch {
	case v.access == ofZone:
		return e.size(v, ref.Place(e.num(l.Args[0])))
	case l.is(FrameWord) && l.access == answer:
		return e.World.Stack[e.Base+int(l.At)+1]
	}
	return int32(len(e.peek(l)))
}

// evalEnd returns the first (at is 0) or last (at is -1) element of a list, or nothing.
func evalEnd(e *Env, v *Expr, at int) int32 {
	all := e.peek(v.Args[0])
	if len(all) == 0 {
		return schema.Nothing
	}
	x := all[(at+len(all))%len(all)]
	if v.Args[0].Op == Lying {
		e.placed(v, ref.Piece(x))
	}
	return x
}

// index returns one element of a list, counted from its end if the index is negative. An index outside is a fault.
func (e *Env) index(v *Expr) int32 {
	mark, of := len(e.arena), v.Args[0]
	var all []int32
	if of.run == Local {
		all = e.lists[of.At]
	} else {
		all = e.list(of)
	}
	key := second(e, v)
	i := int(key)
	if i < 0 {
		i += len(all)
	}
	if i < 0 || i >= len(all) {
		e.World.Fail(v.Pos, "the list is too short: its length is "+numeral(int32(len(all)))+
			", and this asks for number "+numeral(key)+" (counted from 0); `first(…)` of an empty list is nothing")
		return 0
	}
	x := all[i]
	e.arena = e.arena[:mark]
	if v.Args[0].Op == Lying {
		e.placed(v, ref.Piece(x))
	}
	return x
}

// evalExtreme returns the best number of a list, or of several numbers. An empty list is a fault.
func evalExtreme(e *Env, v *Expr, better func(a, b int32) bool) (best int32) {
	if !v.Args[0].Type.List {
		best = e.number(v, v.Args[0])
		for _, of := range v.Args[1:] {
			if x := e.number(v, of); better(x, best) {
				best = x
			}
		}
		return best
	}
	all := e.peek(v.Args[0])
	if len(all) == 0 {
		e.World.Fail(v.Pos, v.Name+" of an empty list: test it with empty(…) first")
		return 0
	}
	best = all[0]
	for _, x := range all[1:] {
		if better(x, best) {
			best = x
		}
	}
	return best
}

// contains returns 1 if a value, or the card of a piece, is in a list, and 0 otherwise. For a single place it asks
// where the piece is instead of listing the pieces of the place.
func (e *Env) contains(v *Expr) int32 {
	x, l, byCard := first(e, v), v.Args[1], v.Op == ContainsCard
	if !byCard && l.is(Lying) && l.At == 1 {
		z := ref.Place(e.num(l.Args[0]))
		return boolToInt(x >= 0 && z > 0 && (e.viewer < 0 || e.mayLook(v, z, 1)) && e.World.In(ref.Piece(x)) == z)
	}
	all := e.peek(l)
	e.spend(v, len(all)>>3)
	for _, y := range all {
		if byCard {
			y = e.cardWord(y)
		}
		if x == y {
			return 1
		}
	}
	return 0
}

// sameBag compares lists without regard to order. SameCards compares the cards of pieces with
// words.
func sameBag(e *Env, v *Expr) int32 {
	mark := len(e.arena)
	a, b := e.list(v.Args[0]), e.list(v.Args[1])
	same := len(a) == len(b)
	for i := 0; same && i < len(a); i++ {
		k, d := inBag(e, v, a[i]), 0
		for _, x := range a {
			if inBag(e, v, x) == k {
				d++
			}
		}
		for _, x := range b {
			if x == k {
				d--
			}
		}
		same = d == 0 && e.spend(v, len(a)+len(b))
	}
	e.arena = e.arena[:mark]
	return boolToInt(same)
}

// inBag returns the value that sameBag compares for an element of the first list.
func inBag(e *Env, v *Expr, x int32) int32 {
	if v.Op == SameCards {
		return e.cardWord(x)
	}
	return x
}

// placed reports whether the position of piece p in its zone is known. If not, it records a
// fault.
//
// The order of a shuffled block is unknown even to the rules. Its pieces are kept sorted, so
// taking the first would be a choice that no decider has made. The top card is determined only
// by drawing it.
func (e *Env) placed(v *Expr, p ref.Piece) bool {
	if e.World.Placed(p) {
		return true
	}
	e.World.Fail(v.Pos, "nobody knows the order of "+e.World.ZoneName(e.World.In(p))+" here: draw from it")
	return false
}

// cuts reports whether a list of the pieces in a zone may be divided before element i. Dividing
// a block of unknown order is a fault.
func (e *Env) cuts(v *Expr, all []int32, i int) bool {
	return i <= 0 || i >= len(all) || !e.World.Glued(ref.Piece(all[i-1])) || e.placed(v, ref.Piece(all[i]))
}
