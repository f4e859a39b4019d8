package simulate_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
)

// A run that goes on counts the matches that an error in the rules stops, and leaves them out of everything else. The
// parts of such a run give the same results as the whole, and files of results are checked.
func TestARunGoesOnAfterAFailedMatch(t *testing.T) {
	g := game(t, strings.Replace(coins, "- if: me.score > 18", "- set: {me.score: 'me.score < 5 ? max(filter([1], it > 1)) : me.score'}\n      - if: me.score > 18", 1))
	run := func(o simulate.Options) *simulate.Results {
		o.Players, o.Games, o.Seed, o.GoOn = 2, 400, 3, true
		r, err := simulate.Run(context.Background(), g, o)
		require.NoError(t, err)
		return r
	}
	_, err := simulate.Run(context.Background(), g, simulate.Options{Players: 2, Games: 400, Seed: 3})
	var broken *simulate.BrokeOff
	require.ErrorAs(t, err, &broken)

	whole := run(simulate.Options{Jobs: 3})
	require.NotNil(t, whole.Failed)
	assert.Greater(t, whole.Failed.Matches, int64(3))
	assert.Equal(t, int64(400), whole.Games+whole.Failed.Matches)
	assert.Equal(t, []any{broken.Match, broken.Seed}, []any{whole.Failed.First, whole.Failed.Seed})
	assert.Equal(t, broken.Error(), whole.Failed.Err().Error())
	assert.Contains(t, whole.Failed.Error, "max of an empty list")
	assert.Contains(t, whole.Lengths(), " failed and count nowhere, first match ")
	require.Len(t, whole.Seats.Groups, 2)

	var parts []simulate.Part
	for i := range int64(3) {
		parts = append(parts, simulate.Part{Name: string(rune('a' + i)), Results: run(simulate.Options{Jobs: 1, Shard: i + 1, Shards: 3})})
	}
	merged, err := simulate.MergeParts(parts)
	require.NoError(t, err)
	var a, b bytes.Buffer
	require.NoError(t, whole.WriteJSON(&a))
	require.NoError(t, merged.WriteJSON(&b))
	assert.Equal(t, a.String(), b.String())

	// All matches fail.
	g = game(t, strings.Replace(coins, "- if: me.score > 18", "- set: {me.score: 'max(filter([1], it > 1))'}\n      - if: me.score > 18", 1))
	none := run(simulate.Options{})
	assert.Equal(t, []int64{0, 400}, []int64{none.Games, none.Failed.Matches})

}
