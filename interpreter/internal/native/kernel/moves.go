package kernel

// Steps that move pieces: whether they may, and in which order.

// fits reports whether p, and in a stack what lies on it, can lie in z.
//
//wasm:inline
func fits(p, z int32) bool {
	info := zoneInfo(z)
	if ld64(info+zoneHolds)>>(uint64(kindOf(p))&63)&1 == 0 {
		return false
	}
	return ld(info+zoneStack) == 0 || !laden(p) || partsFit(p, z)
}

func partsFit(p, z int32) bool {
	kind := kindInfo(kindOf(p))
	for on := ld(kind + kindOn); on < ld(kind+kindOnEnd); on += 8 {
		cells := ld(on+onFirst) + (p-ld(kind+kindFirst))*ld(on+onCells)
		for c := range ld(on + onCells) {
			for q := first(cells + c); q >= 0; q = after(q) {
				if !fits(q, z) {
					return false
				}
			}
		}
	}
	return true
}

// mayLie breaks off if p cannot be put into zone z.
func mayLie(p, z int32) {
	if ld(zoneInfo(z)+zonePiece) != nothing || ld(atSealed) != 0 {
		examine(p, z)
	}
	if !fits(p, z) {
		panic("the zone does not hold it")
	}
}

// examine is mayLie where it takes a closer look.
func examine(p, z int32) {
	for at := z; ; {
		q := ld(zoneInfo(at) + zonePiece)
		if q == p {
			panic("it cannot lie on itself")
		}
		if q == nothing {
			break
		}
		at = in(q)
		if isStack(at) {
			Heaped = 1
		}
	}
	if seat := ld(atSealed) - 1; seat >= 0 && (holder(z) != seat || holder(in(p)) != seat) {
		panic("a sealed block moves pieces between the player's own zones")
	}
}

// bearer is the piece on which p lies, below zero if there is none.
func bearer(p int32) int32 {
	if p < 0 {
		return -1
	}
	return ld(zoneInfo(in(p)) + zonePiece)
}

// holder is the player whose zone z is, or the piece on which it lies.
func holder(z int32) int32 {
	info := zoneInfo(z)
	if p := ld(info + zonePiece); p != nothing {
		return ownerOf(p)
	}
	return ld(info + zoneSeat)
}

// ownerOf is the player whose piece p is.
func ownerOf(p int32) int32 {
	for range int32(8) {
		if o := ownedBy(p); o != nothing {
			return o
		}
		info := zoneInfo(in(p))
		if seat := ld(info + zoneSeat); seat != nothing {
			return seat
		}
		if p = ld(info + zonePiece); p == nothing {
			return nothing
		}
	}
	return nothing
}

// seen reports whether a player knows p where it lies. If not, only package machine
// knows what he is asked, and what chance draws for him.
func seen(p, who int32) bool {
	for in(p) > 0 {
		z := in(p)
		info := zoneInfo(z)
		if sight := ld(info + zoneSight); (sight != 0 || ld(atSealed) != 0) && (sight == 2 || holder(z) != who) {
			return false
		}
		if p = ld(info + zonePiece); p == nothing {
			break
		}
	}
	return true
}

// moveTo moves one piece as a step does; face is 0 up, 1 down, -1 as the zone says.
func moveTo(p, z, top, face int32) {
	mayLie(p, z)
	place(p, z, top)
	if face >= 0 {
		turn(p, face)
	}
}

// packet moves a list of pieces to one zone, keeping their order and what is
// unknown of it.
func packet(list, n, z, top, face int32) {
	for i := range n {
		mayLie(ld(list+i<<2), z)
	}
	placeAll(list, n, z, top)
	if face >= 0 {
		for i := range n {
			turn(ld(list+i<<2), face)
		}
	}
}

// placeAll is packet of what is known to be able to lie there.
func placeAll(list, n, z, top int32) {
	spend(n)
	info := zoneInfo(z)
	down := ld(info + zoneDown)
	if ld(info+zoneStack) == 0 {
		for i := range n {
			settle(ld(list+i<<2), z, down)
		}
		return
	}
	if n > 1 {
		for i := range n {
			if blockOf(ld(list+i<<2)) >= 0 {
				placeBlocks(list, n, z, top)
				return
			}
		}
	}
	for i := range n {
		p := ld(list + i<<2)
		if top != 0 {
			p = ld(list + (n-1-i)<<2)
			toTop(p, z, down)
		} else {
			toBottom(p, z, down)
		}
		if laden(p) {
			part(p, z, top)
		}
	}
}

// placeBlocks is placeAll where some of the pieces are of a block.
func placeBlocks(list, n, z, top int32) {
	last := int32(-1) // the piece placed before, if it is of one block with this one
	for k := range n {
		i := k
		if top != 0 {
			i = n - 1 - k
		}
		p := ld(list + i<<2)
		joined := false // p and the piece to be placed after it
		if top != 0 && i > 0 {
			joined = inBlock(ld(list+i<<2-4), p)
		} else if top == 0 && i+1 < n {
			joined = inBlock(p, ld(list+i<<2+4))
		}
		place(p, z, top)
		if last >= 0 {
			if top != 0 && next(p) == last {
				glue(p, last)
			} else if top == 0 && next(last) == p {
				glue(last, p)
			}
		}
		last = -1
		if joined {
			last = p
		}
	}
}

// spread moves one piece to each place, in order.
func spread(pieces, n, places, have, top, face int32) {
	if have < n {
		panic("more pieces than places")
	}
	spend(n)
	for i := range n {
		moveTo(ld(pieces+i<<2), ld(places+i<<2), top, face)
	}
}

// tokens moves up to n pieces of a card, as many as there are.
func tokens(card, first, count, n, from, to, top, face int32) {
	p := copyIn(card, first, count, from, -1)
	for ; p >= 0 && n > 0; n-- {
		spend(1)
		q := copyIn(card, first, count, from, p)
		moveTo(p, to, top, face)
		p = q
	}
}

// copyIn is the next copy of a card after p, or the first, that lies in a zone.
func copyIn(card, first, count, z, p int32) int32 {
	if ld(zoneInfo(z)+zoneStack) != 0 {
		if p < 0 {
			p = head(z)
		} else {
			p = next(p)
		}
		for p >= 0 && cardOf(p) != card {
			p = next(p)
		}
		return p
	}
	q := first
	if q <= p {
		q = p + 1
	}
	for ; q < first+count; q++ {
		if in(q) == z {
			return q
		}
	}
	return -1
}

// discard brings pieces to the piles of their kinds, those of one pile as one
// packet. The list is written over.
func discard(list, n int32) {
	bunch := Arena + free
	for n > 0 {
		pile := ld(kindInfo(kindOf(ld(list))) + kindDiscards)
		if pile <= 0 {
			panic("no discard pile")
		}
		k, b, sure := int32(0), int32(0), int32(1)
		for i := range n {
			p := ld(list + i<<2)
			kind := kindOf(p)
			if ld(kindInfo(kind)+kindDiscards) == pile {
				sure &= ld(kindInfo(kind) + kindSure)
				st(bunch+b<<2, p)
				b++
			} else {
				st(list+k<<2, p)
				k++
			}
		}
		n = k
		if sure != 0 {
			placeAll(bunch, b, pile, 1)
		} else {
			packet(bunch, b, pile, 1, -1)
		}
	}
}

// alike reports whether two pieces are equal cards, wherever they lie.
func alike(p, q int32) bool {
	if cardOf(p) != cardOf(q) || ownedBy(p) != ownedBy(q) || facing(p) != facing(q) {
		return false
	}
	return marksAlike(kindOf(p), p, q)
}

// loadsAlike reports whether the same lies in so many places from two on.
func loadsAlike(a, b, cells int32) bool {
	for c := range cells {
		if size(a+c)|size(b+c) == 0 {
			continue
		}
		x, y := first(a+c), first(b+c)
		for x >= 0 && y >= 0 && alike(x, y) {
			x, y = after(x), after(y)
		}
		if x >= 0 || y >= 0 {
			return false
		}
	}
	return true
}

// sortList sorts a list upward. Lists are short, and mostly sorted already.
func sortList(list, n int32) {
	for i := int32(1); i < n; i++ {
		v := ld(list + i<<2)
		j := i
		for j > 0 && ld(list+j<<2-4) > v {
			st(list+j<<2, ld(list+j<<2-4))
			j--
		}
		if j < i {
			spend(i - j)
		}
		st(list+j<<2, v)
	}
}
