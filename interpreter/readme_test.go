package interpreter

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/testing/pages"
)

// The games of the pages in cards/ load, as they are and in their variants, and are played to their ends.
func TestTheLanguagePagesAreGames(t *testing.T) {
	files := pages.Files(t, "..", "cards")
	defer formula.Verify()()
	src := Sources{{Name: "README", FS: files}}
	for _, id := range src.Games() {
		rules, err := Read(src, id)
		require.NoError(t, err)
		variants, err := rules.Variants()
		require.NoError(t, err)
		for _, variant := range append(variants, "") {
			g, err := rules.Game(Options{Variant: variant})
			require.NoError(t, err)
			for seed := range uint64(50) {
				m := machine.New(g.Program, min(2+int(seed%3), g.Schema.MaxPlayers), nil)
				m.Strict = true
				d := decide.NewRandom(seed)
				for r := m.Next(); r != nil; r = m.Next() {
					require.NoError(t, m.Answer(d.Decide(m, r)...))
				}
				require.NoError(t, m.Err())
				require.True(t, m.Finished())
				require.NotEmpty(t, m.Winners())
			}
		}
	}
}

var refusal = regexp.MustCompile(`(?m)^\| .* \| (.*) \|$`)

// Each row of the table of refusals names a sample of the alternative, which is part of a game that the test
// above plays.
func TestRefusalsHaveSamples(t *testing.T) {
	files := pages.Files(t, "..", "cards")
	text, err := os.ReadFile("../cards/LIMITS.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "| refused |")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n\n")
	rows := refusal.FindAllStringSubmatch(section, -1)
	require.Greater(t, len(rows), 10)
	for _, row := range rows {
		places := regexp.MustCompile("([A-Z][a-z]+), `([a-z_]+)`").FindAllStringSubmatch(row[1], -1)
		require.NotEmpty(t, places, row[0])
		for _, at := range places {
			game := ""
			for path, file := range files {
				if strings.HasPrefix(path, "cards/"+strings.ToLower(at[1])+"/") {
					game += string(file.Data)
				}
			}
			require.Regexp(t, `(?m)^ *-? *(kind: )?`+at[2]+`\b`, game, row[0])
		}
	}
}
