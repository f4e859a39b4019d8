package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/match"
	"moraine/interpreter/testing/games"
)

// A match between bots goes on from a snapshot as it did before: also from a later one, and with its logs.
func TestSnapshotsBringAMatchBack(t *testing.T) {
	for id, g := range games.Every(t, "../..") {
		t.Run(id, func(t *testing.T) {
			least, _ := g.Players()
			h := match.Header{Game: id, Data: "0", Seed: 3, Lang: "en", Players: least, IDs: g.Seats()[:least]}
			for range least {
				h.Seats = append(h.Seats, match.Random)
			}
			m, err := match.New(g, h, match.Options{}, match.Recipient{Eyes: 0, Lang: "en"}, match.Recipient{Eyes: match.Everything, Lang: "en"})
			require.NoError(t, err)
			told := func() (text string, logs [2][]match.Line) {
				text, err := m.Text()
				require.NoError(t, err)
				for i := range logs {
					logs[i] = append(logs[i], m.Log(i)...)
				}
				return text, logs
			}
			play := func(n int) {
				for range n {
					on, err := m.Step()
					require.NoError(t, err)
					if !on {
						return
					}
				}
			}
			play(20)
			early := m.Snapshot()
			play(30)
			late := m.Snapshot()
			play(200)
			text, logs := told()
			for _, s := range []*match.Snapshot{late, early, late, early} {
				m.Restore(s)
				play(200)
				if s == early {
					play(30)
				}
				again, logsAgain := told()
				require.Equal(t, text, again, id)
				require.Equal(t, logs, logsAgain, id)
			}
		})
	}
}
