//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkBoards plays games on boards as `moraine sim` does, on one processor, and prints the user time of a match,
// with BASE=COMMIT also that of the program of that commit, and for Othello that of a program for this game alone.
func BenchmarkBoards(b *testing.B) {
	folders, programs, sides := builds(b)
	games := filepath.Join(folders["now"], "cmd", "moraine", "internal", "count", "testdata")
	for _, of := range []struct {
		game    string
		matches int
	}{
		{game: "othello", matches: 200}, {game: "chess", matches: 20}, {game: "draughts", matches: 1000},
		{game: "backgammon", matches: 60}, {game: "go9", matches: 60},
	} {
		for _, side := range sides {
			b.Run(of.game+"/"+side, func(b *testing.B) {
				var user time.Duration
				for b.Loop() {
					cmd := exec.Command(programs[side], "sim", of.game, "--policy", "random", "--jobs", "1", "--games",
						fmt.Sprint(of.matches))
					cmd.Dir = games
					out, err := cmd.CombinedOutput()
					require.NoError(b, err, "%s", out)
					user += cmd.ProcessState.UserTime()
				}
				reportUser(b, user, of.matches)
			})
		}
	}
	b.Run("othello/by hand", func(b *testing.B) {
		r, before := rand.New(rand.NewPCG(1, 1)), userTime(b)
		for b.Loop() {
			playOthello(r)
		}
		reportUser(b, userTime(b)-before, 1)
	})
}

// reportUser reports the user time of one of the matches that each round has played.
func reportUser(b *testing.B, user time.Duration, matches int) {
	b.Helper()
	b.ReportMetric(float64(user.Microseconds())/float64(b.N*matches), "user-µs/match")
}

func userTime(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return time.Duration(use.Utime.Nano())
}

// playOthello plays a random match as a program that knows only this game would.
func playOthello(r *rand.Rand) {
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
		}
		mover = -mover
	}
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
