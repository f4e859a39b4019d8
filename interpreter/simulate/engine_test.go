package simulate_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/simulate"
)

// as gives the options of the same run with another engine.
func as(engine string, o simulate.Options) simulate.Options {
	o.Engine = engine
	if o.Policies == nil {
		o.Policies = []string{simulate.Random}
	}
	return o
}

// sameResults plays a run in both engines, and holds their results together.
func sameResults(t *testing.T, g *interpreter.Game, o simulate.Options) *simulate.Results {
	t.Helper()
	r := run(t, g, as(simulate.Native, o))
	o.Jobs = 0
	require.Equal(t, bytesOf(t, run(t, g, as(simulate.Interpreter, o))), bytesOf(t, r))
	return r
}

// Whoever plays, the results are the same bytes.
func TestEngines(t *testing.T) {
	for _, id := range []string{"glacier", "tusk"} {
		g := shipped(t, id, interpreter.Options{})
		for _, o := range []simulate.Options{
			{Players: 2, Seed: 1, Jobs: 1},
			{Players: 3, Seed: 42, Jobs: 2},
			{Players: 4, Seed: 1<<64 - 1, Jobs: 8},
		} {
			t.Run(fmt.Sprintf("%s/%d players", id, o.Players), func(t *testing.T) {
				o.Games = 350
				sameResults(t, g, o)
			})
		}
	}
}

// So they are where the run is cut, and whoever plays which part.
func TestEnginesByParts(t *testing.T) {
	g := game(t, coins)
	o := simulate.Options{Players: 3, Games: 1000, Seed: 8, Shards: 5}
	var parts []simulate.Part
	for o.Shard = 1; o.Shard <= o.Shards; o.Shard++ {
		engine := []string{simulate.Native, simulate.Interpreter}[o.Shard%2]
		r, err := simulate.Read([]byte(bytesOf(t, run(t, g, as(engine, o)))))
		require.NoError(t, err)
		parts = append(parts, simulate.Part{Name: engine, Results: r})
	}
	merged, err := simulate.Merge(parts)
	require.NoError(t, err)
	o.Shard, o.Shards = 0, 0
	assert.Equal(t, bytesOf(t, sameResults(t, g, o)), bytesOf(t, merged))
}

// Both are sure enough after the same match.
func TestEnginesUntilWidth(t *testing.T) {
	g := game(t, coins)
	o := simulate.Options{Players: 2, Games: 50_000, Seed: 3, Jobs: 3}
	var err error
	o.Until, err = simulate.ParseWidth("last die=0.05")
	require.NoError(t, err)
	assert.EqualValues(t, 16_000, sameResults(t, g, o).Games)
}

// An interrupted run has the results of its beginning, whoever played it.
func TestEnginesInterrupted(t *testing.T) {
	g := game(t, coins)
	ctx, cancel := context.WithCancel(t.Context())
	o := simulate.Options{Players: 2, Games: 1_000_000, Seed: 3, Jobs: 3}
	o.Progress = func(done, _ int64) {
		if done >= 1000 {
			cancel()
		}
	}
	r, err := simulate.Run(ctx, g, as(simulate.Native, o))
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, r.Games, o.Games)
	o.Progress, o.Games = nil, r.Games
	whole := run(t, g, as(simulate.Interpreter, o))
	whole.Matches.Of = 1_000_000
	assert.Equal(t, bytesOf(t, whole), bytesOf(t, r))
}

// Two forms of a game differ in the same, whoever plays them.
func TestEnginesCompared(t *testing.T) {
	games := [2]*interpreter.Game{glacier(t), shipped(t, "glacier", interpreter.Options{Variant: "french"})}
	o := simulate.Options{Players: 3, Games: 300, Seed: 2}
	want, err := simulate.Compare(t.Context(), games, as(simulate.Interpreter, o))
	require.NoError(t, err)
	o.Jobs = 3
	got, err := simulate.Compare(t.Context(), games, as(simulate.Native, o))
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// A match that machine code gives up, for all that is measured in it, is played by the
// interpreter: its part in the results is the same, and in what came up.
func TestEnginesTakeTurns(t *testing.T) {
	g := game(t, strings.Replace(coins, "  wonder:\n", `      - while: me.score >= 18 and me.score < 10000
        do:
          - set: {me.score: me.score + 1}
          - call: marvel
  marvel:
    do:
      - if: me.score == 10000
        do:
          - call: wonder
  wonder:
`, 1)+"  marvels: {at: {end: marvel}, mean: me.score}\n")
	o := simulate.Options{Players: 3, Games: 1000, Seed: 7, Jobs: 2}
	came := simulate.Quickly(t, g, as(simulate.Native, o), o.Games)
	again := int64(0)
	for _, ok := range came {
		if !ok {
			again++
		}
	}
	assert.Greater(t, again, int64(0))
	assert.Less(t, again, o.Games)
	assert.Equal(t, again, sameResults(t, g, o).Again, "who is told how many those are")
}

// Where a match breaks off, it is the same one, for the same reason. Machine code has
// played all before it, and stumbles over this one alone.
func TestEnginesBreakOff(t *testing.T) {
	after := func(step string) string {
		return strings.Replace(coins, "      - if: me.score > 18\n", step+"      - if: me.score > 18\n", 1)
	}
	for _, c := range []struct {
		name, text, want string
		limit, seldom    bool
	}{
		{name: "a fault in few matches", seldom: true,
			text: after("      - set: {me.score: 'me.score + 0 % (18 - me.score)'}\n"),
			want: "cards/coins/coins.yaml:24:39: 0 % 0: the remainder of a division by nothing"},
		{name: "an invariant that is broken at the end", seldom: true,
			text: coins + "invariants:\n  nobody is lucky: {that: 'all(players, .score < 18)'}\n",
			want: "nobody is lucky"},
		{name: "no end in few matches", seldom: true, limit: true,
			text: after("      - while: me.score == 18\n        do:\n          - roll: die\n"),
			want: "more than 1000000 decisions: this match seems to have no end"},
		{name: "no decision any more", limit: true,
			text: after("      - while: throws == 3\n        do:\n          - set: {throws: 3}\n"),
			want: "more than 200000 steps without a decision"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, c.text)
			o := simulate.Options{Players: 2, Games: 5000, Seed: 7}
			brokeOff := func(engine string, jobs int) *simulate.BrokeOff {
				o := as(engine, o)
				o.Jobs = jobs
				_, err := simulate.Run(t.Context(), g, o)
				var b *simulate.BrokeOff
				require.ErrorAs(t, err, &b)
				return b
			}
			want := brokeOff(simulate.Interpreter, 1)
			assert.ErrorContains(t, want, c.want)
			var fault *interpreter.Fault
			assert.Equal(t, c.limit, errors.As(want, &fault) && fault.Limit)
			assert.Equal(t, c.seldom, want.Match > 100)
			for _, jobs := range []int{1, 3} {
				assert.Equal(t, want, brokeOff(simulate.Native, jobs), "%d at once", jobs)
			}
			came := simulate.Quickly(t, g, as(simulate.Native, o), want.Match)
			assert.EqualValues(t, want.Match-1, slices.Index(came, false), "the first match that machine code leaves to the interpreter")
		})
	}
}

// Machine code is made where it can play and pays, and where it is asked for.
func TestMadeWhereItPays(t *testing.T) {
	g := game(t, coins)
	for _, c := range []struct {
		why  string
		o    simulate.Options
		want bool
	}{
		{"a thousand matches", simulate.Options{Games: 1000}, true},
		{"of which a part is played", simulate.Options{Games: 1000, Shard: 1, Shards: 2}, false},
		{"few matches", simulate.Options{Games: 999}, false},
		{"one, as asked for", simulate.Options{Games: 1, Engine: simulate.Native}, true},
		{"not asked for", simulate.Options{Games: 1000, Engine: simulate.Interpreter}, false},
		{"looked at after every step", simulate.Options{Games: 1000, Strict: true}, false},
		{"somebody thinks", simulate.Options{Games: 1000, Players: 2, Policies: []string{"mcts=5", simulate.Random}}, false},
	} {
		if c.o.Policies == nil {
			c.o.Policies = []string{simulate.Random}
		}
		assert.Equal(t, c.want, simulate.Compiles(t, g, c.o), c.why)
	}
}

// What machine code cannot do is refused where it is asked for.
func TestRefusedByMachineCode(t *testing.T) {
	g := glacier(t)
	for _, c := range []struct {
		o    simulate.Options
		want string
	}{
		{simulate.Options{Policies: []string{"greedy"}}, "machine code plays where everybody decides at random: --policy random"},
		{simulate.Options{Players: 2, Policies: []string{simulate.Random, "greedy"}}, "machine code plays where everybody decides at random: --policy random"},
		{simulate.Options{Strict: true}, "machine code does not look at the invariants after every step"},
	} {
		c.o.Games = 1000
		_, err := simulate.Run(t.Context(), g, as(simulate.Native, c.o))
		assert.EqualError(t, err, c.want)
		_, err = simulate.Compare(t.Context(), [2]*interpreter.Game{g, g}, as(simulate.Native, c.o))
		assert.EqualError(t, err, c.want)
	}
}
