package decide_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
)

// tally counts the figures at the head of cards/glacier/prey.yaml.
type tally struct {
	m              *machine.Match
	hunts, caught  int
	feedings, full int
	years          int
}

func (c *tally) Event(ev machine.Event) {
	if ev.Kind != machine.Returned && ev.Kind != machine.Called {
		return
	}
	p := c.m.P.Procs[ev.Value]
	if ev.Kind == machine.Called {
		if p.Name == "year_end" { // which the match ends in, so it need not return
			c.years++
		}
		return
	}
	name := func(s string) int32 {
		return c.m.State().Stack[int(c.m.State().Stack[state.AtFrame])+p.Slot(s).At]
	}
	switch p.Name {
	case "hunt":
		c.hunts++
		c.caught += int(name("caught"))
	case "feed":
		c.feedings++
		if name("fed") >= name("need") {
			c.full++
		}
	}
}

// The invented values of the cards keep the match in balance. The margins allow for chance, because the test
// plays far fewer matches than the measurement did.
func TestTheBalanceOfGlacier(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays 360 matches")
	}
	const matches = 120
	g, err := interpreter.Load(interpreter.Sources{{Name: ".", FS: os.DirFS("../../..")}}, "glacier", interpreter.Options{})
	require.NoError(t, err)
	for players := 2; players <= 4; players++ {
		m := machine.New(g.Program, players, nil)
		c := &tally{m: m}
		m.Observer = c
		for seed := range uint64(matches) {
			m.Reset(players)
			play(t, m, "greedy", seed)
		}
		share := func(a, b int) float64 { return 100 * float64(a) / float64(b) }
		assert.InDelta(t, 64, share(c.caught, c.hunts), 6, "%d players: hunts that succeed", players)
		assert.InDelta(t, 72.5, share(c.full, c.feedings), 10, "%d players: feedings of all", players)
		years := float64(c.years) / matches
		assert.True(t, 2 <= years && years <= 5, "%d players: %v years", players, years)
	}
}

// play plays a match with the same bot on all seats.
func play(t *testing.T, m *machine.Match, bot string, seed uint64) {
	t.Helper()
	s := decide.Seats{Chance: decide.NewRandom(seed)}
	for i := range m.Env.World.Players() {
		d, err := decide.NewPolicy(m.P, bot, decide.NewRNG(seed, uint64(2+i)))
		require.NoError(t, err)
		s.Players = append(s.Players, d)
	}
	playOut(t, m, s)
}

func playOut(t *testing.T, m *machine.Match, s decide.Seats) {
	t.Helper()
	for move, ok := s.Next(m); ok; move, ok = s.Next(m) {
		require.NoError(t, move.Make(m))
	}
	require.NoError(t, m.Err())
	require.True(t, m.Finished())
}
