package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
	"math/bits"
)

// value pushes what a term is worth; what a call returns, if that is several.
func (b *body) value(t term) {
	t = b.plain(t)
	if n, ok := b.known(t); ok {
		b.number(b.kind(t.expr), n)
		return
	}
	switch e := t.expr.(type) {
	case *ast.Ident:
		if m := b.meaning(e, t.names); m.is == isLocal {
			b.get(m.local)
		} else {
			b.emitUint(opGlobalGet, b.globals[b.variable(e)])
		}
	case *ast.UnaryExpr:
		b.unaryValue(t, e)
	case *ast.BinaryExpr:
		b.binaryValue(t, e)
	case *ast.CallExpr:
		b.callValue(t, e)
	}
}

func (b *body) unaryValue(t term, e *ast.UnaryExpr) {
	k := b.kind(e)
	switch e.Op {
	case token.NOT:
		b.truth(t, true)
	case token.SUB:
		b.number(k, 0)
		b.value(t.part(e.X))
		b.emit(opSub.of(k))
	case token.XOR:
		b.value(t.part(e.X))
		b.number(k, ^uint64(0))
		b.emit(opXor.of(k))
	default:
		b.value(t.part(e.X))
	}
}

func (b *body) binaryValue(t term, e *ast.BinaryExpr) {
	switch {
	case b.kind(e) == types.Bool:
		b.truth(t, true)
	case e.Op == token.SHL || e.Op == token.SHR:
		b.value(t.part(e.X))
		b.shift(e.Op, b.kind(e), t.part(e.Y))
	default:
		if x, ok := b.known(t.part(e.X)); ok && x == 0 && (e.Op == token.ADD || e.Op == token.OR) {
			b.value(t.part(e.Y))
			return
		}
		b.value(t.part(e.X))
		b.operate(e.Op, b.kind(e), t.part(e.Y))
	}
}

// operate does with what lies on the stack, and a term, what an operator says.
func (b *body) operate(op token.Token, k kind, y term) {
	if n, ok := b.known(y); ok && b.operateKnown(op, k, n) {
		return
	}
	b.value(y)
	switch op {
	case token.AND_NOT:
		b.number(k, ^uint64(0))
		b.emit(opXor.of(k))
		b.mask(k)
	case token.AND:
		b.mask(k)
	default:
		b.emit(arithmetic(op, k))
	}
}

// operateKnown is operate for constants, where there is a shorter way.
func (b *body) operateKnown(op token.Token, k kind, n uint64) bool {
	power := bits.OnesCount64(n) == 1
	log := uint64(bits.TrailingZeros64(n))
	switch {
	case n == 0 && (op == token.ADD || op == token.SUB || op == token.OR || op == token.XOR):
	case n == 1 && (op == token.MUL || op == token.QUO):
	case op == token.MUL && power:
		b.number(k, log)
		b.emit(opShl.of(k))
	case op == token.QUO && power && !signed(k):
		b.number(k, log)
		b.emit(opShrU.of(k))
	case op == token.REM && power && !signed(k):
		b.number(k, n-1)
		b.mask(k)
	case op == token.AND_NOT:
		b.number(k, ^n)
		b.mask(k)
	case op == token.QUO || op == token.REM:
		return b.divide(op, k, n)
	default:
		return false
	}
	return true
}

func arithmetic(t token.Token, k kind) byte {
	switch t {
	case token.ADD:
		return opAdd.of(k)
	case token.SUB:
		return opSub.of(k)
	case token.MUL:
		return opMul.of(k)
	case token.OR:
		return opOr.of(k)
	case token.XOR:
		return opXor.of(k)
	case token.QUO:
		return either(signed(k), opDivS, opDivU).of(k)
	}
	return either(signed(k), opRemS, opRemU).of(k)
}

func either(yes bool, a, b op) op {
	if yes {
		return a
	}
	return b
}

// shift shifts what lies on the stack.
func (b *body) shift(op token.Token, k kind, count term) {
	mask := b.isMask()
	if n, ok := b.known(count); ok {
		if n == 0 {
			return
		}
		b.number(k, n)
	} else {
		b.count(k, count)
	}
	switch {
	case op == token.SHL:
		b.emit(opShl.of(k))
	case signed(k):
		b.emit(opShrS.of(k))
	default:
		b.emit(opShrU.of(k))
	}
	if mask { // the count may be 0
		b.maskEnds = len(b.code)
	}
}

// count pushes how far a value of a kind is shifted or rotated. The mask that Go
// needs is what the instruction does of itself.
func (b *body) count(k kind, t term) {
	t = b.plain(t)
	if e, ok := t.expr.(*ast.BinaryExpr); ok && e.Op == token.AND {
		if n, ok := b.known(t.part(e.Y)); ok && n == width(k)-1 {
			t = t.part(e.X)
		}
	}
	b.as(k, t)
}

// as pushes a term of any kind as one of another.
func (b *body) as(k kind, t term) {
	t = b.plain(t)
	from := b.kind(t.expr)
	if n, ok := b.known(t); ok {
		b.number(k, n)
		return
	}
	if wide(from) && !wide(k) {
		b.low(t)
		return
	}
	b.value(t)
	switch {
	case wide(from) == wide(k):
	case from == types.Int32:
		b.emit(opExtendS)
	default:
		b.emit(opExtendU)
	}
}

// low pushes the low half of a term of 64 bits. What would only be made wider for
// it is not.
func (b *body) low(t term) {
	if e, ok := t.expr.(*ast.CallExpr); ok {
		if b.info.Types[e.Fun].IsType() && !wide(b.kind(e.Args[0])) {
			b.value(t.part(e.Args[0]))
			return
		}
		if f := b.callee(e); f != nil && f.Pkg().Path() == bitsPath {
			if k := b.countBits(f, t, e); wide(k) {
				b.emit(opWrap)
			}
			return
		}
	}
	b.value(t)
	b.emit(opWrap)
}
