package decide_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
)

// tableGame is a game of package games, with something put in another's place.
func tableGame(t *testing.T, id, was, is string) *program.Program {
	t.Helper()
	text, err := os.ReadFile("../../testing/games/testdata/" + id + ".yaml")
	require.NoError(t, err)
	require.Contains(t, string(text), was)
	files := fstest.MapFS{}
	for i, doc := range strings.Split(strings.Replace(string(text), was, is, 1), "---\n") {
		files[fmt.Sprintf("cards/%s/%c.yaml", id, 'a'+i)] = &fstest.MapFile{Data: []byte(doc)}
	}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, id, interpreter.Options{})
	require.NoError(t, err)
	return g.Program
}

// climbed is how high the stair of two bots comes on average.
func climbed(t *testing.T, p *program.Program, bot string, matches int) float64 {
	t.Helper()
	sum := 0
	for seed := range uint64(matches) {
		m := machine.New(p, 2, nil)
		m.Strict = true
		playOut(t, m, crew(t, p, seed, bot, bot))
		sum += int(m.Env.World.Word(p.GameField("height").Slot))
	}
	return float64(sum) / float64(matches)
}

func crew(t *testing.T, p *program.Program, seed uint64, bots ...string) decide.Seats {
	t.Helper()
	s := decide.Seats{Chance: decide.NewRandom(seed)}
	for i, name := range bots {
		d, err := decide.NewPolicy(p, name, decide.NewRNG(seed, uint64(2+i)))
		require.NoError(t, err)
		s.Players = append(s.Players, d)
	}
	return s
}

// Where all see a hand but its holder, a bot is as good as the hints that it is given,
// and no better: without them it climbs no higher than chance does, and one that looks
// at its own cards breaks the match off. With them it climbs 6 steps where chance
// climbs half a step, and a search, which keeps to them, climbs a little higher.
func TestBotsDoNotSeeTheirBlindHands(t *testing.T) {
	p := tableGame(t, "stairs", "", "")
	require.InDelta(t, 0.5, climbed(t, p, "random", 100), 0.3)
	require.InDelta(t, 6, climbed(t, p, "carpenter", 100), 0.6)
	require.Greater(t, climbed(t, p, "mcts=20", 10), 5.4)

	mute := tableGame(t, "stairs", "words: 6", "words: -99")
	require.Less(t, climbed(t, mute, "carpenter", 100), 1.5)

	peeks := tableGame(t, "stairs", "turn.plank: 'it.told == height + 1", "turn.plank: 'it.step == height + 1")
	m := machine.New(peeks, 2, nil)
	s := crew(t, peeks, 1, "carpenter", "carpenter")
	for move, ok := s.Next(m); ok; move, ok = s.Next(m) {
		if move.Make(m) != nil {
			break
		}
	}
	require.ErrorContains(t, m.Err(), "may not know which piece lies in ")
}

// If the other seats usually tell the truth, a search that weighs their claims wins 70 of 100 matches against
// the bot, and one that does not wins 28.
func TestSearchWeighsClaims(t *testing.T) {
	const matches = 100
	weighs, _ := share(t, tableGame(t, "liars", "", ""), 2, matches, "mcts=40", "angler")
	deaf, _ := share(t, tableGame(t, "liars", "    likely:", "    #"), 2, matches, "mcts=40", "angler")
	require.Greater(t, weighs, 0.55)
	require.Less(t, deaf, 0.4)
}

// A formula that looks where the seat may not is a fault of the match.
func TestLikelyReadsNoHiddenValues(t *testing.T) {
	p := tableGame(t, "liars", "likely: 'it.owner == nothing", "likely: 'empty(filter(others[0].net, true))")
	m := machine.New(p, 2, nil)
	s := crew(t, p, 1, "mcts=4", "mcts=4")
	for move, ok := s.Next(m); ok; move, ok = s.Next(m) {
		if move.Make(m) != nil {
			break
		}
	}
	require.ErrorContains(t, m.Err(), "may not look into ")
}
