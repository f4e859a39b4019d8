package program

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// builder compiles a program: declarations first, then the procedures, then the parts of a game outside of procedures.
type builder struct {
	c      *formula.Compiler
	p      *Program
	diags  *source.Diagnostics
	decls  *declarations
	sealed []sealedLoop
	named  []string // names of the procedures, see procNames
}

// Check compiles a game with all branches of all rulings, and reports errors to the compiler's
// diagnostics. If there are none, Under returns the program for given readings. If the compiler
// compiles for coverage, matches record everything that they use, which makes them slower.
func Check(c *formula.Compiler) *Program {
	p := &Program{Schema: c.Schema, UsedRulings: c.UsedRulings, Start: ref.NoProc, procs: map[string]ref.Proc{},
		CardProcs: map[string][]ref.Proc{}, Rest: Rest{Bots: map[string]map[string]*formula.Expr{}}, compiler: c}
	b := &builder{c: c, p: p, diags: c.Diags}
	b.decls = newDeclarations(b)
	b.decls.checkHiding()
	b.decls.procs()
	b.decls.windows()
	b.decls.names()
	b.decls.timed()
	b.c.SettleTypes()
	for _, p := range b.p.Procs {
		p.Arrange()
	}
	b.compile()
	return p
}

// compile compiles all procedures, and the formulas outside procedures.
func (b *builder) compile() {
	b.p.opsBefore, b.p.stepsBefore = []int{0}, []int{0}
	for i, p := range b.p.Procs {
		u := b.compiled(p)
		b.p.Units = append(b.p.Units, u)
		b.p.opsBefore, b.p.stepsBefore = append(b.p.opsBefore, b.p.opsBefore[i]+len(u.Ops)),
			append(b.p.stepsBefore, b.p.stepsBefore[i]+len(u.Steps))
	}
	b.checkEnds()
	b.compileSights()
	b.compileInvariants()
	b.compileBots()
	b.compileSearch()
	b.compileMeasures()
	b.compilePictures()
	b.compileContexts()
	b.compileEndings()
	b.checkLooks()
	b.checkQuestions() // all words of the game are known at this point
	b.p.unused = b.c.CheckUnused()
	b.c.CheckSpellings()
	for _, p := range b.p.Procs {
		b.decls.checkNames(p)
	}
	b.sealAll()
	(&secrecy{b: b}).find()
	if b.c.Covering {
		b.c.MarkData()
	}
	b.findOffers()
	b.c.Done()
	link(b)
	b.p.HeaderLen, b.p.Spans = b.c.Header(), b.c.Spans
}

// Scenarios returns a compiler for formulas outside the rules, for example in scenarios.
func (p *Program) Scenarios() *formula.Compiler { return p.compiler.Over() }

// Work returns the work done to check the game, counted as for formula.MaxWork.
func (p *Program) Work() int { return p.compiler.Work() }

// compiled compiles a procedure or window.
func (b *builder) compiled(p *Proc) *Unit {
	u := &Unit{AtEnd: -1}
	uw := &unitWriter{b: b, proc: p, scope: &formula.Scope{Proc: p.Proc}, unit: u, named: map[string]*Step{}}
	if p.Decl != nil {
		uw.procedure(p)
	} else {
		uw.window(p)
	}
	for i := range u.Ops {
		op := &u.Ops[i]
		if op.To >= 0 {
			op.To = u.landing(op.To)
		}
		if stop, ok := op.Do.(*StopOp); ok && stop.Own {
			stop.Resume = stop.within.End
		}
	}
	return u
}

// flag compiles a condition that is fixed during a match: a constant, or a choice by readings.
// report reports errors that apply if the flag is set. No coverage is recorded for it.
func (b *builder) flag(f *syntax.Formula, operand string, report func(*source.Diagnostics)) *formula.Expr {
	if f == nil {
		return nil
	}
	c := flagCheck{is: b.c.Condition(f, &formula.Scope{Unnoted: true}), operand: operand, pos: f.Node.Pos,
		report: report}
	if c.is.Ruled() {
		b.p.checks = append(b.p.checks, c)
	} else {
		c.look(c.is, b.diags)
	}
	return c.is
}

// flagCheck checks a flag that depends on readings. It is repeated for each configuration.
type flagCheck struct {
	is      *formula.Expr
	operand string
	pos     source.Pos
	report  func(*source.Diagnostics) // nil if a set flag is never an error
}

// look checks the flag under the readings in force.
func (c *flagCheck) look(is *formula.Expr, d *source.Diagnostics) {
	switch {
	case !is.OK():
	case !is.Settled():
		d.Add(c.pos, "`%s` must be known when the game is loaded: true, false or a ruling", c.operand)
	case is.K == 1 && c.report != nil:
		c.report(d)
	}
}

// checkSteps checks, for one configuration, the names of steps in `stop` and `closed_in`. The
// steps may be in branches that are not in force.
func (p *Program) checkSteps(d *source.Diagnostics) {
	for _, stop := range operands[*StopOp](p.Units...) {
		if !stop.OfStep() {
			continue
		}
		found := 0
		for i := range p.Units {
			if p.StepIn(ref.Proc(i), stop.Name.Name) != nil {
				found++
			}
		}
		if found == 0 {
			d.Unknown(stop.Name.Pos, stop.Name.Name, append(p.stepIDs(), "pending"), "no procedure or step %q to stop",
				stop.Name.Name)
		}
		if found > 1 {
			d.Add(stop.Name.Pos, "several procedures have a step %q; give the step that you want to stop a unique id",
				stop.Name.Name)
		}
	}
	for _, o := range p.Offers {
		for _, id := range o.ClosedIn {
			if p.Proc(id.Name) != nil || p.StepOf(id.Name) != nil {
				continue
			}
			d.Unknown(id.Pos, id.Name, p.stepIDs(), "no procedure or step %q in which side offers could be closed",
				id.Name)
		}
	}
}

// stepIDs returns the names of procedures and the ids of their steps.
func (p *Program) stepIDs() []string {
	all := syntax.NamesOf(p.Procs)
	for i := range p.Units {
		all = append(all, p.IDs(ref.Proc(i))...)
	}
	return all
}

// eachFormula calls f for each formula of a program.
func (p *Program) eachFormula(f func(*formula.Expr)) {
	for _, u := range p.Units {
		for _, op := range u.Ops {
			for _, v := range Formulas(op.Do) {
				f(v)
			}
		}
		for _, s := range u.Steps {
			for _, v := range Formulas(s.Says) {
				f(v)
			}
		}
	}
	for _, v := range Formulas(p.Rest) {
		f(v)
	}
}
