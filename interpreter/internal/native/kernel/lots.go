package kernel

import "math/bits"

// Decisions by lot: the lots that decide.Random draws for the same requests.

// decide counts a decision that is about to be taken, unless no more may be: then
// the match waits at op pc.
//
//wasm:inline
func decide(pc int32) bool {
	if Left == 0 {
		st(atPC, pc)
		return false
	}
	Left--
	Fuel = MaxFuel
	return true
}

// lotsOf are the lots of a seat, or of chance (-1).
//
//wasm:inline
func lotsOf(who int32) int32 { return Lots + (who+1)*Apart }

// lot returns the next 32 random bits (PCG-XSH-RR).
//
//wasm:inline
func lot(lots int32) uint32 {
	old := ld64(lots)
	st64(lots, old*6364136223846793005+ld64(lots+8))
	return bits.RotateLeft32(uint32((old>>18^old)>>27), int(-uint32(old>>59))) // that is, right
}

// below returns a number from 0 to n-1, each as likely (Lemire 2019).
func below(lots, n int32) int32 {
	if n <= 1 {
		return 0
	}
	return upTo(lots, n)
}

// upTo is below of what is more than one.
//
//wasm:inline
func upTo(lots, n int32) int32 {
	prod := uint64(lot(lots)) * uint64(uint32(n))
	if uint32(prod) < uint32(n) {
		return fair(lots, uint32(n), prod)
	}
	return int32(prod >> 32)
}

// fair draws again what would make some numbers likelier than others.
func fair(lots int32, bound uint32, prod uint64) int32 { return redrawn(lots, bound, prod) }

//wasm:inline
func redrawn(lots int32, bound uint32, prod uint64) int32 {
	threshold := -bound % bound
	for uint32(prod) < threshold {
		prod = uint64(lot(lots)) * uint64(bound)
	}
	return int32(prod >> 32)
}

// leaf is upTo without a call even where the lot is drawn again: who calls nothing else
// has no need to save registers.
//
//wasm:inline
func leaf(lots, n int32) int32 {
	prod := uint64(lot(lots)) * uint64(uint32(n))
	if uint32(prod) < uint32(n) {
		return redrawn(lots, uint32(n), prod)
	}
	return int32(prod >> 32)
}
