package machine

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// eachBegin evaluates and stores the list of a loop.
func (m *Match) eachBegin(l *program.Loop) {
	e := &m.Env
	list := e.Keep(l.In.List(e))
	if l.Blind && !m.Named {
		m.unknownLast(list)
	}
	m.fixList(e.Base, l, list)
}

func (m *Match) fixList(base int, l *program.Loop, list []int32) {
	m.Stack.setList(base, l.List, list)
	s := m.Env.S
	s[base+l.At.At] = 0
	s[base+l.Saved.At] = s[base+state.FrameMe]
	if l.Sealed.Yes(&m.Env) {
		s[state.AtSealed] = state.Seal(l.Block, 0)
	}
}

// InRound places a loop of the running procedure in its first round of a list.
func (m *Match) InRound(l *program.Loop, list []int32) {
	base := m.Env.Frame()
	m.fixList(base, l, list)
	m.round(base, l)
}

// eachNext starts the next round, or ends the loop.
func (m *Match) eachNext(l *program.Loop, op *program.Op) (waits bool) {
	e := &m.Env
	b := e.Base
	i, n := e.S[b+l.At.At], e.S[b+l.List.At+1]
	if i >= n || i == schema.Nothing {
		m.Stack.endLoop(b, l)
		e.S[state.AtPC] = op.To
		return false
	}
	if l.Blind && !m.Named && m.askRound(l, op) {
		return true
	}
	m.reportChange(op.Step) // a round begins
	m.round(b, l)
	return false
}

// toCome returns the pieces for which a loop of the running procedure has still to run.
func (m *Match) toCome(l *program.Loop) []int32 {
	s, b := m.Env.S, m.Env.Base
	off, n := b+int(s[b+l.List.At]), int(s[b+l.List.At+1])
	return s[off+int(s[b+l.At.At]) : off+n]
}

// The rounds of a loop follow the declaration of the pieces. A player who does not know them would learn from a
// question, a die or a sentence in a round which of two pieces is declared first. So the pieces that all know come
// first; of those in one zone, and in a stack at one place, of which somebody does not know one, chance draws the next.

// unknownLast sorts pieces for a loop: those that all know, then the others by where they lie.
func (m *Match) unknownLast(list []int32) {
	slices.SortStableFunc(list, func(p, q int32) int {
		switch known, other := m.knownToAll(p), m.knownToAll(q); {
		case known && other:
			return 0
		case known:
			return -1
		case other:
			return 1
		}
		return cmp.Or(cmp.Compare(m.Env.In(p), m.Env.In(q)), cmp.Compare(m.placeIn(p), m.placeIn(q)))
	})
}

func (m *Match) knownToAll(p int32) bool {
	for seat := range m.Env.Players() {
		if !m.Env.Knows(seat, p) {
			return false
		}
	}
	return true
}

// askRound asks chance for which piece the next round of a loop is. It need not where there is one, or only equal cards.
func (m *Match) askRound(l *program.Loop, op *program.Op) (waits bool) {
	e := &m.Env
	list := m.toCome(l)
	if m.knownToAll(list[0]) {
		return false
	}
	r := m.newRequest(AskDraw, m.P.Procs[op.Step.Proc].Request+"."+l.Name, Chance, op)
	r.For, r.Type = e.Who, schema.Type{Base: schema.Piece}
	m.cand = m.cand[:0]
	for _, p := range list {
		if e.In(p) == e.In(list[0]) && m.placeIn(p) == m.placeIn(list[0]) && !m.knownToAll(p) {
			m.cand = append(m.cand, p)
		}
	}
	slices.Sort(m.cand)
	for _, p := range m.cand {
		r.offerAs(m.optionLike(r, -1, p), p)
	}
	return len(r.Options) > 1
}

// drawnRound begins the round of piece p, which chance has drawn.
func (m *Match) drawnRound(l *program.Loop, op *program.Op, p int32) {
	list := m.toCome(l)
	i := slices.Index(list, p)
	list[0], list[i] = list[i], list[0]
	m.reportChange(op.Step)
	m.round(m.Env.Base, l)
}

// round starts the next round.
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

// PlayRounds replays the first n rounds of a loop of the running procedure with the answers of decide, and
// reports whether that succeeded. The stack is then restored, so that no name reveals the rounds.
func (m *Match) PlayRounds(l *program.Loop, n int32, decide func(*Match, *Request) []int32) bool {
	e := &m.Env
	m.stack = append(m.stack[:0], e.S...)
	base, next := e.Frame(), l.First+1
	e.S[base+l.At.At], e.S[state.AtPC] = 0, next
	for e.Err == nil && (m.Stack.follow(m.Stack.running(), e.S[state.AtPC]) != next || e.S[base+l.At.At] != n) {
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
