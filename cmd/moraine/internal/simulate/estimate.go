package simulate

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// Estimates are fixed-point numbers with six decimals, computed from totals with integers only,
// including square roots. So they are equal on every machine. Floats might differ, because a
// compiler may fuse operations.

// Fixed is a number in millionths.
type Fixed int64

// Estimate is an estimated share or mean with its 95 % interval.
type Estimate struct {
	Value, Low, High Fixed
	Bounded          bool // false if there is only one match
}

const million = 1_000_000

// deviations is the number of standard deviations on each side of the mean that contain 95 % of
// a normal distribution.
var deviations = big.NewRat(1_959_964, million)

// ratio returns the ratio for a group. For counts and sums it is the value per match.
func (g *Group) ratio(how string, games int64) ratio {
	if how == count || how == total {
		n := big.NewInt(games)
		return ratio{n: n, x: g.X, nn: n, nx: g.X, xx: g.XX, matches: games}
	}
	return ratio{n: g.N, x: g.X, nn: g.NN, nx: g.NX, xx: g.XX, matches: g.Matches}
}

// estimate returns the estimate for a group, or nil if it has no values. x is divided by parts.
func (g *Group) estimate(how string, games, parts int64) *Estimate {
	s := g.ratio(how, games)
	if s.n.Sign() == 0 {
		return nil
	}
	if how == share {
		e := s.share(parts, big.NewRat(1, 1))
		return &e
	}
	e := s.mean()
	if how == count {
		e.Low = max(0, e.Low) // a frequency cannot be negative
	}
	return &e
}

// estimateWins returns the estimate for a policy: the wins of each of its seats, or nil without matches.
// All its seats in a match are one trial, whose value is the part of the win that they get together,
// because a team wins or loses as one. The interval of that value is divided among the seats.
func (g *Group) estimateWins(parts int64) *Estimate {
	if g.Matches == 0 || g.N.Sign() == 0 {
		return nil
	}
	m := big.NewInt(g.Matches)
	all := ratio{n: m, x: g.X, nn: m, nx: g.X, xx: g.XX, matches: g.Matches}
	e := all.share(parts, over(whole(g.N), whole(m)))
	return &e
}

// ratio is x/n with the sums needed for its variance over matches.
type ratio struct {
	n, x, nn, nx, xx *big.Int
	matches          int64
}

func (s *ratio) rat() *big.Rat { return new(big.Rat).SetFrac(s.x, s.n) }

// variance returns the sum over matches of (x - ratio·n)², divided by n².
func (s *ratio) variance() *big.Rat {
	r, n := s.rat(), whole(s.n)
	departs := plus(minus(whole(s.xx), times(big.NewRat(2, 1), times(r, whole(s.nx)))), times(times(r, r), whole(s.nn)))
	return over(departs, times(n, n))
}

// mean returns the interval based on the normal distribution: ratio ± z √(m/(m-1)
// Σ(x-ratio·n)²) / n.
func (s *ratio) mean() Estimate {
	e := Estimate{Value: fixed(s.rat())}
	if s.matches < 2 {
		return e
	}
	margin := fixed(times(deviations, root(times(s.variance(), big.NewRat(s.matches, s.matches-1)))))
	e.Low, e.High, e.Bounded = e.Value-margin, e.Value+margin, true
	return e
}

// share returns Wilson's interval (1927) for the number of independent trials that would have
// the same variance. With one trial per match this is n. The variance used is at least that of
// independent trials; if all trials agree, each match counts as one trial. The interval is divided
// by seats.
func (s *ratio) share(parts int64, seats *big.Rat) Estimate {
	one, cut, n := big.NewRat(1, 1), big.NewRat(parts, 1), whole(s.n)
	p := over(s.rat(), cut)
	pq := times(p, minus(one, p))
	v := over(s.variance(), times(cut, cut))
	switch {
	case pq.Sign() == 0:
		n = over(times(n, n), whole(s.nn))
	case v.Sign() > 0:
		if effective := over(pq, v); effective.Cmp(n) < 0 {
			n = effective
		}
	}
	zz := over(times(deviations, deviations), n) // z² / n
	center := plus(p, times(zz, big.NewRat(1, 2)))
	margin := times(deviations, root(plus(over(pq, n), over(times(zz, big.NewRat(1, 4)), n))))
	scale := plus(one, zz)
	low, high := over(minus(center, margin), scale), over(plus(center, margin), scale)
	each := func(v *big.Rat) Fixed { return fixed(over(v, seats)) }
	return Estimate{Value: each(p), Low: max(0, each(low)), High: min(each(one), each(high)), Bounded: true}
}

func whole(n *big.Int) *big.Rat    { return new(big.Rat).SetInt(n) }
func plus(a, b *big.Rat) *big.Rat  { return new(big.Rat).Add(a, b) }
func minus(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func times(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func over(a, b *big.Rat) *big.Rat  { return new(big.Rat).Quo(a, b) }

// root returns the square root with twelve decimals, rounded down.
func root(v *big.Rat) *big.Rat {
	if v.Sign() <= 0 {
		return new(big.Rat)
	}
	const scale = million * million
	n := new(big.Int).Mul(v.Num(), big.NewInt(scale))
	n.Mul(n, big.NewInt(scale)).Quo(n, v.Denom())
	return new(big.Rat).SetFrac(n.Sqrt(n), big.NewInt(scale))
}

// farthest limits the numbers in a file: it is larger than any measure can be, and small enough
// to avoid overflow.
const farthest = 1 << 60

// fixed rounds to the nearest millionth, and halves away from zero.
func fixed(v *big.Rat) Fixed {
	n := new(big.Int).Mul(v.Num(), big.NewInt(2*million))
	n.Quo(n, v.Denom()) // in half millionths, rounded towards zero
	if n.Sign() < 0 {
		n.Sub(n, big.NewInt(1))
	} else {
		n.Add(n, big.NewInt(1))
	}
	n.Quo(n, big.NewInt(2))
	if n.CmpAbs(big.NewInt(farthest)) > 0 {
		return Fixed(n.Sign()) * farthest
	}
	return Fixed(n.Int64())
}

// FixedOf rounds a number to the nearest millionth.
func FixedOf(v *big.Rat) Fixed { return fixed(v) }

// Text formats the number with the given number of decimals, at most six.
func (f Fixed) Text(decimals int) string {
	unit := Fixed(1)
	for range 6 - decimals {
		unit *= 10
	}
	sign, n := "", f
	if n < 0 {
		sign, n = "-", -n
	}
	if n = (n + unit/2) / unit; n == 0 {
		sign = ""
	}
	scale := million / unit
	if decimals == 0 {
		return sign + strconv.FormatInt(int64(n), 10)
	}
	fraction := strconv.FormatInt(int64(n%scale+scale), 10)[1:]
	return sign + strconv.FormatInt(int64(n/scale), 10) + "." + fraction
}

// MarshalJSON includes the bounds if they exist.
func (e *Estimate) MarshalJSON() ([]byte, error) {
	out := `{"value":` + e.Value.Text(6)
	if e.Bounded {
		out += `,"low":` + e.Low.Text(6) + `,"high":` + e.High.Text(6)
	}
	return []byte(out + "}"), nil
}

// UnmarshalJSON reads the output of MarshalJSON. Results with totals compute their estimates again.
func (e *Estimate) UnmarshalJSON(text []byte) error {
	var in struct {
		Value     Fixed
		Low, High *Fixed
	}
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*e = Estimate{Value: in.Value}
	if in.Low != nil && in.High != nil {
		e.Low, e.High, e.Bounded = *in.Low, *in.High, true
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (f Fixed) MarshalJSON() ([]byte, error) { return []byte(f.Text(6)), nil }

// UnmarshalJSON reads a number that has six decimals. It reads 0 from any other text, which the
// comparison of the file with its results finds.
func (f *Fixed) UnmarshalJSON(text []byte) error {
	n, err := strconv.ParseInt(strings.Replace(string(text), ".", "", 1), 10, 64)
	if err != nil || n < -farthest || n > farthest {
		n = 0
	}
	*f = Fixed(n)
	return nil
}
