package wasm

import (
	"go/ast"
	"go/types"
)

// frame is a function while its statements are written: that which the body is
// of, or one that is expanded in it.
type frame struct {
	*body
	fun        *function
	names      names
	nested     bool              // it is expanded …
	out        *label            // … and whoever returns goes on there; nil: it returns at its end only
	goal       *goal             // where to go on instead, if it decides a condition
	exits      []exit            // of the loops and switches around
	pieces     map[string]*piece // by label
	dispatcher *dispatcher
}

// goal is where a condition leads if it comes out as wanted.
type goal struct {
	want bool
	to   *label
}

// exit is where break and continue lead.
type exit struct {
	name       string // label of the statement
	brk, again *label // again is nil of a switch
}

// function writes the code of a function of the module.
func (m *module) function(f *function) []byte {
	b := m.write(f, nil)
	if often := b.often(); len(often) > 0 {
		b = m.write(f, often)
	}
	return append(b.locals.declared(f.sig.Params().Len()), b.code...)
}

// write writes a function, with bases that are checked where it begins.
func (m *module) write(f *function, steady []stem) *body {
	b := newBody(m)
	b.steady = steady
	in := names{}
	for v := range f.sig.Params().Variables() {
		local := b.locals.take(valueType(kindOf(v.Type())))
		b.stays[local] = !m.assigned[v]
		in[v] = meaning{is: isLocal, local: local}
	}
	fr := &frame{body: b, fun: f, names: in}
	b.fails = b.open(opBlock)
	fr.results()
	fr.run()
	if !b.dead {
		b.emit(opReturn)
		b.dead = true
	}
	b.close(b.fails)
	if b.fails.used {
		b.emit(opUnreachable)
	}
	b.emit(opEnd)
	return b
}

// results gives named results their places.
func (f *frame) results() {
	for v := range f.fun.sig.Results().Variables() {
		if v.Name() == "" {
			return
		}
		f.declare(v)
		f.reset(v)
	}
}

// run writes the statements of the function.
func (f *frame) run() {
	if len(f.fun.targets) > 0 {
		f.goTo(f.fun.decl.Body.List)
		return
	}
	if !f.nested {
		f.begin()
	}
	f.stmts(f.fun.decl.Body.List)
}

// expand writes a function in place of its call. What it returns is left on the
// stack, or leads on to a goal.
func (b *body) expand(f *function, t term, g *goal) {
	mark := b.locals.mark()
	call := t.expr.(*ast.CallExpr)
	in, _ := b.bind(f, call, t.names, true)
	fr := &frame{body: b, fun: f, names: in, goal: g, nested: true}
	fr.results()
	if !runsThrough(f) {
		var results []byte
		if g == nil {
			results = resultTypes(f.sig)
		}
		fr.out = b.open(opBlock, results...)
	}
	fr.run()
	if fr.out != nil {
		b.close(fr.out)
	}
	b.locals.release(mark)
}

func resultTypes(sig *types.Signature) []byte {
	var out []byte
	for v := range sig.Results().Variables() {
		out = append(out, valueType(kindOf(v.Type())))
	}
	return out
}

// runsThrough tells whether a function returns at its very end only.
func runsThrough(f *function) bool {
	list := f.decl.Body.List
	n := 0
	ast.Inspect(f.decl.Body, func(node ast.Node) bool {
		if _, ok := node.(*ast.ReturnStmt); ok {
			n++
		}
		return true
	})
	if n == 0 {
		return f.sig.Results().Len() == 0
	}
	_, ok := list[len(list)-1].(*ast.ReturnStmt)
	return ok && n == 1
}

// giveBack is a return.
func (f *frame) giveBack(s *ast.ReturnStmt) {
	switch {
	case f.goal != nil:
		f.decide(s.Results)
	case len(s.Results) == 0:
		for v := range f.fun.sig.Results().Variables() {
			f.get(f.names[v].local)
		}
	default:
		for _, r := range s.Results {
			f.value(term{r, f.names})
		}
	}
	switch {
	case !f.nested:
		f.emit(opReturn)
		f.dead = true
	case f.out != nil:
		f.br(f.out)
	}
}

// decide leads on to the goal if what is returned is what it wants.
func (f *frame) decide(results []ast.Expr) {
	if len(results) == 1 {
		f.jump(term{results[0], f.names}, f.goal.want, f.goal.to)
		return
	}
	f.get(f.names[f.fun.sig.Results().At(0)].local)
	if !f.goal.want {
		f.emit(opEqz.of(types.Bool))
	}
	f.brIf(f.goal.to)
}

// declare gives a variable a place.
func (f *frame) declare(v *types.Var) {
	f.names[v] = meaning{is: isLocal, local: f.locals.take(valueType(kindOf(v.Type())))}
}

func (f *frame) reset(v *types.Var) {
	f.number(kindOf(v.Type()), 0)
	f.set(f.names[v].local)
}
