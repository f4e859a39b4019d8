package simulate

import "math/bits"

// axis puts marks at round numbers, about five of them, and lets an axis of dots
// end at one.
func (p *plot) axis(how string, whole bool) {
	if p.to <= p.from {
		p.to = p.from + million
	}
	s := Fixed(step(int64(p.to-p.from+4) / 5))
	if whole {
		s = max(s, million)
	} else {
		p.from, p.to = -roundUp(-p.from, s), roundUp(p.to, s)
	}
	decimals, unit, times := 0, Fixed(million), Fixed(1)
	if how == share {
		times = 100 // in %
	}
	for ; s*times%unit != 0; unit /= 10 {
		decimals++
	}
	for v := roundUp(p.from, s); v <= p.to; v += s {
		p.Ticks = append(p.Ticks, tick{p.at(v), (v * times).Text(decimals)})
	}
}

// at is where a value lies on the axis.
func (p *plot) at(v Fixed) int {
	return p.Left + int(scale(int64(v-p.from), int64(p.Right-p.Left), int64(p.to-p.from)))
}

// scale is a times b over c, none of which is negative; a is at most c, or b
// small enough.
func scale(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int64(q)
}

// step is the smallest of 1, 2, 5, 10, 20, 50, … that is not below n.
func step(n int64) int64 {
	for s := int64(1); ; s *= 10 {
		for _, k := range [3]int64{1, 2, 5} {
			if k*s >= n {
				return k * s
			}
		}
	}
}

// roundUp is the multiple of s that is next, or v itself.
func roundUp(v, s Fixed) Fixed {
	q := v / s
	if q*s < v {
		q++
	}
	return q * s
}
