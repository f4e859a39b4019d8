package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/testing/games"
)

// The content of a view does not depend on whether its reader is asked, so that a page needs one view: it is compared with
// that of the last decision, and shows the options.
func TestOptionsDoNotChangeWhatIsSeen(t *testing.T) {
	for _, game := range []string{"glacier", "tusk", "nomads"} {
		t.Run(game, func(t *testing.T) {
			g, err := interpreter.Load(games.Sources(t, "../.."), game, interpreter.Options{})
			require.NoError(t, err)
			n := g.Program.MinPlayers
			seats := make([]string, n)
			for i := range seats {
				seats[i] = Random
			}
			m, err := New(g, Header{Game: game, Seed: 5, Lang: "de", Players: n, IDs: g.Program.Seats[:n], Seats: seats}, Options{Page: true})
			require.NoError(t, err)
			compared, changed := 0, 0
			var before Seen
			for more := true; more && compared < 150; {
				if q := m.Question(); q != nil {
					seen := m.View(q.Seat, q).Seen()
					require.Equal(t, m.View(q.Seat, nil).Seen(), seen)
					compared++
					if before != nil && !equalTexts(before, seen) {
						changed++
					}
					before = seen
				}
				more, err = m.Step()
				require.NoError(t, err)
			}
			require.Greater(t, compared, 20)
			require.Greater(t, changed, 10)
		})
	}
}

func equalTexts(a, b Seen) bool {
	for spot, is := range b {
		if a[spot].Text != is.Text {
			return false
		}
	}
	return true
}

// More than half of the contents must differ for most to have changed; empty ones do not count.
func TestMostChanged(t *testing.T) {
	of := func(a, b, c string) Seen {
		return Seen{{Seat: -1, Key: "a"}: {Text: a}, {Seat: 0, Key: "b"}: {Text: b}, {Seat: 1, Key: "b"}: {Text: c}}
	}
	require.False(t, of("1", "2", "").MostChanged(of("1", "3", "")))
	require.True(t, of("1", "2", "3").MostChanged(of("1", "3", "")))
	require.False(t, Seen(nil).MostChanged(nil))
}
