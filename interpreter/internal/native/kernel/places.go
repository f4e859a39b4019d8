package kernel

// Places of zones that are laid out. Of each there is a record: the place next to it
// in each direction, or -1; in which directions there can be any; and where it is.

const (
	laidNext = 0 // eight words
	laidWays = 32
	laidX    = 36
	laidY    = 40
)

// laidOut is the place that is laid out at which place z is: itself, or that where the
// piece lies on which it is. 0: there is none.
func laidOut(z int32) int32 {
	for range int32(8) {
		if ld(zoneInfo(z)+zoneLaid) != 0 {
			return z
		}
		p := ld(zoneInfo(z) + zonePiece)
		if p == nothing {
			return 0
		}
		z = in(p)
	}
	return 0
}

// neighbours lists the places next to one.
func neighbours(list, z int32) int32 {
	n := int32(0)
	if z = laidOut(z); z == 0 {
		return 0
	}
	at := ld(zoneInfo(z) + zoneLaid)
	for way := range int32(8) {
		if to := ld(at + laidNext + way<<2); to >= 0 {
			n = put(list, n, to)
		}
	}
	return n
}

// line lists the next places from one, in a direction, as far as there are any.
func line(list, z, word, most int32) int32 {
	n := int32(0)
	if z = laidOut(z); z == 0 {
		return 0
	}
	way := ld(Ways + word<<2)
	if ld(ld(zoneInfo(z)+zoneLaid)+laidWays)>>(way&31)&1 == 0 {
		panic("there is no such direction here")
	}
	for n < most {
		z = ld(ld(zoneInfo(z)+zoneLaid) + laidNext + way<<2)
		if z < 0 {
			break
		}
		n = put(list, n, z)
	}
	return n
}

// ring lists the places of a ring of a hexagon of so many rings.
func ring(list, z, rings, i int32) int32 {
	first, n := 1+3*i*(i-1), 6*i
	if i == 0 {
		first, n = 0, 1
	}
	if i < 0 || i > rings {
		n = 0
	}
	k := int32(0)
	for c := range n {
		k = put(list, k, z+first+c)
	}
	return k
}

// cycle lists all elements from one on and round the end, backward if step is -1.
func cycle(to, list, n, start, step int32) int32 {
	i := int32(0)
	for i < n && ld(list+i<<2) != start {
		i++
	}
	if i == n {
		panic("the start is not in the list")
	}
	k := int32(0)
	for range n {
		k = put(to, k, ld(list+i<<2))
		i += step
		if i < 0 {
			i = n - 1
		} else if i == n {
			i = 0
		}
	}
	return k
}

// far is how far a place is in a direction: the greater, the farther.
func far(z, word int32) int32 {
	if z = laidOut(z); z == 0 {
		return 0
	}
	at := ld(zoneInfo(z) + zoneLaid)
	x, y := ld(at+laidX), ld(at+laidY)
	switch ld(Ways + word<<2) {
	case 0:
		return -y
	case 1:
		return x - y
	case 2:
		return x
	case 3:
		return x + y
	case 4:
		return y
	case 5:
		return y - x
	case 6:
		return -x
	case 7:
		return -x - y
	}
	return 0
}
