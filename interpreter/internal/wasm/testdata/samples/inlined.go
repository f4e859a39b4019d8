package samples

// find is expanded, and returns from within a loop.
//
//wasm:inline
func find(from, what int32) int32 {
	for i := from; i < 64; i++ {
		if ld(Table+i<<2)&7 == what {
			return i
		}
	}
	return -1
}

// any is a condition that takes a loop.
//
//wasm:inline
func any(what int32) bool {
	for i := range int32(32) {
		if ld(Table+i<<2)&15 == what {
			return true
		}
		if i > 20 && what > 12 {
			return false
		}
	}
	return what == 3
}

// clamp changes its parameter.
//
//wasm:inline
func clamp(x, low, high int32) int32 {
	if x < low {
		x = low
	} else if x > high {
		x = high
	}
	return x
}

//wasm:inline
func split(x int32) (high, low int32) {
	if x < 0 {
		return -1, x
	}
	high = x >> 16
	low = x & 0xffff
	return
}

//wasm:inline
func named(x int32) (yes bool) {
	if x > 0 {
		yes = x&3 == 1
		return
	}
	return x == -3
}

//wasm:inline
func bump(by int32) {
	if by == 0 {
		return
	}
	steps += by
}

//wasm:inline
func byKind(kind, x int32) int32 {
	switch kind {
	case 1:
		return x + 1
	case 2, 3:
		if kind == 3 {
			return x * 2
		}
		return x - 2
	}
	return clamp(x, kind, 1<<(kind&31))
}

//wasm:inline
func fails(x int32) int32 {
	if x&63 == 9 {
		panic(x)
	}
	return x + 1
}

//wasm:inline
func always(x int32) int32 { panic(x) }

func square(x int32) int32        { return x * x }
func sum(x, y int32) int32        { return square(x) + square(y) }
func isFree(x int32) bool         { return x&1 == 0 && !named(x) }
func twice(x int32) int32         { return x + x }
func swapped(x, y, z int32) int32 { return z<<4 - y<<2 + x }

// Inlined calls functions that are expanded.
func Inlined(a, b int32) int32 {
	for i := range int32(64) {
		st(Table+i<<2, a*i^b)
	}
	n := find(a&31, b&7)
	m := find(find(0, 1)&15, 3) + clamp(a, -10, clamp(b, 5, 100))
	if any(b & 15) {
		n += 1000
	}
	if !any(a&15) || a > 5 && any(2) {
		n += 3000
	}
	for any(n&15) && n < 4000 {
		n += 77
	}
	yes := any(7) != any(8)
	return n + m<<1 + one(yes)<<20
}

// Threaded takes conditions of functions that are expanded.
func Threaded(a, b int32) int32 {
	x, y := split(a ^ b)
	split(b)
	bump(x)
	bump(a & 1)
	n := byKind(1, a) + byKind(2, b)*3 + byKind(3, a)*5 + byKind(4, b)*7 + byKind(a&3, b)
	if named(a) && !named(b) || isFree(n) {
		n ^= 0x5555
	}
	switch {
	case named(n), isFree(y):
		n++
	case !isFree(a + b):
		n--
	}
	return n + sum(a, b) + sum(a+1, b-a) + twice(fails(a)) - steps
}

// Ordered works out its arguments from left to right.
func Ordered(a, b int32) int32 {
	asked = 0
	n := swapped(ask(1), ask(2), ask(3))
	n += swapped(a, ask(4), b+1) + swapped(ask(5)+a, b, ask(6))
	x, y := b, a
	x, y = y+ask(7), x
	if n == x+12345 {
		return always(y) + 1
	}
	return n + asked + x - y
}
