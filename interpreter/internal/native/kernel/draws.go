package kernel

import "math/bits"

// Cards that come off a block. Which of them it is is counted out by whole words of the
// block's set, of which whoever draws knows beforehand where they begin and how many
// there are.

// uncertain reports whether it takes a lot to draw a card of a block: not all are alike.
//
//wasm:inline
func uncertain(b int32) bool { return ld(Nodes+b<<4+blockSize) > MostCopies || !oneKind(b) }

// drawn is the card of a block that a lot falls on, of equal ones the first. In the words
// of the set, if there are no more than two, runs and more are the first cards of each name.
//
//wasm:inline
func drawn(b, first, words int32, runs, more uint64, lots int32) int32 {
	x := upTo(lots, ld(Nodes+b<<4+blockSize))
	v, p := ld64(bitsAt(b, first)), first<<6
	if words == 2 {
		if n := ones(v); x >= n {
			x -= n
			p += 64
			v, runs = ld64(bitsAt(b, first+1)), more
		}
	} else if words > 2 {
		w := first
		for n := ones(v); x >= n; n = ones(v) {
			x -= n
			w++
			v = ld64(bitsAt(b, w))
		}
		p = w << 6
	}
	i := nthBit(v, x)
	if ld(Nodes+b<<4+blockAlike) != marked+1 || Heaped != 0 && ld(PieceOn+(p+i)<<4) != 0 {
		return drawOfRun(b, p+i)
	}
	if words > 2 {
		return onwardIn(b, p+i-copyOf(p+i)+1)
	}
	run := 63 - uint64(bits.LeadingZeros64(runs&(2<<(uint64(i)&63)-1)))
	return p + int32(run) + lowest(v>>(run&63))
}

// leaveFor moves a card that has been drawn of block b from stack z to another zone that
// can hold it: to where it belongs (0), to the top (1) or to the end (2) of a stack.
//
//wasm:inline
func leaveFor(p, b, first, words, z, to, how, down int32) {
	st(Pieces+p<<4+pieceFlags, down)
	st(Pieces+p<<4+pieceIn, to)
	recount(z, to, 1)
	toggleDrawn(b, first, words, z, to, p)
	lessen(b, z)
	switch how {
	case 0:
		st64(Nodes+p<<4, 1<<64-1)
	case 1:
		onTop(p, to)
	case 2:
		atBottom(p, to)
	}
}

// uniform reports whether all cards of one name in a block are alike, but for what may come
// to lie on them, and notes that. Cards that are the only ones of their names are passed
// over.
func uniform(b int32) bool {
	switch ld(node(b) + blockAlike) {
	case marked + 1:
		return true
	case -marked - 1:
		return false
	}
	if namesakesAlike(b) {
		st(node(b)+blockAlike, marked+1)
		return true
	}
	st(node(b)+blockAlike, -marked-1)
	return false
}

func namesakesAlike(b int32) bool {
	last, card, owner, down := int32(-1), int32(-1), int32(0), int32(0)
	for w := range int32(NumWords) {
		for v := ld64(bitsAt(b, w)) & ld64(Several+w<<3); v != 0; v &= v - 1 {
			p := w<<6 + lowest(v)
			if cardOf(p) != card {
				card, owner, down = cardOf(p), ownedBy(p), facing(p)
			} else if ownedBy(p) != owner || facing(p) != down || !marksAlike(kindOf(p), last, p) {
				return false
			}
			last = p
		}
	}
	return true
}

// nthBit is where bit number x of those that are set in a word stands. How many there are
// up to each of its bytes is counted in all of them at once (Vigna, "Broadword
// Implementation of Rank/Select Queries", 2008), and for a byte there is a table.
//
//wasm:inline
func nthBit(v uint64, x int32) int32 {
	const each = 0x0101010101010101 // of the eight bytes
	n := v - v>>1&(0x55*each)
	n = n&(0x33*each) + n>>2&(0x33*each)
	n = (n + n>>4) & (0x0f * each) * each
	left := uint64(x)
	at := uint64(bits.OnesCount64(((left*each|0x80*each)-n)&(0x80*each))) << 3 // bytes that hold no more than so many
	left -= n << 8 >> (at & 63) & 0xff
	return int32(at) + int32(ld64(BitOfByte+int32(v>>(at&63)&0xff)<<3)>>(left<<3&63)&7)
}

// toggleDrawn has the sets of a block and of two zones know that p has gone from one to the
// other.
//
//wasm:inline
func toggleDrawn(b, first, words, z, to, p int32) {
	bit := uint64(1) << (uint64(p) & 63)
	switch words {
	case 1:
		toggleIn(b, first, z, to, bit)
	case 2: // without a branch that nobody could foresee
		second := bit & -uint64(p>>6-first)
		toggleIn(b, first, z, to, bit^second)
		toggleIn(b, first+1, z, to, second)
	default:
		toggleIn(b, p>>6, z, to, bit)
	}
}

//wasm:inline
func toggleIn(b, w, z, to int32, bits uint64) {
	st64(bitsAt(b, w), ld64(bitsAt(b, w))^bits)
	st64(setAt(z, w), ld64(setAt(z, w))^bits)
	st64(setAt(to, w), ld64(setAt(to, w))^bits)
}

// oneKind reports whether all cards of a block are alike.
func oneKind(b int32) bool {
	first := int32(-1)
	for w := range int32(NumWords) {
		for v := ld64(bitsAt(b, w)); v != 0; v &= v - 1 {
			p := w<<6 + lowest(v)
			if first < 0 {
				first = p
			} else if cardOf(p) != cardOf(first) || !alike(first, p) {
				return false
			}
		}
	}
	return true
}

// drawOfRun is drawn among cards of one name, of which p was drawn. Where not all of them
// are alike they are different options, which stand in the order of their first cards.
func drawOfRun(b, p int32) int32 {
	run := onwardIn(b, p-copyOf(p)+1) // the first of them
	lies := Heaped != 0 && ld(PieceOn+p<<4) != 0
	if !lies && uniform(b) { // what lies on cards changes without them
		return run
	}
	x, same := int32(0), true // x: how many come before p
	for q := run; q >= 0 && cardOf(q) == cardOf(p); q = onwardIn(b, q+1) {
		same = same && alike(run, q)
		if q < p {
			x++
		}
	}
	if same {
		return run
	}
	for first := run; ; first = onwardIn(b, first+1) {
		if !firstAlike(b, run, first) {
			continue
		}
		for q := first; q >= 0 && cardOf(q) == cardOf(p); q = onwardIn(b, q+1) {
			if alike(first, q) {
				if x == 0 {
					return first
				}
				x--
			}
		}
	}
}

// firstAlike reports whether no card of a block from run on that comes before p is like p.
func firstAlike(b, run, p int32) bool {
	for q := run; q != p; q = onwardIn(b, q+1) {
		if alike(q, p) {
			return false
		}
	}
	return true
}
