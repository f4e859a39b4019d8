package match

import (
	"slices"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
)

// Thought is an answer that a bot has looked at, and what it found: how often it was tried, and what it came
// to on average, in hundredths of a win.
type Thought struct {
	Answer       string
	Tried, Worth int
	Taken        bool
}

// Thoughts are what the bot that is asked now looks at, of one that searches, by how often; of what was
// decided here only. They tell what it holds. Bots of a match that is Kept think the same again.
func (m *Match) Thoughts(decided Decision) []Thought {
	r := m.m.Next()
	if r == nil || r.By == machine.Chance || decided.By != r.By || decided.Offer != "" {
		return nil
	}
	search, ok := m.bots[r.By].(*decide.Search)
	if !ok {
		return nil
	}
	m.drawAnew()
	answer := slices.Clone(search.Decide(m.m, r))
	if m.stopped() || !slices.Equal(answer, decided.Answer) { // somebody else sat there
		return nil
	}
	v := m.through(r.By)
	var out []Thought
	for _, t := range search.Tried(m.m, r) {
		one := Thought{Answer: v.none(r), Tried: t.Times, Worth: t.Worth, Taken: slices.Equal(t.Answer, answer)}
		var names []string
		for _, o := range t.Answer {
			names = append(names, v.option(r, r.Options[o]).Name)
		}
		if len(names) > 0 {
			one.Answer = counted(names)
		}
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b Thought) int { return b.Tried - a.Tried })
	return out
}

// drawAnew has bots draw random numbers that hang on what was decided so far alone.
func (m *Match) drawAnew() {
	for i, bot := range m.bots {
		if bot != nil {
			*bot.Generator() = decide.NewRNG(decide.MatchSeed(m.Seed, uint64(len(m.record))), uint64(2+i))
		}
	}
}

// stopped reports whether the context is over: who was stopped while thinking has not decided.
func (m *Match) stopped() bool { return m.opt.Context != nil && m.opt.Context.Err() != nil }

// Searches reports whether a seat has a bot that has Thoughts.
func (m *Match) Searches(seat int32) bool {
	_, ok := m.bots[seat].(*decide.Search)
	return ok
}
