package wasm

import (
	"go/ast"
	"go/types"
)

// little is how much a function may do, beyond its return, to be expanded in place
// of its calls without being told to: how many operations, calls and variables it
// is made of, when everything is expanded in it in turn.
const little = 24

// settleInlining decides which functions are expanded in place of their calls.
func (p *unit) settleInlining() {
	s := inliner{unit: p, calls: map[*function][]*function{}, callers: map[*function][]*function{}, settled: map[*function]bool{}}
	for _, f := range p.functions {
		if f.imported() {
			continue
		}
		s.look(f)
	}
	told := func(f *function) bool { return f.told }
	for _, f := range p.functions {
		if f.told && s.reaches(f, f, told, map[*function]bool{}) {
			p.faultf(f.decl.Pos(), "%s cannot be expanded in place of its calls: it calls itself", f.name())
		}
	}
	for _, f := range p.functions {
		s.settle(f)
	}
}

type inliner struct {
	*unit
	calls   map[*function][]*function
	callers map[*function][]*function // one for each call
	settled map[*function]bool
}

// look notes what a function calls, and what it returns if it does nothing else.
func (s *inliner) look(f *function) {
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if g := s.called(call); g != nil {
				s.calls[f] = append(s.calls[f], g)
				s.callers[g] = append(s.callers[g], f)
			}
		}
		return true
	})
	list := f.decl.Body.List
	if len(list) != 1 || f.sig.Results().Len() != 1 || f.sig.Results().At(0).Name() != "" {
		return
	}
	ret, ok := list[0].(*ast.ReturnStmt)
	if !ok {
		return
	}
	f.only = ret.Results[0]
	f.uses = map[types.Object]int{}
	ast.Inspect(f.only, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			f.uses[s.info.Uses[id]]++
		}
		return true
	})
}

// called is the function of the package that is called, nil if it is no such.
func (p *unit) called(call *ast.CallExpr) *function {
	if f := p.callee(call); f != nil {
		return p.of[f]
	}
	return nil
}

// reaches tells whether a chain of calls leads to a function, all callers on the
// way being of some sort.
func (s *inliner) reaches(from, to *function, through func(*function) bool, seen map[*function]bool) bool {
	seen[from] = true
	for _, g := range s.calls[from] {
		if g == to || through(g) && !seen[g] && s.reaches(g, to, through, seen) {
			return true
		}
	}
	return false
}

func (s *inliner) settle(f *function) {
	if s.settled[f] {
		return
	}
	s.settled[f] = true
	if f.told {
		f.inline = true
		return
	}
	any := func(*function) bool { return true }
	if s.reaches(f, f, any, map[*function]bool{}) {
		return
	}
	if f.only != nil {
		for _, g := range s.calls[f] {
			s.settle(g)
		}
		f.inline = s.measure(f.only) <= little
	}
	f.inline = f.inline || s.once(f)
}

// once tells whether a function can be expanded and is called from one place only, in
// a function that is not written several times itself.
func (s *inliner) once(f *function) bool {
	if f.imported() || ast.IsExported(f.name()) || len(f.targets) > 0 || len(s.callers[f]) != 1 {
		return false
	}
	from := s.callers[f][0]
	s.settle(from)
	return !from.inline || s.once(from)
}

// measure is how much an expression does.
func (s *inliner) measure(e ast.Expr) int {
	n := 0
	ast.Inspect(e, func(node ast.Node) bool {
		e, ok := node.(ast.Expr)
		if !ok || s.constant(e) != nil {
			return false
		}
		switch e := e.(type) {
		case *ast.ParenExpr:
			return true
		case *ast.CallExpr:
			if g := s.called(e); g != nil && g.inline {
				if g.only != nil {
					n += s.measure(g.only)
				} else {
					n += little
				}
			}
			for _, a := range e.Args {
				n += s.measure(a)
			}
			n++
			return false
		}
		n++
		return true
	})
	return n
}
