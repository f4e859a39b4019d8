// Package machine runs a match of a program, from request to request.
//
// A match makes no decisions. Next runs ops until a decision is needed, and returns it as a
// Request; Answer takes the decision. The whole match is one flat State, including the op at
// which it waits. A request is computed from the state whenever it is needed, so a snapshot is
// a copy of the state.
//
//	match.go           matches, answers, invariants
//	budget.go          limits of the work
//	exec.go            the loop over ops
//	stack.go           frames of running procedures
//	lists.go           lists in frames, and results of procedures
//	frames.go          ends of procedures, and stops
//	loops.go           `each`
//	secret_orders.go   orders of unseen pieces, which chance draws
//	verbs.go           the verbs that neither ask nor branch, except set and pick
//	assign.go          `set`
//	pick.go            `pick`
//	request.go         requests
//	options.go         options of a request; cards that are one option
//	legal.go           legal answers, and reasons against others
//	answers.go         all answers of a request
//	ask.go             choices, options and dice: asking
//	draw.go            cards drawn from a stack
//	choice.go          effects of answers
//	secret_unseen.go   choices among hidden pieces
//	shown_formulas.go  formulas of pictures and contexts
//	windows.go         windows and played cards
//	offers.go          side offers
//	timed.go           counters, and temporary values
//	events.go          events for observers
//	measure.go         values for statistics
//	secret_view.go     requests and options that a seat may see
package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Match is a running match. It is not safe for concurrent use, but its Program is.
type Match struct {
	P          *program.Program
	Env        formula.Env
	Stack      Stack
	Budget     Budget
	Observer   Observer // may be nil
	Meter      *Meter   // may be nil
	Strict     bool     // check every invariant after each change
	Omniscient bool     // players name the exact piece, even if they do not know it (secret_unseen.go)
	Order      Order    // may be nil

	req         Request
	asked       bool
	again       bool              // the op draws another card, and nothing else has happened
	pc          ref.PC            // the op that asks
	bunch       []int32           // pieces of a step, temporarily
	seen        []state.Witnesses // witnesses of pieces that move together
	stackBefore []int32           // the stack before rounds were replayed
}

// New returns a match at its start. data has the printed values of the cards; nil means those
// of the game.
func New(p *program.Program, players int, data *schema.Data) *Match {
	if data == nil {
		data = p.Base
	}
	m := &Match{}
	m.Set(p, data)
	m.Reset(players)
	return m
}

// Set makes m a match of program p. It keeps the allocated memory. The caller must call Reset
// and set the options again.
func (m *Match) Set(p *program.Program, data *schema.Data) {
	m.Env.World.SetWorld(p.Schema, data)
	m.Env.World.Seers = func(by *syntax.SeenBy, owner ref.Seat, piece ref.Piece) uint32 {
		return m.Env.Named(m.P.Sights[by], owner, int32(piece))
	}
	m.Env.View(ref.Referee)
	m.Env.Lot, m.Env.Record.Notes = nil, nil
	m.Env.Readings, m.Env.Record.Rulings, m.Env.Folded = p.InForce, nil, nil
	m.Stack.env, m.Stack.p, m.Stack.lands = &m.Env, p, nil
	m.Budget.stack, m.Budget.Ctx = &m.Stack, nil
	m.P, m.Observer, m.Meter, m.Order = p, nil, nil, nil
}

// Reset sets the match to its start.
func (m *Match) Reset(players int) {
	m.Bare(players)
	m.Env.World.Stack[state.AtStatus] = state.Running
	m.Stack.push(m.P.Start, 0, -1)
}

// Bare sets the match to its start without a running procedure. It is used for setting up
// scenarios.
func (m *Match) Bare(players int) {
	m.Env.World.Reset(players, m.P.HeaderLen)
	m.Env.Refuel()
	m.asked, m.again, m.Budget.Effort, m.Env.Work = false, false, 0, 0
	m.Env.World.Stack[state.AtStatus] = state.AtRest
}

// State returns the state of the match. It must not be changed.
func (m *Match) State() *state.State { return m.Env.World.State() }

// Snapshot copies the state into s.
func (m *Match) Snapshot(s *state.State) { m.Env.World.Snapshot(s) }

// Restore sets the match to a snapshot, which may come from another match of the same program.
func (m *Match) Restore(s *state.State) {
	m.Env.World.Restore(s)
	m.Env.World.Err = nil
	m.asked, m.again = false, false
}

// Finished reports whether the match is over.
func (m *Match) Finished() bool { return m.Env.World.Stack[state.AtStatus] == state.Finished }

// AtRest reports whether the procedure with which a scenario began has ended.
func (m *Match) AtRest() bool { return m.Env.World.Stack[state.AtStatus] == state.AtRest }

// Winners returns the seats that won.
func (m *Match) Winners() []int {
	var out []int
	for i := range int(m.Env.World.Players()) {
		if m.Env.World.Stack[state.AtWinners]&(1<<uint(i)) != 0 {
			out = append(out, i)
		}
	}
	return out
}

// Err returns the fault that stopped the match, or nil.
func (m *Match) Err() error {
	if m.Env.World.Err != nil {
		return m.Env.World.Err
	}
	return nil
}

// Next runs the match to its next request and returns it. It returns nil at the end of the
// match and after a fault. Calling it again returns the same request.
func (m *Match) Next() *Request {
	if m.asked {
		return &m.req
	}
	e := &m.Env
	if e.World.Err != nil {
		return nil
	}
	m.Budget.Effort += e.Work // work for answering the last request
	e.Work = 0
	began := m.Budget.Ops
	end := began + m.Budget.stepCap()
	for waits := false; !waits; {
		if e.World.Err != nil || e.World.Stack[state.AtStatus] != state.Running || m.Budget.ends() {
			break
		}
		m.Budget.last, m.Budget.most = min(end, m.Budget.Ops+sliceSteps), min(DefaultWork, e.Work+sliceWork)
		waits = m.run()
		switch {
		case e.World.Err != nil || e.World.Stack[state.AtStatus] != state.Running:
		case waits:
			m.asked = true
			m.tell(m.req.answered(Asked, nil))
		case m.Budget.Ops >= end:
			m.Budget.endless(itoa(m.Budget.stepCap()) + " steps")
		case e.Work > DefaultWork:
			m.Budget.endless(itoa(DefaultWork) + " steps of work")
		}
	}
	m.Budget.Effort += m.Budget.Ops - began
	if !m.asked {
		return nil
	}
	return &m.req
}

// locateFault gives a fault without a position the position of the step of the op.
func locateFault(e *formula.Env, op *program.Op) {
	if e.World.Err != nil && e.World.Err.Pos.File == nil {
		e.World.Err.Pos = op.Step.Pos
	}
}

// checkInvariants checks the invariants, and the lists of pieces. If all is set, it includes the invariants that depend
// only on printed values.
func (m *Match) checkInvariants(all bool) bool {
	m.Env.Begin()
	m.Env.World.Touched = false
	if err := m.Env.World.Check(); err != nil {
		m.Env.World.Fail(source.Pos{},
			"this step breaks the state, which is an error in Moraine, not in the rules: "+err.Error())
		return false
	}
	defer pauseNotes(&m.Env)()
	for _, inv := range m.P.Invariants {
		if inv.OnEnd >= 0 || inv.Fixed && !all {
			continue
		}
		if !m.checkInvariant(inv) {
			return false
		}
	}
	return true
}

// checkAtEnd checks the invariants of a procedure at its end.
func (m *Match) checkAtEnd(p *program.Proc) {
	defer pauseNotes(&m.Env)()
	for _, i := range p.Claims {
		m.Env.Begin()
		m.checkInvariant(m.P.Invariants[i])
	}
}

// pauseNotes suspends the recording of coverage until the returned function is called, because
// evaluations by the machine itself do not count as uses of a rule.
func pauseNotes(e *formula.Env) (again func()) {
	notes := e.Record.Notes
	e.Record.Notes = nil
	return func() { e.Record.Notes = notes }
}

// silence suspends the observer and the recording of coverage until the returned function is called. It is used
// for evaluations whose events are reported at another time.
func (m *Match) silence() (resume func()) {
	watch, notes := m.Observer, pauseNotes(&m.Env)
	m.Observer = nil
	return func() {
		m.Observer = watch
		notes()
	}
}

// checkInvariant reports whether an invariant holds, and records a fault if not.
func (m *Match) checkInvariant(inv *program.Invariant) bool {
	m.Env.Refuel()
	if !inv.That.Yes(&m.Env) || m.Env.World.Err != nil {
		if m.Env.World.Err == nil {
			m.Env.World.Fail(inv.Pos, "this invariant is broken: "+inv.Words)
		}
		return false
	}
	if len(inv.Cites) > 0 {
		m.tell(Event{Kind: Held, Step: m.Stack.Unit().Steps[0], Pos: inv.Pos, Cites: inv.Cites})
	}
	return true
}

// CheckInvariants returns the fault of the first invariant that is false.
func (m *Match) CheckInvariants() error {
	if m.checkInvariants(true) {
		return nil
	}
	return m.Env.World.Err
}

// Answer answers the request that Next returned with the indices of the chosen options. An
// empty answer declines. An illegal answer changes nothing.
func (m *Match) Answer(a ...int32) error {
	r := m.Next()
	switch {
	case m.Env.World.Err != nil: // the search for an answer caused a fault
		return m.Env.World.Err
	case r == nil:
		return &Illegal{Why: "nothing is being asked"}
	}
	if why := m.req.Check(a); why != nil {
		return why
	}
	m.tell(r.answered(Answered, a))
	m.asked = false
	if m.Env.World.Stack[state.AtOffer] == 0 {
		m.Env.World.Stack[state.AtOffered] = 0
	}
	m.Env.Begin()
	m.apply(a)
	if m.Env.World.Err != nil {
		op, _ := m.Stack.next()
		locateFault(&m.Env, op)
		return m.Env.World.Err
	}
	if m.Strict && m.Env.World.Touched && !m.checkInvariants(false) {
		op, _ := m.Stack.next()
		locateFault(&m.Env, op)
		return m.Env.World.Err
	}
	return nil
}

// BeginAt starts procedure proc for a seat on an empty stack, at op pc, or at its beginning if
// pc is -1. It sets counters and initial values in both cases.
func (m *Match) BeginAt(proc ref.Proc, pc ref.PC, seat ref.Seat) {
	m.Env.World.Stack[state.AtStatus] = state.Running
	m.enter(proc, pc, seat, -1)
}

// CallAt starts a procedure like BeginAt, above the procedure that waits at a call.
func (m *Match) CallAt(call ref.PC, proc ref.Proc, pc ref.PC, seat ref.Seat) {
	m.enter(proc, pc, seat, call+1)
}

// enter starts a procedure at op pc for a scenario with `given: {at: …}`. It evaluates the initial values of the
// procedure's names, but does not run the steps before pc.
func (m *Match) enter(proc ref.Proc, pc ref.PC, seat ref.Seat, ret ref.PC) {
	m.Stack.push(proc, seat, ret)
	m.asked = false
	if pc < 0 {
		return
	}
	whole := m.P.Whole(proc)
	for i := ref.PC(0); m.Env.World.Err == nil; i++ {
		op := &m.Stack.Unit().Ops[i]
		if op.Step != whole || op.Code != program.Begin && op.Code != program.Do {
			break
		}
		m.Env.World.Stack[state.AtPC] = int32(i)
		m.step()
	}
	m.Env.World.Stack[state.AtPC] = int32(pc)
}
