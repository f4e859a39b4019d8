package kernel

// Lists of few candidates, as most are. How often each option is taken fits into one word
// then, and so does the pool that they are drawn from: a digit of four bits for each, that
// of the first the lowest. A list that is drawn, or tried, is written behind the stack:
// there it stands for good, if it is the one, and nothing has moved if it is not.

const (
	few       = 15                 // a digit counts no more
	oneEach   = 0x1111111111111111 // all digits are 1
	eachPlace = 0xfedcba9876543210 // each digit is the number of its place
)

// chooseFew is chooseList without conditions, and without flags.
func chooseFew(f, slot, later, lots, least, most, pc int32) int32 {
	if candidates > few {
		return chooseList(-1, f, slot, later, 0, lots, least, most, 0, pc)
	}
	if most < 0 || most > candidates {
		most = candidates
	}
	switch {
	case least > most:
		panic("a choice of more than there is")
	case most == 0 || least == most && (options == 1 || least == candidates):
		setTop(f, f+slot, later, Candidate, least)
		return ended
	case !decide(pc):
		return waiting
	}
	was := ld64(f + slot)
	attempt(f, slot, takenOf(drawFew(lots, least, most)))
	stands(f, slot, later, was)
	return ended
}

// chooseFit is chooseList of what goes together, without flags.
func chooseFit(which, f, slot, later, me, lots, least, most, pc int32) int32 {
	if candidates > few {
		return chooseList(which, f, slot, later, me, lots, least, most, 0, pc)
	}
	if most < 0 || most > candidates {
		most = candidates
	}
	if least > most {
		panic("a choice of more than there is")
	}
	was := ld64(f + slot)
	if onlyOne(which, f, slot, me, least, most) {
		stands(f, slot, later, was)
		return ended
	}
	if !decide(pc) {
		st64(f+slot, was)
		return waiting
	}
	before := ld64(lots)
	for range int32(tries) {
		attempt(f, slot, takenOf(drawFew(lots, least, most)))
		if goes(which, f, me) {
			stands(f, slot, later, was)
			return ended
		}
	}
	st64(f+slot, was)
	st64(lots, before)
	Left++
	st(atPC, pc)
	return machine
}

// onlyOne reports whether there is only one list that goes together, and tries it last.
//
//wasm:inline
func onlyOne(which, f, slot, me, least, most int32) bool {
	if least == candidates {
		attempt(f, slot, oneEach&(1<<(uint64(least<<2)&63)-1))
		if !goes(which, f, me) {
			panic("nothing goes together")
		}
		return true
	}
	all := counts()
	only, last, found := uint64(0), uint64(0), int32(0)
	wheels, taken := uint64(0), int32(0)
	for tried := int32(0); taken >= 0; tried++ {
		if tried == maxTries {
			panic("too many lists")
		}
		spend(candidates)
		if taken >= least {
			attempt(f, slot, takenOf(wheels))
			last = wheels
			if goes(which, f, me) {
				if found++; found == 2 {
					return false
				}
				only = wheels
			}
		}
		wheels, taken = turned(wheels, all, taken, most)
	}
	if found == 0 {
		panic("nothing goes together")
	}
	if only != last {
		attempt(f, slot, takenOf(only))
	}
	return true
}

// turned is turnWheels in a word.
//
//wasm:inline
func turned(wheels, all uint64, taken, most int32) (uint64, int32) {
	for at := options<<2 - 4; at >= 0; at -= 4 {
		digit := int32(wheels>>(uint64(at)&63)) & 15
		if taken < most && digit < int32(all>>(uint64(at)&63))&15 {
			return wheels + 1<<(uint64(at)&63), taken + 1
		}
		taken -= digit
		wheels -= uint64(digit) << (uint64(at) & 63)
	}
	return 0, -1
}

// counts is how often each option is there.
//
//wasm:inline
func counts() uint64 {
	all := uint64(oneEach)
	if options != candidates {
		for i := range options {
			all += uint64(ld(OptionCount+i<<2)-1) << (uint64(i<<2) & 63)
		}
	}
	return all
}

// drawFew is several in words.
func drawFew(lots, least, most int32) uint64 {
	n := least
	if most > least {
		n += below(lots, most-least+1)
	}
	wheels, pool := uint64(0), uint64(eachPlace)
	if options != candidates {
		pool = 0
		size := int32(0)
		for i := range options {
			for range ld(OptionCount + i<<2) {
				pool |= uint64(i) << (uint64(size) & 63)
				size += 4
			}
		}
	}
	for size := candidates; n > 0; n-- {
		at := uint64(0)
		if size > 1 {
			at = uint64(leaf(lots, size) << 2)
		}
		size--
		i := pool >> (at & 63) & 15
		wheels += 1 << (i << 2 & 63)
		pool ^= (i ^ pool>>(uint64(size<<2)&63)&15) << (at & 63)
	}
	return wheels
}

// takenOf is which candidates are taken, if each option is taken so often: of equal ones
// the first. Each has a digit, too.
//
//wasm:inline
func takenOf(wheels uint64) uint64 {
	if options == candidates { // nothing is equal to anything
		return wheels
	}
	return firstOf(wheels)
}

func firstOf(wheels uint64) uint64 {
	taken, at := uint64(0), uint64(0)
	for i := range options {
		n := uint64(ld(OptionCount+i<<2)) << 2
		taken |= (uint64(oneEach) & (1<<((wheels&15)<<2&63) - 1)) << (at & 63)
		wheels >>= 4
		at += n
	}
	return taken
}

// attempt has a list of the frame on top be what is taken, behind the stack.
func attempt(f, slot int32, taken uint64) {
	top := Top
	room(few << 2)
	to := top
	for ; taken != 0; taken &= taken - 1 {
		st(to, ld(Candidate+lowest(taken))) // a word is four bytes, a digit four bits
		to += 4
	}
	st(f+slot, (top-f)>>2)
	st(f+slot+4, (to-top)>>2)
}

// stands has what was tried last be the list for good; the slot was another before.
//
//wasm:inline
func stands(f, slot, later int32, was uint64) {
	if later != 0 || was>>32 != 0 {
		elsewhere(f, slot, later, was)
		return
	}
	n := ld(f + slot + 4)
	if Top += n << 2; n == 0 {
		st(f+slot, 0)
	}
}

// elsewhere is stands where the list is to stand elsewhere.
func elsewhere(f, slot, later int32, was uint64) {
	n := ld(f + slot + 4)
	for i := range n {
		st(Chosen+i<<2, ld(Top+i<<2))
	}
	st64(f+slot, was)
	setTop(f, f+slot, later, Chosen, n)
}
