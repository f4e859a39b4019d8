package kernel

// Blocks: cards of a stack of which nobody knows the order. Package state has a block as
// a run of glued pieces, sorted, so which pieces are in it is all there is to know. Here
// it is one node in the list of its stack, with a set of bits: to shuffle is to make a
// block of all, and what is drawn leaves no list. The runs are made when the host is to
// see them.
//
// Nodes from NumPieces on are blocks, the others are pieces. A piece in a block is in no
// list; it has its block for both its neighbours, which nothing in a list has, and
// nothing that lies elsewhere.

const (
	nodeNext   = 0
	nodePrev   = 4
	blockSize  = 8  // how many pieces there are in a block: two at least
	blockAlike = 12 // marked+1 if cards of one name are known to be alike, -marked-1 if not to be
)

//wasm:inline
func node(n int32) int32 { return Nodes + n<<4 }

// bitsAt is where word number w of the set of a block stands.
//
//wasm:inline
func bitsAt(b, w int32) int32 { return Bits + w*BlockStride + b<<4 }

// blockOf is the block in which p is, below zero if it is in none.
//
//wasm:inline
func blockOf(p int32) int32 {
	b := ld(node(p) + nodeNext)
	if b < NumPieces || b != ld(node(p)+nodePrev) {
		return -1
	}
	return b
}

// unlike notes that p is another than it was.
//
//wasm:inline
func unlike(p int32) {
	if b := blockOf(p); b >= 0 {
		st(node(b)+blockAlike, 0)
	}
}

// onwardIn is the first piece in a block from number p on, below zero if there is none.
func onwardIn(b, p int32) int32 { return onwardOf(bitsAt(b, 0), BlockStride, p) }

// isGlued reports whether p and the piece below it are of one block.
func isGlued(p int32) bool {
	b := blockOf(p)
	return b >= 0 && onwardIn(b, p+1) >= 0
}

// inBlock reports whether q lies below p in one block.
func inBlock(p, q int32) bool {
	b := blockOf(p)
	return b >= 0 && b == blockOf(q) && p < q
}

// beneath is the piece below p, which is in block b or right above it.
func beneath(p, b int32) int32 {
	if b == ld(node(p)+nodePrev) {
		if q := onwardIn(b, p+1); q >= 0 {
			return q
		}
		if b = ld(node(b) + nodeNext); b < NumPieces {
			return b
		}
	}
	return onwardIn(b, 0)
}

// newBlock is a block with nothing in it, in no list.
func newBlock() int32 {
	b := ld(FreeBlock)
	st(FreeBlock, ld(node(b)+nodeNext))
	st(node(b)+blockSize, 0)
	st(node(b)+blockAlike, 0)
	for w := range int32(NumWords) {
		st64(bitsAt(b, w), 0)
	}
	return b
}

func freeBlock(b int32) {
	st(node(b)+nodeNext, ld(FreeBlock))
	st(FreeBlock, b)
}

// freeBlocks forgets what is not known of the order of a stack.
func freeBlocks(z int32) {
	if ld(stack(z)+stackBlocks) == 0 {
		return
	}
	st(stack(z)+stackBlocks, 0)
	for n := topNode(z); n >= 0; {
		b := n
		n = ld(node(n) + nodeNext)
		if b >= NumPieces {
			freeBlock(b)
		}
	}
}

// putIn puts p, which is in no list, into a block.
func putIn(p, b int32) {
	at := bitsAt(b, p>>6)
	st64(at, ld64(at)|1<<(uint64(p)&63))
	st(node(b)+blockSize, ld(node(b)+blockSize)+1)
	st(node(b)+blockAlike, 0)
	st(node(p)+nodeNext, b)
	st(node(p)+nodePrev, b)
}

// leave takes p out of a block of stack z.
func leave(p, b, z int32) {
	at := bitsAt(b, p>>6)
	st64(at, ld64(at)&^(1<<(uint64(p)&63)))
	st64(node(p), 1<<64-1)
	lessen(b, z)
}

// lessen counts a piece that has left a block. Of the last one the place is known.
//
//wasm:inline
func lessen(b, z int32) {
	n := ld(node(b)+blockSize) - 1
	st(node(b)+blockSize, n)
	if n == 1 {
		dissolve(b, z)
	}
}

// dissolve puts the only piece of a block in its place.
func dissolve(b, z int32) {
	swap(b, onwardIn(b, 0), z)
	st(stack(z)+stackBlocks, ld(stack(z)+stackBlocks)-1)
	freeBlock(b)
}

// swap puts node m in the place of n, in the list of stack z.
func swap(n, m, z int32) {
	before, after := ld(node(n)+nodePrev), ld(node(n)+nodeNext)
	st(node(m)+nodePrev, before)
	st(node(m)+nodeNext, after)
	join(before, m, z)
	join(m, after, z)
}

// join has one node follow another in the list of stack z; below zero: the end.
//
//wasm:inline
func join(n, m, z int32) {
	if n >= 0 {
		st(node(n)+nodeNext, m)
	} else {
		st(stack(z)+stackTop, m)
	}
	if m >= 0 {
		st(node(m)+nodePrev, n)
	} else {
		st(stack(z)+stackEnd, n)
	}
}

// glue makes p and q, which lies right below it, one block, with whatever one of them is
// in a block with.
func glue(p, q int32) {
	z := in(p)
	b, other := blockOf(q), p
	if b < 0 {
		b, other = blockOf(p), q
	}
	if b < 0 {
		b = newBlock()
		st(stack(z)+stackBlocks, ld(stack(z)+stackBlocks)+1)
		swap(q, b, z)
		putIn(q, b)
		other = p
	}
	unlink(other, z)
	putIn(other, b)
}

// unlink takes a piece out of the list of a stack.
//
//wasm:inline
func unlink(p, z int32) {
	before, after := ld(node(p)+nodePrev), ld(node(p)+nodeNext)
	if before >= 0 {
		st(node(before)+nodeNext, after)
	} else {
		st(stack(z)+stackTop, after)
	}
	if after >= 0 {
		st(node(after)+nodePrev, before)
	} else {
		st(stack(z)+stackEnd, before)
	}
}

// shuffle forgets the order of a stack.
func shuffle(z int32) {
	n := size(z)
	spend(n)
	freeBlocks(z)
	if n < 2 {
		p := onward(z, 0)
		st(stack(z)+stackTop, p)
		st(stack(z)+stackEnd, p)
		if p >= 0 {
			st64(node(p), 1<<64-1)
		}
		return
	}
	b := newBlock()
	both := uint64(b)<<32 | uint64(b)
	any, all := int32(0), int32(faceDown) // of how they lie
	for w := range int32(NumWords) {
		some := ld64(setAt(z, w))
		st64(bitsAt(b, w), some)
		for v := some; v != 0; v &= v - 1 {
			p := w<<6 + lowest(v)
			st64(Nodes+p<<4, both)
			any |= ld(Pieces + p<<4 + pieceFlags)
			all &= ld(Pieces + p<<4 + pieceFlags)
		}
	}
	st64(node(b), 1<<64-1)
	st(node(b)+blockSize, n)
	if CardsOwned == 0 && (any^all)&faceDown == 0 && unmarked() {
		st(node(b)+blockAlike, marked+1)
	}
	st(stack(z)+stackTop, b)
	st(stack(z)+stackEnd, b)
	st(stack(z)+stackBlocks, 1)
}

// makeStacks makes the lists of stacks, when somebody else has moved pieces.
func makeStacks() {
	for b := range int32(NumBlocks) {
		st(node(NumPieces+b)+nodeNext, NumPieces+b+1)
	}
	st(FreeBlock, NumPieces)
	for z := range int32(NumZones) {
		st(stack(z)+stackTop, -1)
		st(stack(z)+stackEnd, -1)
		st(stack(z)+stackBlocks, 0)
		if isStack(z) {
			makeStack(z)
		}
	}
}

func makeStack(z int32) {
	b := int32(-1) // the block that goes on
	for p := ld(zone(z) + zoneHead); p >= 0; p = ld(piece(p) + pieceNext) {
		goesOn := ld(piece(p)+pieceFlags)&glued != 0
		if b >= 0 {
			putIn(p, b)
			if !goesOn {
				b = -1
			}
			continue
		}
		n := p
		if goesOn {
			b = newBlock()
			putIn(p, b)
			n = b
			st(stack(z)+stackBlocks, ld(stack(z)+stackBlocks)+1)
		}
		atBottom(n, z)
	}
}

// showStack makes the list of a stack as the host is to see it.
func showStack(z int32) {
	for n := topNode(z); n >= 0; n = ld(node(n) + nodeNext) {
		if n < NumPieces {
			show(n, z, 0)
			continue
		}
		for w := range int32(NumWords) {
			for v := ld64(bitsAt(n, w)); v != 0; v &= v - 1 {
				show(w<<6+lowest(v), z, glued)
			}
		}
		last := piece(ld(zone(z) + zoneTail))
		st(last+pieceFlags, ld(last+pieceFlags)&^glued)
	}
}
