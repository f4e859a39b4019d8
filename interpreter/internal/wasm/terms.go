package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
)

// term is an expression, and what the variables in it stand for. So an expression
// of a function that is expanded in place of a call is a term like any other.
type term struct {
	expr  ast.Expr
	names names
}

// names are the variables of a function that have a place or a value; those of
// the package have none here.
type names map[*types.Var]meaning

// meaning is what a variable stands for.
type meaning struct {
	is    meaningOf
	local uint32 // isLocal
	word  uint64 // isConstant
	term  term   // isTerm
}

type meaningOf uint8

const (
	isGlobal meaningOf = iota
	isLocal
	isConstant // it never has another value
	isTerm     // it does not matter when it is worked out, nor how often
)

// meaning is what a name stands for, of a variable.
func (b *body) meaning(id *ast.Ident, in names) meaning {
	v, _ := b.object(id).(*types.Var)
	return in[v]
}

// part is an expression within a term.
func (t term) part(e ast.Expr) term { return term{e, t.names} }

// plain is what a term comes to without anything being done for it: without its
// parentheses, and with that in place of a call which an expanded function returns.
func (b *body) plain(t term) term {
	for {
		switch e := t.expr.(type) {
		case *ast.ParenExpr:
			t.expr = e.X
			continue
		case *ast.Ident:
			if m := b.meaning(e, t.names); m.is == isTerm {
				t = m.term
				continue
			}
		case *ast.CallExpr:
			if f := b.called(e); f != nil && f.inline && f.only != nil {
				if in, ok := b.bind(f, e, t.names, false); ok {
					t = term{f.only, in}
					continue
				}
			}
		}
		return t
	}
}

// settled is what a term comes to once the arguments of the expanded functions
// that it calls first have been given their places.
func (b *body) settled(t term) term {
	for {
		t = b.plain(t)
		e, ok := t.expr.(*ast.CallExpr)
		if !ok {
			return t
		}
		f := b.called(e)
		if f == nil || !f.inline || f.only == nil {
			return t
		}
		in, _ := b.bind(f, e, t.names, true)
		t = term{f.only, in}
	}
}

// known is the constant that a term is, if it is one.
func (b *body) known(t term) (uint64, bool) {
	t = b.plain(t)
	if v := b.constant(t.expr); v != nil {
		return word(v), true
	}
	switch e := t.expr.(type) {
	case *ast.Ident:
		m := b.meaning(e, t.names)
		return m.word, m.is == isConstant
	case *ast.UnaryExpr:
		if x, ok := b.known(t.part(e.X)); ok {
			return foldUnary(e.Op, b.kind(e), x), true
		}
	case *ast.BinaryExpr:
		return b.knownBinary(t, e)
	case *ast.CallExpr:
		if b.info.Types[e.Fun].IsType() {
			x, ok := b.known(t.part(e.Args[0]))
			return cut(b.kind(e), x), ok
		}
	}
	return 0, false
}

func (b *body) knownBinary(t term, e *ast.BinaryExpr) (uint64, bool) {
	x, ok := b.known(t.part(e.X))
	if !ok {
		return 0, false
	}
	if isAnd(e.Op) && x == 0 || isOr(e.Op) && x == 1 {
		return x, true
	}
	y, ok := b.known(t.part(e.Y))
	if !ok {
		return 0, false
	}
	if isAnd(e.Op) || isOr(e.Op) {
		return y, true
	}
	return fold(e.Op, b.kind(e.X), x, y)
}

// pure tells whether a term is made of constants and locals only and cannot
// fail, so that it does not matter when it is worked out, or whether.
func (b *body) pure(t term) bool {
	t = b.plain(t)
	if _, ok := b.known(t); ok {
		return true
	}
	switch e := t.expr.(type) {
	case *ast.Ident:
		return b.meaning(e, t.names).is == isLocal
	case *ast.UnaryExpr:
		return b.pure(t.part(e.X))
	case *ast.BinaryExpr:
		return e.Op != token.QUO && e.Op != token.REM && b.pure(t.part(e.X)) && b.pure(t.part(e.Y))
	case *ast.CallExpr:
		return b.info.Types[e.Fun].IsType() && b.pure(t.part(e.Args[0]))
	}
	return false
}

// idle tells whether a term need not be worked out if nobody wants what it comes to.
func (b *body) idle(t term) bool {
	at, ok := b.read(t)
	return ok && b.pure(at) || b.pure(t)
}

// read is the address at which a term reads, if that is all it does.
func (b *body) read(t term) (at term, ok bool) {
	e, ok := ast.Unparen(t.expr).(*ast.CallExpr)
	if !ok {
		return term{}, false
	}
	f := b.callee(e)
	if f == nil || b.of[f] != nil || f.Name() != "ld" && f.Name() != "ld64" {
		return term{}, false
	}
	return t.part(e.Args[0]), true
}

// bind gives the parameters of an expanded function their meanings. Those that
// need a place of their own have the code written that fills it, if write is
// true; otherwise bind says that there are such.
func (b *body) bind(f *function, call *ast.CallExpr, outside names, write bool) (names, bool) {
	in := names{}
	params := f.sig.Params()
	if len(call.Args) != params.Len() { // f(g())
		if write {
			b.value(term{call.Args[0], outside})
			for i := params.Len() - 1; i >= 0; i-- {
				b.keep(in, params.At(i))
			}
		}
		return in, write
	}
	for i, arg := range call.Args {
		v := params.At(i)
		t := term{arg, outside}
		if m, ok := b.direct(f, v, t); ok {
			in[v] = m
			continue
		}
		if !write {
			return nil, false
		}
		b.value(t)
		b.keep(in, v)
	}
	return in, true
}

// keep takes a value off the stack for a variable.
func (b *body) keep(in names, v *types.Var) {
	if v.Name() == "" || v.Name() == "_" {
		b.emit(opDrop)
		return
	}
	local := b.locals.take(valueType(kindOf(v.Type())))
	in[v] = meaning{is: isLocal, local: local}
	b.set(local)
}

// direct is what a parameter stands for if it needs no place of its own.
func (b *body) direct(f *function, v *types.Var, arg term) (meaning, bool) {
	if b.assigned[v] {
		return meaning{}, false
	}
	arg = b.plain(arg)
	if w, ok := b.known(arg); ok {
		return meaning{is: isConstant, word: w}, true
	}
	if id, ok := arg.expr.(*ast.Ident); ok {
		if m := b.meaning(id, arg.names); m.is == isLocal {
			return m, true
		}
	}
	if f.only != nil && f.uses[v] <= 1 && b.pure(arg) || b.beside(arg) {
		return meaning{is: isTerm, term: arg}, true
	}
	return meaning{}, false
}

// beside tells whether a term is a variable and a constant, which in addresses is as good
// as the variable itself.
func (b *body) beside(t term) bool {
	if b.kind(t.expr) != types.Int32 {
		return false
	}
	s, _, ok := b.linear(t)
	return ok && s.alone()
}
