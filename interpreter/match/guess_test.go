package match_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
)

// A guess depends only on the knowledge of the seat: a guess of a guess is the same as one of the match itself, also in
// the dice of what follows. The seat sees the same table in both.
func TestAGuessRevealsNothing(t *testing.T) {
	for id, g := range games.Every(t, "../..") {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			least, _ := g.Players()
			h := match.Header{Game: id, Data: "0", Seed: 5, Lang: "en", Players: least, IDs: g.Seats()[:least]}
			for range least {
				h.Seats = append(h.Seats, match.Random)
			}
			m, err := match.New(g, h, match.Options{Kept: true})
			require.NoError(t, err)
			for n := range 150 {
				seat, ok := m.Asked()
				if ok && seat >= 0 && n%5 == 0 {
					other, err := m.Guess(seat, 1)
					require.NoError(t, err)
					require.Equal(t, m.View(int32(seat), nil), other.View(int32(seat), nil), "decision %d", n)
					a, err := m.Guess(seat, 2)
					require.NoError(t, err)
					b, err := other.Guess(seat, 2)
					require.NoError(t, err)
					for range 10 {
						require.Equal(t, a.View(match.Everything, nil), b.View(match.Everything, nil), "decision %d", n)
						_, err = a.Step()
						require.NoError(t, err)
						_, err = b.Step()
						require.NoError(t, err)
						assert.Equal(t, a.Decisions(), b.Decisions())
					}
				}
				if on, err := m.Step(); err != nil || !on {
					require.NoError(t, err)
					break
				}
			}
		})
	}
}
