package machine

import (
	"iter"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// maxDepth is the largest length of the stack, in words.
const maxDepth = 1 << 16

// Frames returns the frames under way, innermost first: the base, and the op at which the frame stands. That
// is the op that runs next or, in frames below, the op that waits.
func (m *Match) Frames() iter.Seq2[int, int32] {
	return func(yield func(int, int32) bool) {
		s := m.Env.S
		pc := s[state.AtPC]
		for base := int(s[state.AtFrame]); base > 0 && yield(base, pc); {
			ret, offer := s[base+state.FrameReturn], base == int(s[state.AtOffer])
			if base = int(s[base+state.FramePrev]); base == 0 {
				return
			}
			pc = ret - 1
			if offer || m.P.Units[s[base+state.FrameProc]].Ops[ret].Code == program.Ask {
				pc = ret // which goes on asking
			}
		}
	}
}

// ProcOf returns the procedure of a frame.
func (m *Match) ProcOf(base int) int { return int(m.Env.S[base+state.FrameProc]) }

// Op returns the op at which a frame stands.
func (m *Match) Op(base int, pc int32) *program.Op {
	return &m.P.Units[m.Env.S[base+state.FrameProc]].Ops[pc]
}

// Path returns the ops of a frame's procedure in their order. Of branches that readings decide it follows those in force.
func (m *Match) Path(base int) iter.Seq2[int32, *program.Op] {
	return func(yield func(int32, *program.Op) bool) {
		proc := int32(m.ProcOf(base))
		ops := m.P.Units[proc].Ops
		for pc := m.follow(proc, 0); yield(pc, &ops[pc]) && int(pc)+1 < len(ops); {
			pc = max(pc+1, m.follow(proc, pc+1)) // not back to where a loop begins
		}
	}
}

// push starts a procedure for a seat. ret is the op at which the frame below continues.
func (m *Match) push(proc int, seat, ret int32) int {
	p := m.P.Procs[proc]
	if m.Entered != nil {
		m.Entered[proc] = true
	}
	s := m.Env.S
	base := len(s)
	if base+p.Size > maxDepth {
		m.Env.FailLimit(p.Pos, "procedures call each other too deep")
		return int(s[state.AtFrame])
	}
	s = append(s, p.Blank...)
	header, f := (*[state.HeaderLen]int32)(s), (*[state.FrameLen]int32)(s[base:])
	f[state.FramePrev], f[state.FrameReturn] = header[state.AtFrame], ret
	f[state.FrameMe], f[state.FrameBy] = seat, seat
	header[state.AtFrame], header[state.AtPC] = int32(base), 0
	m.Env.S = s
	return base
}

// pop ends the running frame; the frame below continues.
func (m *Match) pop() {
	base := m.Env.Frame()
	p, seat := m.P.Procs[m.Env.S[base+state.FrameProc]], m.Env.S[base+state.FrameBy]
	m.endFrame(base, p)
	if len(p.EndsTimed) > 0 {
		m.endTimed(p.EndsTimed, seat, m.P.Whole(int32(p.Index)))
	}
}

// endFrame reports the end of the running frame, at base, and drops it.
func (m *Match) endFrame(base int, p *program.Proc) {
	if m.Observer != nil {
		m.tellReturned(base)
	}
	if m.Strict && len(p.Claims) > 0 {
		m.checkAtEnd(p)
	}
	if m.Meter != nil {
		m.measure(p.OnEnd)
	}
	m.drop(base)
}

// drop removes the running frame, at base, from the stack.
func (m *Match) drop(base int) {
	s := m.Env.S
	f := (*[state.FrameLen]int32)(s[base:])
	header := (*[state.HeaderLen]int32)(s)
	header[state.AtFrame], header[state.AtPC] = f[state.FramePrev], f[state.FrameReturn]
	if int(header[state.AtOffer]) == base {
		header[state.AtOffer] = 0 // and the request is asked anew
	}
	if header[state.AtFrame] == 0 {
		header[state.AtStatus], header[state.AtPC] = state.AtRest, 0
	}
	m.Env.S = s[:base]
}

// endProcedure ends the running procedure and, while a stop unwinds, the procedures below it.
func (m *Match) endProcedure() {
	base := m.Env.Base
	p := m.P.Procs[m.Env.S[base+state.FrameProc]]
	flags := &m.Env.S[base+state.FrameFlags]
	if p.Light && *flags == 0 && m.Observer == nil && !m.Strict && (m.Meter == nil || len(p.OnEnd) == 0) {
		m.drop(base)
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

// end ends the running frame, at base. If its `at_end` has yet to run, end starts it and returns false.
func (m *Match) end(base int) bool {
	flags := &m.Env.S[base+state.FrameFlags]
	if at := m.Unit().AtEnd; at >= 0 && *flags&state.FrameEnding == 0 {
		*flags |= state.FrameEnding
		m.Env.S[state.AtPC] = at
		return false
	}
	last := int(m.Env.S[state.AtUnwind]) == base // before the results move the frame
	m.giveBack(base)
	if m.pop(); last {
		m.Env.S[state.AtUnwind] = 0
	}
	return true
}

// conclude starts the `at_end` of the innermost procedure whose `at_end` has not started, and drops the
// frames above it. If there is none, the match is over.
func (m *Match) conclude() {
	s := m.Env.S
	for base := range m.Env.Frames() {
		at := m.P.Units[s[base+state.FrameProc]].AtEnd
		if at < 0 || s[base+state.FrameFlags]&state.FrameEnding != 0 {
			continue
		}
		for m.Env.Err == nil {
			top := m.Env.Frame()
			m.leaveLoops(top, m.Unit(), m.Env.S[state.AtPC], -1)
			if top == base {
				break
			}
			m.endFrame(top, m.P.Procs[m.Env.S[top+state.FrameProc]])
		}
		m.Env.S[base+state.FrameFlags] |= state.FrameEnding | state.FrameConcluding
		m.Env.S[state.AtPC] = at
		return
	}
	s[state.AtStatus] = state.Finished
	if m.Strict {
		m.eachRunning(m.checkAtEnd)
	}
	if m.Meter != nil {
		m.eachRunning(func(p *program.Proc) { m.measure(p.OnEnd) })
	}
}

// concluding reports whether an `at_end` runs because the match is finished.
func (m *Match) concluding() bool {
	s := m.Env.S
	for base := range m.Env.Frames() {
		if s[base+state.FrameFlags]&state.FrameConcluding != 0 {
			return true
		}
	}
	return false
}

// giveBack copies the results of a procedure to the names of its caller.
func (m *Match) giveBack(base int) {
	s := m.Env.S
	p := m.P.Procs[s[base+state.FrameProc]]
	prev, ret := int(s[base+state.FramePrev]), s[base+state.FrameReturn]
	if len(p.Gives) == 0 || prev == 0 || ret <= 0 {
		return
	}
	call, ok := m.P.Units[s[prev+state.FrameProc]].Ops[ret-1].Do.(*program.CallOp)
	if !ok {
		return
	}
	for _, g := range call.Gives {
		if g.From.Type.List {
			off, n := int(s[base+g.From.At]), int(s[base+g.From.At+1])
			m.setList(prev, g.To, m.Env.Keep(s[base+off:base+off+n]))
			s = m.Env.S
			base = int(s[state.AtFrame])
			prev = int(s[base+state.FramePrev])
		} else {
			s[prev+g.To.At] = s[base+g.From.At]
		}
	}
}

// stop unwinds to the frame at base, which continues at op resume, or ends if that is -1.
func (m *Match) stop(base int, resume int32) {
	m.Env.S[state.AtUnwind] = int32(base)
	m.Env.S[state.AtResume] = resume
	m.unwind()
}

// unwind ends frames, innermost first, up to the target of a stop. If a frame has an `at_end`, unwind
// returns so that it runs; endProcedure continues afterwards.
func (m *Match) unwind() {
	for m.Env.S[state.AtUnwind] != 0 && m.Env.Err == nil {
		s := m.Env.S
		base, resume := int(s[state.AtFrame]), int32(-1)
		if base == int(s[state.AtUnwind]) {
			resume = s[state.AtResume]
		}
		m.leaveLoops(base, m.Unit(), s[state.AtPC], resume)
		s = m.Env.S
		if resume >= 0 {
			s[state.AtPC], s[state.AtUnwind] = resume, 0
			return
		}
		s[base+state.FrameFlags] |= state.FrameStopped
		if !m.end(base) {
			return
		}
	}
}

// leaveLoops ends the loops that a stop leaves, inner loops last: it restores `me` and the seal, and empties
// their lists.
func (m *Match) leaveLoops(base int, u *program.Unit, from, to int32) {
	for _, l := range slices.Backward(u.Loops) {
		inside := func(pc int32) bool { return l.First < pc && pc < l.End }
		if inside(from) && !inside(to) {
			m.endLoop(base, l)
		}
	}
}

// endLoop restores what a loop has bound.
func (m *Match) endLoop(base int, l *program.Loop) {
	s := m.Env.S
	if s[base+l.At.At] == schema.Nothing {
		return // a scenario began within it
	}
	if l.Me {
		s[base+state.FrameMe] = s[base+l.Saved.At]
	}
	if l.Sealed.Yes(&m.Env) {
		s[state.AtSealed] = 0
	}
	s[base+l.At.At], s[base+l.Saved.At] = schema.Nothing, schema.Nothing
	m.setList(base, l.List, nil)
}

// setList writes a list into a frame. The elements of a frame's lists follow its slots, in the order of the
// slots; a change of length moves everything behind them, frames above included. vals must not alias the
// stack (see Env.Keep).
func (m *Match) setList(base int, slot *formula.Slot, vals []int32) {
	s := m.Env.S
	at := base + slot.At
	off, n := int(s[at]), int(s[at+1])
	p := m.P.Procs[s[base+state.FrameProc]]
	if n == len(vals) {
		copy(s[base+off:], vals)
		return
	}
	if n == 0 {
		off = listAt(s[base:], p, slot.At)
	}
	end := base + off + n
	last := end == len(s)
	delta := len(vals) - n
	switch {
	case delta > 0:
		if len(s)+delta > maxDepth {
			m.Env.FailLimit(m.place(), "the lists of this match grow too long")
			return
		}
		s = append(s, vals[:delta]...) // as good as any other words
		copy(s[end+delta:], s[end:len(s)-delta])
	case delta < 0:
		copy(s[end+delta:], s[end:])
		s = s[:len(s)+delta]
	}
	m.Env.S = s
	m.Env.Work += (len(s) - end) >> 4 // words moved
	copy(s[base+off:], vals)
	s[at], s[at+1] = int32(off), int32(len(vals))
	if len(vals) == 0 {
		s[at] = 0
	}
	if last {
		return
	}
	for _, l := range p.Lists {
		if l > slot.At && s[base+l+1] > 0 {
			s[base+l] += int32(delta)
		}
	}
	m.shiftFrames(base, int32(delta))
}

// listAt returns the place of a list's elements in a frame. Lists lie in the order of their slots, so that
// equal frames are equal words.
func listAt(frame []int32, p *program.Proc, slot int) int {
	at := p.Size
	for _, l := range p.Lists {
		if l < slot && frame[l+1] > 0 {
			at = int(frame[l] + frame[l+1])
		}
	}
	return at
}

// shiftFrames corrects the references to frames above base after these have moved.
func (m *Match) shiftFrames(base int, delta int32) {
	s := m.Env.S
	fix := func(w *int32) {
		if int(*w) > base {
			*w += delta
		}
	}
	fix(&s[state.AtFrame])
	fix(&s[state.AtUnwind])
	fix(&s[state.AtOffer])
	if m.Env.Base > base {
		m.Env.Base += int(delta)
	}
	for f := int(s[state.AtFrame]); f > base; f = int(s[f+state.FramePrev]) {
		fix(&s[f+state.FramePrev])
		fix(&s[f+state.FramePending])
	}
}

// stops returns the innermost frame that a stop ends, 0 if there is none, and the op at which it continues,
// -1 if it ends. A step runs only while the frame of its procedure is within it.
func (m *Match) stops(op *program.StopOp) (base int, resume int32) {
	s := m.Env.S
	pc := s[state.AtPC]
	for f := range m.Env.Frames() {
		proc := int(s[f+state.FrameProc])
		if proc == op.Proc {
			return f, -1
		}
		if op.OfStep() {
			if step := m.P.Units[proc].Step(op.Name); step != nil && step.Has(pc-1) {
				return f, step.End
			}
		}
		pc = s[f+state.FrameReturn]
	}
	return 0, -1
}
