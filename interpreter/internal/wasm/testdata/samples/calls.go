package samples

func divide(a, b int32) (quotient, rest int32) {
	if b == 0 {
		return
	}
	quotient = a / b
	rest = a - quotient*b
	return quotient, rest
}

func triple(a int32) (int32, uint64, bool) {
	if a < 0 {
		return -a, 5, true
	}
	return a + 1, uint64(uint32(a)) << 33, a&1 == 0
}

func pass(a int32) (int32, uint64, bool) { return triple(a * 3) }

func take(a int32, w uint64, yes bool) int32 {
	if yes {
		return a + int32(w>>30)
	}
	return a - int32(w>>31)
}

// Several returns, passes and takes several values at once.
func Several(a, b int32) int32 {
	q, r := divide(a, b&15)
	x, w, yes := pass(a)
	if yes {
		q, r = r, q
	}
	triple(b)
	n := take(triple(b)) + take(pass(a))
	_, z, _ := triple(q)
	return q*7 + r + x + int32(w>>32) + n ^ int32(z)
}

// Fibonacci calls itself.
func Fibonacci(a, b int32) int32 {
	if a &= 15; a < 2 {
		return b
	}
	return Fibonacci(a-1, b+1) + Fibonacci(a-2, b)
}

// Deep goes through functions that call each other.
func Deep(a, b int32) int32 { return one(even(a&63)) + b }

func even(n int32) bool { return n == 0 || odd(n-1) }
func odd(n int32) bool  { return n != 0 && even(n-1) }

// Imports calls what is outside.
func Imports(a, b int32) int32 {
	return tell(a, uint64(uint32(b))<<20) + tell(b, 5)
}

// Fails panics now and then.
func Fails(a, b int32) int32 {
	switch {
	case a&7 == 3:
		panic("triple")
	case b&7 == 5:
		panic(never(a))
	}
	return a + b
}

func never(a int32) int32 {
	steps += a
	panic(a)
}
