package chance

import (
	"math/big"
	"math/bits"
)

// fraction is an exact non-negative number: two words in lowest terms as long as it fits, which
// is nearly always, and otherwise a big.Rat. The zero value is 0.
type fraction struct {
	num, den uint64   // den 0 means 1, so that the zero value is valid
	big      *big.Rat // the value, if not nil
}

// certain is the fraction 1.
var certain = fraction{num: 1, den: 1}

func fractionOf(num, den uint64) fraction {
	g := gcd(num, den)
	return fraction{num: num / g, den: den / g}
}

// rat returns the fraction as a big.Rat, which must not be changed.
func (f fraction) rat() *big.Rat {
	if f.big != nil {
		return f.big
	}
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(f.num), new(big.Int).SetUint64(max(f.den, 1)))
}

func (f fraction) isNothing() bool {
	return f.big == nil && f.num == 0 || f.big != nil && f.big.Sign() == 0
}

// times returns the product. It stays in machine words as long as it fits.
func (f fraction) times(o fraction) fraction {
	switch {
	case f.isNothing() || o.isNothing():
		return fraction{}
	case f.big == nil && o.big == nil:
		g, h := gcd(f.num, o.den), gcd(o.num, f.den)
		num, fits := product(f.num/g, o.num/h)
		den, fit := product(f.den/h, o.den/g)
		if fits && fit {
			return fraction{num: num, den: den}
		}
	}
	return fraction{big: new(big.Rat).Mul(f.rat(), o.rat())}
}

// plus returns the sum. It stays in machine words as long as it fits.
func (f fraction) plus(o fraction) fraction {
	switch {
	case f.isNothing():
		return o
	case o.isNothing():
		return f
	case f.big == nil && o.big == nil:
		g := gcd(f.den, o.den)
		a, fits := product(f.num, o.den/g)
		b, fit := product(o.num, f.den/g)
		num, over := bits.Add64(a, b, 0)
		h := gcd(num, g)
		den, fitted := product(f.den/g, o.den/h)
		if fits && fit && fitted && over == 0 {
			return fraction{num: num / h, den: den}
		}
	}
	return fraction{big: new(big.Rat).Add(f.rat(), o.rat())}
}

func (f fraction) over(o fraction) fraction {
	if o.big == nil {
		return f.times(fraction{num: max(o.den, 1), den: o.num})
	}
	return fraction{big: new(big.Rat).Quo(f.rat(), o.big)}
}

// geometric returns 1 + f + f² + … = 1/(1-f); ok is false if the sum diverges.
func (f fraction) geometric() (sum fraction, ok bool) {
	if f.big == nil {
		return fraction{num: max(f.den, 1), den: max(f.den, 1) - f.num}, f.num < max(f.den, 1)
	}
	rest := new(big.Rat).Sub(certain.rat(), f.big)
	if rest.Sign() == 0 {
		return fraction{}, false
	}
	return fraction{big: rest.Inv(rest)}, true
}

func product(a, b uint64) (p uint64, fits bool) {
	over, p := bits.Mul64(a, b)
	return p, over == 0
}

// gcd returns the greatest common divisor by the binary algorithm, which is faster than
// division; gcd(0, n) is n.
func gcd(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return max(a|b, 1)
	}
	twos := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << twos
}
