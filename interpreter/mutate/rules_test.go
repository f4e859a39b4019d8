package mutate

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/scenario/exec"
)

// sources are the data of a folder of the repository, which are parsed once.
func sources(dir string) interpreter.Sources {
	return interpreter.NewLoader(interpreter.Sources{{Name: "x", FS: os.DirFS("../../" + dir)}}).Sources()
}

// What is called equivalent is played like the game itself: the same is asked, with the same to choose from,
// and the pieces lie where they do there, up to the end.
func TestEquivalentsArePlayedAlike(t *testing.T) {
	for dir, every := range map[string]int{"cmd/moraine/testdata/pebbles": 1, ".": 900} {
		for _, game := range sources(dir).Games() {
			t.Run(game, func(t *testing.T) {
				t.Parallel()
				g, err := generate(t.Context(), sources(dir), game, Options{}, false)
				require.NoError(t, err)
				own, err := g.rules.Game(interpreter.Options{})
				require.NoError(t, err)
				count := map[string]int{}
				for i, m := range g.mutants {
					if of := every; os.Getenv("SOAK") == "" {
						if m.swapped != nil {
							of = max(1, every/60)
						}
						if i%of != 0 {
							continue
						}
					}
					x := (&examiner{rules: g.rules}).mutated(m)
					is, err := x.rules.Game(interpreter.Options{})
					if err != nil {
						continue
					}
					rule := m.rule(own.Program, is.Program)
					if program.Same(own.Program, is.Program) {
						rule = "same program"
					} else if rule == "" {
						continue
					}
					count[rule]++
					for seed := range uint64(2) {
						alike(t, m, own.Program, is.Program, seed)
					}
				}
				t.Log(count)
			})
		}
	}
}

// unread is a game with a field that no rule reads, and with one of which a value never comes up.
var unread = strings.NewReplacer("  low: 3\n", "  low: 3\n  high: 0\n  never: 0\n", "    do:\n      - while", "    do:\n      - set: {high: 1}\n      - set: {low: 2}\n      - {set: {low: 1}, if: never > 0}\n      - while").Replace(countdown)

// What no rule reads, a check of a scenario can still ask for: where it would tell, the mutant is none that
// nobody can notice.
func TestWhatOnlyACheckTellsSurvives(t *testing.T) {
	status := func(scenarios, was, became string) *Mutant {
		r, err := Run(t.Context(), made(unread, scenarios), "countdown", Options{})
		require.NoError(t, err)
		return r.Mutants[slices.IndexFunc(r.Mutants, func(m *Mutant) bool { return m.Was == was && m.Became == became })]
	}
	m := status(wins, "set: {high: 1}", "")
	require.Equal(t, Survived, m.Status)
	require.Contains(t, m.Draft, "high == 1")
	require.Equal(t, Killed, status(wins+"  then: [high == 1]\n", "set: {high: 1}", "").Status)
	m = status(wins, "never > 0", "false")
	require.Equal(t, Equivalent, m.Status)
	require.Equal(t, idle, m.Why)
	require.Empty(t, m.Near)
}

// The rule that is told is that of the first configuration.
func TestTheRuleOfTheFirstConfigurationIsTold(t *testing.T) {
	g, err := generate(t.Context(), made(unread, wins), "countdown", Options{}, false)
	require.NoError(t, err)
	m := g.mutants[slices.IndexFunc(g.mutants, func(m *Mutant) bool { return m.swapped != nil })]
	own, err := g.rules.Game(interpreter.Options{})
	require.NoError(t, err)
	elsewhere, err := generate(t.Context(), made(unread, wins), "countdown", Options{}, false)
	require.NoError(t, err)
	other, err := elsewhere.rules.Game(interpreter.Options{}) // in which the two steps are not to be found
	require.NoError(t, err)
	x := (&examiner{rules: g.rules, games: map[string]*interpreter.Game{"": own, "b": other}}).mutated(m)
	is, err := x.rules.Game(interpreter.Options{})
	require.NoError(t, err)
	x.games = map[string]*exec.Game{"b": exec.In(other), "": exec.In(is)}
	require.Equal(t, idle, m.rule(other.Program, other.Program))
	require.Equal(t, commuting, x.equivalent())
}

// alike plays a random match of two programs in step.
func alike(t *testing.T, m *Mutant, a, b *program.Program, seed uint64) {
	t.Helper()
	says := func(what string) string { return m.At() + ": " + m.Was + " became " + m.Became + ": " + what }
	players := a.MinPlayers + int(seed)%(a.MaxPlayers-a.MinPlayers+1)
	x, y, lots := machine.New(a, players, nil), machine.New(b, players, nil), decide.NewRandom(seed)
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
	for p := range a.Pieces {
		require.Equal(t, x.Env.In(int32(p)), y.Env.In(int32(p)), says("a piece lies elsewhere"))
	}
}
