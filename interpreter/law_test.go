package interpreter_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/syntax"
)

// Law 1: data is the game, Go knows no game. No word of an id that a game
// declares stands in an identifier or a string of a Go file, tests apart. Exempt
// are the words of the language itself, which are documented where they are
// declared, and the few below.

// vocabulary is the language's own.
var vocabulary = words(`
	choose may window roll shuffle draw move discard flip set pick if switch ruling each while call stop finish
`)

func TestGoKnowsNoGame(t *testing.T) {
	ids := gameWords(t)
	used := goWords(t)
	var bad []string
	for w, where := range used {
		if from, ok := ids[w]; ok && !vocabulary[w] {
			bad = append(bad, fmt.Sprintf("%s (%s) in %s", w, from, where))
		}
	}
	sort.Strings(bad)
	assert.Empty(t, bad, strings.Join(bad, "\n"))
}

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// gameWords are the words of the ids that games declare, with an id of each.
func gameWords(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	note := func(what, id string) {
		for _, w := range strings.FieldsFunc(id, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if out[w] == "" {
				out[w] = what + " " + id
			}
		}
	}
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("..")}}
	for _, id := range all.Games() {
		g, err := interpreter.Load(all, id, interpreter.Options{})
		require.NoError(t, err)
		s := g.Syntax
		note("game", id)
		for _, k := range s.Kinds {
			note("kind", k.Name)
			for _, c := range k.Cards {
				note("piece", c.Name)
			}
			fields(note, k.Fields)
		}
		for _, p := range s.Procedures {
			note("procedure", p.Name)
		}
		for _, w := range s.Windows {
			note("window", w.Name)
		}
		for _, r := range s.Rulings {
			note("ruling", r.Name)
		}
		fields(note, s.Fields)
		fields(note, s.Player.Fields)
	}
	return out
}

func fields(note func(what, id string), list []*syntax.Field) {
	for _, f := range list {
		note("counter", f.Name)
	}
}

var hump = regexp.MustCompile(`[A-Z]+[a-z]*|[a-z]+`)

// goWords are the words of all Go identifiers and strings, with a place of each.
func goWords(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	note := func(s, where string) {
		for _, w := range hump.FindAllString(s, -1) {
			if w = strings.ToLower(w); out[w] == "" {
				out[w] = where
			}
		}
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				note(n.Name, set.Position(n.Pos()).String())
			case *ast.BasicLit:
				if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
					note(s, set.Position(n.Pos()).String())
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	return out
}

var _ = slices.Sort[[]int]
