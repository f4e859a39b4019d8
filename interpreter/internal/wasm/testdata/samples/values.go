package samples

import "math/bits"

// Signed is arithmetic of int32, which may fail.
func Signed(a, b int32) int32 {
	c := a/(b|1) + a%(b>>3|1) - a*b
	c ^= -a &^ b
	c |= ^b & 0x0f0f
	c <<= 3
	c >>= uint32(b) & 31
	return c + a>>(b&15) - +b
}

// Divide fails on zero.
func Divide(a, b int32) int32 { return a % (b & 3) / (a & 7) }

// Unsigned64 is arithmetic of uint64.
func Unsigned64(a, b int32) int32 {
	x := uint64(uint32(a))<<32 | uint64(uint32(b))
	y := x*0x9e3779b97f4a7c15 + 1
	y ^= y >> 29
	y = y / (x | 1) % 1000003
	y += x % 8 * (x / 16)
	if y > x || y >= 1<<63 {
		y -= 5
	}
	return int32(y>>32) ^ int32(y)
}

// Signed64 is arithmetic of int64.
func Signed64(a, b int32) int32 {
	x := int64(a) * int64(b)
	y := x / (int64(b)&255 + 1) % 777
	z := -x>>(uint32(a)&63) + ^y
	if x < y != (z <= x) {
		z++
	}
	x, y, z = z, x, y
	return int32(x + y<<7 ^ z&^0xff)
}

// Bits counts and rotates.
func Bits(a, b int32) int32 {
	x, y := uint32(a), uint64(uint32(b))<<17|uint64(uint32(a))
	n := int32(bits.OnesCount32(x)) + int32(bits.OnesCount64(y))*3
	n += int32(bits.LeadingZeros32(x))*5 + int32(bits.TrailingZeros64(y))*7
	n += int32(bits.TrailingZeros32(x)) ^ int32(bits.LeadingZeros64(y))
	wide := int64(bits.OnesCount32(x)) + int64(bits.TrailingZeros32(x))
	x = bits.RotateLeft32(x, int(b)) ^ bits.RotateLeft32(x, 7) ^ bits.RotateLeft32(x, -3)
	y = bits.RotateLeft64(y, int(a&63)) + bits.RotateLeft64(y, -int(b))
	if bits.OnesCount64(y) > 32 {
		n++
	}
	return n + int32(x) ^ int32(y>>20) + int32(wide)
}

// Conditions are bools as values.
func Conditions(a, b int32) int32 {
	p, q := a > b, a&1 == 0
	r := p && q || !p && b < 0
	s := p != q
	var t bool
	if !(r || s) {
		t = a != 0
	}
	u := !(a < b) == (uint32(a) >= uint32(b))
	return one(p) | one(q)<<1 | one(r)<<2 | one(s)<<3 | one(t)<<4 | one(u)<<5 | one(true && a == 0)<<6 | one(b != 0)<<7
}

func one(yes bool) int32 {
	if yes {
		return 1
	}
	return 0
}

// Constants are everything that is known beforehand.
func Constants(a, b int32) int32 {
	const k, top = 1 << 20, 0xfedcba9876543210
	var w uint64 = top
	var m int64 = -1 << 63
	if k > 5 && a > 3 {
		a += k
	}
	return a + int32(w>>60) + int32(m>>62) + 'x' + int32(uint32(1<<31)>>28)
}

// Counter is a variable of the package.
var Counter, steps int32 = 5, 0

var total uint64

// Globals changes variables of the package.
func Globals(a, b int32) int32 {
	Counter += a
	steps++
	total = total*31 + uint64(uint32(b))
	Counter, steps = steps, Counter
	_ = a
	_, Counter = divide(Counter, 7)
	return Counter ^ steps ^ int32(total>>5)
}

// Pcg is a generator of random numbers that takes its step in 64 bits.
func Pcg(a, b int32) int32 {
	seed := uint64(uint32(a))<<32 | uint64(uint32(b))
	var out int32
	for range int32(8) {
		out ^= pcg(seed)
		seed = seed*6364136223846793005 + 1442695040888963407
	}
	return out
}

func pcg(seed uint64) int32 {
	x := uint32((seed>>18 ^ seed) >> 27)
	return int32(bits.RotateLeft32(x, -int(seed>>59)))
}

// Masks compares what is masked with what happens to be 0, from either side.
func Masks(a, b int32) int32 {
	var none int32
	var nothing uint32
	n := int32(0)
	if none < a&b {
		n++
	}
	if none >= a&-256 {
		n += 2
	}
	if nothing <= uint32(a)&uint32(b) {
		n += 4
	}
	if x := uint32(b) &^ uint32(a); nothing > x {
		n += 8
	}
	if uint32(a)&3 > nothing {
		n += 16
	}
	if uint32(a)&5 >= 0 && 0 < uint32(b)&6 {
		n += 32
	}
	if 0 > a&b || a&b > none {
		n += 64
	}
	return n
}
