package simulate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
)

// Matches returns what plays matches of a policy, over and over the same few.
func Matches(t testing.TB, g *interpreter.Game, policy, engine string) func() {
	table := newTestTable(t, g, Options{Games: 1, Policies: []string{policy}, Engine: engine})
	sum, k := newTotals(g.Program), int64(0)
	return func() {
		_, err := table.play(k%20, sum)
		require.NoError(t, err)
		k++
	}
}

// Quickly plays the first matches as machine code, and says which of them came to
// their end so.
func Quickly(t testing.TB, g *interpreter.Game, o Options, matches int64) []bool {
	o.Engine = Native
	table := newTestTable(t, g, o)
	out := make([]bool, matches)
	for k := range out {
		table.meter.Clear()
		_, _, out[k] = table.quickly(decide.MatchSeed(o.Seed, uint64(k)))
	}
	return out
}

// Compiles says whether there is machine code for a run.
func Compiles(t testing.TB, g *interpreter.Game, o Options) bool {
	return newTestTable(t, g, o).native != nil
}

func newTestTable(t testing.TB, g *interpreter.Game, o Options) *table {
	require.NoError(t, o.complete(g))
	code, err := o.code(g.Program)
	require.NoError(t, err)
	if code != nil {
		t.Cleanup(func() { require.NoError(t, code.Close()) })
	}
	table, err := newTable(context.Background(), g, &o, code)
	require.NoError(t, err)
	return table
}
