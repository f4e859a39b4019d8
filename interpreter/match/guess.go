package match

import (
	"errors"
	"slices"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/ref"
)

// ErrNoGuess reports that no position was found that is possible as far as a seat knows.
var ErrNoGuess = errors.New("no position was found that fits the knowledge of the seat; try another seed")

// mostGuesses limits the attempts to deal a possible position.
const mostGuesses = 16

// Guess returns a match in a position that is possible as far as a seat knows: hidden pieces and values are dealt anew,
// and chance and bots draw from seed. Acts that are tried in it reveal nothing about the original. It has no decisions
// and no logs.
func (m *Match) Guess(seat int32, seed uint64) (*Match, error) {
	h := m.Header
	h.Seed = seed
	out, err := m.begin(h)
	if err != nil {
		return nil, err
	}
	m.m.Next()
	lots, others := decide.NewRNG(seed, 0), decide.NewRandom(seed)
	var d decide.Determinizer
	for range mostGuesses {
		out.m.Restore(m.m.State())
		d.Look(out.m, ref.Seat(seat))
		if d.Guess(&lots, others.Decide) {
			out.asks = slices.Clone(m.asks)
			return out, nil
		}
	}
	return nil, ErrNoGuess
}
