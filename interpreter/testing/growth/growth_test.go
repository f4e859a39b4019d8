// Package growth_test shows, by counted steps and allocations, that the costs of a game grow no faster than its size.
package growth_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/scenario"
)

// sizes are the factors by which a game is enlarged.
var sizes = []int{1, 3, 10, 30, 100}

// straight requires that a count grows no faster than the size: ten times the size costs at most ten times as
// much. A tenth more is allowed for lists that grow by doubling, and for tables that are rounded up to a
// power of two.
func straight(t *testing.T, what string, count func(size int) float64) {
	t.Helper()
	before := count(sizes[0])
	for i, size := range sizes[1:] {
		n := count(size)
		times := float64(size) / float64(sizes[i])
		require.LessOrEqual(t, n, 1.1*times*before, "%s: from size %d to %d", what, sizes[i], size)
		before = n
	}
}

// A decision costs no more than in proportion to the players and to the pieces,
// and nothing at all for procedures that do not run.
func TestDecisionsGrowInAStraightLine(t *testing.T) {
	cost := func(of size, players int) (ops, work float64) {
		e := play(t, machine.New(grown(t, of), players, nil), players, 1)
		return float64(e.ops) / float64(e.decisions), float64(e.work) / float64(e.decisions)
	}
	straight(t, "ops by copies", func(n int) float64 { ops, _ := cost(size{copies: 10 * n}, 4); return ops })
	straight(t, "work by copies", func(n int) float64 { _, work := cost(size{copies: 10 * n}, 4); return work })

	few, _ := cost(size{copies: 10}, 3)
	many, _ := cost(size{copies: 10}, 30)
	require.LessOrEqual(t, many, 1.1*10*few, "ops by players")
	_, few = cost(size{copies: 10}, 3)
	_, many = cost(size{copies: 10}, 30)
	require.LessOrEqual(t, many, 1.1*10*few, "work by players")

	small, _ := cost(size{copies: 10, procedures: 1}, 4)
	large, _ := cost(size{copies: 10, procedures: 100}, 4)
	require.Equal(t, small, large, "ops by procedures")
}

// Loading grows in a straight line as well, measured by allocations, because anything that grows faster
// allocates more.
func TestLoadingGrowsInAStraightLine(t *testing.T) {
	load := func(of size) float64 {
		src := files(of)
		return testing.AllocsPerRun(1, func() {
			_, err := interpreter.Load(src, "grown", interpreter.Options{})
			require.NoError(t, err)
		})
	}
	straight(t, "allocations by copies", func(n int) float64 { return load(size{copies: 10 * n}) })
	straight(t, "allocations by procedures", func(n int) float64 { return load(size{copies: 1, procedures: 10 * n}) })
}

// So do suites.
func TestSuitesGrowInAStraightLine(t *testing.T) {
	straight(t, "allocations by scenarios", func(n int) float64 {
		src := files(size{copies: 10, scenarios: 10 * n})
		return testing.AllocsPerRun(1, func() {
			res, err := scenario.Run(t.Context(), src, []string{"grown"}, scenario.Options{})
			require.NoError(t, err)
			require.Equal(t, 10*n, res.Passed, res.Cases[0].Message)
		})
	})
}
