package wasm

import (
	"go/ast"
	"go/token"
	"go/types"
)

// block writes statements whose variables end with them.
func (f *frame) block(list []ast.Stmt) {
	mark := f.locals.mark()
	f.stmts(list)
	f.locals.release(mark)
}

func (f *frame) stmts(list []ast.Stmt) {
	for len(list) > 0 {
		n := f.writeConstants(list)
		if n == 0 {
			f.stmt(list[0], "")
			n = 1
		}
		list = list[n:]
	}
}

// stmt writes a statement, with its label if it has one.
func (f *frame) stmt(s ast.Stmt, name string) {
	if f.dead {
		return
	}
	switch s := s.(type) {
	case *ast.DeclStmt:
		f.declStmt(s.Decl.(*ast.GenDecl))
		return
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			f.define(s)
			return
		}
	case *ast.LabeledStmt:
		f.stmt(s.Stmt, s.Label.Name)
		return
	}
	mark := f.locals.mark()
	switch s := s.(type) {
	case *ast.BlockStmt:
		f.stmts(s.List)
	case *ast.ExprStmt:
		f.exprStmt(s)
	case *ast.AssignStmt:
		f.assign(s)
	case *ast.IncDecStmt:
		f.increase(s)
	case *ast.ReturnStmt:
		f.giveBack(s)
	case *ast.IfStmt:
		f.ifStmt(s)
	case *ast.ForStmt:
		f.forStmt(s, name)
	case *ast.RangeStmt:
		f.rangeStmt(s, name)
	case *ast.SwitchStmt:
		f.switchStmt(s, name)
	case *ast.BranchStmt:
		f.branch(s)
	}
	f.locals.release(mark)
}

func (f *frame) declStmt(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return
	}
	for _, s := range d.Specs {
		s := s.(*ast.ValueSpec)
		f.defineAll(s.Names, s.Values)
	}
}

// define is :=, some of whose variables may be there already.
func (f *frame) define(s *ast.AssignStmt) {
	ids := make([]*ast.Ident, len(s.Lhs))
	for i, e := range s.Lhs {
		ids[i] = e.(*ast.Ident)
	}
	f.defineAll(ids, s.Rhs)
}

// defineAll gives variables their first values, which are 0 if there are none. A
// variable that never gets another, and whose first is constant, needs no place, nor
// does one whose value nobody wants.
func (f *frame) defineAll(ids []*ast.Ident, values []ast.Expr) {
	vars := make([]*types.Var, len(ids))
	for i, id := range ids {
		vars[i] = f.variable(id)
		v, isNew := f.info.Defs[id].(*types.Var)
		if !isNew || blank(v) {
			continue
		}
		if len(values) == len(ids) && !f.assigned[v] {
			t := term{values[i], f.names}
			if n, ok := f.known(t); ok || !f.wanted[v] && f.idle(t) {
				f.names[v] = meaning{is: isConstant, word: n}
				continue
			}
		}
		f.declare(v)
		if len(values) == 0 {
			f.reset(v)
		}
	}
	if len(values) > 0 {
		mark := f.locals.mark()
		f.move(vars, values)
		f.locals.release(mark)
	}
}

// assign is an assignment to variables that are there already.
func (f *frame) assign(s *ast.AssignStmt) {
	vars := make([]*types.Var, len(s.Lhs))
	for i, e := range s.Lhs {
		vars[i] = f.variable(e)
	}
	if s.Tok == token.ASSIGN {
		f.move(vars, s.Rhs)
		return
	}
	k, y := f.kind(s.Lhs[0]), term{s.Rhs[0], f.names}
	f.value(term{s.Lhs[0], f.names})
	switch op := operatorOf[s.Tok]; op {
	case token.SHL, token.SHR:
		f.shift(op, k, y)
	default:
		f.operate(op, k, y)
	}
	f.put(vars[0])
}

var operatorOf = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL,
	token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM, token.AND_ASSIGN: token.AND,
	token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR, token.AND_NOT_ASSIGN: token.AND_NOT,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR,
	token.INC: token.ADD, token.DEC: token.SUB,
}

func (f *frame) increase(s *ast.IncDecStmt) {
	k := f.kind(s.X)
	f.value(term{s.X, f.names})
	f.number(k, 1)
	f.emit(arithmetic(operatorOf[s.Tok], k))
	f.put(f.variable(s.X))
}

// move works out values from left to right and then gives them to variables.
func (f *frame) move(to []*types.Var, values []ast.Expr) {
	done := make([]bool, len(to))
	for i, e := range values {
		t := term{e, f.names}
		if len(values) == len(to) && (f.names[to[i]].is == isConstant || blank(to[i]) && f.idle(t)) {
			f.vouch(t)
			done[i] = true
			continue
		}
		f.value(t)
	}
	for i := len(to) - 1; i >= 0; i-- {
		if !done[i] {
			f.put(to[i])
		}
	}
}

func blank(v *types.Var) bool { return v == nil || v.Name() == "_" }

// put takes a value off the stack for a variable.
func (f *frame) put(v *types.Var) {
	switch m, here := f.names[v]; {
	case blank(v):
		f.emit(opDrop)
	case here:
		f.set(m.local)
	default:
		f.emitUint(opGlobalSet, f.globals[v])
	}
}

// exprStmt is a call whose results nobody wants.
func (f *frame) exprStmt(s *ast.ExprStmt) {
	f.value(term{s.X, f.names})
	if f.dead {
		return
	}
	switch t := f.info.TypeOf(s.X).(type) {
	case *types.Tuple:
		for range t.Len() {
			f.emit(opDrop)
		}
	default:
		if !f.info.Types[s.X].IsVoid() {
			f.emit(opDrop)
		}
	}
}
