package pairs

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// smallest leaves out of a list all that it can while it still fails: halves,
// quarters, and in the end one by one.
func smallest[T any](list []T, fails func([]T) bool) []T {
	for size := (len(list) + 1) / 2; size > 0; size /= 2 {
		for from := 0; from < len(list); {
			rest := slices.Concat(list[:from], list[min(from+size, len(list)):])
			if fails(rest) {
				list = rest
			} else {
				from += size
			}
		}
	}
	return list
}

func TestSmallest(t *testing.T) {
	var all []int
	for i := range 100 {
		all = append(all, i)
	}
	tried := 0
	fails := func(list []int) bool {
		tried++
		return slices.Contains(list, 17) && (slices.Contains(list, 71) || slices.Contains(list, 99))
	}
	assert.Equal(t, []int{17, 99}, smallest(all, fails))
	assert.Less(t, tried, 40)
	assert.Empty(t, smallest(all, func([]int) bool { return true }), "it fails with nothing in it, too")
}
