package syntax

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/testing/announced"
	"moraine/interpreter/source"
)

// A test writes a game as one text, with lines of `---` between its files. Each file gets as many empty lines as
// come before it, so that line numbers stay the same. The line of an error announces its
// diagnostics; see package announced.

// decodeText parses and decodes such a text.
func decodeText(t *testing.T, name, game string) (*Game, source.Diagnostics) {
	t.Helper()
	var docs []*source.Node
	var all source.Diagnostics
	before := 0
	for part := range strings.SplitSeq("\n"+game, "\n---\n") {
		body := strings.Repeat("\n", before) + strings.TrimPrefix(part, "\n")
		before += strings.Count(strings.TrimPrefix(part, "\n"), "\n") + 2
		doc, d := source.Parse(&source.File{Name: name, Text: []byte(body)}, source.DefaultLimits())
		all = append(all, d...)
		docs = append(docs, doc)
	}
	g, d := Decode(docs)
	return g, append(all, d...)
}

func decodeFile(t *testing.T, path string) (*Game, source.Diagnostics) {
	t.Helper()
	body, err := os.ReadFile(path)
	require.NoError(t, err)
	return decodeText(t, path, string(bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))))
}

// checkErrors decodes a game and compares its diagnostics with those that its lines announce.
func checkErrors(t *testing.T, game string) {
	t.Helper()
	_, found := decodeText(t, "test.yaml", game)
	announced.Check(t, []announced.File{{Name: "test.yaml", Text: game}}, found)
}

// header completes the rules of a test to a whole game.
const header = `
---
language: 1
game: test
players: {from: 1, to: 2, seats: [ann, bob], turn: active}
start: match
`

// inBlock makes a game of the steps of one procedure, an indent deep.
func inBlock(steps string) string {
	return fmt.Sprintf("procedures:\n  match:\n    do:\n%s", strings.TrimPrefix(steps, "\n")) + header
}
