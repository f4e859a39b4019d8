package explain_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/explain"
	"moraine/interpreter/syntax"
)

func guides(t *testing.T) (out []explain.Guide) {
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		text, err := os.ReadFile("../../../../" + folder + "/README.md")
		require.NoError(t, err)
		out = append(out, explain.Guide{File: "moraine help " + folder, Text: string(text)})
	}
	return out
}

// A word is explained with its place in the grammar, a passage of a guide, and a sample.
func TestReference(t *testing.T) {
	docs := guides(t)
	for word, want := range map[string][]string{
		"until":    {"key of `set`, a mark: until", "sets the value for a time", "(moraine help cards: Values and loops)", "until: {end: turn, of: me}"},
		"pins":     {"key of a scenario", "lists the clauses of the rule texts that the scenario proves", "pins: [P-TURN-01]"},
		"AT_LEAST": {"at_least · key of `choose`: formula", "ask for several elements"},
		"choose":   {"verb of the language", "  from  formula, needed", "A player picks from a list"},
		"filter":   {"filter(list, condition) · function of formulas", "filter("},
		"rolls":    {"word of a script", "`rolls: [4, 2]`"},
	} {
		text := explain.Reference(word, docs, 0)
		for _, part := range want {
			assert.Contains(t, text, part, word)
		}
	}
	assert.Empty(t, explain.Reference("wombat", docs, 0))
	assert.Empty(t, explain.Reference("", docs, 0))
}

// The guides say something about every verb.
func TestGuidesDescribeEveryVerb(t *testing.T) {
	docs := guides(t)
	for _, verb := range syntax.Verbs() {
		assert.Contains(t, explain.Reference(verb, docs, 0), "(moraine help ", verb)
	}
	for line := range strings.Lines(explain.Reference("until", docs, 80)) {
		assert.LessOrEqual(t, len([]rune(line)), 110, line)
	}
}
