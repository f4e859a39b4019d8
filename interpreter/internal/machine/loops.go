package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// eachBegin fixes the list that a loop goes through.
func (m *Match) eachBegin(l *program.Loop) {
	e := &m.Env
	m.fixList(e.Base, l, e.Keep(l.In.List(e)))
}

func (m *Match) fixList(base int, l *program.Loop, list []int32) {
	m.setList(base, l.List, list)
	s := m.Env.S
	s[base+l.At.At] = 0
	s[base+l.Saved.At] = s[base+state.FrameMe]
	if l.Sealed.Yes(&m.Env) {
		s[state.AtSealed] = state.Seal(l.Block, 0)
	}
}

// InRound has a loop of the running procedure stand in the round of the first of a list,
// with the others to come.
func (m *Match) InRound(l *program.Loop, list []int32) {
	base := m.Env.Frame()
	m.fixList(base, l, list)
	m.round(base, l)
}

// eachNext begins the next round, or ends the loop.
func (m *Match) eachNext(l *program.Loop, op *program.Op) {
	e := &m.Env
	b := e.Base
	i, n := e.S[b+l.At.At], e.S[b+l.List.At+1]
	if i >= n || i == schema.Nothing {
		m.endLoop(b, l)
		e.S[state.AtPC] = op.To
		return
	}
	m.did(op.Step) // a round begins
	m.round(b, l)
}

// round begins the next round.
func (m *Match) round(base int, l *program.Loop) {
	s := m.Env.S
	i := s[base+l.At.At]
	v := s[base+int(s[base+l.List.At])+int(i)]
	s[base+l.At.At] = i + 1
	if l.Me {
		s[base+state.FrameMe] = v
		if l.Sealed.Yes(&m.Env) {
			s[state.AtSealed] = state.Seal(l.Block, v)
		}
	} else if l.Var != nil {
		s[base+l.Var.At] = v
	}
}

// PlayRounds plays the first n rounds of a loop of the running procedure again, where decide answers,
// and reports whether that went well. The stack is then what it was: names tell nothing of these rounds.
func (m *Match) PlayRounds(l *program.Loop, n int32, decide func(*Match, *Request) []int32) bool {
	e := &m.Env
	m.stack = append(m.stack[:0], e.S...)
	base, next := e.Frame(), l.First+1
	e.S[base+l.At.At], e.S[state.AtPC] = 0, next
	for e.Err == nil && (m.follow(m.running(), e.S[state.AtPC]) != next || e.S[base+l.At.At] != n) {
		if !m.step() || e.Err != nil {
			continue
		}
		m.asked = true
		if m.Answer(decide(m, &m.req)...) != nil {
			return false
		}
	}
	e.S = append(e.S[:0], m.stack...)
	m.asked = false
	return e.Err == nil
}

// startAnew takes the value of names that a round of a loop makes first.
func (m *Match) startAnew(names []*formula.Slot) {
	b := m.Env.Base
	for _, s := range names {
		if s.Type.List {
			m.setList(b, s, nil)
		} else {
			m.Env.S[b+s.At] = schema.Nothing
		}
	}
}

// Round is a round of a loop that is under way.
type Round struct {
	Loop  *program.Loop
	Frame int   // of the procedure that the loop is part of
	At    int32 // the number of the round, from 1
	Value int32 // of the list that the loop goes through
}

// Rounds appends the rounds of all loops that are under way to list, the outermost first.
func (m *Match) Rounds(list []Round) []Round {
	n := len(list)
	s := m.Env.S
	for base, pc := range m.Frames() {
		loops := m.P.Units[s[base+state.FrameProc]].Loops
		for i := len(loops) - 1; i >= 0; i-- {
			l := loops[i]
			at := s[base+l.At.At]
			if l.First < pc && pc < l.End && at > 0 {
				list = append(list, Round{l, base, at, s[base+int(s[base+l.List.At])+int(at)-1]})
			}
		}
	}
	slices.Reverse(list[n:])
	return list
}
