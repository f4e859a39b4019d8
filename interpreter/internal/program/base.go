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
	drafts   []*draft          // by procedure
	sealed   []sealedLoop
	asks     []string // the rulings on which Rest hangs
	unused   []*formula.Value
	callers  map[string][]caller // by procedure
	slots    map[*syntax.Step]hiddenSlots
	makes    map[*syntax.Step][]*formula.Slot // the names that no step before makes
	faulty   map[*schema.Card]bool            // cards whose `play` is wrong, as reported
	secret   schema.KindSet                   // kinds that may lie where somebody does not see them
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
	diags  *source.Diagnostics
	proc   *Proc  // that is being compiled …
	draft  *draft // … to this
	scope  *formula.Scope
	step   *Step
	open   []string       // ids of the steps around it
	passed []syntax.Ident // what the rulings cite of whose branches a step is one
	from   *Checked       // with whose first program to share; nil: none
}

// Check compiles a game, its first program under the readings of the compiler, and reports to
// the compiler's diagnostics; nothing of it is usable unless nothing was reported. If the
// compiler covers, a note is taken of all that is used and cites clauses, at the price of speed.
func Check(c *formula.Compiler) *Checked {
	p := &Program{Schema: c.Schema, Readings: c.Readings, Asked: c.Asked, Start: -1, procs: map[string]int{}, CardProcs: map[string][]int{}, Rest: Rest{Bots: map[string]map[string]*formula.Value{}}}
	checked := &Checked{compiler: c, declared: p, callers: map[string][]caller{}, slots: map[*syntax.Step]hiddenSlots{}, makes: map[*syntax.Step][]*formula.Slot{}, faulty: map[*schema.Card]bool{}}
	b := checked.builder(c, p, nil)
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
	b.check()
	checked.First = checked.configuration(c, nil)
	return checked
}

// check compiles everything once, with all branches of all rulings.
func (b *builder) check() {
	b.drafts = make([]*draft, len(b.Procs))
	for i, p := range b.Procs {
		b.drafts[i] = b.compiled(p)
		b.Spoken.join(&b.drafts[i].Spoken)
	}
	for _, d := range b.drafts {
		d.asks = d.hangsOn()
	}
	b.compileSights()
	b.compileInvariants()
	b.compileBots()
	b.compileMeasures()
	b.compilePictures()
	b.compileContexts()
	b.checkLooks()
	b.checkQuestions() // now all words there are have been met
	b.Checked.asks = asks(b.Rest)
	b.unused = b.CheckUnused()
	for _, p := range b.Procs {
		b.checkNames(p)
	}
	b.sealAll()
	b.findSecrets()
	if b.Covering {
		b.MarkData()
	}
	b.Done()
	b.link()
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
	out.Readings, out.Spoken = with.Readings, Spoken{}
	out.Units, out.opsBefore, out.stepsBefore = make([]*Unit, len(out.Procs)), []int{0}, []int{0}
	b := c.builder(with, &out, from)
	for i := range out.Procs {
		u := b.unitOf(i)
		out.Units[i] = u
		out.Spoken.join(&u.Spoken)
		out.opsBefore, out.stepsBefore = append(out.opsBefore, out.opsBefore[i]+len(u.Ops)), append(out.stepsBefore, out.stepsBefore[i]+len(u.Steps))
	}
	out.Windows = slices.Clone(out.Windows)
	for i, w := range out.Windows {
		out.Windows[i] = out.Units[w.Proc].Ops[0].Do.(*WindowOp)
	}
	b.CheckRuled()
	if b.from != c || !b.Same(c.asks) {
		out.Rest = settled(b, c.declared.Rest)
	} else {
		out.Rest = from.First.Rest
	}
	b.findOffers()
	b.checkStops()
	out.HeaderLen, out.Spans = with.Header(), with.Spans
	out.reads = with.Fingerprint()
	if b.Covering && len(*b.diags) == 0 {
		b.markLive()
	}
	return &out
}

// markLive says what notes are taken of: what can run under the readings in force. Of the
// rest nothing is expected.
func (b *builder) markLive() {
	live := settled(b, b.unused)
	b.shut = make([]bool, len(b.Units))
	for i, runs := range b.Reached() {
		if b.shut[i] = !runs; runs {
			live = append(live, b.Units[i].live...)
		}
	}
	b.Marks = b.MarksIn(live)
}

func (c *Checked) builder(with *formula.Compiler, p *Program, from *Checked) *builder {
	return &builder{Compiler: with, Program: p, Checked: c, diags: with.Diags, from: from}
}
