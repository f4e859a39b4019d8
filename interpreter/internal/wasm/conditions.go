package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
)

// isAnd tells whether an operator is &&, which binds tighter only than isOr's.
func isAnd(op token.Token) bool { return op.Precedence() == 2 }

// isOr tells whether an operator is ||, which binds least.
func isOr(op token.Token) bool { return op.Precedence() == 1 }

// jump goes to a label if a condition comes out as wanted, and on otherwise.
func (b *body) jump(t term, want bool, l *label) {
	if b.dead {
		return
	}
	t = b.settled(t)
	if n, ok := b.known(t); ok {
		if n == truth(want) {
			b.br(l)
		}
		return
	}
	switch e := t.expr.(type) {
	case *ast.UnaryExpr:
		b.jump(t.part(e.X), !want, l)
		return
	case *ast.BinaryExpr:
		if isAnd(e.Op) || isOr(e.Op) {
			b.jumpLogic(t, e, want, l)
			return
		}
	case *ast.CallExpr:
		if f := b.called(e); f != nil && f.inline {
			b.expand(f, t, &goal{want, l})
			return
		}
	}
	b.test(t, want)
	b.brIf(l)
}

// jumpLogic is jump for && and ||, whose second operand may not matter.
func (b *body) jumpLogic(t term, e *ast.BinaryExpr, want bool, l *label) {
	if isAnd(e.Op) != want { // either of them is enough
		b.jump(t.part(e.X), want, l)
		b.jump(t.part(e.Y), want, l)
		return
	}
	past := b.open(opBlock)
	b.jump(t.part(e.X), !want, past)
	b.jump(t.part(e.Y), want, l)
	b.close(past)
}

// test pushes what is not zero if a condition comes out as wanted.
func (b *body) test(t term, want bool) {
	t = b.settled(t)
	if e, ok := t.expr.(*ast.BinaryExpr); ok && (e.Op == token.NEQ) == want && (e.Op == token.EQL || e.Op == token.NEQ) && !wide(b.kind(e.X)) {
		if n, ok := b.known(t.part(e.Y)); ok && n == 0 {
			b.value(t.part(e.X))
			return
		}
	}
	b.truth(t, want)
}

// truth pushes 1 if a condition comes out as wanted, and 0 otherwise.
func (b *body) truth(t term, want bool) {
	t = b.settled(t)
	if n, ok := b.known(t); ok {
		b.number(types.Bool, truth(n == truth(want)))
		return
	}
	switch e := t.expr.(type) {
	case *ast.UnaryExpr:
		b.truth(t.part(e.X), !want)
		return
	case *ast.BinaryExpr:
		if isAnd(e.Op) || isOr(e.Op) {
			b.logic(t, e, want)
		} else {
			b.compare(t, e, want)
		}
		return
	}
	b.value(t)
	if !want {
		b.emit(opEqz.of(types.Bool))
	}
}

// logic pushes what && and || come to.
func (b *body) logic(t term, e *ast.BinaryExpr, want bool) {
	dead := b.dead
	and := isAnd(e.Op)
	b.test(t.part(e.X), and)
	l := b.open(opIf, typeI32)
	b.truth(t.part(e.Y), want)
	b.emit(opElse)
	b.dead = dead
	b.number(types.Bool, truth(and != want))
	b.close(l)
}

// compare pushes what a comparison comes to.
func (b *body) compare(t term, e *ast.BinaryExpr, want bool) {
	k := b.kind(e.X)
	op := e.Op
	if !want {
		op = opposite[op]
	}
	x, y := t.part(e.X), t.part(e.Y)
	if n, ok := b.known(y); ok && n == 0 && op == token.EQL {
		b.value(x)
		b.emit(opEqz.of(k))
		return
	}
	b.value(x)
	b.value(y)
	b.emit(comparison(op, k))
}

var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LSS: token.GEQ, token.GEQ: token.LSS,
	token.GTR: token.LEQ, token.LEQ: token.GTR,
}

func comparison(t token.Token, k kind) byte {
	s := signed(k)
	switch t {
	case token.EQL:
		return opEq.of(k)
	case token.NEQ:
		return opNe.of(k)
	case token.LSS:
		return either(s, opLtS, opLtU).of(k)
	case token.LEQ:
		return either(s, opLeS, opLeU).of(k)
	case token.GTR:
		return either(s, opGtS, opGtU).of(k)
	}
	return either(s, opGeS, opGeU).of(k)
}
