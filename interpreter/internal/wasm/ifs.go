package wasm

import (
	"go/ast"
	"go/types"
)

func (f *frame) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	if l := f.leadsTo(s); l != nil {
		f.when(s.Cond, true, l)
		return
	}
	if s.Else == nil {
		opened := f.guardOf(s.Cond)
		f.block(s.Body.List)
		f.closeAll(opened)
		return
	}
	end := f.open(opBlock)
	opened := f.guardOf(s.Cond)
	f.block(s.Body.List)
	f.br(end)
	f.closeAll(opened)
	f.stmt(s.Else, "")
	f.close(end)
}

// leadsTo is where an if leads that does nothing else.
func (f *frame) leadsTo(s *ast.IfStmt) *label {
	if s.Else != nil || len(s.Body.List) != 1 {
		return nil
	}
	switch s := s.Body.List[0].(type) {
	case *ast.BranchStmt:
		return f.target(s)
	case *ast.ExprStmt:
		if f.ends(s.X) {
			return f.fails
		}
	}
	return nil
}

// when goes to a label if a condition comes out as wanted.
func (f *frame) when(cond ast.Expr, want bool, l *label) {
	mark := f.locals.mark()
	f.jump(term{cond, f.names}, want, l)
	f.locals.release(mark)
}

// ends tells whether an expression is a call of panic.
func (f *frame) ends(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && f.info.Uses[id] == types.Universe.Lookup("panic")
}

// guardOf opens blocks that are entered if a condition holds.
func (f *frame) guardOf(cond ast.Expr) []*label {
	mark := f.locals.mark()
	opened := f.guard(term{cond, f.names}, true)
	f.locals.release(mark)
	return opened
}
