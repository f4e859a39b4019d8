package simulate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// Matches returns a function that plays a fixed few matches of a policy again and again.
func Matches(t testing.TB, g *interpreter.Game, policy string) func() {
	o := Options{Games: 1, Policies: []string{policy}}
	require.NoError(t, o.complete(g))
	table, err := newTable(context.Background(), g, &o)
	require.NoError(t, err)
	sum, k := newTotals(g, &o), int64(0)
	return func() {
		_, err := table.play(k%20, sum)
		require.NoError(t, err)
		k++
	}
}

// Part is results with the name of their source.
type Part struct {
	Name string
	*Results
}

// MergeParts merges named results.
func MergeParts(parts []Part) (*Results, error) {
	var names []string
	var all []*Results
	for _, p := range parts {
		names, all = append(names, p.Name), append(all, p.Results)
	}
	return Merge(names, all)
}
