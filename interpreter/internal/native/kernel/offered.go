package kernel

import "math/bits"

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

// oneOf chooses a piece of a word.
func oneOf(v, again uint64, base, lots, pc int32) int32 {
	if twins(v, again) {
		return oneOption(v, base, lots, 0, pc)
	}
	if n := ones(v); n > 1 {
		if !decide(pc) {
			return notYet
		}
		for i := leaf(lots, n); i > 0; i-- {
			v &= v - 1
		}
	}
	return base + lowest(v)
}

// oneOrNone chooses a piece of a word, or none.
func oneOrNone(v, again uint64, base, lots, pc int32) int32 {
	if twins(v, again) {
		return oneOption(v, base, lots, 1, pc)
	}
	if !decide(pc) {
		return notYet
	}
	for i := leaf(lots, ones(v)+1); i > 0; i-- {
		v &= v - 1
	}
	if v == 0 {
		return nothing
	}
	return base + lowest(v)
}

// oneSeat chooses a player of a word, whose bits are players: they come from one of them
// on.
func oneSeat(v uint64, from, lots, pc int32) int32 {
	p := oneOf(bits.RotateLeft64(v, int(-from)), 0, from, lots, pc)
	if p == notYet {
		return notYet
	}
	return p & 63
}

// oneOption is oneOf, or oneOrNone (1), where equal pieces are one option.
func oneOption(v uint64, base, lots, none, pc int32) int32 {
	begin()
	for ; v != 0; v &= v - 1 {
		optionPiece(base + lowest(v))
	}
	i := int32(0)
	if n := options + none; n > 1 {
		if !decide(pc) {
			return notYet
		}
		i = below(lots, n)
	}
	if i == options {
		return nothing
	}
	return ld(OptionValue + i<<2)
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
