package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Errors in a table are reported in the table, and disappear with their cause; a card is defined in its row.
func TestTables(t *testing.T) {
	const sheet = "cards/pebbles/pebble.csv"
	dir := workspace(t)
	rows := "id,copies,worth,worth.mark,worth.cites\nwhite,4,1,,\nblack,2,3,given,P-TURN-03\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, sheet), []byte(rows), 0o600))
	text, err := os.ReadFile(filepath.Join(dir, kind))
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(text), "cards:\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, kind), []byte(head+"table: pebble.csv\n"), 0o600))
	c := dial(t, dir)
	c.open(turn)
	c.clean(turn)

	c.open(sheet)
	c.clean(sheet)
	c.write(sheet, strings.Replace(rows, ",4,1,", ",4,many,", 1))
	assert.Equal(t, 1, c.says(sheet, `"many" is not a whole number`).Range.Start.Line)
	c.write(sheet, strings.Replace(rows, "worth,", "wroth,", 1))
	assert.Equal(t, "wroth", c.marked(sheet, c.says(sheet, `did you mean "worth"?`).Range))
	c.write(sheet, rows)
	c.clean(sheet)

	for _, method := range []string{"completion", "hover", "documentSymbol", "formatting", "codeLens", "codeAction", "rename"} {
		var got any
		c.call("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": c.uri(sheet)}, "position": map[string]any{"line": 1, "character": 1}, "newName": "grey"}, &got)
		assert.Empty(t, got, method)
	}
	match := c.open(won)
	c.clean(won)
	var at []location
	c.call("textDocument/definition", c.at(won, strings.Replace(match, "black", "bla§ck", 1)), &at)
	require.Len(t, at, 1)
	assert.Equal(t, c.uri(sheet), at[0].URI)
	assert.Equal(t, "black", c.marked(sheet, at[0].Range))
	c.goodbye()
}
