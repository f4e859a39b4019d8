package play_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/play"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// `moraine play` with the seed of a match of `moraine sim` and its seats plays that very match.
func TestPlayShowsTheSameMatch(t *testing.T) {
	g, err := interpreter.Load(interpreter.Sources{{Name: ".", FS: os.DirFS("../../../..")}}, "glacier", interpreter.Options{})
	require.NoError(t, err)
	for seed := range uint64(6) {
		r, err := simulate.Run(t.Context(), g, simulate.Options{Players: 3, Games: 1, Seed: seed, Policies: []string{"greedy", "random", "greedy"}})
		require.NoError(t, err)
		winner := ""
		for _, m := range r.All() {
			for _, seat := range m.Groups {
				if m.Name == "wins by seat" && seat.X.Int64() == r.Parts {
					winner = seat.By
				}
			}
		}
		require.NotEmpty(t, winner)
		var out bytes.Buffer
		require.NoError(t, play.Run(t.Context(), g, play.Options{
			Players: 3, Seed: match.SeriesSeed(seed, 0), Seats: []string{"ann=greedy", "bob=random", "cid=greedy"}, In: strings.NewReader(""), Out: &out,
		}))
		assert.Contains(t, out.String()[out.Len()-200:], strings.ToUpper(winner[:1])+winner[1:]+" wins", "seed %d", seed)
	}
}
