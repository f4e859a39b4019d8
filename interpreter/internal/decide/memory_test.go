package decide_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/testing/games"
)

// boards are games whose formulas repeat much.
var boards = interpreter.Sources{{Name: "boards", FS: os.DirFS("../../../cmd/moraine/internal/count/testdata")}}

var boardNames = map[string]bool{}

// everyGame returns the shipped games, the small ones of the tests, and the boards.
func everyGame(t *testing.T) map[string]*interpreter.Game {
	all := games.Every(t, "../../..")
	for _, id := range boards.Games() {
		boardNames[id] = true
		g, err := interpreter.Load(boards, id, interpreter.Options{})
		require.NoError(t, err)
		all[id] = g
	}
	return all
}

// Every result that a match would take from its memory is evaluated again, and has the same value, work and reads. In
// between the match goes back to its own snapshots, and to those of another match.
func TestRememberedResultsAreTrue(t *testing.T) {
	all := everyGame(t)
	defer formula.Verify()()
	for id, g := range all {
		t.Run(id, func(t *testing.T) {
			before := formula.Testing.Verified.Load()
			for players := g.Program.MinPlayers; players <= g.Program.MaxPlayers; players++ {
				verifyMatch(t, g.Program, players)
			}
			if _, board := boardNames[id]; board {
				require.Greater(t, formula.Testing.Verified.Load()-before, int64(1000), id)
			}
		})
	}
}

func verifyMatch(t *testing.T, p *program.Program, players int) {
	m, other, d := machine.New(p, players, nil), machine.New(p, players, nil), mixed(t, p, uint64(players))
	var now, past, foreign state.State
	answer := func(m *machine.Match) bool {
		r := m.Next()
		require.NoError(t, m.Err())
		return r != nil && m.Answer(d(m, r)...) == nil
	}
	for n := 0; n < 150 && answer(m); n++ {
		answer(other)
		switch n % 8 {
		case 2:
			m.Snapshot(&past)
		case 3, 4: // forth and back
			m.Snapshot(&now)
			answer(m)
			m.Restore(&past)
			answer(m)
			m.Restore(&now)
		case 6:
			m.Snapshot(&now)
			other.Snapshot(&foreign)
			m.Restore(&foreign)
			answer(m)
			m.Restore(&now)
		}
	}
	require.NoError(t, m.Err())
}

// A match is the same without the memory, with a memory of 16 results, and if every result is remembered at once: its
// questions, its work, its counted operations and its states.
func TestTheMemoryChangesNoMatch(t *testing.T) {
	for id, g := range everyGame(t) {
		t.Run(id, func(t *testing.T) {
			defer func() { formula.Testing.Off, formula.Testing.Always, formula.Testing.Results = false, false, 0 }()
			usual := course(t, g.Program)
			formula.Testing.Off = true
			require.Equal(t, usual, course(t, g.Program), "without the memory")
			formula.Testing.Off, formula.Testing.Always = false, true
			require.Equal(t, usual, course(t, g.Program), "every result remembered")
			formula.Testing.Results = 16
			require.Equal(t, usual, course(t, g.Program), "16 results")
		})
	}
}

// moment is a digest of a match before a decision.
type moment struct {
	options, work, ops int
	state              uint64
}

// mixed decides at random and, in an open game, in turn with its bots, which find the results of the rules there.
func mixed(t *testing.T, p *program.Program, seed uint64) func(*machine.Match, *machine.Request) []int32 {
	names, bots := []string{"random"}, []decide.Bot(nil)
	if p.Open {
		names = append(names, slices.Sorted(maps.Keys(p.Bots))...)
	}
	for _, name := range names {
		bot, err := decide.NewPolicy(p, name, decide.NewRNG(seed, 1))
		require.NoError(t, err)
		bots = append(bots, bot)
	}
	n := 0
	return func(m *machine.Match, r *machine.Request) []int32 {
		n++
		return bots[n%len(bots)].Decide(m, r)
	}
}

// course plays the beginning of a match with the most players.
func course(t *testing.T, p *program.Program) (all []moment) {
	m, d := machine.New(p, p.MaxPlayers, nil), mixed(t, p, 1)
	var past state.State
	for n := range 100 {
		r := m.Next()
		require.NoError(t, m.Err())
		if r == nil {
			break
		}
		all = append(all, moment{len(r.Options), m.Env.Work, m.Budget.Ops, m.State().Hash()})
		switch n % 20 {
		case 10:
			m.Snapshot(&past)
		case 15:
			m.Restore(&past)
			continue
		}
		require.NoError(t, m.Answer(d(m, r)...))
	}
	return all
}
