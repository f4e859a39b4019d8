package play_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

var update = flag.Bool("update", false, "write the expected tables anew")

// golden holds a text against a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

// tables are the tables that a session has shown.
func tables(text string) []string {
	var out []string
	for i, part := range strings.Split(text, strings.Repeat("─", 80)+"\n") {
		if i%2 == 1 {
			out = append(out, part)
		}
	}
	return out
}

// Hexagons, grids and rows; pieces within pieces, counted; text that has no room
// is cut, and said below the board.
func TestBoards(t *testing.T) {
	seen := session(t, "boards", play.Options{Seats: []string{"green=human", "grey=random"}}, "1")
	golden(t, "boards_green.txt", tables(seen)[0])
}

// A board drawn for a seat leaves out everything hidden from it, on pieces of any owner: pieces that lie face
// down, and values that a formula would read.
func TestBoardsTellNoSecrets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match")
	log := session(t, "boards", play.Options{Seats: []string{"green=human", "grey=human"}, Save: path}, "", "1", "", "1")
	green, grey, all := tables(log)[0], tables(log)[1], tables(log)[2]
	const front, spy = "Green    front: 0 [", "| sees "
	holds(t, green, spy+"? |", front+"c]")
	holds(t, grey, spy+"2 |", front+"?]")
	holds(t, all, spy+"? |", front+"?]")

	file, err := match.Open(path)
	require.NoError(t, err)
	g, hash := loadGame(t, "boards")
	for as, want := range map[string][]string{
		"":      {"\n  Salt: from sack to Green's front 0\n", spy + "2 |", front + "c]"},
		"green": {"\n  Salt: from sack to Green's front 0\n", spy + "? |", front + "c]"},
		"grey":  {"\n  Crate (unseen): from sack to Green's front 0\n", spy + "2 |", front + "?]"},
		"table": {"\n  Crate (unseen): from sack to Green's front 0\n", spy + "? |", front + "?]"},
	} {
		t.Run(as, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, play.Replay(t.Context(), g, file, hash, play.View{As: as}, &out))
			holds(t, out.String(), want...)
		})
	}
}

// A drawing that breaks a promise of its own breaks the match off.
func TestADrawingThatFails(t *testing.T) {
	g, hash := changedGame(t, "boards", "draws: 'sees {count(players[1].hand, .card == \"salt\")}'", "draws: 'sees {max(map(stock[0:0], .copy))}'")
	err := play.Run(t.Context(), g, play.Options{Hash: hash, In: strings.NewReader("1\n"), Out: &bytes.Buffer{}})
	require.ErrorContains(t, err, "cards/boards/f.yaml:3:15: ")
}

// Pieces that are drawn in each other have no end of it.
func TestDrawingsWithoutEnd(t *testing.T) {
	g, hash := changedGame(t, "boards", "draws: 'sees {count(players[1].hand, .card == \"salt\")}'", "draws: '({on})'")
	var out bytes.Buffer
	well(t, play.Run(t.Context(), g, play.Options{Hash: hash, In: strings.NewReader(""), Out: &out}), out.String())
	holds(t, out.String(), "((((((((…))))))))")
}

// session plays a game of testdata with lines typed into it.
func session(t *testing.T, id string, o play.Options, lines ...string) string {
	t.Helper()
	g, hash := loadGame(t, id)
	return typed(t, g, hash, o, lines...)
}

func typed(t *testing.T, g *interpreter.Game, hash string, o play.Options, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	o.Hash, o.Out, o.In = hash, &out, strings.NewReader(strings.Join(append(lines, ""), "\n"))
	well(t, play.Run(t.Context(), g, o), out.String())
	return out.String()
}

// The whole table of a match with a map, in 80 columns.
func TestTheTableOfTusk(t *testing.T) {
	data := interpreter.Sources{{Name: "samples", FS: os.DirFS("../../../../interpreter/testdata/samples")}}
	g, err := interpreter.Load(data, "tusk", interpreter.Options{})
	require.NoError(t, err)
	hash, _, err := data.Hash("tusk")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "match")
	o := play.Options{Players: 4, Seed: 7, Seats: []string{"blue=human"}, Bots: "random", Save: path}
	lines := strings.Split(strings.Repeat("1 ", 24)+"table", " ")
	all := tables(typed(t, g, hash, o, lines...))
	golden(t, "tusk.txt", all[len(all)-1])
	for line := range strings.SplitSeq(all[len(all)-1], "\n") {
		require.LessOrEqual(t, len([]rune(line)), 80, line)
	}
}
