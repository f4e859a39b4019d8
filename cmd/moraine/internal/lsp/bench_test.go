//go:build unix

package lsp

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkEditor measures how long an author of the largest game waits for the server: for diagnostics, for the
// answer to a request right after a change, and for one after a pause.
func BenchmarkEditor(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the program does
	dir := b.TempDir()
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		require.NoError(b, os.CopyFS(filepath.Join(dir, folder, "glacier"), os.DirFS("../../../../"+folder+"/glacier")))
	}
	const hunt, prey = "cards/glacier/hunt.yaml", "cards/glacier/prey.yaml"
	c := dial(b, dir)
	text := c.open(hunt)
	c.clean(hunt)
	typed := 0
	key := func() {
		typed++
		c.write(hunt, text+"# "+strings.Repeat("x", typed%50)+"\n")
		c.until(hunt, func(version int, _ []diagnostic) bool { return version == c.docs[hunt].version })
	}
	b.Run("key", func(b *testing.B) {
		for b.Loop() {
			key()
		}
	})
	at := c.at(prey, strings.Replace(c.open(prey), "\n  hare:\n", "\n  ha§re:\n", 1))
	at["newName"] = "bunny"
	at["context"] = map[string]any{"includeDeclaration": true}
	in := c.at(hunt, strings.Replace(text, "from: me.hand", "from: me.§hand", 1))
	for _, of := range []struct {
		method string
		at     map[string]any
	}{{"references", at}, {"definition", at}, {"hover", at}, {"rename", at}, {"completion", in}} {
		ask := func() {
			var answer any
			c.call("textDocument/"+of.method, of.at, &answer)
		}
		b.Run(of.method, func(b *testing.B) {
			for b.Loop() {
				ask()
			}
		})
		b.Run("key, "+of.method, func(b *testing.B) {
			for b.Loop() {
				key()
				ask()
			}
		})
	}
}
