package decide

import "math/bits"

// Searching compares means and widths. It does so in whole numbers, of which one
// is 1<<16: floats may come out otherwise on another machine, and then a seed
// would not be the same match there.
const one = 1 << 16

// logs are the natural logarithms of the numbers from 1 to 1023, by one.
var logs = func() (out [1024]int64) {
	for n := range out {
		if n > 0 {
			out[n] = logOf(uint64(n))
		}
	}
	return out
}()

// log is the natural logarithm of n > 0, by one.
func log(n int) int64 {
	if n < len(logs) {
		return logs[n]
	}
	return logOf(uint64(n))
}

// logOf takes the whole part of the binary logarithm from n's length, and a bit of
// the rest each time that squaring what is left passes two.
func logOf(n uint64) int64 {
	whole := bits.Len64(n) - 1
	x := n << (31 - whole) // from 1 to 2, by 1<<31
	y := int64(whole)
	for range 16 {
		x = x * x >> 31
		y <<= 1
		if x >= 1<<32 {
			x >>= 1
			y |= 1
		}
	}
	const ln2 = 45426 // by one
	return y * ln2 >> 16
}

// sqrt is the square root of x, rounded down (Woo's abacus).
func sqrt(x uint64) int64 {
	root, bit := uint64(0), uint64(1)<<((bits.Len64(x)|1)-1)&^1
	if bit == 0 {
		bit = 1
	}
	for ; bit > x; bit >>= 2 {
	}
	for ; bit > 0; bit >>= 2 {
		if x >= root+bit {
			x -= root + bit
			root = root>>1 + bit
		} else {
			root >>= 1
		}
	}
	return int64(root)
}
