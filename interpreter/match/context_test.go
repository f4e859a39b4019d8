package match

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/testing/games"
)

// The strip above a question of a hunt shows the sum that is written out, and the sides of the die that reach it.
func TestContextOfAHunt(t *testing.T) {
	g, err := interpreter.Load(games.Sources(t, "../.."), "glacier", interpreter.Options{})
	require.NoError(t, err)
	m, err := New(g, Header{Game: "glacier", Seed: 3, Lang: "en", Players: 2, IDs: g.Program.Seats[:2], Seats: []string{Random, Random}}, Options{})
	require.NoError(t, err)
	seen := 0
	for seen < 5 {
		if q := m.Question(); q != nil && q.Name == "hunt" {
			facts := map[string]Fact{}
			for _, f := range m.Context(q.Seat) {
				facts[f.Label] = f
			}
			needs, err := strconv.Atoi(facts["Hunting value"].Text)
			require.NoError(t, err)
			bonus, err := strconv.Atoi(facts["Bonus on the roll"].Text)
			require.NoError(t, err)
			if sides := facts["The hunt succeeds"].Sides; sides != nil { // none for a lucky hunt
				var want []bool
				for side := 1; side <= 6; side++ {
					want = append(want, side+bonus >= needs)
				}
				require.Equal(t, want, sides)
				require.Len(t, slices.DeleteFunc(slices.Clone(sides), func(good bool) bool { return !good }), facts["The hunt succeeds"].Good())
				seen++
			}
		}
		more, err := m.Step()
		require.NoError(t, err)
		require.True(t, more, "the match is over")
	}
}

// Whoever is asked in a shipped game is shown what goes on: every procedure that asks has a context.
func TestEveryProcedureThatAsksHasAContext(t *testing.T) {
	for _, id := range []string{"glacier", "nomads", "tusk"} {
		g, err := interpreter.Load(games.Sources(t, "../.."), id, interpreter.Options{})
		require.NoError(t, err)
		for i, p := range g.Program.Procs {
			asks := slices.ContainsFunc(g.Program.Units[i].Ops, func(op program.Op) bool {
				choose, ok := op.Do.(*program.ChooseOp)
				_, may := op.Do.(*program.MayOp)
				return may || ok && !choose.Chance
			})
			assert.True(t, !asks || g.Program.Contexts[i] != nil, "%s: %s asks and has no context", id, p.Name)
		}
	}
}
