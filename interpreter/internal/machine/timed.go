package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// countSpans increments counters, in total and for a player.
func countSpans(e *formula.Env, maxPlayers int, spans []int, player ref.Seat) {
	for _, i := range spans {
		e.World.Touched = true
		at := state.CounterAt(i, maxPlayers)
		e.World.Stack[at]++
		if player >= 0 {
			e.World.Stack[at+1+int(player)]++
		}
	}
}

// begin resets the counters and fields that a procedure resets at its start, and ends the
// temporary values that last until then.
func (m *Match) begin(p *program.Proc) {
	me := m.Env.World.Stack.Me()
	for _, r := range p.Restarts {
		m.Env.World.Touched = true
		clear(m.Env.World.Stack[r.From:r.To])
	}
	countSpans(&m.Env, m.P.MaxPlayers, p.Counts, me)
	for i := range p.Resets {
		resetField(&m.Env, &p.Resets[i])
	}
	if len(p.StartsTimed) > 0 {
		expiry{m: m, timed: p.StartsTimed, seat: me, step: m.P.Whole(p.Index)}.run()
	}
}

// resetField sets words of a field to their initial values.
func resetField(e *formula.Env, r *schema.Reset) {
	for word := r.From; word < r.From+r.N; word++ {
		e.World.Write(word, r.Field.First(word))
		if r.Field.Until {
			e.World.Outlast(r.Field, word)
		}
	}
}

// expiry ends the temporary values that last until a procedure of a seat ends or starts.
type expiry struct {
	m     *Match
	timed []int // indices into Program.Timed
	seat  ref.Seat
	step  *program.Step
}

// run checks all fields that can have temporary values. A procedure that has just ended does
// not count as running.
func (x expiry) run() {
	if !x.m.Env.World.Timed {
		return
	}
	x.m.Env.World.Timed = false
	for _, f := range x.m.P.TimedFields {
		for word := x.m.Env.World.Temporary(f, f.Slot); word >= 0; word = x.m.Env.World.Temporary(f, word+1) {
			x.m.Env.World.Timed = true
			x.end(f, word)
		}
	}
}

// end ends the value of a word if it lasts until this event.
func (x expiry) end(f *schema.Field, word int) {
	until := x.m.Env.World.Until(f, word)
	end, of := state.UntilOf(until[0])
	if !slices.Contains(x.timed, end) || of >= 0 && ref.Seat(of) != x.seat {
		return
	}
	if skip := until[1]; skip > 0 {
		if left := x.m.Stack.count(x.m.P.Timed[end].Proc, ref.Seat(of)); left < skip {
			x.m.Env.World.SetUntil(f, word, [2]int32{until[0], left}) // the ending frame was running
			return
		}
	}
	x.tellOver(f, word-f.Slot)
	x.m.Env.World.Write(word, f.First(word))
	x.m.Env.World.Outlast(f, word)
}

// tellOver reports to the observer that word i of a field returns to its initial value.
func (x expiry) tellOver(f *schema.Field, i int) {
	if x.m.Observer == nil {
		return
	}
	ev := Event{Kind: Assigned, Step: x.step, Who: x.seat, Text: f.Name, Was: x.m.Env.World.Word(f.Slot + i),
		Value: f.Firsts[i], Of: ref.NoSeat, Piece: ref.NoPiece, Type: f.Type, Field: f}
	switch f.Scope {
	case schema.OfPlayer:
		ev.Of, ev.Text = ref.Seat(i), "me."+f.Name
	case schema.OfPiece:
		ev.Piece = x.m.P.PieceOf(f, i)
	}
	x.m.Observer.Event(ev)
}
