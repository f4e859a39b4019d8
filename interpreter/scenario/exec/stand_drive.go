package exec

import (
	"context"
	"maps"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/fragments"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/match"
)

// Limit bounds the match: it ends when ctx is done or after the given number of steps. nil and
// 0 remove the limits.
func (s *Stand) Limit(ctx context.Context, work int) { s.M.Budget.Ctx, s.M.Budget.Total = ctx, work }

// Err returns the fault that ended the match: an error in its rules, a limit, or the end of its
// context.
func (s *Stand) Err() error { return s.M.Err() }

// Over reports whether the match is over.
func (s *Stand) Over() bool { return s.M.Finished() }

// Players returns the number of players.
func (s *Stand) Players() int { return int(s.M.Env.World.Players()) }

// Asked returns the open request and the seat that is asked, negative for chance. ok is false
// if there is none.
func (s *Stand) Asked() (seat int32, request string, ok bool) {
	req := s.M.Next()
	if req == nil {
		return 0, "", false
	}
	return int32(req.By), req.Name, true
}

// Answer answers the request with option numbers from 0. An illegal answer changes nothing.
func (s *Stand) Answer(options ...int32) error { return s.M.Answer(options...) }

// Offer makes a side offer for a seat.
func (s *Stand) Offer(name string, seat int32) error { return s.M.Offer(name, ref.Seat(seat)) }

// EachAnswer calls f with every legal answer of the request until f returns false.
func (s *Stand) EachAnswer(f func(options []int32) bool) { s.M.Next().EachAnswer(f) }

// Frames returns the number of running procedures and the name of the innermost.
func (s *Stand) Frames() (depth int, innermost string) {
	for f := range s.M.Env.World.Stack.Frames() {
		if depth++; depth == 1 {
			innermost = s.M.P.Procs[s.M.Env.World.Stack[f+state.FrameProc]].Name
		}
	}
	return depth, innermost
}

// Snapshot is a copy of the state of a match, with the last frames of ended procedures.
type Snapshot struct {
	state state.State
	last  map[ref.Proc][]int32
}

// Snapshot returns the current state. It shares memory with an earlier snapshot where both are
// equal.
func (s *Stand) Snapshot(was *Snapshot) *Snapshot {
	if was == nil {
		was = &Snapshot{}
	}
	return &Snapshot{s.M.State().Sharing(&was.state), maps.Clone(s.formulas.last)}
}

// Save stores the current state in a snapshot whose memory is reused.
func (s *Stand) Save(into *Snapshot) {
	s.M.Snapshot(&into.state)
	into.last = maps.Clone(s.formulas.last)
}

// Restore sets the match to a snapshot.
func (s *Stand) Restore(to *Snapshot) {
	s.M.Restore(&to.state)
	s.formulas.last = maps.Clone(to.last)
}

// Words returns the memory of a snapshot in 32-bit words, without the parts that it shares with
// another one.
func (b *Snapshot) Words(was *Snapshot) int {
	if was == nil {
		return b.state.Words(nil)
	}
	return b.state.Words(&was.state)
}

// Hash returns a hash of the state; equal states have equal hashes.
func (s *Stand) Hash() uint64 { return s.M.State().Hash() }

// SameWorld reports whether two matches with the same declarations have the same pieces, fields
// and counters, and are both over or both still running.
func (s *Stand) SameWorld(o *Stand) bool {
	return s.M.P.Schema == o.M.P.Schema && s.M.State().SameWorld(o.M.State()) && s.M.Finished() == o.M.Finished()
}

// View returns the match in its current state, for views of seats in a language.
func (s *Stand) View(lang string) (*match.Match, error) {
	g := s.script.game.Game
	h := match.Header{Game: g.ID, Lang: lang, Players: s.Players()}
	for seat := range h.Players {
		h.IDs, h.Seats = append(h.IDs, g.Program.Seats[seat]), append(h.Seats, match.Human)
	}
	return s.Match(h, match.Options{})
}

// Match returns a match in the current state that can be played on.
func (s *Stand) Match(h match.Header, o match.Options, recipients ...match.Recipient) (*match.Match, error) {
	m, err := match.New(s.script.game.Game, h, o, recipients...)
	if err == nil {
		m.SetData(s.M.Env.World.Data)
		m.SetState(s.M.State())
	}
	return m, err
}

// HasProcedure reports whether the game has a procedure of that name.
func (g *Game) HasProcedure(name string) bool { return g.Program.Proc(name) != nil }

// Qualify returns a formula in which names local to a procedure are written as in scenarios, or
// "" if the procedure does not exist.
func (g *Game) Qualify(procedure, text string) string {
	proc := g.Program.Proc(procedure)
	if proc == nil {
		return ""
	}
	return fragments.Qualified(proc.Name, text, func(name string) bool {
		return proc.Formulas[name] != nil || slices.ContainsFunc(proc.Slots, func(s *formula.Slot) bool {
			return s.Name == name
		})
	})
}
