package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/syntax"
)

// What scenarios say themselves, no option can be called.
func TestWordsOfScenariosAreReserved(t *testing.T) {
	for _, word := range append([]string{wordPass, wordPlay, "target", "rolls", "draws"}, CheckKeys...) {
		require.Contains(t, syntax.ScenarioWords, word)
	}
}
