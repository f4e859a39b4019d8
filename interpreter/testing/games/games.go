// Package games loads all games, for tests of properties that every game must have: the shipped
// games, and the small games in testdata folders.
package games

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/testing/corpus"
)

// kept holds what a package of tests has loaded, by the path of the top folder: tests share it, and do not change it.
var kept struct {
	sync.Mutex
	sources map[string]interpreter.Sources
	games   map[string]map[string]*interpreter.Game
}

// shared returns the value of a key, which load makes once.
func shared[V any](of *map[string]V, key string, load func() V) V {
	kept.Lock()
	defer kept.Unlock()
	if v, found := (*of)[key]; found {
		return v
	}
	if *of == nil {
		*of = map[string]V{}
	}
	(*of)[key] = load()
	return (*of)[key]
}

// Sources returns the data of every game. root is the path of the project's top folder. Files are parsed once for all
// tests of a package.
func Sources(t testing.TB, root string) interpreter.Sources {
	t.Helper()
	return slices.Clone(shared(&kept.sources, root, func() interpreter.Sources { return read(t, root) }))
}

func read(t testing.TB, root string) interpreter.Sources {
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
	return interpreter.Sources{{Name: ".", FS: tree}, {Name: "test", FS: own}}.Cached()
}

// Load returns the game with an id.
func Load(t testing.TB, root, id string) *interpreter.Game {
	t.Helper()
	g, err := interpreter.Load(Sources(t, root), id, interpreter.Options{})
	require.NoError(t, err)
	return g
}

// Every returns every game by its id. Tests of a package share the games.
func Every(t testing.TB, root string) map[string]*interpreter.Game {
	t.Helper()
	from := Sources(t, root)
	return maps.Clone(shared(&kept.games, root, func() map[string]*interpreter.Game {
		out := map[string]*interpreter.Game{}
		for _, id := range from.Games() {
			g, err := interpreter.Load(from, id, interpreter.Options{})
			require.NoError(t, err)
			out[id] = g
		}
		return out
	}))
}

// Corpus returns the games of the frozen corpus that load, by folder and id. Tests of a package share the games.
func Corpus(t testing.TB) map[string]*interpreter.Game {
	t.Helper()
	return maps.Clone(shared(&kept.games, "the corpus", func() map[string]*interpreter.Game {
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
	}))
}
