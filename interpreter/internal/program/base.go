package program

import (
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Checked is what all configurations of a game have in common: what is declared, the types
// and places of all names, and all code, checked, with all branches of all rulings. It
// does not change once the first of them is made.
type Checked struct {
	compiler *formula.Compiler // of the first configuration
	First    *Program          // with which the others share what is settled alike
	declared *Program          // what a program begins as: nothing of it is settled
	checked  []*unit           // by procedure; nil: nothing is known of it
	offered  []ruledFlag       // of side offers
	unused   []*formula.Value
	callers  map[string][]caller // by procedure
	slots    map[*syntax.Step]hiddenSlots
	makes    map[*syntax.Step][]*formula.Slot // the names that no step before makes
	secret   schema.KindSet                   // kinds that may lie where somebody does not see them
	taken    map[any]part                     // by place in the tree
	plays    *formula.Trace                   // of windows, and cards that are played in them
}

// caller is a place where a procedure is called.
type caller struct {
	call *syntax.Call
	from *formula.Proc
}

// builder compiles one program, or what all programs of a game begin as.
type builder struct {
	*formula.Compiler
	*Program
	*Checked
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
	passed  []syntax.Ident // what the rulings cite of whose branches a step is one
	late    []late
	from    *Checked // what there is to take over from, or to share with; nil: nothing
}

// Check compiles a game, its first program under the readings of the compiler, and reports to
// the compiler's diagnostics; nothing of it is usable unless nothing was reported. If the
// compiler covers, a note is taken of all that is used and cites clauses, at the price of speed.
//
// If there is an old game with the same schema, it takes over from that what it can. It is nil
// if the two differ too much for that; what was reported until then is to be forgotten.
func Check(c *formula.Compiler, old *Checked) *Checked {
	p := &Program{Schema: c.Schema, Readings: c.Readings, Asked: c.Asked, Start: -1, procs: map[string]int{}, CardProcs: map[string][]int{}, Bots: map[string]map[string]*formula.Value{}}
	checked := &Checked{compiler: c, declared: p, callers: map[string][]caller{}, slots: map[*syntax.Step]hiddenSlots{}, makes: map[*syntax.Step][]*formula.Slot{}, taken: map[any]part{}}
	b := checked.builder(c, p, old)
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
	}
	if b.check(); old != nil {
		if !c.Counts() {
			return nil
		}
		defer c.From(old.compiler)()
	}
	checked.First = checked.configuration(c, old)
	return checked
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

// Under is the program of the same game under other readings.
func (c *Checked) Under(readings map[string]string, diags *source.Diagnostics) *Program {
	if maps.Equal(readings, c.First.Readings) {
		return c.First
	}
	return c.configuration(c.compiler.Under(readings, diags), c)
}

// Compiler is one for formulas of scenarios and the like, under such readings.
func (c *Checked) Compiler(readings map[string]string) *formula.Compiler {
	return c.compiler.Over(readings)
}

// Work is how much has been done to check the game, as formula.MaxWork counts it.
func (c *Checked) Work() int { return c.compiler.Work() }

// configuration is what is declared under the readings of a compiler; what is settled alike it
// shares with the first program of from, unless that is nil.
func (c *Checked) configuration(with *formula.Compiler, from *Checked) *Program {
	out := *c.declared
	out.Readings, out.Object, out.Forks = with.Readings, Object{}, map[int32][]*Fork{}
	out.Procs, out.Windows, out.units = copies(out.Procs), copies(out.Windows), make([]*unit, len(out.Procs))
	for _, p := range out.Procs {
		p.IDs = map[string]int{}
	}
	if from != nil {
		out.Ops, out.Steps = make([]Op, 0, len(from.First.Ops)+64), make([]Step, 0, len(from.First.Steps)+32)
	}
	b := c.builder(with, &out, from)
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
	out.HeaderLen, out.Spans = with.Header(), with.Spans
	b.linkCounters()
	b.linkDurations()
	b.makeReady()
	out.reads = with.Fingerprint()
	if b.Covering && len(*b.diags) == 0 {
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

func (c *Checked) builder(with *formula.Compiler, p *Program, from *Checked) *builder {
	b := &builder{Compiler: with, Program: p, Checked: c, diags: with.Diags, windows: map[string]*WindowOp{}, from: from}
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
