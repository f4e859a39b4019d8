package simulate

import "math/bits"

// Scale maps values to positions between Left and Right.
type Scale struct {
	From, To    Fixed // values at the ends
	Left, Right int
	Ticks       []Tick
}

// Tick is a mark on a scale.
type Tick struct {
	At    int
	Label string
}

// Include extends the scale to an estimate and its interval.
func (p *Scale) Include(e *Estimate) {
	p.From, p.To = min(p.From, e.Value), max(p.To, e.Value)
	if e.Bounded {
		p.From, p.To = min(p.From, e.Low), max(p.To, e.High)
	}
}

// Mark sets about five marks at round numbers. Unless the values are whole, it extends the scale
// to the next marks. The marks of shares are in percent.
func (p *Scale) Mark(how string, whole bool) {
	if p.To <= p.From {
		p.To = p.From + million
	}
	s := Fixed(step(int64(p.To-p.From+4) / 5))
	if whole {
		s = max(s, million)
	} else {
		p.From, p.To = -roundUp(-p.From, s), roundUp(p.To, s)
	}
	decimals, unit, times := 0, Fixed(million), Fixed(1)
	if how == share {
		times = 100 // the axis is in percent
	}
	for ; s*times%unit != 0; unit /= 10 {
		decimals++
	}
	for v := roundUp(p.From, s); v <= p.To; v += s {
		p.Ticks = append(p.Ticks, Tick{p.At(v), (v * times).Text(decimals)})
	}
}

// At returns the position of a value.
func (p *Scale) At(v Fixed) int {
	return p.Left + int(scale(int64(v-p.From), int64(p.Right-p.Left), int64(p.To-p.From)))
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
