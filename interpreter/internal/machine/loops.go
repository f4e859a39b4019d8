package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// loop is an `each` in the frame at base.
type loop struct {
	op   *program.Loop
	m    *Match
	base int
}

// begin evaluates and stores the list of the loop.
func (l loop) begin() {
	e := &l.m.Env
	list := e.Keep(l.op.In.List(e))
	if l.op.Blind {
		sortUnknownLast(e, list)
	}
	l.fixList(list)
}

// fixList stores a list before the first round.
func (l loop) fixList(list []int32) {
	l.m.Stack.setList(l.base, l.op.List, list)
	s := l.m.Env.World.Stack
	s[l.base+l.op.At.At] = 0
	s[l.base+l.op.Saved.At] = s[l.base+state.FrameMe]
	if l.op.Sealed.Yes(&l.m.Env) {
		s[state.AtSealed] = state.Seal(l.op.Block, 0)
	}
}

// InRound sets a loop of the running procedure to the first round of a list.
func (m *Match) InRound(l *program.Loop, list []int32) {
	in := loop{op: l, m: m, base: m.Env.World.Stack.Frame()}
	in.fixList(list)
	in.round()
}

// next starts the next round or ends the loop.
func (l loop) next(op *program.Op) (waits bool) {
	e := &l.m.Env
	i, n := e.World.Stack[l.base+l.op.At.At], e.World.Stack[l.base+l.op.List.At+1]
	if i >= n || i == schema.Nothing {
		l.m.Stack.endLoop(l.base, l.op)
		e.World.Stack[state.AtPC] = int32(op.To)
		return false
	}
	if l.op.Blind && !l.m.Omniscient && (opRun{l.m, op}).askNext(l.toCome()) {
		return true
	}
	l.nextRound(op)
	return false
}

// nextRound begins the round for the first of the pieces to come.
func (l loop) nextRound(op *program.Op) {
	if l.op.Blind {
		opRun{l.m, op}.takeFirst(l.toCome())
	}
	l.m.reportChange(op.Step)
	l.round()
}

// toCome returns the pieces for which a loop of the running procedure has still to run.
func (l loop) toCome() []int32 { return l.m.Stack.listFrom(l.base, l.op.List, l.op.At) }

// round binds the names of the next round.
func (l loop) round() {
	s := l.m.Env.World.Stack
	i := s[l.base+l.op.At.At]
	v := s[l.base+int(s[l.base+l.op.List.At])+int(i)]
	s[l.base+l.op.At.At] = i + 1
	if l.op.Me {
		s[l.base+state.FrameMe] = v
		if l.op.Sealed.Yes(&l.m.Env) {
			s[state.AtSealed] = state.Seal(l.op.Block, ref.Seat(v))
		}
	} else if l.op.Var != nil {
		s[l.base+l.op.Var.At] = v
	}
}

// PlayRounds replays the first n rounds of a loop of the running procedure with the answers of
// decide. It reports whether that succeeded. It then restores the stack, so that no name
// reveals the rounds.
func (m *Match) PlayRounds(l *program.Loop, n int32, decide func(*Match, *Request) []int32) bool {
	e := &m.Env
	m.stackBefore = append(m.stackBefore[:0], e.World.Stack...)
	base, next := e.World.Stack.Frame(), l.First+1
	e.World.Stack[base+l.At.At], e.World.Stack[state.AtPC] = 0, int32(next)
	for e.World.Err == nil && (m.Stack.follow(m.Stack.running(), ref.PC(e.World.Stack[state.AtPC])) != next ||
		e.World.Stack[base+l.At.At] != n) {
		if !m.step() || e.World.Err != nil {
			continue
		}
		m.asked = true
		if m.Answer(decide(m, &m.req)...) != nil {
			return false
		}
	}
	e.World.Stack = append(e.World.Stack[:0], m.stackBefore...)
	m.asked = false
	return e.World.Err == nil
}
