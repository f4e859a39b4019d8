package balance_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
)

// Of 1,000 repetitions of a run, the 95 % intervals of a share, of a mean and of differences between
// two configurations contain the exact value in 935 to 965.
func TestIntervalsCoverTheTruth(t *testing.T) {
	exact := func(komi int) (wins, gap float64) {
		for a := 1; a <= 20; a++ {
			for b := 1; b <= 20; b++ {
				d := a + 7 - b - komi
				if d > 0 {
					wins++
				} else if d == 0 {
					wins += 0.5
				}
				gap += float64(max(d, -d))
			}
		}
		return wins / 400, gap / 400
	}
	rules, err := interpreter.Read(raceData, "race")
	require.NoError(t, err)
	var games [2]*interpreter.Game
	for i, reading := range []string{"short", "long"} {
		games[i], err = rules.Game(interpreter.Options{Readings: map[string]string{"race.end": reading}})
		require.NoError(t, err)
	}
	wins, gap := exact(2)
	covers := func(e *simulate.Estimate, truth float64) int {
		if v := simulate.Fixed(truth * 1e6); e.Low <= v && v <= e.High {
			return 1
		}
		return 0
	}
	share, mean := 0, 0
	for seed := range uint64(1000) {
		r, err := simulate.Run(t.Context(), games[0], simulate.Options{Games: 150, Seed: seed, Jobs: 1, Policies: []string{simulate.Random}})
		require.NoError(t, err)
		share += covers(r.Seats.Groups[0].Estimate, wins)
		mean += covers(r.Measures[0].Groups[0].Estimate, gap)
	}
	t.Logf("share %d, mean %d of 1000", share, mean)
	for name, n := range map[string]int{"a share": share, "a mean": mean} {
		t.Run(name, func(t *testing.T) {
			assert.GreaterOrEqual(t, n, 935, name)
			assert.LessOrEqual(t, n, 965, name)
		})
	}
}
