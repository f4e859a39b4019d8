package match

import (
	"slices"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
)

// Thought is an answer that a bot's search examined: the number of trials, and the average
// result in hundredths of a win.
type Thought struct {
	Answer       string
	Tried, Worth int
	Taken        bool
}

// Thoughts returns the answers that a bot's search examined for a decision, most tried first.
// It must be called before the decision is replayed. The result reveals the bot's hidden cards.
// Bots of a match with Options.Kept repeat the same search.
func (m *Match) Thoughts(decided Decision) []Thought {
	r := m.m.Next()
	if r == nil || r.By == machine.Chance || decided.By != r.By || decided.Offer != "" {
		return nil
	}
	search, ok := m.bots[r.By].(*decide.Search)
	if !ok {
		return nil
	}
	m.reseedBots(m.Seed, len(m.record))
	answer := slices.Clone(search.Decide(m.m, r))
	if m.stopped() || !slices.Equal(answer, decided.Answer) { // a different player decided there
		return nil
	}
	v := m.viewerFor(r.By)
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

// reseedBots reseeds the bots from the number of decisions so far, so that earlier searches do not
// affect their choices.
func (p *players) reseedBots(seed uint64, decided int) {
	for i, bot := range p.bots {
		if bot != nil {
			*bot.Generator() = decide.NewRNG(decide.MatchSeed(seed, uint64(decided)), uint64(2+i))
		}
	}
}

// stopped reports whether the context is done. A bot that is stopped during its search has not
// decided.
func (m *Match) stopped() bool { return m.opt.Context != nil && m.opt.Context.Err() != nil }

// Searches reports whether a seat has a bot with Thoughts.
func (p *players) Searches(seat int32) bool {
	_, ok := p.bots[seat].(*decide.Search)
	return ok
}
