package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
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
		switch {
		case eitherOf(e.Op, want):
			b.jump(t.part(e.X), want, l)
			b.jump(t.part(e.Y), want, l)
			return
		case eitherOf(e.Op, !want):
			opened := b.guard(t.part(e.X), want)
			b.jump(t.part(e.Y), want, l)
			b.closeAll(opened)
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

// eitherOf tells whether an operator comes out as wanted as soon as one of its
// operands does.
func eitherOf(op token.Token, want bool) bool { return isAnd(op) && !want || isOr(op) && want }

// guard opens blocks that are entered if a condition comes out as wanted, and
// left otherwise.
func (b *body) guard(t term, want bool) []*label {
	t = b.settled(t)
	switch e := t.expr.(type) {
	case *ast.UnaryExpr:
		return b.guard(t.part(e.X), !want)
	case *ast.BinaryExpr:
		if eitherOf(e.Op, !want) {
			opened := b.guard(t.part(e.X), want)
			return append(opened, b.guard(t.part(e.Y), want)...)
		}
	}
	if b.straight(t) {
		b.test(t, want)
		return []*label{b.open(opIf)}
	}
	past := b.open(opBlock)
	b.jump(t, !want, past)
	return []*label{past}
}

// straight tells whether a condition is one that takes no jumps to decide.
func (b *body) straight(t term) bool {
	if _, ok := b.known(t); ok {
		return false
	}
	switch e := t.expr.(type) {
	case *ast.BinaryExpr:
		return !isAnd(e.Op) && !isOr(e.Op)
	case *ast.CallExpr:
		f := b.called(e)
		return f == nil || !f.inline
	}
	return true
}

// closeAll ends what guard opened.
func (b *body) closeAll(opened []*label) {
	for _, l := range slices.Backward(opened) {
		b.close(l)
	}
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
	and := isAnd(e.Op)
	if _, ok := b.known(t.part(e.X)); ok { // else it were known what both come to
		b.truth(t.part(e.Y), want)
		return
	}
	b.test(t.part(e.X), and)
	l := b.open(opIf, typeI32)
	b.truth(t.part(e.Y), want)
	b.otherwise(l)
	b.number(types.Bool, truth(and != want))
	b.close(l)
}

// compare pushes what a comparison comes to.
func (b *body) compare(t term, e *ast.BinaryExpr, want bool) {
	k, op := b.kind(e.X), e.Op
	if !want {
		op = opposite[op]
	}
	x, y := t.part(e.X), t.part(e.Y)
	if _, ok := b.known(x); ok {
		x, y, op = y, x, turned[op]
	}
	b.value(x)
	n, known := b.known(y)
	if known && n == 0 {
		b.compare0(op, k)
		return
	}
	equal := op == token.EQL || op == token.NEQ
	if b.isMask() && !known && !equal && !signed(k) {
		b.blur(k)
	}
	b.value(y)
	if b.isMask() && !equal {
		b.blur(k)
	}
	b.emit(comparison(op, k))
}

// compare0 compares what lies on the stack with 0.
func (b *body) compare0(op token.Token, k kind) {
	switch {
	case signed(k):
	case op == token.LEQ:
		op = token.EQL
	case op == token.GTR:
		op = token.NEQ
	case b.isMask() && op != token.EQL && op != token.NEQ:
		b.blur(k)
	}
	if op == token.EQL {
		b.emit(opEqz.of(k))
		return
	}
	b.number(k, 0)
	b.emit(comparison(op, k))
}

var (
	// opposite holds where an operator does not.
	opposite = map[token.Token]token.Token{
		token.EQL: token.NEQ, token.NEQ: token.EQL,
		token.LSS: token.GEQ, token.GEQ: token.LSS,
		token.GTR: token.LEQ, token.LEQ: token.GTR,
	}
	// turned is an operator for the operands the other way round.
	turned = map[token.Token]token.Token{
		token.EQL: token.EQL, token.NEQ: token.NEQ,
		token.LSS: token.GTR, token.GTR: token.LSS,
		token.LEQ: token.GEQ, token.GEQ: token.LEQ,
	}
)

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
