package exec

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/scenario/proof"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Game is a configuration of a game in which scenarios run.
type Game struct {
	*interpreter.Game
	*sharedData
}

// sharedData is the data that configurations of one program share.
type sharedData struct {
	preparing sync.Mutex // scenarios share the compiler
	compiler  *formula.Compiler
	options   []string // options that some rule offers
	choices   []string // choices that some rule asks
}

// Prepared caches prepared scenarios for a caller that runs them in several configurations. It
// is not safe for concurrent use.
type Prepared map[*spec.Scenario][]*compiled

// In prepares a configuration for running scenarios. It shares data with another configuration
// of the same program, if there is one.
func In(g *interpreter.Game, others ...*Game) *Game {
	for _, o := range others {
		if o.Schema == g.Schema {
			return &Game{g, o.sharedData}
		}
	}
	x := &Game{g, &sharedData{compiler: g.Compiler()}}
	for _, m := range g.Program.Mays() {
		for _, o := range m.Options {
			x.options = append(x.options, o.Name)
		}
	}
	for _, o := range g.Program.Chooses() {
		x.choices = append(x.choices, o.Name.Name)
	}
	if slices.ContainsFunc(g.Syntax.Kinds, hasTargets) {
		x.choices = append(x.choices, "target")
	}
	x.options, x.choices = uniq(x.options), uniq(x.choices)
	return x
}

// hasTargets reports whether some card of a kind is played on a target.
func hasTargets(k *syntax.Kind) bool {
	return slices.ContainsFunc(k.Cards, func(c *syntax.Card) bool { return c.Play != nil && c.Play.Target != nil })
}

// Options selects how a scenario is run.
type Options struct {
	Budget  *Budget // stops the run when it is spent
	Cover   bool    // record coverage; the game must be loaded for that
	Trace   bool    // keep a description of each event
	Course  bool    // keep the course for comparison
	GoOn    bool    // failed checks do not end the run but are part of the course
	Observe bool    // record the facts at checks; they do not end the run
	stops   bool    // stop after the last line and leave open choices open
	Work    int     // limit on the work of the match in counted steps; 0: the default
	// Prepared caches the prepared scenario for runs in other configurations; nil disables
	// caching.
	Prepared Prepared
}

// Outcome is the result of a run in one configuration.
type Outcome struct {
	Of      *spec.Scenario
	Faults  source.Diagnostics // unknown names; the scenario did not run
	Failed  bool               // Message has the reason
	Broke   bool               // it failed, and not because its text is invalid
	Limit   bool               // a counted limit stopped it
	Message spec.Message       // several lines; the first is the summary
	At      source.Pos         // place of the failure
	Also    []Unmet            // further failed checks
	Stop    *Stop              // the request at which the script stops, or nil
	Rule    source.Pos         // the rule that broke, if one did
	Claimed []string           // pins that it did not prove
	Notes   *proof.Notes       // coverage; nil if off
	Trace   string             // the events, one per line, if requested
	Course  *course.Course     // if requested
	Seen    *Observed          // if requested
	Took    time.Duration
	Work    int // in steps of the match

	game  *Game
	asked []bool // by ruling: whether the run depended on it; nil if the scenario did not run
}

// Unmet is a failed check.
type Unmet struct {
	At   source.Pos
	Says string
}

// Check resolves all names of a scenario and returns the errors.
func (g *Game) Check(s *spec.Scenario) source.Diagnostics { return g.prepare(s, nil).faults }

// prepare prepares a scenario, or reuses its preparation for another configuration.
func (g *Game) prepare(s *spec.Scenario, prepared Prepared) *compiled {
	for _, c := range prepared[s] {
		if c.fits(g) {
			return c.in(g)
		}
	}
	g.preparing.Lock()
	defer g.preparing.Unlock()
	c := prepare(s, g)
	if prepared != nil && len(c.faults) == 0 && c.lacks == (spec.Message{}) {
		prepared[s] = append(prepared[s], c.in(g))
	}
	return c
}

// Run runs a scenario in a match of its own.
func (g *Game) Run(s *spec.Scenario, opt Options) *Outcome {
	began := time.Now()
	c := g.prepare(s, opt.Prepared)
	out := &Outcome{Of: s, game: g}
	switch {
	case len(c.faults) > 0:
		out.Failed, out.Message, out.Faults, out.At = true, spec.MessageOf(c.faults), c.faults, c.faults.Sorted()[0].Pos
	case c.lacks == (spec.Message{}):
		g.play(c, out, opt)
		out.Took = time.Since(began)
		return out
	default:
		out.Message = c.lacks
	}
	if opt.Course {
		out.Course = course.DidNotFit(out.Message.Summary())
	}
	return out
}

// play runs a prepared scenario.
func (g *Game) play(c *compiled, out *Outcome, opt Options) {
	r := g.runner(c, opt)
	defer r.releaseMemory()
	if opt.Budget != nil {
		r.M.Budget.Ctx = opt.Budget
	}
	if opt.Observe {
		r.found.seen = &Observed{Lines: make([]*Seen, len(c.lines))}
	}
	if opt.Cover {
		r.events.proof = proof.Record(g.Game, r.M)
	}
	before := &r.room.began
	var f *failure
	began := false
	if err := c.world.Build(r.M); err != nil {
		f = r.formulas.addFalseParts(fault(err)).note(
			"the position in `given` violates it; the scenario begins at " + c.of.Pos.String())
		r.M.Env.World.Err = nil
	} else {
		began = true
		r.M.Snapshot(before)
		if f = r.compareExpected(r.addBroken(before, r.addNothing(r.events.addLoop(r.carryOut())))); f == nil &&
			opt.Course && len(r.events.list) == maxEvents {
			f = fail(tooLong, c.of.Pos, maxEvents)
			f.limit = true
		}
	}
	if f != nil {
		out.Failed, out.Broke, out.Message, out.Limit, out.At = true, true, r.message(f), f.limit, r.script.shownAt(f)
		out.Stop = f.stop
		if f.kind == broken {
			out.Rule = f.pos
		}
		for _, one := range f.also {
			out.Also = append(out.Also, Unmet{r.script.shownAt(one), one.headline()})
		}
	}
	if r.events.proof != nil {
		if c.of.Given.Get("players") != nil && f == nil {
			r.events.proof.Players()
		}
		out.Claimed, out.Notes = r.events.proof.Unproved(c.of.PinIDs), r.events.proof.Notes
	}
	if opt.Trace {
		out.Trace = strings.Join(r.events.trace(), "\n")
	}
	if opt.Course {
		out.Course = r.course(before, f, began)
	}
	if r.found.seen != nil {
		r.found.seen.finish(r, f)
		out.Seen = r.found.seen
	}
	out.asked = r.M.Env.Record.Rulings
	out.Work = r.M.Budget.Effort + r.M.Env.Work
	if opt.Budget != nil {
		opt.Budget.spend(r.M)
	}
}

func (g *Game) runner(c *compiled, opt Options) *runner {
	own := memoryPool.Get().(*runMemory)
	names := &naming.Namer{M: &own.m, Seats: c.world.Seats, Labels: c.world.Labels}
	picks := &picker{names, c.world}
	c.next = 0
	r := &runner{
		picker: picks, script: c, opt: opt, room: own,
		formulas: evaluator{Namer: names, script: c, last: map[ref.Proc][]int32{}},
		acts:     openActs{m: &own.m},
		orders:   drawOrder{picker: picks},
		events:   events{picker: picks, list: own.events},
	}
	r.M.Set(g.Program, c.world.Data)
	r.M.Observer, r.M.Omniscient = r, true
	r.M.Env.Record.Rulings = slices.Clone(c.asks)
	for _, ruling := range g.Program.Declared {
		r.M.Env.Record.Rulings[ruling] = true
	}
	r.M.Env.FrameAt = make([]int32, len(g.Program.Procs))
	r.M.Strict, r.M.Budget.Total = true, opt.Work
	return r
}

// SameIn reports whether the scenario runs the same in another configuration: every ruling on
// which it depended has the same reading there. It is false for a failed run, because the
// message may name readings.
func (o *Outcome) SameIn(g *Game) bool {
	return o.asked != nil && !o.Failed && o.game.Program.Covers(g.Program, o.asked)
}

// Uses reports whether the run depended on a ruling, given by index.
func (o *Outcome) Uses(ruling int) bool { return o.asked != nil && o.asked[ruling] }

// Rulings returns the rulings on which the run depended.
func (o *Outcome) Rulings() (names []string) {
	for i, yes := range o.asked {
		if yes {
			names = append(names, o.game.Syntax.Rulings[i].Name)
		}
	}
	return names
}

// dependOnAll marks a run as dependent on all rulings.
func dependOnAll(e *formula.Env) {
	for i := range e.Record.Rulings {
		e.Record.Rulings[i] = true
	}
}

// compareExpected compares a failure with the one that `fails` expects. A failed check or an error in
// the rules never matches.
func (r *runner) compareExpected(f *failure) *failure {
	says := r.script.of.Fails
	if says == nil || r.M.Err() != nil {
		return f
	}
	words := strings.TrimSpace(says.Value)
	switch {
	case f == nil:
		return fail(doesNotBreakOff, says.Pos)
	case f.kind != refusedOtherwise && r.script.line() != nil && r.script.line().checks != nil:
		return f
	case f.contains(words):
		return nil
	}
	lines := f.lines()
	return fail(breaksOffElse, says.Pos, words).note("but at " + f.pos.String() + ": " + lines[0]).note(lines[1:]...)
}

// maxWork limits the work of all scenarios of a run, in steps of matches. A single scenario may
// use machine.DefaultBudget. The longest real run, all scenarios of a game under all readings,
// uses a fortieth of this limit.
const maxWork = 20_000_000_000

// ErrWork reports that a run exceeds maxWork.
var ErrWork = errors.New("the run needs more than 20000000000 operations")

// Budget is a context that is also done when a run exceeds maxWork.
type Budget struct {
	context.Context
	ChanceStates int // limit on the states of one chance; 0: chance.DefaultLimit
	left         atomic.Int64
}

// NewBudget returns the budget of a run.
func NewBudget(ctx context.Context) *Budget {
	b := &Budget{Context: ctx}
	b.left.Store(maxWork)
	return b
}

// Err returns the reason why the budget is done, or nil.
func (b *Budget) Err() error {
	if b.left.Load() < 0 {
		return ErrWork
	}
	return b.Context.Err()
}

// spend subtracts the work of a match from the budget.
func (b *Budget) spend(m *machine.Match) { b.left.Add(-int64(m.Budget.Effort + m.Env.Work)) }
