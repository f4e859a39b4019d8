package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
)

// pop ends the running frame. The frame below continues.
func (m *Match) pop() {
	base := m.Env.World.Stack.Frame()
	p, seat := m.P.Procs[m.Env.World.Stack[base+state.FrameProc]], ref.Seat(m.Env.World.Stack[base+state.FrameBy])
	m.endFrame(base, p)
	if len(p.EndsTimed) > 0 {
		expiry{m: m, timed: p.EndsTimed, seat: seat, step: m.P.Whole(p.Index)}.run()
	}
}

// endFrame reports the end of the running frame, at base, and removes it.
func (m *Match) endFrame(base int, p *program.Proc) {
	if m.Observer != nil {
		f := m.Env.World.Stack[base:]
		m.Observer.Event(Event{Kind: Returned, Step: m.P.Whole(p.Index), Who: ref.Seat(f[state.FrameBy]),
			Value: int32(p.Index), On: f[state.FrameFlags]&state.FrameStopped != 0})
	}
	if m.Strict && len(p.Claims) > 0 {
		m.checkAtEnd(p)
	}
	m.measure(p.OnEnd)
	m.Stack.drop(base)
}

// endProcedure ends the running procedure and, while a stop is unwinding, the procedures below
// it.
func (m *Match) endProcedure() {
	base := m.Env.Base
	p := m.P.Procs[m.Env.World.Stack[base+state.FrameProc]]
	flags := &m.Env.World.Stack[base+state.FrameFlags]
	if p.Light && *flags == 0 && m.Observer == nil && !m.Strict && (m.Meter == nil || len(p.OnEnd) == 0) {
		m.Stack.drop(base)
		return
	}
	if *flags&state.FrameConcluding != 0 {
		m.conclude()
		return
	}
	stopped := *flags&state.FrameStopped != 0
	if m.end(base) && stopped {
		m.unwind()
	}
}

// end ends the running frame, at base. If its `at_end` has not run yet, end starts it and
// returns false.
func (m *Match) end(base int) bool {
	flags := &m.Env.World.Stack[base+state.FrameFlags]
	if at := m.Stack.Unit().AtEnd; at >= 0 && *flags&state.FrameEnding == 0 {
		*flags |= state.FrameEnding
		m.Env.World.Stack[state.AtPC] = int32(at)
		return false
	}
	last := int(m.Env.World.Stack[state.AtUnwind]) == base // before the results move the frame
	m.Stack.giveBack(base)
	m.pop()
	if last {
		m.Env.World.Stack[state.AtUnwind] = 0
	}
	return true
}

// conclude starts the `at_end` of the innermost procedure whose `at_end` has not started, and
// removes the frames above it. If there is none, the match is over.
func (m *Match) conclude() {
	s := m.Env.World.Stack
	for base := range m.Env.World.Stack.Frames() {
		at := m.P.Units[s[base+state.FrameProc]].AtEnd
		if at < 0 || s[base+state.FrameFlags]&state.FrameEnding != 0 {
			continue
		}
		for m.Env.World.Err == nil {
			top := m.Env.World.Stack.Frame()
			m.Stack.leaveLoops(top, m.Stack.Unit(), ref.PC(m.Env.World.Stack[state.AtPC]), -1)
			if top == base {
				break
			}
			m.endFrame(top, m.P.Procs[m.Env.World.Stack[top+state.FrameProc]])
		}
		m.Env.World.Stack[base+state.FrameFlags] |= state.FrameEnding | state.FrameConcluding
		m.Env.World.Stack[state.AtPC] = int32(at)
		return
	}
	s[state.AtStatus] = state.Finished
	if m.Strict {
		m.Stack.eachRunning(m.checkAtEnd)
	}
	m.Stack.eachRunning(func(p *program.Proc) { m.measure(p.OnEnd) })
}

// stop unwinds to the frame at base. That frame continues at op resume, or ends if resume is
// -1.
func (m *Match) stop(base int, resume ref.PC) {
	m.Env.World.Stack[state.AtUnwind] = int32(base)
	m.Env.World.Stack[state.AtResume] = int32(resume)
	m.unwind()
}

// unwind ends frames, innermost first, up to the target of a stop. If a frame has an `at_end`,
// unwind returns so that it can run; endProcedure continues afterwards.
func (m *Match) unwind() {
	for m.Env.World.Stack[state.AtUnwind] != 0 && m.Env.World.Err == nil {
		s := m.Env.World.Stack
		base, resume := int(s[state.AtFrame]), ref.PC(-1)
		if base == int(s[state.AtUnwind]) {
			resume = ref.PC(s[state.AtResume])
		}
		m.Stack.leaveLoops(base, m.Stack.Unit(), ref.PC(s[state.AtPC]), resume)
		s = m.Env.World.Stack
		if resume >= 0 {
			s[state.AtPC], s[state.AtUnwind] = int32(resume), 0
			return
		}
		s[base+state.FrameFlags] |= state.FrameStopped
		if !m.end(base) {
			return
		}
	}
}
