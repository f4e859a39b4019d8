package wasm

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// check finds everything that Go allows and the subset does not, so that
// whoever compiles need not doubt what it meets.
func (p *unit) check() error {
	for _, f := range p.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				p.checkFunc(d)
			case *ast.GenDecl:
				p.checkDecl(d, true)
			}
		}
	}
	if size := p.memory(); size != nil && (size.Kind() != constant.Int || constant.Sign(size) <= 0 || word(size) > maxMemory) {
		p.faultf(p.scope.Lookup(memoryName).Pos(), "Memory is a number of bytes, from 1 to %d", uint64(maxMemory))
	}
	if p.faults == nil {
		p.settleInlining()
	}
	return p.fault()
}

const (
	memoryName = "Memory"
	pageSize   = 1 << 16
	maxMemory  = 1 << 31 // addresses are int32
)

// memory is the size of the memory, nil if there is none.
func (p *unit) memory() constant.Value {
	if c, ok := p.scope.Lookup(memoryName).(*types.Const); ok {
		return c.Val()
	}
	return nil
}

func (p *unit) refuse(at ast.Node, what string) {
	p.faultf(at.Pos(), "%s is not part of the subset", what)
}

// checkDecl looks at constants, variables and types, of the package or of a function.
func (p *unit) checkDecl(d *ast.GenDecl, global bool) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			p.refuse(s, "a declaration of a type")
		case *ast.ValueSpec:
			if d.Tok == token.CONST {
				continue
			}
			for _, n := range s.Names {
				p.checkNew(n)
			}
			for _, v := range s.Values {
				if p.checkExpr(v); global && p.constant(v) == nil {
					p.refuse(v, "a first value of a package's variable that is no constant")
				}
			}
		}
	}
}

// checkNew looks at the type of a variable where it is declared.
func (p *unit) checkNew(n *ast.Ident) {
	if v, ok := p.info.Defs[n].(*types.Var); ok {
		p.checkVar(v)
	}
}

func (p *unit) checkVar(v *types.Var) {
	if k := kindOf(v.Type()); k == types.Invalid || k == types.Int {
		p.faultf(v.Pos(), "a variable of type %s is not part of the subset", v.Type())
	}
}

func (p *unit) checkFunc(d *ast.FuncDecl) {
	f := p.of[p.info.Defs[d.Name]]
	switch {
	case d.Recv != nil:
		p.refuse(d, "a method")
		return
	case d.Type.TypeParams != nil:
		p.refuse(d, "a type parameter")
		return
	case f == nil || d.Name.Name == "_" || d.Name.Name == "init":
		p.refuse(d, "a func "+d.Name.Name)
		return
	case f.sig.Variadic():
		p.refuse(d.Type.Params, "a list of arguments of any length")
		return
	case f.imported() && f.told:
		p.faultf(d.Pos(), "%s has no body that could be expanded", f.name())
	}
	for _, list := range []*types.Tuple{f.sig.Params(), f.sig.Results()} {
		for v := range list.Variables() {
			p.checkVar(v)
		}
	}
	if !f.imported() {
		c := checker{unit: p, in: f, pieces: map[string]bool{}}
		for _, s := range d.Body.List {
			for l, ok := s.(*ast.LabeledStmt); ok; l, ok = l.Stmt.(*ast.LabeledStmt) {
				c.pieces[l.Label.Name] = true
			}
		}
		c.stmts(d.Body.List)
	}
}

// checker looks at the body of a function.
type checker struct {
	*unit
	in     *function
	pieces map[string]bool // labels at the top level of the body
}

func (c *checker) stmts(list []ast.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *checker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		c.stmts(s.List)
	case *ast.LabeledStmt:
		c.stmt(s.Stmt)
	case *ast.DeclStmt:
		c.checkDecl(s.Decl.(*ast.GenDecl), false)
	case *ast.ExprStmt:
		c.checkExpr(s.X)
	case *ast.AssignStmt:
		c.assign(s)
	case *ast.IncDecStmt:
		c.target(s.X)
	case *ast.ReturnStmt:
		c.exprs(s.Results)
	case *ast.IfStmt:
		c.stmt(s.Init)
		c.checkExpr(s.Cond)
		c.stmt(s.Body)
		c.stmt(s.Else)
	case *ast.ForStmt:
		c.stmt(s.Init)
		if s.Cond != nil {
			c.checkExpr(s.Cond)
		}
		c.stmt(s.Post)
		c.stmt(s.Body)
	case *ast.RangeStmt:
		c.ranges(s)
	case *ast.SwitchStmt:
		c.switches(s)
	case *ast.BranchStmt:
		c.branch(s)
	default:
		c.refuse(s, describe(s))
	}
}

func (c *checker) exprs(list []ast.Expr) {
	for _, e := range list {
		c.checkExpr(e)
	}
}

func (c *checker) assign(s *ast.AssignStmt) {
	for _, e := range s.Lhs {
		if id, ok := e.(*ast.Ident); ok && c.info.Defs[id] != nil {
			c.checkNew(id)
		} else {
			c.target(e)
		}
	}
	if !c.forgets(s) {
		c.exprs(s.Rhs)
	}
	if s.Tok == token.SHL_ASSIGN || s.Tok == token.SHR_ASSIGN {
		c.checkCount(s.Rhs[0], c.kind(s.Lhs[0]))
	}
}

// forgets tells whether an assignment is `_ = v`, which is of no use to v.
func (c *checker) forgets(s *ast.AssignStmt) bool {
	to, ok := s.Lhs[0].(*ast.Ident)
	if !ok || to.Name != "_" || len(s.Rhs) > 1 {
		return false
	}
	v, ok := s.Rhs[0].(*ast.Ident)
	return ok && c.variable(v) != nil
}

// target is a variable that is there already and gets another value.
func (c *checker) target(e ast.Expr) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		c.refuse(e, describe(ast.Unparen(e)))
		return
	}
	if v := c.variable(id); v != nil {
		c.assigned[v] = true
	}
}

func (c *checker) ranges(s *ast.RangeStmt) {
	if k := c.kind(s.X); k == types.Invalid || k == types.Bool {
		c.refuse(s.X, "range over what is no integer")
		return
	}
	c.checkExpr(s.X)
	switch id, ok := s.Key.(*ast.Ident); {
	case s.Key == nil:
	case ok && s.Tok == token.DEFINE:
		c.checkNew(id)
	default:
		c.target(s.Key)
	}
	c.stmt(s.Body)
}

func (c *checker) switches(s *ast.SwitchStmt) {
	c.stmt(s.Init)
	if s.Tag != nil {
		c.checkExpr(s.Tag)
		if c.kind(s.Tag) == types.Bool {
			c.refuse(s.Tag, "a switch over a bool")
		}
	}
	for _, clause := range s.Body.List {
		clause := clause.(*ast.CaseClause)
		c.exprs(clause.List)
		c.stmts(clause.Body)
	}
}

func (c *checker) branch(s *ast.BranchStmt) {
	switch s.Tok {
	case token.FALLTHROUGH:
		c.refuse(s, "fallthrough")
	case token.GOTO:
		if !c.pieces[s.Label.Name] {
			c.refuse(s, "goto to a label within a block")
		}
		if c.in.told {
			c.faultf(s.Pos(), "%s cannot be expanded in place of its calls: it has a goto", c.in.name())
		}
		c.in.targets[s.Label.Name] = true
	}
}
