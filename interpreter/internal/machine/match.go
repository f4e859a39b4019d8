// Package machine runs a program: one match, from request to request.
//
// A Match owns no chance and no will. Next runs ops until something must be
// decided and returns that as a Request; Answer takes the decision. All that a
// match is stands in one flat State, the op it waits at included: a request is
// rebuilt from the state whenever it is asked for, so a snapshot needs nothing
// else, and restoring one is copying it back.
//
//	match.go    a match; answers
//	exec.go     the loop, and what each op does
//	frames.go   calls, returns, stops, lists in frames
//	loops.go    each
//	verbs.go    the verbs that neither ask nor branch; move, discard, flip, show, shuffle
//	assign.go   set
//	pick.go     pick
//	ask.go      the ops that ask, and what they offer
//	draw.go     cards that come off a stack
//	choice.go   which answers are legal, and what they do
//	answers.go  all the answers of a request
//	unseen.go   choices among pieces that are not known
//	show.go     what is drawn of a piece
//	windows.go  windows and played cards
//	offers.go   side offers
//	timed.go    counters and values that are set for a time
//	events.go   what an observer is told
//	measure.go  what statistics want to know
//	view.go     what a player may see
package machine

import (
	"cmp"
	"context"
	"fmt"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// What may happen between two requests, and in a whole match: a limit for each request
// alone would be met a million times over.
const (
	DefaultSteps  = 200_000       // ops run
	DefaultWork   = 10_000_000    // elements looked at, moved or shuffled
	DefaultBudget = 1_000_000_000 // both, in all
)

// After so much of either a match asks whether it has been stopped.
const (
	sliceSteps = 10_000
	sliceWork  = 1_000_000
)

// Match is a running match. It is not safe for use by several goroutines; the
// Program behind it is.
type Match struct {
	P        *program.Program
	Env      formula.Env
	Observer Observer // nil: nobody watches
	Meter    *Meter   // nil: nothing is measured
	Strict   bool     // check every invariant whenever something has changed
	Named    bool     // who is asked names the very piece, though he may not know it (unseen.go)
	Entered  []bool   // by procedure, whether it has begun, be it only tried; nil: nobody wants to know
	StepCap  int      // ops between two requests; 0: DefaultSteps
	Ops      int      // ops run so far, for measuring
	Budget   int      // ops and elements of the whole match; 0: DefaultBudget
	Effort   int      // of the budget, up to the last request

	// Ctx stops the match when it is done, after some counted work; nil: nobody does.
	Ctx context.Context

	lands   [][]int32 // P.Landings, if it is needed
	req     Request
	asked   bool
	last    int     // the number of ops run, Ops, at which a slice of work ends
	most    int     // the work at which it does
	again   bool    // the op that drew a card draws the next one, and nothing else has happened
	pc      int32   // the op that asks
	cand    []int32 // candidates of the request, before equal ones are joined
	unknown []int32 // those that the one who is asked does not know
	backs   []state.Back
	group   []int32 // option of each candidate
	unasked []int32 // the only answer there is
	trial   []int32 // an answer that is tried, and how often it takes each option
	wheels  []int32
	chosen  []int32
	bunch   []int32           // what goes to one pile
	seen    []state.Witnesses // of what moves as one packet
	held    []int32           // the stack as it was before an answer was tried
	stack   []int32           // … and before rounds were played again
}

// New returns a match that is about to start, for a number of players. data
// is what is printed on the cards; nil for what the game says.
func New(p *program.Program, players int, data *schema.Data) *Match {
	if data == nil {
		data = p.Base
	}
	m := &Match{}
	m.Set(p, data)
	m.Reset(players)
	return m
}

// Set makes m a match of a program, whatever it was before, which stands nowhere until it is
// reset; what it has room for it keeps. Options are to be given anew.
func (m *Match) Set(p *program.Program, data *schema.Data) {
	room := m.Env.State
	m.Env.World = state.NewWorld(p.Schema, data)
	m.Env.State = room
	m.Env.Seers = func(by *syntax.SeenBy, owner, piece int32) uint32 {
		return m.Env.Named(m.P.Sights[by], owner, piece)
	}
	m.Env.Eyes, m.Env.Lot, m.Env.Notes = 0, nil, nil
	m.Env.Readings, m.Env.Asked = p.InForce, nil
	m.P, m.lands, m.Observer, m.Meter, m.Ctx = p, nil, nil, nil, nil
}

// Reset starts the match anew.
func (m *Match) Reset(players int) {
	m.Bare(players)
	m.Env.S[state.AtStatus] = state.Running
	m.push(m.P.Start, 0, -1)
}

// Bare leaves the match without any procedure, for a scenario to set up.
func (m *Match) Bare(players int) {
	m.Env.Reset(players, m.P.HeaderLen)
	m.Env.Refuel()
	m.asked, m.again, m.Effort, m.Env.Work = false, false, 0, 0
	m.Env.S[state.AtStatus] = state.AtRest
}

// State is the match's state; it must not be changed.
func (m *Match) State() *state.State { return &m.Env.State }

// Snapshot copies the state into s.
func (m *Match) Snapshot(s *state.State) { s.CopyFrom(&m.Env.State) }

// Restore goes back to a snapshot of a match of the same program.
func (m *Match) Restore(s *state.State) {
	m.Env.State.CopyFrom(s)
	m.Env.Err, m.Env.Touched = nil, true
	m.asked, m.again = false, false
}

// Finished reports whether the match is over, and Winners who won (by seat).
func (m *Match) Finished() bool { return m.Env.S[state.AtStatus] == state.Finished }

// AtRest reports that the procedure a scenario began with has ended.
func (m *Match) AtRest() bool { return m.Env.S[state.AtStatus] == state.AtRest }

// Winners lists the seats that won.
func (m *Match) Winners() []int {
	var out []int
	for i := range int(m.Env.Players()) {
		if m.Env.S[state.AtWinners]&(1<<uint(i)) != 0 {
			out = append(out, i)
		}
	}
	return out
}

// Err is what went wrong, if anything did; a match does not go on after it.
func (m *Match) Err() error {
	if m.Env.Err != nil {
		return m.Env.Err
	}
	return nil
}

// Next runs to the next request. It returns nil at the end of the match and on
// an error, which Err tells. Asked twice, it gives the same request.
func (m *Match) Next() *Request {
	if m.asked {
		return &m.req
	}
	e := &m.Env
	if e.Err != nil {
		return nil
	}
	m.Effort += e.Work // since the last request: what was looked at to answer it
	e.Work = 0
	began := m.Ops
	end := began + m.stepCap()
	for waits := false; !waits; {
		if e.Err != nil || e.S[state.AtStatus] != state.Running || m.stopped() {
			break
		}
		m.last, m.most = min(end, m.Ops+sliceSteps), min(DefaultWork, e.Work+sliceWork)
		waits = m.run()
		switch {
		case e.Err != nil || e.S[state.AtStatus] != state.Running:
		case waits:
			m.asked = true
			if m.Observer != nil {
				m.tellAnswer(Asked, nil)
			}
		case m.Ops >= end || e.Work > DefaultWork:
			m.endless(m.Ops >= end)
		}
	}
	m.Effort += m.Ops - began
	if !m.asked {
		return nil
	}
	return &m.req
}

// stopped ends a match that somebody has stopped, or that has done too much in all.
func (m *Match) stopped() bool {
	if m.Ctx != nil {
		if err := m.Ctx.Err(); err != nil {
			m.Env.Err = &state.Fault{Text: err.Error(), Stop: err}
			return true
		}
	}
	if m.OverBudget() {
		m.overspend(m.place())
	}
	return m.Env.Err != nil
}

// overspend makes it a fault that the budget is used up.
func (m *Match) overspend(at source.Pos) {
	m.Env.FailLimit(at, "more than "+itoa(m.budget())+" steps of work in one match: this seems to have no end")
}

// Affords reports whether the budget allows a formula from outside of the rules to be evaluated. If not,
// that is a fault.
func (m *Match) Affords() bool {
	if m.OverBudget() {
		m.overspend(source.Pos{})
		return false
	}
	return true
}

// Halted reports that no more will be done: the match was stopped, or has used up its
// budget.
func (m *Match) Halted() bool { return m.OverBudget() || m.Ctx != nil && m.Ctx.Err() != nil }

// OverBudget reports that the budget is used up.
func (m *Match) OverBudget() bool { return m.Effort+m.Env.Work > m.budget() }

// Left is what is left of the budget, at least 1.
func (m *Match) Left() int { return max(1, m.budget()-m.Effort-m.Env.Work) }

func (m *Match) budget() int { return cmp.Or(m.Budget, DefaultBudget) }

func (m *Match) stepCap() int { return cmp.Or(m.StepCap, DefaultSteps) }

// endless makes it a fault that no decision comes.
func (m *Match) endless(steps bool) {
	did := itoa(DefaultWork) + " steps of work"
	if steps {
		did = itoa(m.stepCap()) + " steps"
	}
	m.Env.FailLimit(m.place(), "more than "+did+" without a decision: this seems to have no end")
}

// sees tells who watches which op is about to run.
func (m *Match) sees(op *program.Op, pc int32) {
	if m.Observer != nil {
		m.carries(op)
	}
	if m.Meter != nil {
		m.Meter.Saw(m.P.OpNumber(m.Env.S[m.Env.Base+state.FrameProc], pc))
	}
}

// running returns the procedure that runs; if none does, any.
func (m *Match) running() int32 {
	if base := m.Env.Frame(); base > 0 {
		return m.Env.S[base+state.FrameProc]
	}
	return 0
}

// Unit is the code of the procedure that runs.
func (m *Match) Unit() *program.Unit { return m.P.Units[m.running()] }

// next returns the op that runs next, and its place.
func (m *Match) next() (*program.Op, int32) {
	proc := m.running()
	pc := m.follow(proc, m.Env.S[state.AtPC])
	return &m.P.Units[proc].Ops[pc], pc
}

// place is where the running step stands in the YAML.
func (m *Match) place() source.Pos {
	op, _ := m.next()
	return op.Step.Pos
}

// fault records what is wrong with a step.
func (m *Match) fault(step *program.Step, why string) { m.Env.Fail(step.Pos, why) }

// at gives a fault that knows no place that of the step.
func (m *Match) at(op *program.Op) {
	if m.Env.Err != nil && m.Env.Err.Pos.File == nil {
		m.Env.Err.Pos = op.Step.Pos
	}
}

// hold checks the invariants; those that depend on printed values alone only
// once.
func (m *Match) hold(all bool) bool {
	m.Env.Begin()
	m.Env.Touched = false
	defer m.unnoted()()
	for _, inv := range m.P.Invariants {
		if inv.OnEnd >= 0 || inv.Fixed && !all {
			continue
		}
		if !m.holds(inv) {
			return false
		}
	}
	return true
}

// holdAtEnd checks the invariants of a procedure that ends.
func (m *Match) holdAtEnd(p *program.Proc) {
	defer m.unnoted()()
	for _, i := range p.Claims {
		m.Env.Begin()
		m.holds(m.P.Invariants[i])
	}
}

// eachEnds looks at all that is under way, innermost first, as if it ran: for it
// ends with the match.
func (m *Match) eachEnds(look func(p *program.Proc)) {
	s := m.Env.S
	top := s[state.AtFrame]
	for base := top; base != 0 && m.Env.Err == nil; base = s[base+state.FramePrev] {
		me := s[base+state.FrameMe] // loops have changed it
		s[state.AtFrame], s[base+state.FrameMe] = base, s[base+state.FrameBy]
		look(m.P.Procs[s[base+state.FrameProc]])
		s[base+state.FrameMe] = me
	}
	s[state.AtFrame] = top
}

// unnoted stops taking notes of what formulas work out, until what it returns is
// called: what the machine asks for itself is no use of a rule.
func (m *Match) unnoted() (again func()) {
	notes := m.Env.Notes
	m.Env.Notes = nil
	return func() { m.Env.Notes = notes }
}

func (m *Match) holds(inv *program.Invariant) bool {
	m.Env.Refuel()
	if !inv.That.Yes(&m.Env) || m.Env.Err != nil {
		if m.Env.Err == nil {
			m.Env.Fail(inv.Pos, "this invariant is broken: "+inv.Words)
		}
		return false
	}
	if m.Observer != nil && len(inv.Cites) > 0 {
		m.Observer.Event(Event{Kind: Held, Step: m.Unit().Steps[0], Pos: inv.Pos, Cites: inv.Cites})
	}
	return true
}

// CheckInvariants reports the first invariant that does not hold now.
func (m *Match) CheckInvariants() error {
	if m.hold(true) {
		return nil
	}
	return m.Env.Err
}

// Answer decides the request that Next returned: the indices of the options
// chosen, none to decline. An illegal answer changes nothing.
func (m *Match) Answer(a ...int32) error {
	r := m.Next()
	switch {
	case m.Env.Err != nil: // looking for an answer broke the match
		return m.Env.Err
	case r == nil:
		return &Illegal{Why: "nothing is being asked"}
	}
	if why := m.Check(a); why != nil {
		return why
	}
	if m.Observer != nil {
		m.tellAnswer(Answered, a)
	}
	m.asked = false
	if m.Env.S[state.AtOffer] == 0 {
		m.Env.S[state.AtOffered] = 0
	}
	m.Env.Begin()
	m.apply(a)
	if m.Env.Err != nil {
		op, _ := m.next()
		m.at(op)
		return m.Env.Err
	}
	if m.Strict && m.Env.Touched && !m.hold(false) {
		return m.Env.Err
	}
	return nil
}

// Illegal says why an answer cannot be taken.
type Illegal struct {
	Why string
	Of  []any // what is put into it, if anything
	// Needs: Why is what is required, in words of the game.
	Needs bool
}

func (e *Illegal) Error() string {
	if len(e.Of) == 0 {
		return e.Why // it may be words of the game
	}
	return fmt.Sprintf(e.Why, e.Of...)
}

// BeginAt runs procedure proc with `me` = seat on top of nothing, from op pc on
// (-1: from its beginning). What a procedure does before its first step, its
// counters and first values, is done in either case.
func (m *Match) BeginAt(proc int, pc int32, seat int32) {
	m.Env.S[state.AtStatus] = state.Running
	m.enter(proc, pc, seat, -1)
}

// CallAt does the same on top of the procedure that waits at a call.
func (m *Match) CallAt(call int32, proc int, pc, seat int32) { m.enter(proc, pc, seat, call+1) }

func (m *Match) enter(proc int, pc, seat, ret int32) {
	m.push(proc, seat, ret)
	m.asked = false
	if pc < 0 {
		return
	}
	whole := m.P.Whole(int32(proc))
	for i := int32(0); m.Env.Err == nil; i++ {
		op := &m.Unit().Ops[i]
		if op.Step != whole || op.Code != program.Begin && op.Code != program.Do {
			break
		}
		m.Env.S[state.AtPC] = i
		m.step()
	}
	m.Env.S[state.AtPC] = pc
}

// SetName gives a name of the running procedure a value, or a list of them.
func (m *Match) SetName(slot *formula.Slot, values []int32) {
	base := m.Env.Frame()
	if slot.Type.List {
		m.setList(base, slot, values)
	} else if len(values) > 0 {
		m.Env.S[base+slot.At] = values[0]
	}
}
