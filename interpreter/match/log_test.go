package match

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// The sentence of a step stands once in the log, also if the step draws several cards or moves pieces to several places,
// and once more each time that the step runs again; a copy of
// the match goes on between the cards. A step with an empty sentence has no line.
func TestASentenceStandsOnceForEachRun(t *testing.T) {
	rules := strings.NewReplacer("{draw: 2, from: bag, to: active.hand}", "{draw: 2, from: bag, to: active.hand, says: 'Two tiles are drawn'}", "STEPS", `
      - {each: n, in: '1..2', do: [{move: active.hand, to: '[open, dark]', says: 'Round {n}'}, {draw: 2, from: bag, to: active.hand, says: ''}]}`).Replace(tiles)
	game, kind, _ := strings.Cut(rules, "---\n")
	files := fstest.MapFS{"cards/tiles/game.yaml": {Data: []byte(game)}, "cards/tiles/tile.yaml": {Data: []byte(kind)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "tiles", interpreter.Options{})
	require.NoError(t, err)
	m, err := New(g, Header{Game: "tiles", Players: 2, Seed: 3, Lang: "en", IDs: g.Program.Seats, Seats: []string{Human, Human}}, Options{}, Recipient{Everything, "en"})
	require.NoError(t, err)
	for more := true; more; {
		m, err = m.Clone()
		require.NoError(t, err)
		more, err = m.Step()
		require.NoError(t, err)
	}
	var lines []string
	for _, l := range m.Log(0) {
		lines = append(lines, l.Text)
	}
	require.Equal(t, []string{"Active: Ann", "Bag is shuffled", "Two tiles are drawn", "Round 1", "Round 2", "The match is over: Ann and Bob win together"}, lines)
}
