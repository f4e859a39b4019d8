package play_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter"
)

// wide has a board of fourteen columns, with links that its drawing does not show, and options that begin with q.
const wide = `
language: 1
game: wide
players: {from: 2, to: 2, seats: [ann, bob], turn: active}
start: match
fields: {active: {type: player}}
zones:
  island:
    layout: board
    holds: [tile]
    places: |
      a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14
      b1 . b3 . b5 . b7 . b9 . b11 . b13 .
    links: [a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14, b1 a2, b3 a4, b5 a6, b7 a8, b9 a10, b11 a12, b13 a14]
procedures:
  match:
    do:
      - set: {active: 'players[0]'}
      - choose: spot
        from: places(island)
        by: active
      - may: {quake: [], quell: [], rest: []}
        by: active
      - finish: '[active]'
`

func wideGame(t *testing.T) *interpreter.Game {
	files := fstest.MapFS{
		"cards/wide/game.yaml": {Data: []byte(wide)},
		"cards/wide/tile.yaml": {Data: []byte("kind: tile\ndraws: '{card}'\ncards:\n  lumber_<n>: {each: {n: 0..13}, copies: 1, starts: {island: <n>}}\n")},
	}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "wide", interpreter.Options{})
	require.NoError(t, err)
	return g
}

// On a wide terminal a board is drawn in full. The links that no drawing shows are printed once.
func TestPlayUsesTheWidthOfTheTerminal(t *testing.T) {
	g := wideGame(t)
	for columns, whole := range map[int]bool{40: false, 80: false, 200: true} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			o := play.Options{Seed: 1, Seats: []string{"ann=human", "bob=random"}, Rows: 60, Columns: columns}
			got := typed(t, g, "", o, "1", "", "q", "rest")
			require.Equal(t, whole, strings.Contains(got, "| lumber 0  |"), "%d columns:\n%s", columns, got)
			require.Equal(t, min(1, columns/80), strings.Count(got, "b1 – a2"), "%d columns:\n%s", columns, got)
			for line := range strings.SplitSeq(got, "\n") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), columns, line)
			}
			require.Contains(t, got, strings.Repeat("─", columns)+"\n")
		})
	}
}

// `q` leaves the program, unless an answer begins with q.
func TestQEndsASession(t *testing.T) {
	g := wideGame(t)
	for i, x := range []struct {
		lines []string
		left  bool
	}{
		{[]string{"q"}, true},
		{[]string{"Q"}, true},
		{[]string{"1", "q", "rest"}, false}, // quake or quell?
		{[]string{"1", "que", "rest"}, false},
	} {
		got := typed(t, g, "", play.Options{Seed: 1, Seats: []string{"ann=human", "bob=random"}}, x.lines...)
		require.Equal(t, x.left, strings.Contains(got, "The match is not over"), fmt.Sprint(i, ": ", got))
	}
	require.Contains(t, typed(t, g, "", play.Options{Seed: 1, Seats: []string{"ann=human", "bob=random"}}, "?", "quit"), "q or quit ")
}
