package interpreter_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/expr-lang/expr/builtin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/syntax"
)

// Law 1: data is the game, Go knows no game. No id that a game declares is an identifier of Go or stands in a string
// literal, tests apart. Ids that are words of the language, of expr or of Go are no evidence: they stand there for
// their own sake.

// ordinary are ids that programs use in another sense, with that sense. There are at most 20.
var ordinary = map[string]string{
	"actions":      "words of messages: legal actions",
	"adds":         "a patch that adds; what a measure of a sum adds",
	"ancestors":    "frame-ancestors, of a Content-Security-Policy",
	"arrive":       "how a page or a piece comes",
	"bars":         "of a chart",
	"circle":       "an element of SVG",
	"die":          "singular of dice, a class of the language",
	"facts":        "what a check knows about a program",
	"feed":         "a line feed",
	"fresh":        "a line on which nothing stands yet",
	"give_up":      "to stop a search without a result",
	"member":       "ast.MemberNode of expr: what a thing has after a dot",
	"members":      "plural of member",
	"missed":       "a limit or threshold that was not reached",
	"points":       "of a curve",
	"player_count": "the number of players",
	"resource":     "Cross-Origin-Resource-Policy, a header",
	"rings":        "plural of ring, of a topology",
	"set_up":       "to build a position",
	"settle":       "to decide when a game is loaded",
}

func TestGoKnowsNoGame(t *testing.T) {
	ids, language, library := gameIDs(t), languageWords(t), libraryWords(t)
	exempt, reported := map[string]bool{}, map[string]bool{}
	for _, word := range goWords(t) {
		_, ofExpr := builtin.Index[word.text]
		switch {
		case ids[word.text] == "" || len(word.text) < 3 || language[word.text] || syntax.IsTaken(word.text):
		case ofExpr || library[word.text]:
		case ordinary[word.text] != "":
			exempt[word.text] = true
		case !reported[word.text]:
			reported[word.text] = true
			t.Errorf("%s: %s is %s", word.position, word.text, ids[word.text])
		}
	}
	for word := range ordinary {
		t.Run(word, func(t *testing.T) {
			assert.True(t, exempt[word], "%s need not be exempt", word)
		})
	}
	assert.LessOrEqual(t, len(ordinary), 20)
}

// gameIDs returns the ids that the games of the repository declare, with a description of each.
func gameIDs(t *testing.T) map[string]string {
	t.Helper()
	ids := map[string]string{}
	fields := func(game, of string, list []*syntax.Field) {
		for _, f := range list {
			ids[f.Name] = "a field of " + of + " of " + game
		}
	}
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("..")}}
	for _, id := range all.Games() {
		g, err := interpreter.Load(all, id, interpreter.Options{})
		require.NoError(t, err)
		s := g.Syntax
		ids[id] = "a game"
		fields(id, "the game", s.Fields)
		fields(id, "players", s.Player.Fields)
		for _, k := range s.Kinds {
			ids[k.Name] = "a kind of " + id
			fields(id, k.Name, k.Fields)
			for _, c := range k.Cards {
				ids[c.Name] = "a card of " + id
			}
		}
		for _, p := range s.Procedures {
			ids[p.Name] = "a procedure of " + id
		}
		for _, w := range s.Windows {
			ids[w.Name] = "a window of " + id
		}
		for _, r := range s.Rulings {
			ids[r.Name] = "a ruling of " + id
		}
	}
	return ids
}

// languageWords returns the words of the language: the keys and words that the schemas of its files list, the types
// of fields, the functions, and some terms of its documentation.
func languageWords(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, term := range strings.Fields("answer counter direction event limit procedure rest rolls steps symbols") {
		all[term] = true
	}
	var note func(schema any)
	note = func(schema any) {
		switch x := schema.(type) {
		case map[string]any:
			if properties, ok := x["properties"].(map[string]any); ok {
				for key := range properties {
					all[key] = true
				}
			}
			if words, ok := x["enum"].([]any); ok {
				for _, w := range words {
					all[w.(string)] = true
				}
			}
			for _, part := range x {
				note(part)
			}
		case []any:
			for _, part := range x {
				note(part)
			}
		}
	}
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		note(interpreter.Schema(folder))
	}
	for _, t := range syntax.FieldTypes {
		all[t] = true
	}
	for _, f := range formula.Functions() {
		all[f.Name] = true
	}
	return all
}

var identifier = regexp.MustCompile(`\pL[\pL\pN_]*`)

// libraryWords returns the names of Go's standard library, from the lists of its interface in the folder api of Go.
func libraryWords(t *testing.T) map[string]bool {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	lists, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "api", "go1*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, lists)
	all := map[string]bool{"recover": true}
	for _, list := range lists {
		text, err := os.ReadFile(list)
		require.NoError(t, err)
		for _, name := range identifier.FindAllString(string(text), -1) {
			all[asID(name)] = true
		}
	}
	return all
}

var hump = regexp.MustCompile(`([\p{Ll}\pN])(\p{Lu})`)

// asID writes a name of Go as data write an id: startPlayer is start_player.
func asID(name string) string { return strings.ToLower(hump.ReplaceAllString(name, "${1}_${2}")) }

type goWord struct {
	text     string // as an id
	position token.Position
}

// goWords returns the identifiers of all Go files without tests, and the words of their string literals.
func goWords(t *testing.T) []goWord {
	t.Helper()
	var all []goWord
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
			case *ast.ImportSpec:
				return false
			case *ast.Ident:
				all = append(all, goWord{asID(n.Name), set.Position(n.Pos())})
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
					for _, word := range identifier.FindAllString(text, -1) {
						all = append(all, goWord{word, set.Position(n.Pos())})
					}
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	return all
}

// The top level holds these files and folders and, besides dot files, only what owners of a project add.
func TestTopLevel(t *testing.T) {
	ofOwners := []string{"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md"} // allowed, but not required
	want := []string{"Makefile", "README.md", "cards", "cmd", "go.mod", "go.sum", "interpreter", "scenarios", "variants"}
	entries, err := os.ReadDir("..")
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(ofOwners, e.Name()) {
			got = append(got, e.Name())
		}
	}
	slices.Sort(got)
	assert.Equal(t, want, got)
}

// The folders of data hold one Go file each, which embeds them and does nothing.
func TestDataFoldersHoldNoCode(t *testing.T) {
	for _, dir := range []string{"cards", "scenarios", "variants"} {
		var files []string
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".go") {
				files = append(files, path)
			}
			return err
		})
		require.NoError(t, err)
		require.Equal(t, []string{filepath.Join("..", dir, "embed.go")}, files)
		text, err := os.ReadFile(files[0])
		require.NoError(t, err)
		assert.Contains(t, string(text), "\n//go:embed ")
		f, err := parser.ParseFile(token.NewFileSet(), files[0], text, 0)
		require.NoError(t, err)
		for _, d := range f.Decls {
			_, isFunc := d.(*ast.FuncDecl)
			assert.False(t, isFunc, "%s declares a func", files[0])
		}
	}
}
