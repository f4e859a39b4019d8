package pace_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario"
	"moraine/interpreter/testing/pace"
)

var shipped = interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}

const game = "glacier"

func TestTable(t *testing.T) {
	pace.Wanted(t)
	t.Run("state", stateRows)
	t.Run("allocations", allocationRows)
	t.Run("loading", loadingRows)
	t.Run("suite", suiteRow)
	t.Run("growth", growthRows)
}

// stateRows take and bring back snapshots in the midst of a match.
func stateRows(t *testing.T) {
	p := load(t, game)
	m, d := machine.New(p, p.MaxPlayers, nil), decide.NewRandom(1)
	for range 200 {
		require.NoError(t, m.Answer(d.Decide(m, m.Next())...))
	}
	var s state.State
	m.Snapshot(&s)
	often := func(do func()) func() float64 {
		const times = 100_000
		return func() float64 {
			began := time.Now()
			for range times {
				do()
			}
			return pace.Per(times, time.Since(began))
		}
	}
	pace.Hold("snapshot", pace.Nanos, often(func() { m.Snapshot(&s) }), 200)
	pace.Hold("restore", pace.Nanos, often(func() { m.Restore(&s) }), 200)
}

// allocationRows counts the allocations of matches that have been played before.
func allocationRows(t *testing.T) {
	for _, id := range shipped.Games() {
		p := load(t, id)
		for players := p.MinPlayers; players <= p.MaxPlayers; players++ {
			m, d := machine.New(p, players, nil), decide.NewRandom(0)
			n := testing.AllocsPerRun(1, func() {
				for seed := range uint64(10) {
					*d.Generator() = decide.NewRNG(seed, 1)
					m.Reset(players)
					for r := m.Next(); r != nil; r = m.Next() {
						_ = m.Answer(d.Decide(m, r)...)
					}
				}
			})
			pace.Count(fmt.Sprintf("allocations, %s, %d players", id, players), n)
		}
	}
}

// loadingRows read the game from a folder, and compile it.
func loadingRows(t *testing.T) {
	pace.Hold("load and compile "+game, pace.Millis, func() float64 {
		return pace.Timed(func() { load(t, game) })
	}, 60)
	rules, err := interpreter.Read(shipped, game)
	require.NoError(t, err)
	pace.Hold("  of which reading the files", pace.Millis, func() float64 {
		return pace.Timed(func() { _, _ = interpreter.Read(shipped, game) })
	}, 0)
	base, err := rules.Game(interpreter.Options{})
	require.NoError(t, err)
	next := 0
	pace.Hold("another reading of it", pace.Millis, func() float64 {
		r := base.Syntax.Rulings[next%len(base.Syntax.Rulings)]
		next++
		opt := interpreter.Options{Readings: map[string]string{r.Name: r.Readings[len(r.Readings)-1].Name}}
		return pace.Timed(func() { _, _ = rules.Game(opt) })
	}, 3)
	editor := interpreter.NewLoader(shipped)
	files, err := shipped.Rules(game)
	require.NoError(t, err)
	file := files[len(files)/2]
	pace.Hold("a changed file of it", pace.Millis, func() float64 {
		editor.Edit(0, file.Path, append(file.Text, "# x\n"[:2+2*(next%2)]...))
		next++
		return pace.Timed(func() { require.NoError(t, editor.Load(game).Err) })
	}, 30)
}

// suiteRow runs the binary from its start to its end, in a folder without files.
func suiteRow(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "moraine")
	out, err := exec.Command("go", "build", "-o", binary, "moraine/cmd/moraine").CombinedOutput()
	require.NoError(t, err, "%s", out)
	empty := t.TempDir()
	pace.Hold("suite of "+game+", process to exit", pace.Millis, func() float64 {
		cmd := exec.Command(binary, "test", game)
		cmd.Dir = empty
		return pace.Timed(func() { out, err = cmd.CombinedOutput() })
	}, 150)
	require.NoError(t, err, "%s", out)
}

// growthRows make a small game larger in every direction. Its largest is 100
// times as large as its smallest, or as large as games may be.
func growthRows(t *testing.T) {
	decision := func(of size, players int) float64 {
		p := grown(t, of)
		m := machine.New(p, players, nil)
		play(t, m, players, 0)
		decisions, began := 0, time.Now()
		for seed := range uint64(10) {
			decisions += play(t, m, players, seed).decisions
		}
		return pace.Per(decisions, time.Since(began))
	}
	pace.Curve("a decision, by players", pace.Nanos, []int{2, 3, 6, 15, 30}, true, func(n int) float64 {
		return decision(size{copies: 10}, n)
	})
	pace.Curve("a decision, by pieces (100 of them)", pace.Nanos, pace.Sizes, true, func(n int) float64 {
		return decision(size{copies: 10 * n}, 4)
	})
	pace.Curve("a decision, by procedures (20)", pace.Nanos, pace.Sizes, true, func(n int) float64 {
		return decision(size{copies: 10, procedures: 20 * n}, 4)
	})
	loading := func(of size) float64 {
		src := files(of)
		runtime.GC()
		return pace.Timed(func() {
			_, err := interpreter.Load(src, "grown", interpreter.Options{})
			require.NoError(t, err)
		})
	}
	pace.Curve("loading, by pieces (100)", pace.Millis, pace.Sizes, false, func(n int) float64 {
		return loading(size{copies: 10 * n})
	})
	pace.Curve("loading, by procedures (20)", pace.Millis, pace.Sizes, false, func(n int) float64 {
		return loading(size{copies: 1, procedures: 20 * n})
	})
	pace.Curve("a suite, by scenarios (20)", pace.Millis, pace.Sizes, false, func(n int) float64 {
		src := files(size{copies: 10, scenarios: 20 * n})
		runtime.GC()
		return pace.Timed(func() {
			_, err := scenario.Run(t.Context(), src, []string{"grown"}, scenario.Options{})
			require.NoError(t, err)
		})
	})
}

func load(t testing.TB, id string) *program.Program {
	t.Helper()
	g, err := interpreter.Load(shipped, id, interpreter.Options{})
	require.NoError(t, err)
	return g.Program
}
