package decide

import "math/bits"

// The search computes with fixed-point numbers in units of 1/one. Floats could differ between
// machines, and then a seed would not always give the same match.
const one = 1 << 16

// logs has the natural logarithms of 1 to 1023 in units of 1/one.
var logs = func() (out [1024]int64) {
	for n := range out {
		if n > 0 {
			out[n] = logOf(uint64(n))
		}
	}
	return out
}()

// Log returns the natural logarithm of n > 0 in units of 1/one.
func Log(n int) int64 {
	if n < len(logs) {
		return logs[n]
	}
	return logOf(uint64(n))
}

// logOf returns the natural logarithm of n, from 1 to 1<<32 - 1, in units of 1/one. It computes the integer part of the
// binary logarithm from the length of n, and each further bit by squaring the rest: the bit is set if the square
// exceeds two.
func logOf(n uint64) int64 {
	whole := bits.Len64(n) - 1
	x := n << (31 - whole) // between 1 and 2, in units of 1/(1<<31)
	y := int64(whole)
	for range 16 {
		x = x * x >> 31
		y <<= 1
		if x >= 1<<32 {
			x >>= 1
			y |= 1
		}
	}
	const ln2 = 45426 // in units of 1/one
	return y * ln2 >> 16
}

// Sqrt returns the square root of x, rounded down. It uses Woo's abacus algorithm.
func Sqrt(x uint64) int64 {
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

// Shares converts log-odds to shares of a win that add up to `one`, both in units of 1/one.
func Shares(odds []int64) {
	best, sum := odds[0], int64(0)
	for _, v := range odds {
		best = max(best, v)
	}
	for i, v := range odds {
		odds[i] = exp(best - v)
		sum += odds[i]
	}
	for i, v := range odds {
		odds[i] = v * one / sum
	}
}

// exps has e to the power of -n/64 for n from 0 to 1024, in units of 1/one.
var exps = func() (out [1025]int64) {
	const step = 4228380000 // e to the power of -1/64, in units of 1/(1<<32)
	v := uint64(1 << 32)
	for n := range out {
		out[n] = int64(v >> 16)
		v = v * step >> 32
	}
	return out
}()

// exp returns e to the power of -x for x ≥ 0, both in units of 1/one.
func exp(x int64) int64 {
	const step = one / 64
	n := x / step
	if n >= int64(len(exps)-1) {
		return 0
	}
	return exps[n] - (exps[n]-exps[n+1])*(x%step)/step
}
