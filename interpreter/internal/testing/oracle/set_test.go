package oracle

import "math/bits"

// set is a set of cards of one sort, or of seats, numbers or words.
type set uint64

const none set = 0

func only(i int) set { return 1 << uint(i) }

func (s set) count() int     { return bits.OnesCount64(uint64(s)) }
func (s set) has(i int) bool { return s>>uint(i)&1 != 0 }

// first is the lowest member, and lowest the set of it alone.
func (s set) first() int  { return bits.TrailingZeros64(uint64(s)) }
func (s set) lowest() set { return s & -s }

// lowestOf is the set of the n lowest members.
func (s set) lowestOf(n int) (low set) {
	for range n {
		low |= (s &^ low).lowest()
	}
	return low
}

// nth is the member with n others below it. It is found without branches, which
// no processor could guess.
func (s set) nth(n int) int {
	at := 0
	for half := 32; half > 0; half /= 2 {
		below := (s >> uint(at) & (1<<uint(half) - 1)).count()
		above := (below - 1 - n) >> 63 // all ones, if it is above these
		n -= below & above
		at += half & above
	}
	return at
}
