package simulate_test

import (
	"moraine/interpreter"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/simulate"
)

// What the interpreter takes to have no end machine code leaves to it, and soon.
func TestEnginesEndless(t *testing.T) {
	match := func(zones, steps string) string {
		text := strings.Replace(coins, "zones: {bank: {}}", zones, 1)
		return strings.Replace(text, "      - while: throws < 3\n", steps+"      - while: throws < 3\n", 1)
	}
	const piles = "zones:\n  bank: {order: stack, when_empty: {reshuffle: heap}}\n  heap: {order: stack, starts: true}"
	for _, c := range []struct{ name, text, want string }{
		{"numbers without end", match("zones: {bank: {}}", "      - set: {throws: 'count(0..(2147483646 + 1), it < 0)'}\n"), "this formula does more than 1000000 steps"},
		{"more steps than are allowed", match("zones: {bank: {}}", "      - while: throws < 150000\n        do:\n          - set: {throws: throws + 1}\n      - set: {throws: 0}\n"), "more than 200000 steps without a decision"},
		{"a long formula", match("zones: {bank: {}}", "      - set: {throws: 'count(0..1100000, it < 0)'}\n"), "this formula does more than 1000000 steps"},
		{"draws without end", match(piles, "      - draw: 1000000000\n        from: bank\n        to: heap\n"), "without a decision"},
		{"shuffles of what may have an order", match(piles, "      - while: throws == 0\n        do:\n          - shuffle: 'me == players[0] ? bank : heap'\n"), "without a decision"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := simulate.Options{Players: 2, Games: 3, Seed: 7, Jobs: 1}
			g := chips(t, c.text)
			_, want := simulate.Run(t.Context(), g, as(simulate.Interpreter, o))
			require.ErrorContains(t, want, c.want)
			_, err := simulate.Run(t.Context(), g, as(simulate.Native, o))
			assert.Equal(t, want, err)
		})
	}
}

// chips is a game with a single piece.
func chips(t testing.TB, text string) *interpreter.Game {
	files := fstest.MapFS{
		"cards/coins/coins.yaml": &fstest.MapFile{Data: []byte(text)},
		"cards/coins/chip.yaml":  &fstest.MapFile{Data: []byte("kind: chip\nnames: {en: Chip}\ncards:\n  red: {copies: 1}\n")},
	}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "coins", interpreter.Options{})
	require.NoError(t, err)
	return g
}
