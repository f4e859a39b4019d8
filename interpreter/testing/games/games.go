// Package games loads all games, for tests of properties that every game must have: the shipped
// games, and the small games in testdata folders.
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

// Sources returns the data of every game. root is the path of the project's top folder.
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

// Every returns every game by its id.
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

// Corpus returns the games of the frozen corpus that load, by folder and id.
func Corpus(t *testing.T) map[string]*interpreter.Game {
	t.Helper()
	out := map[string]*interpreter.Game{}
	for name, sources := range corpus.Sources(t) {
		for _, id := range sources.Games() {
			// some games of the corpus do not load
			if g, err := interpreter.Load(sources, id, interpreter.Options{}); err == nil {
				out[name+"."+id] = g
			}
		}
	}
	return out
}
