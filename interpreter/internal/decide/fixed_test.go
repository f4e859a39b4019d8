package decide

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLogarithms(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 10, 1000, 1023, 1024, 123_456, maxNodes} {
		require.InDelta(t, math.Log(float64(n)), float64(Log(n))/one, 0.0005, "log %d", n)
	}
}

func TestSquareRoots(t *testing.T) {
	for _, x := range []uint64{0, 1, 2, 3, 4, 8, 9, 15, 16, 17, 99, 65_535, 65_536, 1<<40 - 1, 1 << 40} {
		root := uint64(Sqrt(x))
		require.True(t, root*root <= x && x < (root+1)*(root+1), "sqrt %d is not %d", x, root)
	}
}

// Who is 100 ahead has as good as won, who is level with the best is half there.
func TestLeads(t *testing.T) {
	for _, c := range []struct{ stands, want []int64 }{
		{[]int64{40, 40}, []int64{one / 2, one / 2}},
		{[]int64{140, 40}, []int64{one, 0}},
		{[]int64{10, 30, 20}, []int64{one * 4 / 10, one * 55 / 100, one * 45 / 100}},
		{[]int64{-900, 900, 900}, []int64{0, one / 2, one / 2}},
		{[]int64{7}, []int64{one}},
	} {
		got := append([]int64(nil), c.stands...)
		lead(got)
		for i := range got {
			require.InDelta(t, c.want[i], got[i], 1, "%v", c.stands)
		}
	}
}

// An answer is better, or given up, if it is ahead, or behind, by more than its standard error. An answer
// without a difference is given up too, and a single world decides nothing.
func TestAheadAndBehind(t *testing.T) {
	for _, c := range []struct {
		by               []int64
		better, hopeless bool
	}{
		{by: []int64{10}},
		{by: []int64{-10}},
		{by: []int64{30, 10, -10}},
		{by: []int64{10, -10, 0}},
		{by: []int64{30, 20, -10}, better: true},
		{by: []int64{-30, -20, 10}, hopeless: true},
		{by: []int64{0, 0}, hopeless: true},
	} {
		var n node
		for _, by := range c.by {
			n.worlds, n.ahead, n.squares = n.worlds+1, n.ahead+by, n.squares+by*by
		}
		require.Equal(t, c.better, n.isAhead(), "%v", c.by)
		require.Equal(t, c.hopeless, n.isBehind(2), "%v", c.by)
	}
}
