package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (f *frame) forStmt(s *ast.ForStmt, name string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	f.loop(name, s.Body, func() []*label {
		if s.Cond == nil {
			return nil
		}
		return f.guardOf(s.Cond)
	}, func() {
		if s.Post != nil {
			f.stmt(s.Post, "")
		}
	})
}

// loop writes a loop: what opens each round, its body, and what ends each round.
func (f *frame) loop(name string, body *ast.BlockStmt, before func() []*label, after func()) {
	saved := f.save()
	f.loops++
	end := f.open(opBlock)
	top := f.open(opLoop)
	opened := before()
	again := f.open(opBlock)
	f.exits = append(f.exits, exit{name, end, again})
	f.block(body.List)
	f.exits = f.exits[:len(f.exits)-1]
	f.close(again)
	if !f.dead {
		after()
		f.br(top)
	}
	f.closeAll(opened)
	f.close(top)
	f.close(end)
	f.loops--
	f.restore(saved)
}

// rangeStmt counts from 0 to a number that is worked out once.
func (f *frame) rangeStmt(s *ast.RangeStmt, name string) {
	k := f.kind(s.X)
	limit := f.hold(term{s.X, f.names})
	at := f.locals.take(valueType(k))
	f.number(k, 0)
	f.set(at)
	v := f.counter(s, at)
	f.loop(name, s.Body, func() []*label {
		f.get(at)
		limit()
		f.emit(comparison(token.LSS, k))
		opened := f.open(opIf)
		if v != nil {
			f.get(at)
			f.put(v)
		}
		return []*label{opened}
	}, func() {
		f.get(at)
		f.number(k, 1)
		f.emit(opAdd.of(k))
		f.set(at)
	})
}

// counter is the variable that is told each time how far a range has come: none,
// if nobody else gives it values, for then it is where that is counted.
func (f *frame) counter(s *ast.RangeStmt, at uint32) *types.Var {
	if s.Key == nil {
		return nil
	}
	v := f.variable(s.Key)
	switch {
	case blank(v):
		return nil
	case s.Tok == token.DEFINE && !f.assigned[v]:
		f.names[v] = meaning{is: isLocal, local: at}
		return nil
	case s.Tok == token.DEFINE:
		f.declare(v)
	}
	return v
}

// hold works a term out once and returns how to push it from then on. A variable
// that keeps its value need not be copied for that.
func (f *frame) hold(t term) func() {
	k := f.kind(t.expr)
	if n, ok := f.known(t); ok {
		return func() { f.number(k, n) }
	}
	if id, ok := ast.Unparen(t.expr).(*ast.Ident); ok && !f.assigned[f.variable(id)] {
		if m := f.meaning(id, t.names); m.is == isLocal {
			return func() { f.get(m.local) }
		}
	}
	local := f.locals.take(valueType(k))
	f.value(t)
	f.set(local)
	return func() { f.get(local) }
}

// branch is break, continue and goto.
func (f *frame) branch(s *ast.BranchStmt) {
	if l := f.target(s); l != nil {
		f.br(l)
		return
	}
	f.back(s.Label.Name)
}

// target is the label to which a branch leads; nil if that takes more than to go there.
func (f *frame) target(s *ast.BranchStmt) *label {
	if s.Tok == token.GOTO {
		return f.straightTo(s.Label.Name)
	}
	for i := len(f.exits) - 1; ; i-- {
		e := f.exits[i]
		switch {
		case s.Label != nil && s.Label.Name != e.name:
		case s.Tok == token.BREAK:
			return e.brk
		case e.again != nil:
			return e.again
		}
	}
}
