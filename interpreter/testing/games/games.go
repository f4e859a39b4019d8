// Package games loads every game there is, for tests that hold of each: those that are shipped, and
// the small ones of testdata, with which packages are tested.
package games

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/testing/corpus"
)

// Sources are the data of every game; root is the top of the project as seen from the test.
func Sources(t testing.TB, root string) interpreter.Sources {
	t.Helper()
	tree, own := os.DirFS(root), fstest.MapFS{}
	list, err := fs.Glob(tree, "interpreter/testing/games/testdata/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, list)
	for _, file := range list {
		text, err := fs.ReadFile(tree, file)
		require.NoError(t, err)
		id := strings.TrimSuffix(path.Base(file), ".yaml")
		for i, doc := range strings.Split(string(text), "---\n") {
			own[fmt.Sprintf("cards/%s/%c.yaml", id, 'a'+i)] = &fstest.MapFile{Data: []byte(doc)}
		}
	}
	return interpreter.Sources{{Name: ".", FS: tree}, {Name: "test", FS: own}}
}

// Every is every game, by its id.
func Every(t *testing.T, root string) map[string]*interpreter.Game {
	t.Helper()
	from, out := Sources(t, root), map[string]*interpreter.Game{}
	for _, id := range from.Games() {
		g, err := interpreter.Load(from, id, interpreter.Options{})
		require.NoError(t, err)
		out[id] = g
	}
	return out
}

// Corpus returns the games of the frozen corpus that load, each by its folder and id.
func Corpus(t *testing.T) map[string]*interpreter.Game {
	t.Helper()
	out := map[string]*interpreter.Game{}
	for name, sources := range corpus.Sources(t) {
		for _, id := range sources.Games() {
			if g, err := interpreter.Load(sources, id, interpreter.Options{}); err == nil { // those of findings load or not
				out[name+"."+id] = g
			}
		}
	}
	return out
}
