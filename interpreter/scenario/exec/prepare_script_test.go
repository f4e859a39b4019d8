package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario/naming"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/syntax"
)

// Reserved words of scenarios cannot be the names of options.
func TestWordsOfScenariosAreReserved(t *testing.T) {
	for _, word := range append([]string{naming.Pass, naming.Play, "target", "rolls", "draws"}, spec.CheckKeys...) {
		require.Contains(t, syntax.ScenarioWords, word)
	}
}
