package samples

// Dense is a table of branches.
func Dense(a, b int32) int32 {
	switch a & 15 {
	case 0:
		return b
	case 1, 2, 3:
		b += a
	case 4:
		b *= 3
	case 5:
		if b > 0 {
			break
		}
		b = 9
	case 6:
	default:
		b -= 100
	case 8:
		b ^= a
	case 9, 11:
		return -b
	}
	return b + 1
}

// Sparse is compares.
func Sparse(a, b int32) int32 {
	switch a ^ b {
	case -2147483648:
		return 1
	case -70000, -69999, -69998:
		return 2
	case -1:
		return 3
	case 0:
		return 4
	case 1, 2, 3, 4, 5, 6, 7, 8, 9:
		return 5 + (a^b)*100
	case 1000:
		return 6
	case 2000, 2147483647:
		return 7
	}
	return 0
}

// Unsigned compares without signs.
func Unsigned(a, b int32) int32 {
	switch uint32(a) {
	case 0, 1, 5:
		return 1
	case 0xffffffff, 0x80000000:
		return 2
	case 100, 200, 300, 400:
		return 3
	}
	switch uint64(uint32(a)) << 32 >> (uint32(b) & 63) {
	case 0:
		return 4
	case 1, 2, 3, 4, 5, 6:
		return 5
	case 0xffffffff00000000:
		return 6
	case 0x7fffffff80000000:
		return 7
	}
	return 8
}

// Wide has a tag of 64 bits.
func Wide(a, b int32) int32 {
	x := int64(a)<<32 | int64(uint32(b))
	switch x >> 30 {
	case -3, -2, -1, 0, 1, 2, 3, 4, 5:
		return int32(x>>30) + 10
	case 1 << 33, 1 << 40, -1 << 33:
		return 2
	}
	switch x := x & 7; x {
	case 3, 4, 5, 6, 7:
		return int32(x)
	}
	return 3
}

var asked int32

func ask(n int32) int32 {
	asked = asked*10 + n
	return n
}

// Asked has cases that are no constants, and are asked for in their order.
func Asked(a, b int32) int32 {
	n := int32(0)
	asked = 0
	switch count := ask(a & 3); count {
	case ask(1), b & 3:
		n += 10
	default:
		n += 20
	case ask(2):
		n += 30
	}
	switch ask(7) {
	}
	switch {
	default:
		n++
	}
	switch {
	case a > b && ask(3) == 3, a < -b:
		n += 100
		if a&1 == 0 {
			break
		}
		n += 1000
	case b > 5:
		n += 200
	}
	return n + asked*10000
}
