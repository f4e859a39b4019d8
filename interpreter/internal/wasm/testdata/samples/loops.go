package samples

// Gcd is Euclid's.
func Gcd(a, b int32) int32 {
	x, y := uint32(a), uint32(b)
	for y != 0 {
		x, y = y, x%y
	}
	return int32(x)
}

// Nested leaves loops from within.
func Nested(a, b int32) int32 {
	var n int32
outer:
	for i := int32(0); i < 12; i++ {
		for j := i; j < 12; j++ {
			switch {
			case (i*a+j)&7 == 3:
				continue
			case (i*j+b)&63 == 17:
				continue outer
			case n > 1000:
				break outer
			}
			n += i ^ j
			if n&31 == 30 {
				break
			}
		}
		n++
	}
	return n
}

// Ranges counts in every way that range has.
func Ranges(a, b int32) int32 {
	var n int32
	top := a & 15
	for i := range top {
		top = 3 // nobody asks again
		n += i
	}
	for i := range a & 7 {
		i *= 2
		n += i
	}
	for i := range uint64(uint32(b) & 7) {
		n += int32(i) * 3
	}
	for range a & 3 {
		n <<= 1
	}
	var k int32 = 77
	for k = range b & 3 {
		if k == 2 {
			break
		}
	}
	for i := range int32(4) {
		var fresh int32
		fresh += i
		n += fresh
	}
	for range 3 {
		n++
	}
	top = b & 7
	for i := range same(top) {
		top = 2
		n += i
	}
	return n + k + top
}

func same(n int32) int32 { return n }

// Forever has loops without a condition.
func Forever(a, b int32) int32 {
	for {
		a = a*1103515245 + 12345
		if a>>16&7 == b&7 {
			return a
		}
		for {
			b++
			if b&1 == 0 {
				break
			}
		}
	}
}

// Primes counts them with a sieve of bits.
func Primes(a, b int32) int32 {
	const top = 2048
	fillBytes(Sieve, 0, top/8)
	var n int32
	for i := int32(2); i < top; i++ {
		if ld(Sieve+i>>5<<2)>>(uint32(i)&31)&1 != 0 {
			continue
		}
		n++
		for j := i * i; j < top; j += i {
			w := Sieve + j>>5<<2
			st(w, ld(w)|1<<(j&31))
		}
	}
	return n + a&b
}
