package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/machine"
)

// TestARunHasABudget takes the work of many matches off a budget, until nothing is left.
func TestARunHasABudget(t *testing.T) {
	b := NewBudget(context.Background())
	m := &machine.Match{Budget: machine.Budget{Effort: 1_000_000_000}}
	for range 20 {
		b.spend(m)
		require.NoError(t, b.Err())
	}
	b.spend(m)
	require.ErrorIs(t, b.Err(), ErrWork)
	require.EqualError(t, b.Err(), "the run needs more than 20000000000 operations")
}
