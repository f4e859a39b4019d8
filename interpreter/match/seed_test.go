package match

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A seat that knows the rules could try a million seeds in minutes, and would then know every hidden card.
func TestSeedsAreTooManyToTry(t *testing.T) {
	var high uint64
	seen := map[uint64]bool{}
	for range 64 {
		seed := AnySeed()
		require.Less(t, seed, uint64(1)<<53, "a reader of JSON rounds this seed")
		require.False(t, seen[seed], "the same seed twice")
		seen[seed], high = true, max(high, seed)
	}
	require.Greater(t, high, uint64(1)<<48, "the seeds are small")
}
