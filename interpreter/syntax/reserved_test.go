package syntax_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "moraine/interpreter/internal/formula" // which adds the functions
	"moraine/interpreter/syntax"
)

// The README of the language lists the words that are taken, all of them and no
// others.
func TestTheReadmeListsReservedWords(t *testing.T) {
	text, err := os.ReadFile("../../cards/README.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "## Reserved words")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	listed := map[string]bool{}
	for _, code := range regexp.MustCompile("`[^`]*`").FindAllString(section, -1) {
		for word := range strings.FieldsSeq(strings.Trim(code, "`")) {
			listed[word] = true
		}
	}
	want := slices.Concat(syntax.Reserved(), syntax.ScenarioWords)
	slices.Sort(want)
	require.Equal(t, slices.Compact(want), slices.Sorted(maps.Keys(listed)))
}

// The table of verbs in the README has a row for each verb, in their order, which names its operands.
func TestTheReadmeHasEveryVerb(t *testing.T) {
	text, err := os.ReadFile("../../cards/README.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "| verb, object |")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n\n")
	rows := regexp.MustCompile(`(?m)^\| \*\*([a-z]+)\*\*.*$`).FindAllStringSubmatch(section, -1)
	var listed []string
	for _, row := range rows {
		listed = append(listed, row[1])
		_, operands, ok := syntax.Operands(row[1])
		require.True(t, ok, row[1])
		for _, k := range operands {
			require.Regexp(t, "`[^`]*\\b"+k.Name+"\\b[^`]*`", row[0], "%s has an operand %s: list it in the row of the verb in cards/README.md", row[1], k.Name)
		}
	}
	require.Equal(t, syntax.Verbs(), listed, "the rows of the table of verbs in cards/README.md")
}
