//go:build unix

package watch_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/watch"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// saves are changes of a file, there and back.
var saves = []struct{ what, file, from, to string }{
	{"scenario", "scenarios/glacier/hunt/outcome.yaml", "- scenario: ", "- scenario: Now "},
	{"card", "cards/glacier/weapons.yaml", "copies: {assumed: 2}", "copies: {assumed: 3}"},
	{"turn", "cards/glacier/turn.yaml", "    do:\n", "    do:\n      - set: {chips_gone: chips_gone}\n"},
}

// BenchmarkSave measures the time from saving a file under a watch until all scenarios have run, including the delay
// for further saves but not the output.
func BenchmarkSave(b *testing.B) {
	dir := b.TempDir()
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		require.NoError(b, os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join("../../../..", folder))))
	}
	loader := interpreter.NewLoader(interpreter.Sources{{Name: "saved", FS: os.DirFS(dir)}})
	w := watch.New(loader, scenario.Options{})
	look := func() {
		for _, game := range loader.Sources().Games() {
			if news := w.Look(b.Context(), game, false, func(*scenario.Results) {}); news != nil {
				require.NoError(b, news.Err)
			}
		}
	}
	look()
	seen, err := watch.Follow(b.Context(), loader.Sources(), []string{dir})
	require.NoError(b, err)
	for _, s := range saves {
		path := filepath.Join(dir, s.file)
		text, err := os.ReadFile(path)
		require.NoError(b, err)
		other := bytes.Replace(text, []byte(s.from), []byte(s.to), 1)
		require.NotEqual(b, string(text), string(other))
		b.Run(s.what, func(b *testing.B) {
			for b.Loop() {
				text, other = other, text
				require.NoError(b, os.WriteFile(path, text, 0o600))
				<-seen.C
				look()
			}
		})
	}
}
