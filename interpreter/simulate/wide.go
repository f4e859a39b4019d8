package simulate

import (
	"math/big"
	"math/bits"
)

// wide is a signed sum of 128 bits. What is added to it for one match is less
// than 2^81 (see maxInMatch), and a run has at most 2^40 matches, so it cannot
// overflow.
type wide struct {
	hi int64
	lo uint64
}

// maxInMatch bounds what a measure may come to in one match, and how often.
const maxInMatch = 1 << 40

// maxGames bounds a run.
const maxGames = 1 << 40

func (w *wide) plus(o wide) {
	lo, carry := bits.Add64(w.lo, o.lo, 0)
	w.lo, w.hi = lo, w.hi+o.hi+int64(carry)
}

func (w *wide) add(v int64) { w.plus(wide{v >> 63, uint64(v)}) }

// addProduct adds a times b.
func (w *wide) addProduct(a, b int64) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	p := wide{int64(hi), lo}
	if a < 0 != (b < 0) {
		p.hi, p.lo = ^p.hi, ^p.lo
		p.plus(wide{0, 1})
	}
	w.plus(p)
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// big is the sum as a number of any size.
func (w *wide) big() *big.Int {
	out := big.NewInt(w.hi)
	return out.Lsh(out, 64).Add(out, new(big.Int).SetUint64(w.lo))
}
