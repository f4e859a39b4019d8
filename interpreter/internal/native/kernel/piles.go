package kernel

import "math/bits"

// Moves of all that lies in a zone, or of any part of what lies in no order, at once:
// whole words of sets change, and of each piece only says where it lies.

// plain reports whether what lies in stacks can be moved without a closer look.
//
//wasm:inline
func plain() bool { return Heaped|ld(atSealed) == 0 }

// transfer moves some pieces, of word w of a set, from a zone to another that is no stack,
// or a stack whose list is another matter, all of them at once.
//
//wasm:inline
func transfer(some uint64, w, from, z, down int32) {
	st64(setAt(from, w), ld64(setAt(from, w))&^some)
	st64(setAt(z, w), ld64(setAt(z, w))|some)
	for v := some; v != 0; v &= v - 1 {
		p := w<<6 + lowest(v)
		st(Pieces+p<<4+pieceIn, z)
		st(Pieces+p<<4+pieceFlags, down)
	}
}

//wasm:inline
func transferWord(from, z, w, down int32) {
	if some := ld64(setAt(from, w)); some != 0 {
		transfer(some, w, from, z, down)
	}
}

// recount counts n pieces that have gone from one zone to another.
//
//wasm:inline
func recount(from, z, n int32) {
	st(Zones+from*12+zoneCount, ld(Zones+from*12+zoneCount)-n)
	st(Zones+z*12+zoneCount, ld(Zones+z*12+zoneCount)+n)
}

//wasm:inline
func ones(v uint64) int32 { return int32(bits.OnesCount64(v)) }

// pour moves all that lies in a zone to a stack that is empty and will be shuffled, so
// that nothing need be said of its order. It does nothing and reports false where that
// takes a closer look.
func pour(from, z int32) bool {
	info := zoneInfo(z)
	if ld(info+zonePiece) != nothing || ld(atSealed) != 0 || ld(stack(from)+stackBlocks) != 0 {
		return false
	}
	holds := ld64(info + zoneHolds)
	for w := range int32(NumWords) {
		for v := ld64(setAt(from, w)); v != 0; v &= v - 1 {
			if p := w<<6 + lowest(v); holds>>(uint64(kindOf(p))&63)&1 == 0 || laden(p) {
				return false
			}
		}
	}
	transferAll(from, z)
	return true
}

// transferAll is transfer of all that lies in a zone.
//
//wasm:inline
func transferAll(from, z int32) {
	down := ld(ZoneInfo + z*12 + zoneDown)
	transferWord(from, z, 0, down)
	if NumWords > 1 {
		transferWord(from, z, 1, down)
	}
	if NumWords > 2 {
		for w := int32(2); w < NumWords; w++ {
			transferWord(from, z, w, down)
		}
	}
	spend(size(from))
	recount(from, z, size(from))
	st(stack(from)+stackTop, -1)
	st(stack(from)+stackEnd, -1)
}

// pile moves a stack as it lies onto another (1) or under it (0), which can hold all of
// it.
func pile(from, z, top int32) {
	if from == z {
		panic("this takes a closer look")
	}
	first, last := topNode(from), ld(stack(from)+stackEnd)
	if first < 0 {
		return
	}
	transferAll(from, z)
	st(stack(z)+stackBlocks, ld(stack(z)+stackBlocks)+ld(stack(from)+stackBlocks))
	st(stack(from)+stackBlocks, 0)
	if top != 0 {
		join(last, topNode(z), z)
		join(-1, first, z)
	} else {
		join(ld(stack(z)+stackEnd), first, z)
		join(last, -1, z)
	}
}

// refill fills an empty stack again, and reports whether there was anything.
func refill(z int32) bool {
	from := ld(zoneInfo(z) + zoneRefill)
	if from == 0 || size(from) == 0 {
		return false
	}
	if !pour(from, z) {
		for p := first(from); p >= 0; p = first(from) {
			moveTo(p, z, 0, -1)
		}
	}
	shuffle(z)
	return true
}
