package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// run runs ops until an answer is needed, which it reports, and else until the match
// ends, something is wrong, or a slice of work is done.
func (m *Match) run() (waits bool) {
	e, ops := &m.Env, m.P.Ops
	watched := m.Observer != nil || m.Meter != nil || m.Strict || e.Parts != nil
	for m.Ops < m.last {
		header := (*[state.HeaderLen]int32)(e.S)
		if header[state.AtStatus] != state.Running || e.Work > m.most {
			return false
		}
		pc := header[state.AtPC]
		op := &ops[pc]
		e.Begin()
		header[state.AtPC] = pc + 1
		if watched {
			m.sees(op, pc)
		}
		waits := m.exec(op, pc)
		if e.Err != nil {
			m.at(op)
			return false
		}
		m.Ops++
		if waits || watched && m.Strict && e.Touched && !m.hold(false) {
			return waits
		}
	}
	return false
}

// step runs the next op alone, for who sets up a match or looks at what might be.
func (m *Match) step() (waits bool) {
	e := &m.Env
	pc := e.S[state.AtPC]
	e.Begin()
	e.S[state.AtPC] = pc + 1
	return m.exec(&m.P.Ops[pc], pc)
}

// exec runs the op at pc, when the one after it is already the next. It reports true
// if the match must wait for an answer; the op is then still the one that runs next.
func (m *Match) exec(op *program.Op, pc int32) (waits bool) {
	e := &m.Env
	switch op.Code {
	case program.Jump:
		e.S[state.AtPC] = op.To
	case program.Unless:
		holds := m.test(m.P.Conds[op.A], op.Step)
		if !holds {
			e.S[state.AtPC] = op.To
		}
		if m.Observer != nil && (holds || m.P.Steps[op.Step].Else) {
			m.entered(op.Step)
		}
	case program.Choose, program.May, program.Ask, program.Roll, program.Draw:
		m.pc = pc
		if m.ask(op) {
			e.S[state.AtPC] = pc
			return true
		}
	case program.DrawBegin:
		d := m.P.Draws[op.A]
		e.S[e.Base+d.Left.At] = m.amount(d.Number)
		if d.As != nil {
			e.S[e.Base+d.As.At] = schema.Nothing
		}
	case program.Window:
		m.openWindow(op)
	case program.Shuffle:
		z := m.P.Shuffles[op.A].Num(e)
		if e.Err == nil && z > 0 && m.ordered(z, op.Step) {
			e.Work += int(e.Len(z))
			e.Shuffle(z)
			if m.Observer != nil {
				m.tellShuffled(op.Step, z)
			}
			if e.Len(z) > 1 {
				m.did(op.Step)
			}
		}
	case program.Move:
		m.move(m.P.Moves[op.A], op.Step)
	case program.Discard:
		m.discard(e.Keep(m.P.Lists[op.A].List(e)), op.Step)
	case program.Flip:
		m.flip(m.P.Flips[op.A], op.Step)
	case program.Show:
		m.show(m.P.Shows[op.A], op.Step)
	case program.Set:
		m.set(m.P.Sets[op.A], op.Step)
	case program.Pick:
		m.pick(m.P.Picks[op.A], op.Step)
	case program.Switch:
		m.branch(op)
	case program.EachBegin:
		m.eachBegin(m.P.Loops[op.A])
	case program.EachNext:
		m.eachNext(m.P.Loops[op.A], op)
	case program.Anew:
		m.startAnew(m.P.Anew[op.A])
	case program.Call:
		m.call(m.P.Calls[op.A], op, pc)
	case program.Stop:
		m.execStop(m.P.Stops[op.A], op)
	case program.Finish:
		m.finish(op)
	case program.Return:
		m.leave()
	case program.Begin:
		p := m.P.Procs[op.A]
		if m.Observer != nil {
			m.tellCalled(op)
		}
		m.begin(p)
		if m.Meter != nil {
			m.measure(p.OnStart)
		}
	}
	return false
}

// test looks at a condition; the first part that fails says why.
func (m *Match) test(c *program.Cond, step int32) bool {
	if m.Observer == nil {
		return c.Test(&m.Env)
	}
	p := m.failing(c)
	if p != nil {
		m.tellTurned(step, m.Env.Who, -1, "", p, nil)
	}
	return p == nil
}

// fails is failing, for whoever needs a part for the observer alone: where nobody
// watches, any will do.
func (m *Match) fails(c *program.Cond) *program.CondPart {
	switch {
	case c == nil:
		return nil
	case m.Observer != nil:
		return m.failing(c)
	case c.Test(&m.Env):
		return nil
	}
	return &c.Parts[0]
}

// failing is the first part of a condition that does not hold; nil: all hold.
func (m *Match) failing(c *program.Cond) *program.CondPart {
	if c == nil {
		return nil
	}
	for i := range c.Parts {
		if !c.Parts[i].Is.Yes(&m.Env) {
			return &c.Parts[i]
		}
	}
	return nil
}

func (m *Match) branch(op *program.Op) {
	sw := m.P.Switches[op.A]
	v := sw.On.Num(&m.Env)
	for i, l := range sw.Labels {
		if l.Matches(v) {
			m.Env.S[state.AtPC] = sw.To[i]
			if m.Observer != nil {
				m.tellTaken(op.Step, m.Env.Who, v, "", sw.At[i], sw.Cites[i])
			}
			m.did(op.Step)
			return
		}
	}
	m.Env.S[state.AtPC] = op.To
}

func (m *Match) call(c *program.CallOp, op *program.Op, pc int32) {
	e := &m.Env
	proc, caller := c.Proc, e.Base
	card := e.S[caller+state.FrameCard]
	if proc < 0 {
		p := c.Piece.Num(e)
		if e.Err != nil || p == schema.Nothing {
			return
		}
		card = p
		if proc = m.P.CardProcs[c.Has][e.Pieces[p].Card]; proc < 0 {
			return // this card has no such steps
		}
	}
	me := e.Who
	if c.Me != nil {
		me = c.Me.Num(e)
	}
	if e.Err != nil {
		return
	}
	if me == schema.Nothing {
		m.fault(op.Step, "there is nobody for whom the steps could run: "+c.MeText+" is nothing")
		return
	}
	base := m.push(proc, me, pc+1)
	if e.Err != nil {
		return
	}
	if c.Proc < 0 {
		e.S[base+state.FrameCard] = card
		e.S[base+state.FrameTarget] = e.S[caller+state.FrameTarget]
		e.S[base+state.FramePending] = e.S[caller+state.FramePending]
	}
	for _, a := range c.Args { // seen from the caller, which is still what e.Base means
		if a.Slot.Type.List {
			m.setList(base, a.Slot, e.Keep(a.Value.List(e)))
		} else {
			v := a.Value.Num(e)
			e.S[base+a.Slot.At] = v
		}
	}
	if p := m.P.Procs[proc]; m.Observer == nil && e.Err == nil && (m.Meter == nil || len(p.OnStart) == 0) && m.Ops+1 < m.last {
		if m.Meter != nil {
			m.Meter.Saw(int(p.Entry))
		}
		if !p.Plain {
			m.begin(p)
		}
		e.S[state.AtPC]++ // nobody sees that this was two ops
		m.Ops++
	}
}

func (m *Match) execStop(op *program.StopOp, o *program.Op) {
	e := &m.Env
	base := 0
	switch {
	case op.Pending:
		base = int(e.S[e.Base+state.FramePending])
	case op.Own:
		base = e.Base
	default:
		base = m.running(op)
	}
	if base == 0 {
		m.fault(o.Step, op.Name+" is not running, so it cannot be stopped")
		return
	}
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Stopped, Step: o.Step, Text: op.Name, Who: e.Who, Value: e.S[base+state.FrameProc]})
	}
	m.did(o.Step)
	m.stop(base, op.Resume)
}

func (m *Match) finish(op *program.Op) {
	e := &m.Env
	for _, p := range m.P.Lists[op.A].List(e) {
		e.S[state.AtWinners] |= 1 << uint(p)
	}
	m.did(op.Step)
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Ended, Step: op.Step})
	}
	e.S[state.AtStatus] = state.Finished
	if m.Strict {
		m.eachEnds(m.holdAtEnd)
	}
	if m.Meter != nil {
		m.eachEnds(func(p *program.Proc) { m.measure(p.OnEnd) })
	}
}
