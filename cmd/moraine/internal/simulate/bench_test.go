package simulate_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
)

// BenchmarkMatches plays matches as `moraine sim` does, on one processor.
func BenchmarkMatches(b *testing.B) {
	shipped := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../../..")}}
	for _, id := range shipped.Games() {
		g, err := interpreter.Load(shipped, id, interpreter.Options{})
		require.NoError(b, err)
		for _, policy := range []string{simulate.Random, g.Program.Game.Bots[0].Name, "mcts=50"} {
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				b.Run(fmt.Sprintf("%s/%s/%d", id, policy, players), func(b *testing.B) {
					o := simulate.Options{Players: players, Games: int64(b.N), Seed: 1, Policies: []string{policy}, Jobs: 1}
					r, err := simulate.Run(b.Context(), g, o)
					require.NoError(b, err)
					b.ReportMetric(float64(r.Decisions)/b.Elapsed().Seconds(), "decisions/s")
				})
			}
		}
	}
}
