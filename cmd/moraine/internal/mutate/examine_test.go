package mutate

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/testing/engine"
)

// sources are the data of a folder of the repository, which are parsed once.
func sources(dir string) interpreter.Sources {
	return interpreter.NewLoader(interpreter.Sources{{Name: "x", FS: os.DirFS("../../../../" + dir)}}).Sources()
}

// A mutant that counts as equivalent plays like the original game: all requests, options and positions are
// the same up to the end.
func TestEquivalentsArePlayedAlike(t *testing.T) {
	for dir, every := range map[string]int{"cmd/moraine/testdata/pebbles": 1, ".": 900} {
		for _, game := range sources(dir).Games() {
			t.Run(game, func(t *testing.T) {
				t.Parallel()
				g, err := generate(t.Context(), sources(dir), game, Options{}, false)
				require.NoError(t, err)
				own, err := g.rules.Game(interpreter.Options{})
				require.NoError(t, err)
				count := 0
				for i, m := range g.mutants {
					if os.Getenv("SOAK") == "" && i%every != 0 {
						continue
					}
					x := (&examiner{rules: g.rules}).mutated(m)
					is, err := x.rules.Game(interpreter.Options{})
					if err != nil || !own.Same(is) {
						continue
					}
					count++
					for seed := range uint64(2) {
						alike(t, m, own, is, seed)
					}
				}
				t.Log(count)
			})
		}
	}
}

// alike plays a random match of two programs in step.
func alike(t *testing.T, m *Mutant, a, b *interpreter.Game, seed uint64) {
	t.Helper()
	says := func(what string) string { return m.At() + ": " + m.Was + " became " + m.Became + ": " + what }
	players := a.Program.MinPlayers + int(seed)%(a.Program.MaxPlayers-a.Program.MinPlayers+1)
	x, y, lots := engine.New(a, players), engine.New(b, players), engine.NewRandom(seed)
	for range 2000 {
		p, q := x.Next(), y.Next()
		require.Equal(t, p == nil, q == nil, says("it is over"))
		if p == nil {
			break
		}
		require.True(t, p.Name == q.Name && p.By == q.By && slices.Equal(p.Options, q.Options), says(p.Name))
		answer := lots.Decide(x, p)
		require.NoError(t, x.Answer(answer...))
		require.NoError(t, y.Answer(answer...), says(p.Name))
	}
	require.Equal(t, x.Err() == nil, y.Err() == nil, says("a fault"))
	for p := range a.Program.Pieces {
		require.Equal(t, number(x.Env.World.In, p), number(y.Env.World.In, p), says("a piece lies elsewhere"))
	}
}

// number calls a function with the piece of a number.
func number[P, Z ~int32](of func(P) Z, piece int) int32 { return int32(of(P(piece))) }
