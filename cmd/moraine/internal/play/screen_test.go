package play

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/games"
	"moraine/interpreter/words"
)

// The news, the changes and the question fit on the screen, in every language; only a question that is longer
// than the screen exceeds it.
func TestEveryQuestionFitsTheScreen(t *testing.T) {
	const rows = 24
	asked := 0
	for id, g := range games.Every(t, "../../../..") {
		t.Run(id, func(t *testing.T) {
			for _, lang := range words.Spoken {
				var typed, out bytes.Buffer
				for i := range 60 {
					fmt.Fprintf(&typed, "%d\n", []int{1, 2, 0, 3, 1}[i%5])
				}
				o := Options{Players: g.Program.MinPlayers, Seed: 5, Lang: lang, Rows: rows, In: &typed, Out: &out}
				if err := Run(t.Context(), g, o); err != nil {
					require.NotContains(t, err.Error(), "panic", id)
				}
				for _, screen := range strings.SplitAfter(out.String(), "\n> ") {
					for line := range strings.SplitSeq(screen, "\n") {
						require.LessOrEqual(t, utf8.RuneCountInString(line), words.Width, "%s: %s", id, line)
					}
					if above, question, ok := cutLast(screen, "\n\n"); ok && strings.HasSuffix(question, "\n> ") {
						room := max(rows-strings.Count(question, "\n")-2, leastRows)
						require.LessOrEqual(t, strings.Count(above, "\n"), room, "%s in %s:\n%s", id, lang, screen)
						asked++
					}
				}
			}
		})
	}
	require.Greater(t, asked, 300)
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// If the whole table fits on the screen, it is shown with marks at the changes since the seat's last
// decision; otherwise only the changes are shown, and the number of the others. Enter shows all of it page by
// page, and typing a command ends that.
func TestAScreenShowsTheChanges(t *testing.T) {
	got := onScreen(t, 24, "1", "2", "", "table bob", "table ja", "table be", "table xyz", "quit")
	require.Contains(t, got, "Ann      • proud\n         hand: Jab, Hook\nBob      hand: 2\n\nAnn, choose: stake")
	require.Contains(t, got, "table    • active Bob · • bout 2\n         stock: 2\n         • arena: Hook\nAnn      • points 3 · proud\n         • hand: Jab\n")
	require.Contains(t, got, "> table bob\nBob      points 0\n         hand: 2\n")
	require.Contains(t, got, "> table ja\nJab in Ann's hand — force 1\n")
	require.Contains(t, got, "> table be\nBell: none is in sight — force 9\n")
	require.Contains(t, got, "> table xyz\nThe table has nothing with the name \"xyz\".\n")

	got = onScreen(t, 8, "1", "2", "", "quit")
	require.Contains(t, got, "── short version of the table; press Enter to see all of it ─")
	require.Contains(t, got, "only the changes are shown; press Enter to see the whole table ─")
	require.Contains(t, got, "\nEnter: 1 more. quit\n> quit\n")
}

// onScreen returns the output for a person against a bot on a screen with the given number of rows.
func onScreen(t *testing.T, rows int, lines ...string) string {
	g := games.Load(t, "../../../..", "duel")
	var out bytes.Buffer
	o := Options{Players: 2, Seed: 1, Seats: []string{"ann=human"}, Bots: "meek", Rows: rows, Out: &out,
		In: strings.NewReader(strings.Join(append(lines, ""), "\n"))}
	require.NoError(t, Run(t.Context(), g, o))
	return out.String()
}

// All pieces added to an open stack are shown, even if one of them equals a piece that was there before.
func TestAStackShowsAllNewPieces(t *testing.T) {
	lying := func(blocks ...string) table {
		e := entry{key: "discards", text: "discards: ", blocks: blocks, board: strings.Split(strings.Join(blocks, "\n"), "\n")}
		return table{{name: "table", entries: []entry{e}}}
	}
	was := lying("  wolf\n    row: food", "  bear\n    row: tool").seen()
	for _, c := range []struct {
		now  table
		want []string
	}{
		{lying("  fox\n    row: tool", "  wolf\n    row: food", "  bear\n    row: tool"), []string{"  fox", "    row: tool"}},
		{lying("  wolf\n    row: food", "  wolf\n    row: food", "  bear\n    row: tool"), []string{"  wolf", "    row: food"}},
		{lying("  fox\n    row: tool", "  wolf\n", "  bear\n    row: tool"), []string{"  fox", "    row: tool"}},
	} {
		require.Equal(t, c.want, c.now.since(was)[0].entries[0].board)
	}
}
