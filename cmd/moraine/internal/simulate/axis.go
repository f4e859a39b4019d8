package simulate

import "math/bits"

// axis sets about five marks at round numbers, and extends an axis of dots to the next mark.
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
		times = 100 // the axis is in percent
	}
	for ; s*times%unit != 0; unit /= 10 {
		decimals++
	}
	for v := roundUp(p.from, s); v <= p.to; v += s {
		p.Ticks = append(p.Ticks, tick{p.at(v), (v * times).Text(decimals)})
	}
}

// at returns the position of a value on the axis.
func (p *plot) at(v Fixed) int {
	return p.Left + int(scale(int64(v-p.from), int64(p.Right-p.Left), int64(p.to-p.from)))
}

// scale returns a·b/c for non-negative numbers. It does not overflow if a ≤ c or b is small.
func scale(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, _ := bits.Div64(hi, lo, uint64(c))
	return int64(q)
}

// step returns the smallest of 1, 2, 5, 10, 20, 50, … that is at least n.
func step(n int64) int64 {
	for s := int64(1); ; s *= 10 {
		for _, k := range [3]int64{1, 2, 5} {
			if k*s >= n {
				return k * s
			}
		}
	}
}

// roundUp returns the smallest multiple of s that is at least v.
func roundUp(v, s Fixed) Fixed {
	q := v / s
	if q*s < v {
		q++
	}
	return q * s
}
