package simulate_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
)

// boards are games whose rules are mostly formulas about places.
var boards = interpreter.Sources{{Name: "boards", FS: os.DirFS("../count/testdata")}}

// BenchmarkMatches plays matches as `moraine sim` does, on one processor.
func BenchmarkMatches(b *testing.B) {
	shipped := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../../..")}}
	benchmarkGames(b, shipped)
	benchmarkGames(b, boards)
}

func benchmarkGames(b *testing.B, from interpreter.Sources) {
	for _, id := range from.Games() {
		g, err := interpreter.Load(from, id, interpreter.Options{})
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
