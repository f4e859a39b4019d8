package simulate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/words"
)

func compare(t *testing.T, a, b *interpreter.Game, jobs int) *simulate.Comparison {
	t.Helper()
	o := simulate.Options{Players: 3, Games: 200, Seed: 2, Policies: []string{simulate.Random}, Jobs: jobs}
	c, err := simulate.Compare(context.Background(), [2]*interpreter.Game{a, b}, o)
	require.NoError(t, err)
	return c
}

// Between two games that are the same there is no difference, of which one can be
// quite sure, since the matches are.
func TestNoDifference(t *testing.T) {
	for _, g := range []*interpreter.Game{game(t, coins), glacier(t)} {
		c := compare(t, g, g, 0)
		assert.Equal(t, c.Sides[0], c.Sides[1])
		require.NotEmpty(t, c.Differences)
		for _, d := range c.Differences {
			assert.Equal(t, simulate.Estimate{Bounded: true}, d.More, d.Sentence(words.Names{}))
			assert.False(t, d.Real, d.Sentence(words.Names{}))
		}
	}
}

// A fourth throw adds exactly one throw to every match; measures that do not depend on it differ at most by
// chance.
func TestDifferences(t *testing.T) {
	more := game(t, strings.Replace(coins, "throws < 3", "throws < 4", 1))
	c := compare(t, game(t, coins), more, 1)
	var real []string
	for _, d := range c.Differences {
		if d.Real {
			real = append(real, d.Sentence(words.Names{}))
		}
	}
	assert.Equal(t, []string{
		"throws, ann: 4.00 a match instead of 3.00, 1.00 more (1.00 to 1.00)",
		"throws, bob: 4.00 a match instead of 3.00, 1.00 more (1.00 to 1.00)",
		"throws, cid: 4.00 a match instead of 3.00, 1.00 more (1.00 to 1.00)",
	}, real[:3])
	assert.True(t, strings.HasPrefix(real[3], "high scores: "), real[3])
	for _, jobs := range []int{2, 8} {
		assert.Equal(t, c, compare(t, game(t, coins), more, jobs), "%d at once", jobs)
	}
}

// A measure or a group that exists in only one configuration is listed, but not as a difference.
func TestMeasuredInOne(t *testing.T) {
	more := game(t, strings.Replace(coins, "measures:", "measures:\n  matches: {at: {end: match}, count: true}", 1))
	c := compare(t, game(t, coins), more, 0)
	assert.Empty(t, c.Only[0])
	require.Len(t, c.Only[1], 1)
	assert.Equal(t, "matches: 1.00 a match", c.Only[1][0].Sentence(words.Names{}))
	assert.Len(t, c.Differences, len(compare(t, more, more, 0).Differences)-1)

	fewer := game(t, strings.Replace(coins, "throws < 3", "throws < 1", 1))
	c = compare(t, game(t, coins), fewer, 0)
	for _, side := range c.Only {
		require.NotEmpty(t, side)
		for _, s := range side {
			assert.Equal(t, "scores", s.Measure, s.Sentence(words.Names{}))
		}
	}
}
