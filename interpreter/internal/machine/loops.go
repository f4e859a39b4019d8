package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// loop is an `each` in the frame at base.
type loop struct {
	*program.Loop
	m    *Match
	base int
}

// begin evaluates and stores the list of the loop.
func (l loop) begin() {
	e := &l.m.Env
	list := e.Keep(l.In.List(e))
	if l.Blind {
		sortUnknownLast(e, list)
	}
	l.fixList(list)
}

// fixList stores a list before the first round.
func (l loop) fixList(list []int32) {
	l.m.Stack.setList(l.base, l.List, list)
	s := l.m.Env.Stack
	s[l.base+l.At.At] = 0
	s[l.base+l.Saved.At] = s[l.base+state.FrameMe]
	if l.Sealed.Yes(&l.m.Env) {
		s[state.AtSealed] = state.Seal(l.Block, 0)
	}
}

// InRound sets a loop of the running procedure to the first round of a list.
func (m *Match) InRound(l *program.Loop, list []int32) {
	in := loop{Loop: l, m: m, base: m.Env.Frame()}
	in.fixList(list)
	in.round()
}

// next starts the next round or ends the loop.
func (l loop) next(op *program.Op) (waits bool) {
	e := &l.m.Env
	i, n := e.Stack[l.base+l.At.At], e.Stack[l.base+l.List.At+1]
	if i >= n || i == schema.Nothing {
		l.m.Stack.endLoop(l.base, l.Loop)
		e.Stack[state.AtPC] = int32(op.To)
		return false
	}
	if l.Blind && !l.m.Named && (opRun{l.m, op}).askNext(l.toCome()) {
		return true
	}
	l.nextRound(op)
	return false
}

// nextRound begins the round for the first of the pieces to come.
func (l loop) nextRound(op *program.Op) {
	if l.Blind {
		opRun{l.m, op}.takeFirst(l.toCome())
	}
	l.m.reportChange(op.Step)
	l.round()
}

// toCome returns the pieces for which a loop of the running procedure has still to run.
func (l loop) toCome() []int32 { return l.m.Stack.listFrom(l.base, l.List, l.At) }

// round binds the names of the next round.
func (l loop) round() {
	s := l.m.Env.Stack
	i := s[l.base+l.At.At]
	v := s[l.base+int(s[l.base+l.List.At])+int(i)]
	s[l.base+l.At.At] = i + 1
	if l.Me {
		s[l.base+state.FrameMe] = v
		if l.Sealed.Yes(&l.m.Env) {
			s[state.AtSealed] = state.Seal(l.Block, ref.Seat(v))
		}
	} else if l.Var != nil {
		s[l.base+l.Var.At] = v
	}
}

// PlayRounds replays the first n rounds of a loop of the running procedure with the answers of
// decide. It reports whether that succeeded. It then restores the stack, so that no name
// reveals the rounds.
func (m *Match) PlayRounds(l *program.Loop, n int32, decide func(*Match, *Request) []int32) bool {
	e := &m.Env
	m.stack = append(m.stack[:0], e.Stack...)
	base, next := e.Frame(), l.First+1
	e.Stack[base+l.At.At], e.Stack[state.AtPC] = 0, int32(next)
	for e.Err == nil && (m.Stack.follow(m.Stack.running(), ref.PC(e.Stack[state.AtPC])) != next ||
		e.Stack[base+l.At.At] != n) {
		if !m.step() || e.Err != nil {
			continue
		}
		m.asked = true
		if m.Answer(decide(m, &m.req)...) != nil {
			return false
		}
	}
	e.Stack = append(e.Stack[:0], m.stack...)
	m.asked = false
	return e.Err == nil
}
