package wasm

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// checkExpr finds what is not part of the subset in an expression.
func (p *unit) checkExpr(e ast.Expr) {
	if tv := p.info.Types[e]; tv.Value != nil {
		if b, ok := types.Unalias(tv.Type).(*types.Basic); !ok || b.Info()&(types.IsInteger|types.IsBoolean) == 0 {
			p.refuse(e, "a constant of type "+tv.Type.String())
		}
		return
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		p.checkExpr(e.X)
		return
	case *ast.CallExpr:
		p.checkCall(e)
		return
	case *ast.Ident:
		v, ok := p.object(e).(*types.Var)
		if !ok {
			p.refuse(e, e.Name+" as a value")
			return
		}
		p.wanted[v] = true
	case *ast.UnaryExpr:
		if e.Op == token.AND || e.Op == token.ARROW {
			p.refuse(e, "the operator "+e.Op.String())
			return
		}
		p.checkExpr(e.X)
	case *ast.BinaryExpr:
		p.checkExpr(e.X)
		p.checkExpr(e.Y)
		if e.Op == token.SHL || e.Op == token.SHR {
			p.checkCount(e.Y, p.kind(e))
		}
	default:
		p.refuse(e, describe(e))
		return
	}
	if p.kind(e) == types.Invalid {
		p.refuse(e, "a value of type "+p.info.TypeOf(e).String())
	}
}

// checkCount looks at how far a value is shifted: Go shifts everything out, and
// WebAssembly takes the count modulo the width, so it must be less.
func (p *unit) checkCount(e ast.Expr, of kind) {
	if v := p.constant(e); v != nil {
		if word(v) >= width(of) {
			p.faultf(e.Pos(), "a value of %d bits is shifted by %s: it takes less", width(of), v)
		}
		return
	}
	if !p.masked(e, width(of)) {
		p.faultf(e.Pos(), "a shift count that may be too large is not part of the subset: write n & %d", width(of)-1)
	}
}

// masked tells whether an expression is of the form x & K, with a constant K less than n.
func (p *unit) masked(e ast.Expr, n uint64) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if e.Op == token.AND {
			for _, side := range []ast.Expr{e.X, e.Y} {
				if v := p.constant(side); v != nil && constant.Sign(v) >= 0 && word(v) < n {
					return true
				}
			}
		}
	case *ast.CallExpr:
		return p.info.Types[e.Fun].IsType() && p.masked(e.Args[0], n)
	}
	return false
}

func (p *unit) checkCall(e *ast.CallExpr) {
	fun := ast.Unparen(e.Fun)
	switch tv := p.info.Types[e.Fun]; {
	case tv.IsType():
		p.checkConversion(e)
		return
	case tv.IsBuiltin():
		if id, ok := fun.(*ast.Ident); !ok || id.Name != "panic" {
			p.refuse(e, "the builtin "+types.ExprString(fun))
		} else if p.constant(e.Args[0]) == nil {
			p.checkExpr(e.Args[0])
		}
		return
	}
	f := p.callee(e)
	switch {
	case f == nil || f.Signature().Recv() != nil:
		p.refuse(fun, "a call of what is no function of the package")
	case p.of[f] == nil && f.Pkg().Path() != bitsPath && takesAddress[f.Name()] && p.memory() == nil:
		p.faultf(e.Pos(), "%s needs a const Memory, the size of the memory in bytes", f.Name())
	}
	for _, a := range e.Args {
		p.checkExpr(a)
	}
}

// takesAddress are the intrinsics, all of which need a memory.
var takesAddress = map[string]bool{"ld": true, "st": true, "ld64": true, "st64": true, "copyWords": true, "fillBytes": true}

func (p *unit) checkConversion(e *ast.CallExpr) {
	to := kindOf(p.info.Types[e.Fun].Type)
	if to == types.Invalid {
		p.refuse(e, "a conversion to "+types.ExprString(e.Fun))
		return
	}
	p.checkExpr(e.Args[0])
}

// describe names a part of Go for a message.
func describe(n ast.Node) string {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "go"
	case *ast.DeferStmt:
		return "defer"
	case *ast.SelectStmt:
		return "select"
	case *ast.TypeSwitchStmt:
		return "a switch over types"
	case *ast.FuncLit:
		return "a function literal"
	case *ast.CompositeLit:
		return "a composite literal"
	case *ast.IndexExpr:
		return "an index"
	case *ast.SliceExpr:
		return "a slice"
	case *ast.StarExpr:
		return "a pointer"
	case *ast.TypeAssertExpr:
		return "a type assertion"
	case *ast.SelectorExpr:
		return "the selector " + types.ExprString(n)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")
}
