package simulate_test

import (
	"fmt"
	"math/rand/v2"
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
	b.Run("othello/by hand", func(b *testing.B) {
		r, decisions := rand.New(rand.NewPCG(1, 1)), 0
		for range b.N {
			decisions += playOthello(r)
		}
		b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
	})
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

// playOthello plays a random match as a program that knows only this game would, and returns the number of decisions.
func playOthello(r *rand.Rand) (decisions int) {
	var board [100]int8 // with an edge of 2; discs are 1 and -1
	for i := range board {
		if row, column := i/10, i%10; row == 0 || row == 9 || column == 0 || column == 9 {
			board[i] = 2
		}
	}
	board[44], board[45], board[54], board[55] = -1, 1, 1, -1
	mover, passes := int8(1), 0
	for passes < 2 {
		var spots [60]int
		n := 0
		for spot, lies := range board {
			if lies == 0 && turnOver(&board, spot, mover, false) {
				spots[n] = spot
				n++
			}
		}
		passes++
		if n > 0 {
			turnOver(&board, spots[r.IntN(n)], mover, true)
			passes = 0
			decisions++
		}
		mover = -mover
	}
	return decisions
}

// turnOver reports whether a disc at a spot encloses others, and places it if that is wanted.
func turnOver(board *[100]int8, spot int, mover int8, place bool) (encloses bool) {
	for _, way := range [8]int{-11, -10, -9, -1, 1, 9, 10, 11} {
		end := spot + way
		for board[end] == -mover {
			end += way
		}
		if end == spot+way || board[end] != mover {
			continue
		}
		encloses = true
		if !place {
			break
		}
		for at := spot; at != end; at += way {
			board[at] = mover
		}
	}
	return encloses
}
