package wasm

import "go/ast"

// ifStmt is an if: a block that is left if the condition does not hold.
func (f *frame) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	if l := f.leadsTo(s); l != nil {
		f.when(s.Cond, true, l)
		return
	}
	end := f.open(opBlock)
	no := end
	if s.Else != nil {
		no = f.open(opBlock)
	}
	f.when(s.Cond, false, no)
	f.block(s.Body.List)
	if s.Else != nil {
		f.br(end)
		f.close(no)
		f.stmt(s.Else, "")
	}
	f.close(end)
}

// leadsTo is where an if leads that does nothing else.
func (f *frame) leadsTo(s *ast.IfStmt) *label {
	if s.Else != nil || len(s.Body.List) != 1 {
		return nil
	}
	if br, ok := s.Body.List[0].(*ast.BranchStmt); ok {
		return f.target(br)
	}
	return nil
}

// when goes to a label if a condition comes out as wanted.
func (f *frame) when(cond ast.Expr, want bool, l *label) {
	mark := f.locals.mark()
	f.jump(term{cond, f.names}, want, l)
	f.locals.release(mark)
}
