package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// eachBegin fixes the list that a loop goes through.
func (m *Match) eachBegin(l *program.Loop) {
	e := &m.Env
	m.setList(e.Base, l.List, e.Keep(l.In.List(e)))
	e.S[e.Base+l.At.At] = 0
	e.S[e.Base+l.Saved.At] = e.Who
	if l.Sealed {
		e.S[state.AtSealed] = 1
	}
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
	v := e.S[b+int(e.S[b+l.List.At])+int(i)]
	e.S[b+l.At.At] = i + 1
	if l.Me {
		e.S[b+state.FrameMe] = v
		if l.Sealed {
			e.S[state.AtSealed] = 1 + v
		}
	} else if l.Var != nil {
		e.S[b+l.Var.At] = v
	}
}

// startAnew takes the value of names that a round of a loop makes first.
func (m *Match) startAnew(names []*formula.Slot) {
	b := m.Env.Base
	for _, s := range names {
		if s.T().List {
			m.setList(b, s, nil)
		} else {
			m.Env.S[b+s.At] = schema.Nothing
		}
	}
}
