package machine

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
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
	if l.Blind && !l.m.Named {
		sortUnknownLast(e, list)
	}
	l.fixList(list)
}

// fixList stores a list before the first round.
func (l loop) fixList(list []int32) {
	l.m.Stack.setList(l.base, l.List, list)
	s := l.m.Env.S
	s[l.base+l.At.At] = 0
	s[l.base+l.Saved.At] = s[l.base+state.FrameMe]
	if l.Sealed.Yes(&l.m.Env) {
		s[state.AtSealed] = state.Seal(l.Block, 0)
	}
}

// InRound sets a loop of the running procedure to the first round of a list.
func (m *Match) InRound(l *program.Loop, list []int32) {
	in := loop{l, m, m.Env.Frame()}
	in.fixList(list)
	in.round()
}

// next starts the next round or ends the loop.
func (l loop) next(op *program.Op) (waits bool) {
	e := &l.m.Env
	i, n := e.S[l.base+l.At.At], e.S[l.base+l.List.At+1]
	if i >= n || i == schema.Nothing {
		l.m.Stack.endLoop(l.base, l.Loop)
		e.S[state.AtPC] = op.To
		return false
	}
	if l.Blind && !l.m.Named && l.askRound(op) {
		return true
	}
	l.m.reportChange(op.Step) // a round begins
	l.round()
	return false
}

// toCome returns the pieces of the remaining rounds of a loop.
func (l loop) toCome() []int32 {
	s := l.m.Env.S
	off, n := l.base+int(s[l.base+l.List.At]), int(s[l.base+l.List.At+1])
	return s[off+int(s[l.base+l.At.At]) : off+n]
}

// The rounds of a loop are in the order of declaration of the pieces. A player who does not
// know the pieces could learn from a question, a die or a log line in a round which of two
// pieces is declared first. So the pieces known to all come first. Among pieces in one zone,
// and in a stack at one position, of which some player does not know one, chance draws the next
// round.

// sortUnknownLast sorts pieces for a loop: first those known to all, then the others by
// position.
func sortUnknownLast(e *formula.Env, list []int32) {
	slices.SortStableFunc(list, func(p, q int32) int {
		switch known, other := knownToAll(e, p), knownToAll(e, q); {
		case known && other:
			return 0
		case known:
			return -1
		case other:
			return 1
		}
		return cmp.Or(cmp.Compare(e.In(p), e.In(q)), cmp.Compare(placeIn(e, p), placeIn(e, q)))
	})
}

// knownToAll reports whether all seats know a piece.
func knownToAll(e *formula.Env, p int32) bool {
	for seat := range e.Players() {
		if !e.Knows(seat, p) {
			return false
		}
	}
	return true
}

// askRound asks chance for the piece of the next round. It does not ask if there is only one,
// or only equal cards.
func (l loop) askRound(op *program.Op) (waits bool) {
	e := &l.m.Env
	list := l.toCome()
	if knownToAll(e, list[0]) {
		return false
	}
	r := l.m.newRequest(AskDraw, l.m.P.Procs[op.Step.Proc].Request+"."+l.Name.Name, Chance, op)
	r.For, r.Type = e.Who, schema.Type{Base: schema.Piece}
	r.cand = r.cand[:0]
	for _, p := range list {
		if e.In(p) == e.In(list[0]) && placeIn(e, p) == placeIn(e, list[0]) && !knownToAll(e, p) {
			r.cand = append(r.cand, p)
		}
	}
	slices.Sort(r.cand)
	for _, p := range r.cand {
		r.offerAs(r.optionLike(-1, p), p)
	}
	return len(r.Options) > 1
}

// drawnRound begins the round for piece p, which chance has drawn.
func (l loop) drawnRound(op *program.Op, p int32) {
	list := l.toCome()
	i := slices.Index(list, p)
	list[0], list[i] = list[i], list[0]
	l.m.reportChange(op.Step)
	l.round()
}

// round starts the next round.
func (l loop) round() {
	s := l.m.Env.S
	i := s[l.base+l.At.At]
	v := s[l.base+int(s[l.base+l.List.At])+int(i)]
	s[l.base+l.At.At] = i + 1
	if l.Me {
		s[l.base+state.FrameMe] = v
		if l.Sealed.Yes(&l.m.Env) {
			s[state.AtSealed] = state.Seal(l.Block, v)
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
