package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// run executes ops until the match ends, a fault occurs or the next check of the budget is due.
// It reports whether the match waits for an answer.
func (m *Match) run() (waits bool) {
	e := &m.Env
	var ops []program.Op
	// frame and procedure of the ops; an op may start a frame or end some, but never both
	frame, proc := int32(0), ref.Proc(0)
	if e.Folded == nil && e.Record.Rulings == nil && e.Record.Notes == nil {
		e.Folded = m.P.Folded()
	}
	watched := m.Observer != nil || m.Meter != nil || m.Strict
	for m.Budget.Ops < m.Budget.last {
		header := (*[state.HeaderLen]int32)(e.World.Stack)
		if header[state.AtStatus] != state.Running || e.Work > m.Budget.most {
			return false
		}
		if f := header[state.AtFrame]; f != frame {
			frame, proc = f, ref.Proc(e.World.Stack[f+state.FrameProc])
			ops = m.P.Units[proc].Ops
		}
		e.Begin()
		pc := ref.PC(header[state.AtPC])
		op := &ops[pc]
		if op.Code == program.Branch {
			pc = m.Stack.follow(proc, pc)
			op = &ops[pc]
		}
		header[state.AtPC] = int32(pc + 1)
		if watched {
			m.tellRuns(op, pc)
		}
		waits := m.exec(op, pc)
		if e.World.Err != nil {
			locateFault(e, op)
			return false
		}
		m.Budget.Ops++
		if waits || watched && m.Strict && e.World.Touched && !m.checkInvariants(false) {
			locateFault(e, op)
			return waits
		}
	}
	return false
}

// opRun is the execution of an op: of its verb, or of its question and the answers of chance to it.
type opRun struct {
	m  *Match
	op *program.Op
}

// step executes only the next op.
func (m *Match) step() (waits bool) {
	m.Env.Begin()
	op, pc := m.Stack.next()
	m.Env.World.Stack[state.AtPC] = int32(pc + 1)
	return m.exec(op, pc)
}

// exec executes the op at pc; AtPC already has the next op. It reports whether the match must
// wait for an answer, and then stays at the op.
func (m *Match) exec(op *program.Op, pc ref.PC) (waits bool) {
	e := &m.Env
	switch op.Code {
	case program.Jump:
		e.World.Stack[state.AtPC] = int32(op.To)
	case program.Unless:
		why := op.Do.(*program.Cond).Failing(e)
		if why != nil {
			m.tellRefused(op.Step, e.Who, schema.Nothing, "", why, nil)
			e.World.Stack[state.AtPC] = int32(op.To)
		}
		if m.Observer != nil && isBlock(op.Step) && (why == nil || m.P.HasElse(op.Step)) {
			m.reportChange(op.Step)
		}
	case program.Do:
		opRun{m, op}.do()
	case program.Ask:
		m.pc = pc
		if (opRun{m, op}).ask() {
			e.World.Stack[state.AtPC] = int32(pc)
			return true
		}
	case program.DrawBegin:
		d := op.Do.(*program.DrawOp)
		e.World.Stack[e.Base+d.Left.At] = amount(e, d.Number)
		if d.As != nil {
			e.World.Stack[e.Base+d.As.At] = schema.Nothing
		}
	case program.Window:
		m.openWindow(m.P.Windows[op.Do.(*program.OpenOp).Window])
	case program.Switch:
		m.branch(op.Do.(*program.SwitchOp), op)
	case program.EachBegin:
		loop{op: op.Do.(*program.Loop), m: m, base: e.Base}.begin()
	case program.EachNext:
		m.pc = pc
		if l := (loop{op: op.Do.(*program.Loop), m: m, base: e.Base}); l.next(op) {
			e.World.Stack[state.AtPC] = int32(pc)
			return true
		}
	case program.Anew:
		m.Stack.clearNames(op.Do.(*program.AnewOp).Names)
	case program.Call:
		m.call(op.Do.(*program.CallOp), op, pc)
	case program.Stop:
		m.execStop(op.Do.(*program.StopOp), op)
	case program.Return:
		m.endProcedure()
	case program.Begin:
		p := m.P.Procs[op.Step.Proc]
		if m.Observer != nil {
			m.Observer.Event(Event{Kind: Called, Step: op.Step, Value: int32(op.Step.Proc), Who: e.Who})
		}
		m.begin(p)
		m.measure(p.OnStart)
	}
	return false
}

// branch continues at the branch of a switch for the value, or after the switch if no branch fits.
func (m *Match) branch(sw *program.SwitchOp, op *program.Op) {
	v := sw.On.Num(&m.Env)
	for i, l := range sw.Labels {
		if l.Matches(v) {
			m.Env.World.Stack[state.AtPC] = int32(sw.To[i])
			m.tell(taken(op.Step, m.Env.Who, v, "", sw.List[i].Label.Pos, sw.List[i].Cites))
			m.reportChange(op.Step)
			return
		}
	}
	m.Env.World.Stack[state.AtPC] = int32(op.To)
}

// call starts a procedure with its arguments. A card without the called steps is skipped.
func (m *Match) call(c *program.CallOp, op *program.Op, pc ref.PC) {
	e := &m.Env
	proc, caller := c.Proc, e.Base
	card := e.World.Stack[caller+state.FrameCard]
	if proc < 0 {
		p := c.Piece.Num(e)
		if e.World.Err != nil || p == schema.Nothing {
			return
		}
		card = p
		if proc = m.P.CardProcs[c.Has][e.World.Pieces[p].Card]; proc < 0 {
			return // this card does not have these steps
		}
	}
	me := e.Who
	if c.Me != nil {
		me = ref.Seat(c.Me.Num(e))
	}
	if e.World.Err != nil {
		return
	}
	if me == schema.Nothing {
		m.Env.World.Fail(op.Step.Pos, "these steps need a player as `me`: "+c.MeText+" is nothing")
		return
	}
	base := m.Stack.push(proc, me, pc+1)
	if e.World.Err != nil {
		return
	}
	if c.Proc < 0 {
		e.World.Stack[base+state.FrameCard] = card
		e.World.Stack[base+state.FrameTarget] = e.World.Stack[caller+state.FrameTarget]
		e.World.Stack[base+state.FramePending] = e.World.Stack[caller+state.FramePending]
	}
	for _, a := range c.Args { // evaluated in the caller's frame, to which e.Base still refers
		if a.Slot.Type.List {
			m.Stack.setList(base, a.Slot, e.Keep(a.Value.List(e)))
		} else {
			v := a.Value.Num(e)
			e.World.Stack[base+a.Slot.At] = v
		}
	}
	if p := m.P.Procs[proc]; m.Observer == nil && e.World.Err == nil && (m.Meter == nil || len(p.OnStart) == 0) &&
		m.Budget.Ops+1 < m.Budget.last {
		m.Meter.Saw(m.P.OpNumber(proc, 0))
		if !p.Plain {
			m.begin(p)
		}
		e.World.Stack[state.AtPC]++ // without an observer both ops run together
		m.Budget.Ops++
	}
}

// execStop ends the frames up to the one that a `stop` names.
func (m *Match) execStop(op *program.StopOp, o *program.Op) {
	e := &m.Env
	base, resume := 0, op.Resume
	switch {
	case op.Pending:
		base = int(e.World.Stack[e.Base+state.FramePending])
	case op.Own:
		base = e.Base
	default:
		base, resume = m.Stack.stoppedBy(op)
	}
	if base == 0 {
		m.Env.World.Fail(o.Step.Pos, op.Name.Name+" is not running, so it cannot be stopped")
		return
	}
	m.tell(Event{Kind: Stopped, Step: o.Step, Text: op.Name.Name, Who: e.Who,
		Value: e.World.Stack[base+state.FrameProc]})
	m.reportChange(o.Step)
	m.stop(base, resume)
}

// finish ends the match for the winners. It does nothing in an `at_end` that runs because of an
// earlier `finish`.
func (x opRun) finish(op *program.FinishOp) {
	e := &x.m.Env
	if x.m.Stack.concluding() {
		return
	}
	for _, p := range op.Players.List(e) {
		e.World.Stack[state.AtWinners] |= 1 << uint(p)
	}
	x.m.reportChange(x.op.Step)
	x.m.tell(Event{Kind: Ended, Step: x.op.Step})
	e.World.Stack[state.AtUnwind] = 0
	x.m.conclude()
}
