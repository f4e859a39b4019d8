package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// count adds one to counters, for a player and for anybody.
func (m *Match) count(spans []int, player int32) {
	for _, i := range spans {
		at := state.HeaderLen + i*(m.P.MaxPlayers+1)
		m.Env.S[at]++
		if player >= 0 {
			m.Env.S[at+1+int(player)]++
		}
	}
}

// begin is what happens when a procedure begins: counters of what happens in it
// start anew, fields that reset with it do, and what was set until it starts
// ends.
func (m *Match) begin(p *program.Proc) {
	me := m.Env.Me()
	for _, i := range p.Spans {
		at := state.HeaderLen + i*(m.P.MaxPlayers+1)
		clear(m.Env.S[at : at+m.P.MaxPlayers+1])
	}
	m.count(p.Counts, me)
	for _, f := range p.Resets {
		first, n := m.words(f)
		for i := range n {
			m.Env.W[first+i] = m.first(f, i)
		}
	}
	m.endTimed(p.StartsTimed, me)
}

// words is where the values of a field lie: one, or one a seat or a piece.
func (m *Match) words(f *schema.Field) (first, n int) {
	switch f.Scope {
	case schema.OfGame:
		return f.Slot, 1
	case schema.OfPlayer:
		return f.Slot, m.P.MaxPlayers
	}
	for i, k := range m.P.Kinds {
		if f.Kinds.Has(i) {
			n += k.N
		}
	}
	return f.Slot, n
}

// first is the value that word i of a field begins with.
func (m *Match) first(f *schema.Field, i int) int32 {
	if f.Scope != schema.OfPiece {
		return f.Default
	}
	for ki, k := range m.P.Kinds {
		if f.Kinds.Has(ki) {
			if i < k.N {
				return m.P.Initial(m.P.Cards[m.P.Pieces[k.First+i].Card], f)
			}
			i -= k.N
		}
	}
	return f.Default
}

// A value set for a time has two words beside it: the duration, which is
// (index into Timed + 1) * 64 + seat + 1 (seat 0 is anybody), and how many runs
// that were under way when it was set do not count.

func (m *Match) setTimed(f *schema.Field, word int, timed int, of int32) {
	at := f.Slot + f.UntilAt + 2*(word-f.Slot)
	if m.Env.W[word] == m.first(f, word-f.Slot) {
		m.Env.W[at], m.Env.W[at+1] = 0, 0 // set to the default: it is over
		return
	}
	seat := int32(0)
	if of >= 0 {
		seat = of + 1
	}
	skip := int32(0)
	t := m.P.Timed[timed]
	for fr := int(m.Env.S[state.AtFrame]); fr > 0 && !t.Start; fr = int(m.Env.S[fr+state.FramePrev]) {
		if int(m.Env.S[fr+state.FrameProc]) == t.Proc && (of < 0 || m.Env.S[fr+state.FrameMe] == of) {
			skip++
		}
	}
	m.Env.W[at], m.Env.W[at+1] = int32(timed+1)*64+seat, skip
}

// endTimed ends the values that were set until a procedure run by a seat ends
// (or starts).
func (m *Match) endTimed(timed []int, seat int32) {
	if len(timed) == 0 {
		return
	}
	for _, list := range [3][]*schema.Field{m.P.GameFields, m.P.PlayerFields, m.P.PieceFields} {
		for _, f := range list {
			if !f.Until || !f.Mark {
				continue
			}
			first, n := m.words(f)
			for i := range n {
				at := first + f.UntilAt + 2*i
				d := m.Env.W[at]
				if d == 0 || !contains(timed, int(d/64)-1) || (d%64 != 0 && d%64 != seat+1) {
					continue
				}
				if m.Env.W[at+1] > 0 {
					m.Env.W[at+1]--
					continue
				}
				m.Env.W[first+i], m.Env.W[at] = m.first(f, i), 0
			}
		}
	}
}

func contains(list []int, x int) bool {
	for _, v := range list {
		if v == x {
			return true
		}
	}
	return false
}
