package kernel

import "math/bits"

// Pieces in zones. Package state has a zone as a doubly linked list through the pieces
// that lie in it. Here only stacks are lists while a match runs, and those of other
// words (see blocks.go): elsewhere nothing is said by an order. The lists of package
// state are made when the host is to see them. What lies in a zone, be it a stack or
// not, is a set of bits besides, so that to ask for some kind of cards takes a look at
// a word or two, and to go through them meets no others.

const (
	faceDown = 1
	glued    = 2
)

// Words of a zone, of a piece, and of what is fixed about them.
const (
	zoneHead  = 0
	zoneTail  = 4
	zoneCount = 8

	pieceIn    = 0
	pieceNext  = 4
	piecePrev  = 8
	pieceFlags = 12 // whether it is glued is said only to the host

	stackTop    = 0 // the first node of a stack, below zero if there is none
	stackEnd    = 4
	stackBlocks = 8 // how many of its nodes are blocks

	// Of all that is said of zones three words lie together, twelve bytes from those
	// of the next zone, so that what is found by one address is found by all.
	zoneStack  = 0
	zoneDown   = 4
	zonePiece  = 8
	zoneHolds  = ZoneStride // two words: a set of kinds
	zoneSeat   = ZoneStride + 8
	zoneRefill = 2 * ZoneStride   // from where a stack is filled again; 0: it is not
	zoneSight  = 2*ZoneStride + 8 // who sees what lies there: 0 all, 1 its holder, 2 who knows
	zoneLaid   = 2*ZoneStride + 4 // the record of a place that is laid out; 0: it is not

	kindFirst    = 0
	kindDiscards = 4 // where its pieces are discarded to; 0: nowhere
	kindOn       = 8 // addresses of the first of the zones on its pieces, and after the last
	kindOnEnd    = 12
	kindSure     = 16 // 1 if they can always lie there

	onFirst = 0
	onCells = 4
)

//wasm:inline
func zone(z int32) int32 { return Zones + z*12 }

//wasm:inline
func piece(p int32) int32 { return Pieces + p<<4 }

//wasm:inline
func zoneInfo(z int32) int32 { return ZoneInfo + z*12 }

//wasm:inline
func isStack(z int32) bool { return ld(ZoneInfo+z*12+zoneStack) != 0 }

//wasm:inline
func kindInfo(k int32) int32 { return KindInfo + k<<5 }

//wasm:inline
func stack(z int32) int32 { return Stacks + z*12 }

// topNode is the first node in a stack, below zero if there is none.
//
//wasm:inline
func topNode(z int32) int32 { return ld(Stacks + z*12 + stackTop) }

// head is the first piece in a stack, below zero if there is none.
//
//wasm:inline
func head(z int32) int32 {
	n := topNode(z)
	if n >= NumPieces {
		n = onwardIn(n, 0)
	}
	return n
}

//wasm:inline
func size(z int32) int32 { return ld(Zones + z*12 + zoneCount) }

// next is the piece below p in a stack.
//
//wasm:inline
func next(p int32) int32 {
	n := ld(node(p) + nodeNext)
	if n >= NumPieces {
		n = beneath(p, n)
	}
	return n
}

//wasm:inline
func in(p int32) int32 { return ld(Pieces + p<<4 + pieceIn) }

//wasm:inline
func cardOf(p int32) int32 { return ld(PieceCard + p<<4) }

//wasm:inline
func kindOf(p int32) int32 { return ld(PieceKind + p<<4) }

//wasm:inline
func copyOf(p int32) int32 { return ld(PieceCopy + p<<4) }

//wasm:inline
func wordOfCard(p int32) int32 { return ld(PieceWord + p<<4) }

// ownedBy is the player whose p is by its making.
//
//wasm:inline
func ownedBy(p int32) int32 { return ld(PieceOwner + p<<4) }

//wasm:inline
func isDown(p int32) bool { return ld(Pieces+p<<4+pieceFlags)&faceDown != 0 }

// facing is how p lies: 0 up, 1 down.
//
//wasm:inline
func facing(p int32) int32 { return ld(Pieces+p<<4+pieceFlags) & faceDown }

//wasm:inline
func turn(p, down int32) {
	at := Pieces + p<<4
	if flags := ld(at + pieceFlags); flags&faceDown != down {
		st(at+pieceFlags, flags^faceDown)
		unlike(p)
	}
}

// placed is p, if it is known where in its zone that lies.
func placed(p int32) int32 {
	if blockOf(p) >= 0 {
		panic("nobody knows the order")
	}
	return p
}

// first is the first piece in a zone, below zero if there is none.
func first(z int32) int32 {
	if isStack(z) {
		return head(z)
	}
	return onward(z, 0)
}

// after is the piece after p in its zone, below zero if there is none.
func after(p int32) int32 {
	z := in(p)
	if isStack(z) {
		return next(p)
	}
	return onward(z, p+1)
}

// onward is the first piece in a zone from number p on, below zero if there is none.
func onward(z, p int32) int32 { return onwardOf(setAt(z, 0), ZoneStride, p) }

// onwardOf is the first piece of a set from number p on, below zero if there is none. The
// words of the set lie so many bytes from each other.
func onwardOf(set, stride, p int32) int32 {
	low := uint64(1)<<(uint64(p)&63) - 1
	for w := p >> 6; w < NumWords; w++ {
		if v := ld64(set+w*stride) &^ low; v != 0 {
			return w<<6 + lowest(v)
		}
		low = 0
	}
	return -1
}

// listed lists what lies in a zone, in order.
func listed(list, n, z int32) int32 {
	for p := first(z); p >= 0; p = after(p) {
		n = put(list, n, p)
	}
	return n
}

// topOf is the first piece in some places from z on; nothing, if none lies there.
func topOf(z, cells int32) int32 {
	if z == nothing {
		return nothing
	}
	for ; cells > 0; cells-- {
		if p := first(z); p >= 0 {
			return placed(p)
		}
		z++
	}
	return nothing
}

// setAt is where word number w of the set of what lies in a zone stands.
//
//wasm:inline
func setAt(z, w int32) int32 { return Sets + w*ZoneStride + z*12 }

// lowest is the lowest bit of a word that is not 0.
//
//wasm:inline
func lowest(v uint64) int32 { return int32(bits.TrailingZeros64(v)) }

// toggle has the sets of two zones know that p has gone from one to the other.
//
//wasm:inline
func toggle(p, from, to int32) {
	bit := uint64(1) << (uint64(p) & 63)
	switch NumWords {
	case 1:
		st64(setAt(from, 0), ld64(setAt(from, 0))^bit)
		st64(setAt(to, 0), ld64(setAt(to, 0))^bit)
	case 2: // without a branch that nobody could foresee
		high := bit & -uint64(p>>6)
		low := bit ^ high
		st64(setAt(from, 0), ld64(setAt(from, 0))^low)
		st64(setAt(from, 1), ld64(setAt(from, 1))^high)
		st64(setAt(to, 0), ld64(setAt(to, 0))^low)
		st64(setAt(to, 1), ld64(setAt(to, 1))^high)
	default:
		w := p >> 6
		st64(setAt(from, w), ld64(setAt(from, w))^bit)
		st64(setAt(to, w), ld64(setAt(to, w))^bit)
	}
}

// makeSets makes the sets of all zones, and the stacks, when somebody else has moved
// pieces.
func makeSets() {
	fillBytes(Nodes, 255, NumPieces<<4)
	fillBytes(Sets, 0, NumWords*ZoneStride)
	Heaped = 0
	for p := range int32(NumPieces) {
		at := setAt(in(p), p>>6)
		st64(at, ld64(at)|1<<(uint64(p)&63))
		if q := ld(zoneInfo(in(p)) + zonePiece); q != nothing && isStack(in(q)) {
			Heaped = 1
		}
	}
	makeStacks()
}

// makeLists makes the lists of all zones, for somebody else to see.
func makeLists() {
	for z := range int32(NumZones) {
		st(zone(z)+zoneHead, -1)
		st(zone(z)+zoneTail, -1)
		if isStack(z) {
			showStack(z)
		}
	}
	for p := range int32(NumPieces) {
		if z := in(p); !isStack(z) {
			show(p, z, 0)
		}
	}
}

// show puts p at the end of such a list, glued to what comes after it or not.
//
//wasm:inline
func show(p, z, glue int32) {
	last := ld(zone(z) + zoneTail)
	if last >= 0 {
		st(piece(last)+pieceNext, p)
	} else {
		st(zone(z)+zoneHead, p)
	}
	st(piece(p)+piecePrev, last)
	st(piece(p)+pieceNext, -1)
	st(piece(p)+pieceFlags, facing(p)|glue)
	st(zone(z)+zoneTail, p)
}

// carry moves p to a zone, face up (0) or down (1); if that is a stack it is in no list
// yet.
//
//wasm:inline
func carry(p, z, down int32) {
	from := ld(Pieces + p<<4 + pieceIn)
	carryOff(p, from, ld(ZoneInfo+from*12+zoneStack), z, down)
}

// carryOff is carry from a zone that is known, a stack (1) or none (0).
//
//wasm:inline
func carryOff(p, from, stack, z, down int32) {
	st(Pieces+p<<4+pieceFlags, down)
	st(Pieces+p<<4+pieceIn, z)
	recount(from, z, 1)
	toggle(p, from, z)
	if stack != 0 {
		if b := blockOf(p); b >= 0 {
			leave(p, b, from)
		} else {
			unlink(p, from)
		}
	}
}

// settle moves p to a zone that is no stack, toTop to the top of a stack, toBottom to its
// end.
func settle(p, z, down int32) { carry(p, z, down) }

func toTop(p, z, down int32) {
	carry(p, z, down)
	onTop(p, z)
}

func toBottom(p, z, down int32) {
	carry(p, z, down)
	atBottom(p, z)
}

// onTop puts a node, which is in its zone by now, into the list of a stack, atBottom to
// the end of that.
//
//wasm:inline
func onTop(n, z int32) {
	under := ld(Stacks + z*12 + stackTop)
	st(Nodes+n<<4+nodePrev, -1)
	st(Nodes+n<<4+nodeNext, under)
	st(Stacks+z*12+stackTop, n)
	if under >= 0 {
		st(Nodes+under<<4+nodePrev, n)
	} else {
		st(Stacks+z*12+stackEnd, n)
	}
}

//wasm:inline
func atBottom(n, z int32) {
	above := ld(Stacks + z*12 + stackEnd)
	st(Nodes+n<<4+nodePrev, above)
	st(Nodes+n<<4+nodeNext, -1)
	st(Stacks+z*12+stackEnd, n)
	if above >= 0 {
		st(Nodes+above<<4+nodeNext, n)
	} else {
		st(Stacks+z*12+stackTop, n)
	}
}

// place moves one piece to a zone, on top (1) or at the bottom of a stack.
func place(p, z, top int32) {
	info := zoneInfo(z)
	down, stack := ld(info+zoneDown), ld(info+zoneStack)
	switch {
	case stack == 0:
		settle(p, z, down)
		return
	case top != 0:
		toTop(p, z, down)
	default:
		toBottom(p, z, down)
	}
	if laden(p) {
		part(p, z, top)
	}
}

// laden reports whether something may lie on p.
//
//wasm:inline
func laden(p int32) bool {
	on := ld(PieceOn + p<<4)
	return on != 0 && (on < 0 || size(on) > 0)
}

// part lays what lies on p beside it.
func part(p, z, top int32) {
	kind := kindInfo(kindOf(p))
	for on := ld(kind + kindOn); on < ld(kind+kindOnEnd); on += 8 {
		cells := ld(on+onFirst) + (p-ld(kind+kindFirst))*ld(on+onCells)
		for c := range ld(on + onCells) {
			for p := first(cells + c); p >= 0; p = first(cells + c) {
				place(p, z, top)
			}
		}
	}
}
