// Package engine gives tests of other packages a match of the machine alone: without log,
// chance or bots. They compare it with the match of a table, of a terminal or of a search.
package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/match"
)

// Match is a match of the machine, Request is its open decision, Illegal the error for a refused
// answer, and Seat a player in these.
type (
	Match   = machine.Match
	Request = machine.Request
	Illegal = machine.Illegal
	Seat    = ref.Seat
)

// Knows reports whether a seat knows the piece with a number.
func Knows(m *Match, seat Seat, piece int) bool { return m.Env.World.Knows(seat, ref.Piece(piece)) }

// New starts a match.
func New(g *interpreter.Game, players int) *Match { return machine.New(g.Program, players, nil) }

// Make makes a recorded decision.
func Make(m *Match, d match.Decision) error {
	return decide.Move{By: ref.Seat(d.By), Offer: d.Offer, Answer: d.Answer}.Make(m)
}

// Random answers requests at random. RNG is a random generator.
type (
	Random = decide.Random
	RNG    = decide.RNG
)

// NewRandom returns a random decider for a seed.
func NewRandom(seed uint64) *Random { return decide.NewRandom(seed) }

// NewRNG returns the generator for a stream of a seed.
func NewRNG(seed, stream uint64) RNG { return decide.NewRNG(seed, stream) }

// Redeal replaces all information that a seat may not know by random possible values. It
// reports whether that succeeded.
func Redeal(g *interpreter.Game, m *Match, seat int32, lots *RNG, answers *Random) bool {
	var again decide.Determinizer
	if len(g.Syntax.Bots) > 0 {
		again.Likely = g.Program.Bots[g.Syntax.Bots[0].Name][program.Likely]
	}
	again.Look(m, ref.Seat(seat))
	return again.Guess(lots, answers.Decide)
}

// Moves returns the first decisions of a random match, at most most. After every third decision
// a seat makes a side offer, if it may.
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
				if seat := int32(len(moves) % players); m.MayOffer(o.Name, ref.Seat(seat)) == nil {
					move = decide.Move{By: ref.Seat(seat), Offer: o.Name}
				}
			}
		}
		moves = append(moves, match.Decision{By: int32(move.By), Offer: move.Offer, Answer: slices.Clone(move.Answer)})
		require.NoError(t, move.Make(m))
	}
	return moves
}
