package match

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/games"
)

// playOut plays a match of bots to its end.
func playOut(t *testing.T, game string, seed uint64, people ...string) *Match {
	t.Helper()
	g := games.Load(t, "../..", game)
	h := Header{Game: g.ID, Seed: seed, Lang: "en", Players: max(g.Program.MinPlayers, len(people))}
	for i := range h.Players {
		h.IDs, h.Seats = append(h.IDs, g.Program.Seats[i]), append(h.Seats, Random)
	}
	m, err := New(g, h, Options{People: people}, Recipient{Public, "en"})
	require.NoError(t, err)
	for !m.Over() {
		require.Nil(t, m.Result(), "nothing is laid open before the end")
		moved, err := m.Step()
		require.NoError(t, err)
		require.True(t, moved)
	}
	return m
}

// For any winner, the rows and the reason explain the result in each language: the winner passes each test.
func TestResults(t *testing.T) {
	for _, game := range []string{"glacier", "tusk", "nomads"} {
		t.Run(game, func(t *testing.T) {
			m := playOut(t, game, 1)
			r := m.Result()
			require.NotNil(t, r)
			require.NotEmpty(t, r.Reason)
			require.NotEmpty(t, r.Clauses)
			require.NotEmpty(t, r.Rows)
			tests := 0
			for _, s := range r.Rows {
				require.Len(t, s.Values, m.Players, s.Label)
				if s.Test {
					tests++
				}
				for _, w := range r.Winners {
					require.True(t, !s.Test || s.Passed[w], "%s: the winner fails: %s", game, s.Label)
				}
			}
			require.Positive(t, tests)
			for _, lang := range []string{"de", "fr"} {
				m.Names.Lang = lang
				other := m.Result()
				require.NotEqual(t, r.Reason, other.Reason)
				for i, s := range other.Rows {
					require.NotEqual(t, r.Rows[i].Label, s.Label, "%s in %s", s.Label, lang)
				}
			}
		})
	}
}

// Parts add up to the value before them.
func TestPartsAddUp(t *testing.T) {
	r := playOut(t, "tusk", 3, "Maria", "Eve").Result()
	require.Equal(t, []string{"Food in all", "Food before the last scoring", "Food from the Victory card"}, []string{r.Rows[3].Label, r.Rows[4].Label, r.Rows[5].Label})
	for seat := range 2 {
		var n [3]int
		for i := range n {
			var err error
			n[i], err = strconv.Atoi(r.Rows[3+i].Values[seat])
			require.NoError(t, err)
		}
		require.Equal(t, n[0], n[1]+n[2])
	}
	require.Regexp(t, `^The ice has come. The tribe with the most food wins: (Maria|Eve)`, r.Reason)
}
