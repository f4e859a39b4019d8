// Package engine gives tests of other packages a match that only the machine keeps: without log, chance or bots.
// They compare it with the match of a table, of a terminal or of a search.
package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/match"
)

// Match is a match of the machine, Request is what it asks, and Illegal why it refuses an answer.
type (
	Match   = machine.Match
	Request = machine.Request
	Illegal = machine.Illegal
)

// New begins a match.
func New(g *interpreter.Game, players int) *Match { return machine.New(g.Program, players, nil) }

// Make makes a decision that a match has recorded.
func Make(m *Match, d match.Decision) error {
	return decide.Move{By: d.By, Offer: d.Offer, Answer: d.Answer}.Make(m)
}

// Random answers requests at random, RNG is a generator of random numbers.
type (
	Random = decide.Random
	RNG    = decide.RNG
)

// NewRandom returns a decider with a seed.
func NewRandom(seed uint64) *Random { return decide.NewRandom(seed) }

// NewRNG returns the generator of a stream of a seed.
func NewRNG(seed, stream uint64) RNG { return decide.NewRNG(seed, stream) }

// Redeal deals again all that a seat of m cannot know. It reports whether another deal fits all that the seat knows.
func Redeal(g *interpreter.Game, m *Match, seat int32, lots *RNG, answers *Random) bool {
	var again decide.Determinizer
	if len(g.Syntax.Bots) > 0 {
		again.Likely = g.Program.Bots[g.Syntax.Bots[0].Name][program.Likely]
	}
	again.Look(m, seat)
	return again.Guess(lots, answers.Decide)
}

// Moves returns the first decisions of a random match, up to most. After every third decision a seat that may make a
// side offer makes one.
func Moves(t *testing.T, g *interpreter.Game, players int, seed uint64, most int) (moves []match.Decision) {
	t.Helper()
	m := New(g, players)
	lots := decide.NewRandom(seed)
	who := decide.Seats{Chance: lots, Players: slices.Repeat([]decide.Decider{lots}, players)}
	for len(moves) < most {
		move, ok := who.Next(m)
		if !ok {
			return moves
		}
		if len(moves)%3 == 0 {
			for _, o := range g.Program.Offers {
				if seat := int32(len(moves) % players); m.MayOffer(o.Name, seat) == nil {
					move = decide.Move{By: seat, Offer: o.Name}
				}
			}
		}
		moves = append(moves, match.Decision{By: move.By, Offer: move.Offer, Answer: slices.Clone(move.Answer)})
		require.NoError(t, move.Make(m))
	}
	return moves
}
