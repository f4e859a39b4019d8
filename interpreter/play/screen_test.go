package play

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/words"
)

// Whatever has happened, what is new, what has changed and the question fit the screen, in every
// language; only a question that is longer than that goes beyond it.
func TestEveryQuestionFitsTheScreen(t *testing.T) {
	const rows = 24
	asked := 0
	for id, g := range everyGame(t) {
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
				for _, line := range strings.Split(screen, "\n") {
					require.LessOrEqual(t, utf8.RuneCountInString(line), words.Width, "%s: %s", id, line)
				}
				if above, question, ok := cutLast(screen, "\n\n"); ok && strings.HasSuffix(question, "\n> ") {
					room := max(rows-strings.Count(question, "\n")-2, leastRows)
					require.LessOrEqual(t, strings.Count(above, "\n"), room, "%s in %s:\n%s", id, lang, screen)
					asked++
				}
			}
		}
	}
	require.Greater(t, asked, 300)
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}
