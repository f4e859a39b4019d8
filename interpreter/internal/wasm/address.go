package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
)

// address pushes an address but for its constant part, which an instruction adds
// by itself and which it returns. So several accesses that differ by constants
// have one and the same value below them, whose bounds wazero checks once.
func (b *body) address(t term, bytes uint32) uint32 {
	t = b.settled(t)
	if s, rest, ok := b.linear(t); ok && b.isBase(s, rest, bytes) {
		b.base(s, uint32(rest)+bytes)
		return uint32(rest)
	}
	rest, pushed := b.sum(t)
	if rest >= 0 {
		if !pushed {
			b.number(types.Int32, 0)
		}
		return uint32(rest)
	}
	b.number(types.Int32, uint64(rest))
	if pushed {
		b.emit(opAdd.of(types.Int32))
	}
	return 0
}

// sum pushes a term of type int32 but for a constant part, which it returns;
// nothing is pushed if that is all there is.
func (b *body) sum(t term) (rest int32, pushed bool) {
	t = b.settled(t)
	if n, ok := b.known(t); ok {
		return int32(n), false
	}
	switch e := t.expr.(type) {
	case *ast.Ident:
		if m := b.meaning(e, t.names); m.is == isLocal {
			b.know(m.local)
			return 0, true
		}
	case *ast.BinaryExpr:
		x, y := t.part(e.X), t.part(e.Y)
		switch e.Op {
		case token.ADD:
			return b.sumPlus(x, y)
		case token.SUB:
			return b.sumMinus(x, y)
		case token.MUL:
			if _, ok := b.known(x); ok {
				return b.sumTimes(y, e.Op, x)
			}
			return b.sumTimes(x, e.Op, y)
		case token.SHL:
			return b.sumTimes(x, e.Op, y)
		}
	}
	b.value(t)
	return 0, true
}

func (b *body) sumPlus(x, y term) (rest int32, pushed bool) {
	m, first := b.sum(x)
	n, second := b.sum(y)
	if first && second {
		b.emit(opAdd.of(types.Int32))
	}
	return m + n, first || second
}

func (b *body) sumMinus(x, y term) (rest int32, pushed bool) {
	m, first := b.sum(x)
	if !first {
		b.number(types.Int32, uint64(m))
		m = 0
	}
	n, second := b.sum(y)
	if second {
		b.emit(opSub.of(types.Int32))
	}
	return m - n, true
}

// sumTimes is the sum of a product, or of what is shifted to the left: if that is
// by a constant, so is the constant part.
func (b *body) sumTimes(x term, op token.Token, y term) (rest int32, pushed bool) {
	by, ok := b.known(y)
	if !ok {
		b.value(x)
		if op == token.SHL {
			b.shift(op, types.Int32, y)
		} else {
			b.operate(op, types.Int32, y)
		}
		return 0, true
	}
	rest, pushed = b.sum(x)
	if op == token.SHL {
		by = 1 << by
	}
	if pushed && !b.operateKnown(token.MUL, types.Int32, by) {
		b.number(types.Int32, by)
		b.emit(opMul.of(types.Int32))
	}
	return rest * int32(by), pushed
}
