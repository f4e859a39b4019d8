package simulate_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/testing/pace"
)

// TestTableOfMatches plays matches as `moraine sim` does, on one processor.
func TestTableOfMatches(t *testing.T) {
	pace.Wanted(t)
	shipped := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../../..")}}
	for _, id := range shipped.Games() {
		g, err := interpreter.Load(shipped, id, interpreter.Options{})
		require.NoError(t, err)
		for _, of := range []struct {
			policy string
			games  int64
		}{{simulate.Random, 200}, {g.Program.Game.Bots[0].Name, 50}, {"mcts=200", 1}} {
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				pace.Hold(fmt.Sprintf("decisions, %s, %s, %d players", id, of.policy, players), pace.PerSecond, func() float64 {
					began := time.Now()
					o := simulate.Options{Players: players, Games: of.games, Seed: 1, Policies: []string{of.policy}, Jobs: 1}
					r, err := simulate.Run(t.Context(), g, o)
					require.NoError(t, err)
					return float64(r.Decisions) / time.Since(began).Seconds()
				}, 0)
			}
		}
	}
}
