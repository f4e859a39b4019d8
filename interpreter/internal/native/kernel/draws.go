package kernel

import "math/bits"

// A block of unknown order is sorted, so which pieces are in it is all there is to
// know. Draws keep that as a set of bits beside the stack they draw from, for as long
// as nobody else touches it: then the piece that the lot falls on is counted out by
// whole words.

const (
	setStamp   = 0 // the stack was this when the set was made
	setCount   = 4 // how many pieces there are in the block
	setUniform = 8 // 1 if cards of one name are alike
	setBits    = 16
)

// Which piece the first bit of a set stands for, and how many words the bits take, whoever
// draws knows beforehand.

// unknown reports whether p, on top of a stack, is one of a block.
//
//wasm:inline
func unknown(set, z, p int32) bool {
	return ld(set+setCount) > 1 && ld(set+setStamp) == version(z) || isGlued(p)
}

// drawFrom draws a card of the block that begins at top, on top of a stack: of equal ones
// the first. It is below zero if the match has to wait at op pc.
func drawFrom(set, first, words, z, top, lots, pc int32) int32 {
	return lotOf(set, first, words, z, top, lots, pc)
}

// draw is drawFrom, and moves the card to a zone that can hold it: to where it belongs
// (0), to the top (1) or to the end (2) of a stack.
//
//wasm:inline
func draw(set, first, words, z, top, to, how, down, lots, pc int32) int32 {
	p := lotOf(set, first, words, z, top, lots, pc)
	if p < 0 {
		return p
	}
	carryOff(p, z, 1, to, down)
	switch how {
	case 1:
		onTop(p, to)
	case 2:
		atBottom(p, to)
	}
	drawnOf(set, first, words, z, p)
	return p
}

//wasm:inline
func lotOf(set, first, words, z, top, lots, pc int32) int32 {
	if ld(set+setStamp) != version(z) {
		block(set, first, words, z, top)
	}
	if ld(set+setCount) <= MostCopies && oneKind(top) {
		return top // nothing is left to chance
	}
	if !decide(pc) {
		return -1
	}
	p := nth(set, first, words, upTo(lots, ld(set+setCount)))
	if ld(set+setUniform) == 0 || Heaped != 0 { // what lies on cards changes without the stack
		return drawOfRun(p)
	}
	if copyOf(p) == 1 {
		return p
	}
	return from(set, first, words, p-copyOf(p)+1) // the first of the cards of this name
}

// from is the first piece of a set from p on; there is one.
//
//wasm:inline
func from(set, first, words, p int32) int32 {
	i := p - first
	if words == 1 {
		return p + lowest(ld64(set+setBits)>>(uint64(i)&63))
	}
	w := set + setBits + i>>6<<3
	v := ld64(w) >> (uint64(i) & 63)
	for v == 0 {
		i = (i | 63) + 1
		w += 8
		v = ld64(w)
	}
	return first + i + lowest(v)
}

// block makes the set of the block that begins at top.
func block(set, first, words, z, top int32) {
	n, bytes := size(z), words<<3
	if ld(Whole+z*12) == ld(Stamp+z*12) { // since it was shuffled
		for i := int32(0); i < bytes; i += 8 {
			st64(set+setBits+i, ld64(setAt(z, (first+i<<3)>>6)))
		}
	} else {
		n = blockOf(set, top, first, bytes)
	}
	st(set+setCount, n)
	st(set+setStamp, version(z))
	st(set+setUniform, uniform(set, first, bytes))
}

// blockOf makes the set of a block from its list, and returns how many there are.
func blockOf(set, top, first, bytes int32) int32 {
	for i := int32(0); i < bytes; i += 8 {
		st64(set+setBits+i, 0)
	}
	n := int32(0)
	for p := top; ; p = next(p) {
		i := p - first
		w := set + setBits + i>>6<<3
		st64(w, ld64(w)|1<<(uint64(i)&63))
		n++
		if !isGlued(p) {
			return n
		}
	}
}

// uniform is 1 if all cards of one name in a set are alike. Cards that are the only ones
// of their names are passed over.
func uniform(set, first, bytes int32) int32 {
	if Heaped == 0 && unmarked() && faceAlike(set, first, bytes) {
		return 1
	}
	last, card, owner, down := int32(-1), int32(-1), int32(0), int32(0)
	for i := int32(0); i < bytes; i += 8 {
		for v := ld64(set+setBits+i) & ld64(Several+(first+i<<3)>>3); v != 0; v &= v - 1 {
			p := first + i<<3 + lowest(v)
			if cardOf(p) != card {
				card, owner, down = cardOf(p), ownedBy(p), facing(p)
			} else if ownedBy(p) != owner || facing(p) != down || !marksAlike(kindOf(p), last, p) {
				return 0
			}
			last = p
		}
	}
	return 1
}

// faceAlike reports whether all cards of a set lie the same way, and nobody's are of one
// name with another's.
func faceAlike(set, first, bytes int32) bool {
	if CardsOwned != 0 {
		return false
	}
	any, all := int32(0), int32(faceDown)
	for i := int32(0); i < bytes; i += 8 {
		for v := ld64(set + setBits + i); v != 0; v &= v - 1 {
			flags := ld(Pieces + (first+i<<3+lowest(v))<<4 + pieceFlags)
			any |= flags
			all &= flags
		}
	}
	return (any^all)&faceDown == 0
}

// nth is piece number x of a set.
//
//wasm:inline
func nth(set, first, words, x int32) int32 {
	v, p := ld64(set+setBits), first
	if words == 2 {
		if n := ones(v); x >= n {
			x -= n
			p += 64
			v = ld64(set + setBits + 8)
		}
	} else if words > 2 {
		n := ones(v)
		for w := set + setBits; x >= n; n = ones(v) {
			x -= n
			p += 64
			w += 8
			v = ld64(w)
		}
	}
	// Without a branch that nobody could foresee. What is left to count is kept as its
	// complement, which saves an instruction each time.
	left, at := ^int64(x), uint64(0)
	var part uint64
	v, left, part = halve(v, left, 32, 1<<32-1)
	at += part
	v, left, part = halve(v, left, 16, 1<<16-1)
	at += part
	v, left, part = halve(v, left, 8, 1<<8-1)
	at += part
	v, left, part = halve(v, left, 4, 1<<4-1)
	at += part
	v, left, part = halve(v, left, 2, 1<<2-1)
	at += part
	_, _, part = halve(v, left, 1, 1)
	return p + int32(at+part)
}

// halve looks in which part of a word a bit is that so many others come before, and
// returns that part, how many come before it there, and how many bits it leaves out.
//
//wasm:inline
func halve(v uint64, left int64, part, low uint64) (uint64, int64, uint64) {
	n := int64(bits.OnesCount64(v & low))
	upper := (n + left) >> 63 // all bits, if it is not among the first n
	part &= uint64(upper)
	return v >> (part & 63), left + n&upper, part
}

// drawnOf takes a piece out of a set, when it has been drawn.
//
//wasm:inline
func drawnOf(set, first, words, z, p int32) {
	i := p - first
	bit := uint64(1) << (uint64(i) & 63)
	switch words {
	case 1:
		st64(set+setBits, ld64(set+setBits)&^bit)
	case 2:
		high := bit & -uint64(i>>6)
		st64(set+setBits, ld64(set+setBits)&^(bit^high))
		st64(set+setBits+8, ld64(set+setBits+8)&^high)
	default:
		w := set + setBits + i>>6<<3
		st64(w, ld64(w)&^bit)
	}
	st(set+setCount, ld(set+setCount)-1)
	st(set+setStamp, version(z))
}

// oneKind reports whether all cards of a block are alike.
func oneKind(top int32) bool {
	for q := top; isGlued(q); {
		if q = next(q); !alike(top, q) {
			return false
		}
	}
	return true
}

// drawOfRun is drawFrom among cards of one name, of which p was drawn, where not all are
// alike: then they are different options, which stand in the order of their first cards.
func drawOfRun(p int32) int32 {
	run := p // the first of them
	for {
		q := ld(Pieces + run<<4 + piecePrev)
		if q < 0 || !isGlued(q) || cardOf(q) != cardOf(p) {
			break
		}
		run = q
	}
	same := true
	for q := run; same && isGlued(q) && cardOf(next(q)) == cardOf(run); {
		q = next(q)
		same = alike(run, q)
	}
	if same {
		return run
	}
	x := int32(0) // how many come before p
	for q := run; q != p; q = next(q) {
		x++
	}
	for first := run; ; first = next(first) {
		if !firstAlike(run, first) {
			continue
		}
		for q := first; cardOf(q) == cardOf(run); q = next(q) {
			if alike(first, q) {
				if x == 0 {
					return first
				}
				x--
			}
			if !isGlued(q) {
				break
			}
		}
	}
}

// firstAlike reports whether no card from run on that comes before p is like p.
func firstAlike(run, p int32) bool {
	for q := run; q != p; q = next(q) {
		if alike(q, p) {
			return false
		}
	}
	return true
}
