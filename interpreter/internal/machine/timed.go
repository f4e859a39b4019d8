package machine

import (
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// count adds one to counters, in total and for a player.
func (m *Match) count(spans []int, player int32) {
	for _, i := range spans {
		m.Env.Touched = true
		at := state.CounterAt(i, m.P.MaxPlayers)
		m.Env.S[at]++
		if player >= 0 {
			m.Env.S[at+1+int(player)]++
		}
	}
}

// begin resets the counters and fields that restart with a procedure, and ends the values set until it
// starts.
func (m *Match) begin(p *program.Proc) {
	me := m.Env.Me()
	for _, r := range p.Restarts {
		m.Env.Touched = true
		clear(m.Env.S[r.From:r.To])
	}
	m.count(p.Counts, me)
	for i := range p.Resets {
		m.reset(&p.Resets[i])
	}
	if len(p.StartsTimed) > 0 {
		m.endTimed(p.StartsTimed, me, m.P.Whole(int32(p.Index)))
	}
}

// reset restores the first values of words of a field.
func (m *Match) reset(r *schema.Reset) {
	f, words := r.Field, m.Env.W[r.From:r.From+r.N]
	firsts := f.Firsts[r.From-f.Slot:][:r.N]
	if !slices.Equal(words, firsts) {
		m.Env.Touched = true
		copy(words, firsts)
	}
	if f.Until {
		for word := r.From; word < r.From+r.N; word++ {
			m.Env.Outlast(f, word)
		}
	}
}

func (m *Match) setTimed(f *schema.Field, word, timed int, of int32) {
	if m.Env.W[word] == f.First(word) {
		m.Env.Outlast(f, word) // set to the default: it is over
		return
	}
	at, t := state.UntilAt(f, word), m.P.Timed[timed]
	m.Env.W[at], m.Env.W[at+1] = state.UntilCode(timed, of), 0
	if !t.Start {
		m.Env.W[at+1] = m.Stack.count(t.Proc, of)
	}
}

// endTimed ends the values that were set until a procedure of a seat ends or starts. A procedure that has
// ended is no longer under way.
func (m *Match) endTimed(timed []int, seat int32, step *program.Step) {
	for _, f := range m.P.TimedFields {
		for word := f.Slot; word < f.Slot+len(f.Firsts); word++ {
			if m.Env.W[state.UntilAt(f, word)] != 0 {
				m.endWord(f, word, timed, seat, step)
			}
		}
	}
}

func (m *Match) endWord(f *schema.Field, word int, timed []int, seat int32, step *program.Step) {
	at := state.UntilAt(f, word)
	end, of := state.UntilOf(m.Env.W[at])
	if !slices.Contains(timed, end) || of >= 0 && of != seat {
		return
	}
	if skip := &m.Env.W[at+1]; *skip > 0 {
		if left := m.Stack.count(m.P.Timed[end].Proc, of); left < *skip {
			*skip = left // the frame that ends was under way
			return
		}
	}
	m.tellOver(f, word-f.Slot, seat, step)
	m.Env.Write(word, f.First(word))
	m.Env.Outlast(f, word)
}

// tellOver reports to the observer that word i of a field returns to its first value.
func (m *Match) tellOver(f *schema.Field, i int, seat int32, step *program.Step) {
	if m.Observer == nil {
		return
	}
	ev := Event{Kind: Assigned, Step: step, Who: seat, Text: f.Name, From: m.Env.W[f.Slot+i], Value: f.Firsts[i], To: -1, Piece: -1, Type: f.Type, Field: f}
	switch f.Scope {
	case schema.OfPlayer:
		ev.To, ev.Text = int32(i), "me."+f.Name
	case schema.OfPiece:
		ev.Piece = m.P.PieceOf(f, i)
	}
	m.Observer.Event(ev)
}
