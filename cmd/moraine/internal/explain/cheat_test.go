package explain

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/syntax"
	"moraine/interpreter/testing/soak"
)

var update = flag.Bool("update", false, "write cards/CHEAT.md anew")

// cheatMaps are the maps of the cheat sheet under the headings of their files. Verbs have a list of their own.
var cheatMaps = []struct {
	heading string
	maps    []string
}{
	{"Files of a game", []string{
		"a file of a game", "`players`", "`player`", "a zone", "a field", "an invariant", "a card", "`copies`", "`play`", "what each card has",
		"`playing`", "a procedure", "an option", "`until`", "a window", "a side offer", "a ruling", "what a text says", "an exclusion", "a clause",
		"a formula", "a value", "a measure", "a question", "a cell", "a row", "a look", "`table`",
	}},
	{"Variants", []string{"a variant", "a new reading"}},
	{"Scenarios", []string{"a scenario", "`given`", "a stack", "a mark", "an entry of `under`"}},
}

// cheatSheet returns the text of cards/CHEAT.md, made of the grammar.
func cheatSheet() string {
	var b strings.Builder
	b.WriteString("# Cheat sheet\n\n*Read this if you know the language and forgot the name of a key.* `moraine explain WORD` explains each with a sample. A star\n" +
		"marks what is needed. A test generates this page from the grammar: `go test ./cmd/moraine/internal/explain -run Cheat -update`.\n")
	b.WriteString("\n## Steps\n\nAny step can have `if` `cites` `note` `id`.\n\n| verb | operands |\n|---|---|\n")
	for _, verb := range syntax.Verbs() {
		object, operands, _ := syntax.Operands(verb)
		fmt.Fprintf(&b, "| `%s:` %s | %s |\n", verb, describeValue(object), keyList(operands, ""))
	}
	b.WriteString("\n## Formulas\n\n")
	const width, between = 120, " · "
	line := 0
	for i, f := range interpreter.Functions() {
		switch {
		case line+len(f.Usage) > width:
			b.WriteString("\n")
			line = 0
		case i > 0:
			b.WriteString(between)
		}
		b.WriteString("`" + f.Usage + "`")
		line += len(f.Usage) + len(between) + len("``")
	}
	b.WriteString("\n")
	for _, part := range cheatMaps {
		fmt.Fprintf(&b, "\n## %s\n\n| map | keys |\n|---|---|\n", part.heading)
		for _, name := range part.maps {
			rest := syntax.MapNamed(name).Rest
			fmt.Fprintf(&b, "| %s | %s |\n", name, keyList(syntax.MapNamed(name).Keys, rest))
		}
		if part.heading == "Variants" {
			b.WriteString(patchRows() + "\nSTEP is the id of a step, or its words: `procedures.turn/roll die`. `moraine explain GAME PROCEDURE` prints the addresses.\n")
		}
	}
	b.WriteString("\nChecks, in a scenario, in a line of `when` and under `under`: " + keyList(syntax.MapNamed("a line of checks").Keys, "") + "\n")
	b.WriteString("\nLines of `when`: " + "`SEAT: {OPTION: {CHOICE: ANSWER}}` `SEAT: {CHOICE: ANSWER}` and with the words")
	for _, word := range slices.Sorted(maps.Keys(acts)) {
		fmt.Fprintf(&b, " `%s`", word)
	}
	b.WriteString("\n")
	return b.String()
}

// patchRows returns the rows about patches: the address after `at`, and the keys.
func patchRows() string {
	var b strings.Builder
	for _, p := range []struct{ at, is string }{
		{"procedures.NAME/STEP", "a patch"}, {"rulings.KEY", "a patch of a ruling"}, {"bots.NAME", "a patch of a bot"},
	} {
		keys := slices.DeleteFunc(slices.Clone(syntax.MapNamed(p.is).Keys), func(k syntax.Key) bool { return k.Name == "at" })
		fmt.Fprintf(&b, "| %s, `at: %s` | %s |\n", p.is, p.at, keyList(keys, ""))
	}
	return b.String()
}

// keyList returns keys in code, with a star after those that are needed, and whether the author can choose more.
func keyList(keys []syntax.Key, rest string) string {
	var all []string
	for _, k := range keys {
		name := "`" + k.Name + "`"
		if k.Needed {
			name += "\\*"
		}
		all = append(all, name)
	}
	if rest != "" {
		all = append(all, "names of yours: "+describeValue(rest))
	}
	return strings.Join(all, " ")
}

// The cheat sheet lists the keys, verbs and functions that the grammar has.
func TestCheatSheetIsGenerated(t *testing.T) {
	const file = "../../../../cards/CHEAT.md"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(cheatSheet()), 0o644))
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, cheatSheet(), string(text), "write it anew: go test ./cmd/moraine/internal/explain -run Cheat -update")
}

// The pages have a sample of every key of the language.
func TestEveryKeyHasASample(t *testing.T) {
	docs := ReadGuides(os.DirFS("../../../.."))
	keys := map[string]string{}
	for _, part := range cheatMaps {
		for _, name := range part.maps {
			for _, k := range syntax.MapNamed(name).Keys {
				keys[k.Name] = name
			}
		}
	}
	for _, verb := range syntax.Verbs() {
		keys[verb] = "a step"
		_, operands, _ := syntax.Operands(verb)
		for _, k := range operands {
			keys[k.Name] = verb
		}
	}
	for _, key := range soak.Sample(maps.Keys(keys)) {
		assert.NotEmpty(t, sampleOf(key, "", docs), "no page has a sample of the key %q of %s", key, keys[key])
	}
}
