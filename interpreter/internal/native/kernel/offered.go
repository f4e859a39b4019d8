package kernel

// Most choices are from pieces whose numbers lie close together. They are a word of a set
// then, whose first bit stands for piece number base: as long as no two of them are cards
// of one name, which is an option needs not be written down anywhere.

// twins reports whether any pieces of a word are cards of one name. Given is which pieces
// come again, after others of their names.
//
//wasm:inline
func twins(v, again uint64) bool {
	// A carry runs on from each piece through those of its name that are not there.
	absent, behind := again&^v, v<<1
	return (absent+absent&behind|behind)&again&v != 0
}

const notYet = -1 // the match has to wait

// oneOf chooses a piece of a word, or none where that may be (1).
func oneOf(v, again uint64, base, lots, none, pc int32) int32 {
	n, equal := ones(v), twins(v, again)
	if equal {
		begin()
		for w := v; w != 0; w &= w - 1 {
			optionPiece(base + lowest(w))
		}
		n = options
	}
	if n+none > 1 {
		if !decide(pc) {
			return notYet
		}
		i := upTo(lots, n+none)
		if i == n {
			return nothing
		}
		if equal {
			return ld(OptionValue + i<<2)
		}
		for ; i > 0; i-- {
			v &= v - 1
		}
	}
	return base + lowest(v)
}

// candidatesOf has the pieces of a word be candidates, as lists of them are chosen without
// flags: of few what they are will do.
func candidatesOf(v, again uint64, base int32) {
	begin()
	if ones(v) > few || twins(v, again) {
		for ; v != 0; v &= v - 1 {
			candidatePiece(base + lowest(v))
		}
		return
	}
	at := int32(Candidate)
	for ; v != 0; v &= v - 1 {
		st(at, base+lowest(v))
		at += 4
	}
	candidates = (at - Candidate) >> 2
	options = candidates
}
