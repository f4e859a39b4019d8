package wasm

import (
	"go/token"
	"go/types"
	"slices"
)

// wazero checks the bounds of every access, which takes longer than the access, but
// not of one whose base value, the very same one, has been checked for as much
// already. So what addresses are made of is worked out once: the base `p<<4` of
// `ld(Table+p<<4)` is kept in a local for the next table, and a base is checked as it
// is made, by a read that comes to nothing, for the farthest of all accesses that go
// by it. How far that is is known only after them; there is room in the code to say
// it then. Addresses that are constants have the base 0, which is a local too.
//
// A base is good as long as its variables keep their values, where whoever comes by
// has come by where it was made: to the end of the block, if nothing leads there from
// before.

// base is a value below addresses.
type base struct {
	stem
	in    uint32 // the local that holds it; of itself, if that is all there is to it
	patch int    // where it stands in the code how far the check goes; no two have the same
}

// isBase tells whether there is a base for what linear has taken apart. A constant beyond
// the memory must not make others fail.
func (b *body) isBase(s stem, rest int32, bytes uint32) bool {
	if s.times == 0 && uint64(rest)+uint64(bytes) > b.pages()*pageSize {
		return false
	}
	return rest >= 0 && s.times >= 0 && s.more >= 0
}

// base pushes the base of an address that linear has taken apart.
func (b *body) base(s stem, reach uint32) {
	for _, x := range b.bases {
		if x.stem == s {
			b.know(x.in)
			b.extend(x, reach)
			return
		}
	}
	x := base{stem: s}
	switch {
	case s.times == 0:
		x.in = b.nought()
		b.know(x.in)
	case s.alone():
		x.in = s.of
		b.know(x.in)
	default:
		x.in = b.locals.apart(typeI32)
		b.product(s.of, s.times)
		if s.more != 0 {
			b.product(s.and, s.more)
			b.emit(opAdd.of(types.Int32))
		}
		b.set(x.in)
		b.fresh[x.in] = true
		b.get(x.in)
	}
	if b.keeps(s) {
		b.tally(s)
	}
	b.check(&x, reach)
	b.bases = append(b.bases, x)
	b.get(x.in)
}

// product pushes a local times a number.
func (b *body) product(of uint32, times int32) {
	b.get(of)
	if !b.operateKnown(token.MUL, types.Int32, uint64(times)) {
		b.number(types.Int32, uint64(times))
		b.emit(opMul.of(types.Int32))
	}
}

// check reads what stands at the base on the stack, and forgets it.
func (b *body) check(x *base, reach uint32) {
	b.emit(opReadI32, 2)
	x.patch = len(b.code)
	b.emit(0x80, 0x80, 0x80, 0x80, 0)
	b.emit(opDrop)
	b.extend(*x, reach)
}

// extend has the check of a base go as far as that.
func (b *body) extend(x base, reach uint32) {
	if reach <= b.reaches[x.patch] {
		return
	}
	b.reaches[x.patch] = reach
	n := reach - 4 // what is read is a word
	for i := range 4 {
		b.code[x.patch+i] = byte(n)&0x7f | 0x80
		n >>= 7
	}
	b.code[x.patch+4] = byte(n)
}

// nought is the local that is always 0.
func (b *body) nought() uint32 {
	if b.nothing == 0 {
		b.nothing = b.locals.apart(typeI32) + 1
	}
	return b.nothing - 1
}

// changed forgets the bases that are made of a local which has another value now.
func (b *body) changed(local uint32) {
	b.bases = slices.DeleteFunc(b.bases, func(x base) bool { return x.uses(local) })
}

// led notes which bases are good where something leads to a label from.
func (b *body) led(l *label) {
	if !l.led {
		l.led = true
		for _, x := range b.bases {
			l.good = append(l.good, x.patch)
		}
		return
	}
	l.good = slices.DeleteFunc(l.good, func(patch int) bool {
		return !slices.ContainsFunc(b.bases, func(x base) bool { return x.patch == patch })
	})
}

// only forgets the bases that are not good wherever something leads to a label from.
func (b *body) only(l *label) {
	if l.led {
		b.bases = slices.DeleteFunc(b.bases, func(x base) bool { return !slices.Contains(l.good, x.patch) })
	}
}

// again makes bases once more that are locals themselves: where a loop begins they may
// have other values than before. Those of variables that are gone are left out, for
// nobody knows what their places hold by then.
func (b *body) again(before []base) {
	for _, x := range before {
		if x.alone() && slices.Contains(b.locals.taken, x.of) {
			b.base(x.stem, b.reaches[x.patch])
			b.emit(opDrop)
		}
	}
}
