package lsp

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/pace"
)

// TestTableOfTheEditor prints how long an author of the largest game waits for the server: for diagnostics,
// for the answer to a request right after a change, and for one after a pause.
func TestTableOfTheEditor(t *testing.T) {
	pace.Wanted(t)
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // the program has it looked for even later
	dir := t.TempDir()
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		require.NoError(t, os.CopyFS(filepath.Join(dir, folder, "glacier"), os.DirFS("../../../../"+folder+"/glacier")))
	}
	const hunt, prey = "cards/glacier/hunt.yaml", "cards/glacier/prey.yaml"
	c := dial(t, dir)
	text := c.open(hunt)
	c.clean(hunt)
	typed := 0
	key := func() {
		typed++
		c.write(hunt, text+"# "+strings.Repeat("x", typed)+"\n")
		c.until(hunt, func(version int, _ []diagnostic) bool { return version == c.docs[hunt].version })
	}
	at := c.at(prey, strings.Replace(c.open(prey), "\n  hare:\n", "\n  ha§re:\n", 1))
	at["newName"] = "bunny"
	at["context"] = map[string]any{"includeDeclaration": true}
	ask := func(method string) func() float64 {
		return func() float64 {
			var answer any
			return pace.Timed(func() { c.call("textDocument/"+method, at, &answer) })
		}
	}
	pace.Hold("a key: what is wrong", pace.Millis, func() float64 { return pace.Timed(key) }, 150)
	for _, method := range []string{"references", "definition", "hover", "rename"} {
		pace.Hold(method+", right after a key", pace.Millis, func() float64 { key(); return ask(method)() }, 0)
		pace.Hold("  when it has been quiet", pace.Millis, ask(method), 300)
	}
	at = c.at(hunt, strings.Replace(text, "from: me.hand", "from: me.§hand", 1))
	pace.Hold("completion in a formula", pace.Millis, ask("completion"), 300)
}
