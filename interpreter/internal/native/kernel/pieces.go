package kernel

// Pieces in zones, as package state has them: a zone is a doubly linked list
// through the pieces that lie in it, and a run of glued pieces is a block of which
// nobody knows the order.

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
	pieceFlags = 12

	zoneStack  = 0
	zoneDown   = 4
	zoneHolds  = 8 // two words: a set of kinds
	zonePiece  = 16
	zoneSeat   = 20
	zoneRefill = 24 // from where a stack is filled again; 0: it is not
	zoneLaid   = 28 // the record of a place that is laid out; 0: it is not

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
func zoneInfo(z int32) int32 { return ZoneInfo + z<<5 }

//wasm:inline
func kindInfo(k int32) int32 { return KindInfo + k<<5 }

//wasm:inline
func head(z int32) int32 { return ld(Zones + z*12 + zoneHead) }

//wasm:inline
func size(z int32) int32 { return ld(Zones + z*12 + zoneCount) }

//wasm:inline
func next(p int32) int32 { return ld(Pieces + p<<4 + pieceNext) }

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

//wasm:inline
func isDown(p int32) bool { return ld(Pieces+p<<4+pieceFlags)&faceDown != 0 }

//wasm:inline
func isGlued(p int32) bool { return ld(Pieces+p<<4+pieceFlags)&glued != 0 }

//wasm:inline
func turn(p, down int32) {
	at := Pieces + p<<4
	st(at+pieceFlags, ld(at+pieceFlags)&^faceDown|down)
}

// placed is p, if it is known where in its zone that lies.
func placed(p int32) int32 {
	prev := ld(piece(p) + piecePrev)
	if isGlued(p) || prev >= 0 && isGlued(prev) {
		panic("nobody knows the order")
	}
	return p
}

// topOf is the first piece in some places from z on; nothing, if none lies there.
func topOf(z, cells int32) int32 {
	if z == nothing {
		return nothing
	}
	for ; cells > 0; cells-- {
		if p := head(z); p >= 0 {
			return placed(p)
		}
		z++
	}
	return nothing
}

// takeOut takes p out of its zone, and lays it face up (0) or down (1).
//
//wasm:inline
func takeOut(p, down int32) {
	flags := ld(Pieces + p<<4 + pieceFlags)
	before, after := ld(Pieces+p<<4+piecePrev), ld(Pieces+p<<4+pieceNext)
	z := ld(Pieces + p<<4 + pieceIn)
	st(Pieces+p<<4+pieceFlags, flags&^(glued|faceDown)|down)
	st(Zones+z*12+zoneCount, ld(Zones+z*12+zoneCount)-1)
	touch(z)
	if before >= 0 {
		st(Pieces+before<<4+pieceNext, after)
		if flags&glued == 0 {
			st(Pieces+before<<4+pieceFlags, ld(Pieces+before<<4+pieceFlags)&^glued)
		}
	} else {
		st(Zones+z*12+zoneHead, after)
	}
	if after >= 0 {
		st(Pieces+after<<4+piecePrev, before)
	} else {
		st(Zones+z*12+zoneTail, before)
	}
}

// toTop moves p to the top of a zone, toBottom to its end, sorted to where it belongs
// in a zone without order.
func toTop(p, z, down int32) {
	takeOut(p, down)
	link(p, z, -1, ld(Zones+z*12+zoneHead))
}

func toBottom(p, z, down int32) {
	takeOut(p, down)
	link(p, z, ld(Zones+z*12+zoneTail), -1)
}

func sorted(p, z, down int32) {
	takeOut(p, down)
	before, after := ld(Zones+z*12+zoneTail), int32(-1)
	for before > p {
		after = before
		before = ld(Pieces + before<<4 + piecePrev)
	}
	link(p, z, before, after)
}

// link puts p into a zone between two pieces; -1: there is none.
//
//wasm:inline
func link(p, z, before, after int32) {
	st(Pieces+p<<4+pieceIn, z)
	st(Pieces+p<<4+pieceNext, after)
	st(Pieces+p<<4+piecePrev, before)
	st(Zones+z*12+zoneCount, ld(Zones+z*12+zoneCount)+1)
	touch(z)
	if before >= 0 {
		st(Pieces+before<<4+pieceNext, p)
	} else {
		st(Zones+z*12+zoneHead, p)
	}
	if after >= 0 {
		st(Pieces+after<<4+piecePrev, p)
	} else {
		st(Zones+z*12+zoneTail, p)
	}
}

// touch notes that a zone is another than it was.
//
//wasm:inline
func touch(z int32) { st(Stamp+z*12, ld(Stamp+z*12)+1) }

// place moves one piece to a zone, on top (1) or at the bottom of a stack.
func place(p, z, top int32) {
	info := zoneInfo(z)
	down, stack := ld(info+zoneDown), ld(info+zoneStack)
	switch {
	case stack == 0:
		sorted(p, z, down)
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
	return on != 0 && (on < 0 || head(on) >= 0)
}

// part lays what lies on p beside it.
func part(p, z, top int32) {
	kind := kindInfo(kindOf(p))
	for on := ld(kind + kindOn); on < ld(kind+kindOnEnd); on += 8 {
		first := ld(on+onFirst) + (p-ld(kind+kindFirst))*ld(on+onCells)
		for c := range ld(on + onCells) {
			for head(first+c) >= 0 {
				place(head(first+c), z, top)
			}
		}
	}
}
