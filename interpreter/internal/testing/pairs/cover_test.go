package pairs

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// space has switches with so many values each.
func space(sizes ...int) *Space {
	s := &Space{}
	for _, n := range sizes {
		s.Switch(n)
	}
	return s
}

func equal(switches, values int) []int {
	sizes := make([]int, switches)
	for i := range sizes {
		sizes[i] = values
	}
	return sizes
}

// holds checks sets without looking at how they were made: each has one value of
// each switch, none two that do not go together, and the rest have met, but for
// those that never can.
func holds(t *testing.T, s *Space, sets [][]int, never ...[2]int) {
	t.Helper()
	met := map[[2]int]bool{}
	for _, set := range sets {
		require.Len(t, set, len(s.switches))
		for i, a := range set {
			require.Contains(t, s.switches[i], a)
			for _, b := range set[i+1:] {
				require.False(t, s.apart[a][b], "%d and %d do not go together", a, b)
				met[[2]int{a, b}] = true
			}
		}
	}
	for i, values := range s.switches {
		for _, a := range values {
			for _, others := range s.switches[i+1:] {
				for _, b := range others {
					assert.Equal(t, !s.apart[a][b] && !assert.ObjectsAreEqual(never, [][2]int{{a, b}}), met[[2]int{a, b}], "%d and %d", a, b)
				}
			}
		}
	}
}

// Any two values meet, in not many more sets than the fewest that are known, or
// than AETG needs.
func TestCover(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		most  int
	}{
		{[]int{2, 2}, 4},
		{[]int{3, 4}, 12},
		{equal(4, 3), 10},
		{equal(13, 3), 20},
		{equal(100, 2), 16},
		{append(equal(30, 2), equal(8, 3)...), 22},
	} {
		t.Run(fmt.Sprint(c.sizes), func(t *testing.T) {
			s := space(c.sizes...)
			sets := s.Cover(1)
			holds(t, s, sets)
			assert.LessOrEqual(t, len(sets), c.most)
			assert.Equal(t, sets, s.Cover(1))
		})
	}
}

func TestCoverKeepsApart(t *testing.T) {
	s := space(equal(12, 3)...)
	for i := range 11 {
		s.Part(3*i, 3*i+3) // no two neighbours at their first value
	}
	s.Part(1, 34)
	holds(t, s, s.Cover(1))
}

// Two values that leave none to a third switch do not meet, and the others do.
func TestCoverLeavesOutImpossibleOutcomes(t *testing.T) {
	s := space(2, 2, 2, 2)
	s.Part(0, 4)
	s.Part(2, 5)
	holds(t, s, s.Cover(1), [2]int{0, 2})
}
