package program

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// base is what all configurations of a game have in common: what is declared, the types
// and places of all names, and all code, checked, with all branches of all rulings. It
// does not change once the first of them is made.
type base struct {
	declared *Program    // what a program begins as: nothing of it is settled
	first    *Program    // with which the others share what is settled alike; while it is made, that of the base from which this one takes over
	checked  []*unit     // by procedure; nil: nothing is known of it
	offered  []ruledFlag // of side offers
	unused   []*formula.Value
	callers  map[string][]caller // by procedure
	clauses  map[string]bool
	slots    map[*syntax.Step]hiddenSlots
	secret   schema.KindSet // kinds that may lie where somebody does not see them
	taken    map[any]part   // by place in the tree
	plays    *formula.Trace // of windows, and cards that are played in them
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
	cuts    []cut    // of the procedure being compiled
	shuts   []shut
	flags   []ruledFlag
	fixes   []fix
	firsts  *firstMakers
	passed  []syntax.Ident // what the rulings cite of whose branches a step is one
	late    []late
	from    *base // from which to take over; nil: there is none
}

// CompileWith turns a game into a program under the readings of a compiler, and reports to its
// diagnostics; the program is usable only if nothing was reported. If the compiler covers, a note
// is taken of all that is used and cites clauses, at the price of speed.
func CompileWith(c *formula.Compiler) *Program { return compile(c, nil) }

// CompileBeside is CompileWith of a game with the same schema as that of another program, from
// which it takes over what it can. It is nil if the two differ too much for that; what was
// reported until then is to be forgotten.
func CompileBeside(c *formula.Compiler, old *Program) *Program { return compile(c, old.base) }

func compile(c *formula.Compiler, old *base) *Program {
	p := &Program{Compiler: c, Start: -1, CardProcs: map[string][]int{}, Bots: map[string]map[string]*formula.Value{}}
	p.base = &base{declared: p, callers: map[string][]caller{}, clauses: map[string]bool{}, slots: map[*syntax.Step]hiddenSlots{}, taken: map[any]part{}}
	b := newBuilder(p)
	for _, clause := range b.Game.Clauses {
		b.clauses[clause.Name] = true
	}
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
	if old != nil {
		if !b.isBeside(old) {
			return nil
		}
		b.from = old
	}
	if b.check(); old != nil && !c.Counts() {
		return nil
	}
	if old != nil {
		p.base.first = old.first
		defer c.From(old.first.Compiler)()
	}
	p.base.first = p.configuration(c)
	return p.base.first
}

// check compiles everything once, with all branches of all rulings.
func (b *builder) check() {
	b.checked = make([]*unit, len(b.Procs))
	for _, p := range b.Procs {
		if p.Decl != nil {
			same := b.from != nil && sameSteps(p.Decl, b.from.declared.Procs[p.Index].Decl)
			b.checked[p.Index] = b.takeUnit(p, same, func() *unit { return b.compileProc(p) })
		}
	}
	b.takeWindows()
	for i, u := range b.checked {
		if u != nil && (b.from == nil || u != b.from.checked[i]) {
			u.asks = u.hangsOn()
		}
	}
	b.flags = nil
	b.compileOffers()
	b.offered = b.flags
	b.compileSights()
	b.compileClaims()
	b.compileMeasures()
	b.compilePictures()
	b.checkLooks()
	b.checkQuestions() // now all words there are have been met
	b.unused = b.CheckUnused()
	for _, p := range b.Procs {
		b.checkNames(p)
	}
	b.findSecrets()
	if b.Covering {
		b.MarkData()
	}
	b.Done()
	b.tune()
}

// Under is the same game under other readings.
func (p *Program) Under(readings map[string]string, diags *source.Diagnostics) *Program {
	if maps.Equal(readings, p.Readings) {
		return p
	}
	return p.base.declared.configuration(p.base.first.Compiler.Under(readings, diags))
}

// Over is a compiler for formulas of scenarios and the like. The program itself compiles
// nothing any more, so that matches and scenarios share it.
func (p *Program) Over() *formula.Compiler {
	return p.Compiler.Over()
}

// configuration is what is declared under the readings of a compiler.
func (p *Program) configuration(c *formula.Compiler) *Program {
	out := *p
	out.Compiler, out.Object = c, Object{}
	out.Procs, out.Windows, out.units = copies(p.Procs), copies(p.Windows), make([]*unit, len(p.Procs))
	for _, p := range out.Procs {
		p.IDs = map[string]int{}
	}
	if p.base.first != nil {
		out.Ops, out.Steps = make([]Op, 0, len(p.base.first.Ops)+64), make([]Step, 0, len(p.base.first.Steps)+32)
	}
	b := newBuilder(&out)
	for i, p := range b.Procs {
		if b.checked[i] != nil {
			b.link(p, b.unitOf(i))
		}
	}
	for _, w := range b.Windows {
		zones := w.Zones
		*w = *b.units[w.Proc].window
		w.Zones = zones
	}
	b.settleRest()
	b.linkOffers()
	for _, l := range b.late {
		b.stopStep(l.op, l.pos)
	}
	b.markWindows()
	out.HeaderLen = c.Header()
	b.linkCounters()
	b.linkDurations()
	b.makeReady()
	if c.Covering && len(*c.Diags) == 0 {
		b.markLive()
	}
	return &out
}

// settleRest settles what is no unit.
func (b *builder) settleRest() {
	b.CheckRuled()
	b.Offers = copies(same(b, func(p *Program) []*Offer { return p.Offers }))
	for _, f := range b.offered {
		f.set(b, nil, b.isSet(f))
	}
	b.Invariants = same(b, func(p *Program) []*Invariant { return p.Invariants })
	for _, inv := range b.Invariants {
		if inv.OnEnd >= 0 {
			b.Procs[inv.OnEnd].Claims = append(b.Procs[inv.OnEnd].Claims, inv)
		}
	}
	b.Measures = same(b, func(p *Program) []*Measure { return p.Measures })
	for i, m := range b.Measures {
		measured := &b.Procs[m.Proc].OnEnd
		if m.Start {
			measured = &b.Procs[m.Proc].OnStart
		}
		*measured = append(*measured, i)
	}
	b.Pictures = settled(b, b.Pictures)
	b.Sights = settledAll(b, b.Sights)
	bots := map[string]map[string]*formula.Value{}
	for _, bot := range b.Game.Bots {
		bots[bot.Name] = settledAll(b, b.Bots[bot.Name])
	}
	b.Bots = bots
}

// markLive says what notes are taken of: what can run under the readings in force. Of the
// rest nothing is expected.
func (b *builder) markLive() {
	live := settled(b, b.unused)
	for _, f := range b.offered {
		live = append(live, b.Settle(f.is))
	}
	for _, o := range b.Offers {
		live = append(live, formulas(o)...)
	}
	for i, runs := range b.Reached() {
		switch {
		case runs && b.units[i] != nil:
			live = append(live, b.units[i].live...)
		case !runs:
			for j := range b.Steps {
				b.Steps[j].Dead = b.Steps[j].Dead || b.Steps[j].Proc == i
			}
		}
	}
	b.Marks = b.MarksIn(live)
}

func newBuilder(p *Program) *builder {
	b := &builder{Program: p, base: p.base, diags: p.Diags, windows: map[string]*WindowOp{}}
	for _, w := range p.Windows {
		b.windows[w.Name] = w
	}
	return b
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
