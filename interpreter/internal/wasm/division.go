package wasm

import (
	"go/token"
	"go/types"
	"math/bits"
)

// divide divides what lies on the stack by a constant without a division, which
// takes a processor long, if it knows how: by a power of 2 with a shift, and 32
// bits by any other number from 2 on with a product of 64 bits, as in Hacker's
// Delight, chapter 10. Powers of 2 of kinds without a sign are nothing to it.
func (b *body) divide(op token.Token, k kind, n uint64) bool {
	power := bits.OnesCount64(n) == 1
	by, shift, ok := reciprocal(k, n)
	if int64(n) < 2 || !power && (wide(k) || !ok) {
		return false
	}
	mark := b.locals.mark()
	x := b.locals.take(valueType(k))
	b.set(x)
	b.get(x)
	if op == token.REM {
		b.get(x)
	}
	if power {
		b.dividePower(k, x, n)
	} else {
		b.divideProduct(k, x, by, shift)
	}
	if op == token.REM {
		b.number(k, n)
		b.emit(opMul.of(k))
		b.emit(opSub.of(k))
	}
	b.locals.release(mark)
	return true
}

// dividePower shifts; what is negative is made larger first, to be cut towards 0.
func (b *body) dividePower(k kind, x uint32, n uint64) {
	log := uint64(bits.TrailingZeros64(n))
	b.get(x)
	b.number(k, width(k)-1)
	b.emit(opShrS.of(k))
	b.number(k, width(k)-log)
	b.emit(opShrU.of(k))
	b.emit(opAdd.of(k))
	b.number(k, log)
	b.emit(opShrS.of(k))
}

// divideProduct multiplies by 2 to the power of shift, divided by the divisor, and
// shifts. That comes out one too low for what is negative.
func (b *body) divideProduct(k kind, x uint32, by, shift uint64) {
	if signed(k) {
		b.emit(opExtendS)
	} else {
		b.emit(opExtendU)
	}
	b.number(types.Int64, by)
	b.emit(opMul.of(types.Int64))
	b.number(types.Int64, shift)
	b.emit(either(signed(k), opShrS, opShrU).of(types.Int64))
	b.emit(opWrap)
	if signed(k) {
		b.get(x)
		b.number(k, width(k)-1)
		b.emit(opShrS.of(k))
		b.emit(opSub.of(k))
	}
}

// reciprocal is by what to multiply, and how far to shift then, to divide by n.
func reciprocal(k kind, n uint64) (by, shift uint64, ok bool) {
	if n < 2 || n >= 1<<31 {
		return 0, 0, false
	}
	if signed(k) {
		shift = 32 + uint64(bits.Len64(n-1)) - 1
		return uint64(1)<<shift/n + 1, shift, true
	}
	for shift = 32; shift < 63; shift++ {
		by = (uint64(1)<<shift + n - 1) / n
		if by>>32 == 0 && by*n-uint64(1)<<shift <= uint64(1)<<(shift-32) {
			return by, shift, true
		}
	}
	return 0, 0, false
}
