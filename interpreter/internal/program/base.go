package program

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// base is what all configurations of a game have in common: what is declared, and
// the types and places of all names. It does not change once the first of them is
// compiled.
type base struct {
	declared *Program            // what a program begins as
	callers  map[string][]caller // by procedure
	clauses  map[string]bool
	slots    map[*syntax.Step]hiddenSlots
	secret   schema.KindSet // kinds that may lie where somebody does not see them
}

// caller is a place where a procedure is called.
type caller struct {
	call *syntax.Call
	from *formula.Proc
}

// builder compiles one program, or what all programs of a game begin as.
type builder struct {
	*Program
	*base
	diags   *source.Diagnostics
	windows map[string]*WindowOp
	proc    *Proc
	scope   *formula.Scope
	step    int32
	open    []string // ids of the steps around the one being compiled
	fixes   []fix
	late    []late
	firsts  *firstMakers   // of the procedure being compiled
	runs    []bool         // by procedure, whether it can run; nil: each may
	dead    bool           // what is being compiled never runs under these readings
	passed  []syntax.Ident // what the rulings cite of whose branches a step is one
}

// Compile turns a game into a program under readings (ruling key → reading).
// It reports to diags; the program is usable only if nothing was reported.
func Compile(s *schema.Schema, readings map[string]string, diags *source.Diagnostics) *Program {
	return CompileWith(formula.NewCompiler(s, readings, diags))
}

// CompileWith is Compile with a compiler that the caller has made. If that covers, a note
// is taken of all that is used and cites clauses, at the price of speed.
func CompileWith(c *formula.Compiler) *Program {
	p := &Program{Compiler: c, Start: -1, CardProcs: map[string][]int{}}
	p.base = &base{declared: p, callers: map[string][]caller{}, clauses: map[string]bool{}, slots: map[*syntax.Step]hiddenSlots{}}
	b := newBuilder(p)
	for _, clause := range b.Game.Clauses {
		b.clauses[clause.Name] = true
	}
	c.Building = true
	b.checkHiding()
	b.declareProcs()
	b.declareWindows()
	b.declareNames()
	b.declareTimed()
	b.SettleTypes()
	for _, p := range b.Procs {
		p.Arrange()
	}
	b.checkEnds()
	return p.configuration(c)
}

// Under is the same game under other readings.
func (p *Program) Under(readings map[string]string, diags *source.Diagnostics) *Program {
	if maps.Equal(readings, p.Readings) {
		same := *p // but for the compiler, with which scenarios compile formulas over it
		same.Compiler = p.Compiler.Under(readings, diags)
		same.Marks = p.Marks
		return &same
	}
	return p.base.declared.configuration(p.Compiler.Under(readings, diags))
}

// configuration compiles what is declared with a compiler that has readings.
//
// For coverage it does so twice: only a whole program tells which procedures can run
// under the readings in force, and of others nothing is expected.
func (p *Program) configuration(c *formula.Compiler) *Program {
	out := p.compile(c, nil)
	if c.Covering && len(*c.Diags) == 0 {
		out = p.compile(c, out.Reached())
	}
	return out
}

func newBuilder(p *Program) *builder {
	b := &builder{Program: p, base: p.base, diags: p.Diags, windows: map[string]*WindowOp{}}
	for _, w := range p.Windows {
		b.windows[w.Name] = w
	}
	return b
}

// compile compiles what is declared, of which some procedures are known to run.
func (p *Program) compile(c *formula.Compiler, runs []bool) *Program {
	out := *p
	out.Compiler, out.Bots = c, map[string]map[string]*formula.Value{}
	out.Procs, out.Windows, out.units = copies(p.Procs), copies(p.Windows), make([]*unit, len(p.Procs))
	for _, p := range out.Procs {
		p.IDs = map[string]int{}
	}
	b := newBuilder(&out)
	b.runs = runs
	first := !c.LaidOut
	c.Building = true
	for _, p := range b.Procs {
		if p.Decl != nil {
			b.link(p, b.once(p.Decl, "", !b.mayRun(p.Index), func() *unit { return b.compileProc(p) }))
		}
	}
	b.compileWindows()
	b.compileOffers()
	b.compileSights()
	b.compileClaims()
	b.compileMeasures()
	b.compilePictures()
	b.checkQuestions() // now all words there are have been met
	b.CheckUnused()
	for _, l := range b.late {
		b.stopStep(l.op, l.pos)
	}
	if first {
		for _, p := range b.Procs {
			b.checkNames(p)
		}
		b.findSecrets()
		c.Done()
		b.tune()
	}
	b.markWindows()
	if c.Covering {
		c.MarkData()
		c.Marks = c.Marked()
	}
	c.Building = false
	out.HeaderLen = c.Header()
	b.linkCounters()
	b.linkDurations()
	b.makeReady()
	return &out
}

// once is what compile makes of something declared, or has made in a configuration that
// does not differ in it.
func (b *builder) once(of any, what string, dead bool, compile func() *unit) *unit {
	return formula.Once(b.Compiler, part{of, what, dead}, compile)
}

// part is a part of a program that is compiled by itself.
type part struct {
	of   any
	what string
	dead bool // nothing is expected of it
}

// copies copies what a list points to.
func copies[T any](list []*T) []*T {
	out := slices.Clone(list)
	for i, x := range list {
		x := *x
		out[i] = &x
	}
	return out
}
