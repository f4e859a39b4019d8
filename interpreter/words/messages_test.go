package words

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tools is the folder of the command's tools.
const tools = "../../cmd/moraine/internal/"

// Every message to players is in the table of translations, in every language, and the table has no other
// entries.
func TestEveryMessageIsTranslated(t *testing.T) {
	said := map[string]string{}
	written := map[string]bool{} // any text: some messages are chosen by a name
	desk, err := filepath.Glob(tools + "serve/*")
	require.NoError(t, err)
	desk = append(desk, tools+"serve", tools+"book")
	for _, dir := range append([]string{".", "../match", tools + "play", "../internal/machine", "../internal/program", "../syntax", tools + "explain", tools + "cover", tools + "diff", tools + "live", tools + "simulate", tools + "balance"}, desk...) {
		files, err := filepath.Glob(dir + "/*.go")
		require.NoError(t, err)
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			require.NoError(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, err := strconv.Unquote(lit.Value)
					require.NoError(t, err)
					written[text] = true
				}
				for _, arg := range messagesOf(n) {
					text, err := types.Eval(set, nil, token.NoPos, types.ExprString(arg))
					if err == nil && text.Value != nil && text.Value.Kind() == constant.String && constant.StringVal(text.Value) != "" {
						said[constant.StringVal(text.Value)] = set.Position(n.Pos()).String()
					}
				}
				return true
			})
		}
	}
	for _, dir := range append(desk, tools+"cover", tools+"simulate", tools+"balance") {
		pages, err := filepath.Glob(dir + "/*.html")
		require.NoError(t, err)
		for _, path := range pages {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			for _, m := range onPage.FindAllStringSubmatch(string(text), -1) {
				said[m[1]] = path
			}
		}
	}
	require.Greater(t, len(said), 100)
	for en, at := range said {
		t.Run(en, func(t *testing.T) {
			for _, lang := range Spoken[1:] {
				assert.NotEmpty(t, messages()[en][lang], "%s: %q is not said in %s", at, en, lang)
			}
		})
	}
	for en, in := range messages() {
		t.Run(en, func(t *testing.T) {
			assert.True(t, said[en] != "" || written[en], "%q: nobody says it", en)
			for lang, text := range in {
				t.Run(lang, func(t *testing.T) {
					assert.Contains(t, Spoken[1:], lang, en)
					assert.Equal(t, verbs(en), verbs(text), "%q in %s", en, lang)
				})
			}
		})
	}
	assert.Equal(t, []string{"de", "en", "fr"}, slices.Sorted(slices.Values(Spoken)))
}

// messagesOf are the messages that a piece of Go says: of T, of a refusal by the machine.
func messagesOf(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		switch {
		case (name == "T" || name == "t" || name == "tell") && len(n.Args) > 0:
			return n.Args[:1]
		case name == "turnedDown", slices.Contains([]string{"Refuse", "sectionOf", "places", "scenarios", "clauses", "questions"}, name) && len(n.Args) > 1:
			return n.Args[1:2]
		case name == "section":
			return n.Args[:1]
		case name == "Word" && len(n.Args) > 1: // a sentence of the trace and one of the log; only this one is translated
			return n.Args[1:2]
		case name == "Many" && len(n.Args) == 3:
			return n.Args[1:]
		}
	case *ast.CompositeLit:
		if id, ok := n.Type.(*ast.Ident); ok && id.Name == "Illegal" && len(n.Elts) > 0 {
			if kv, ok := n.Elts[0].(*ast.KeyValueExpr); ok {
				return []ast.Expr{kv.Value}
			}
			return n.Elts[:1]
		}
	case *ast.KeyValueExpr: // a condition that the program itself puts
		if id, ok := n.Key.(*ast.Ident); ok && (id.Name == "Words" || id.Name == "Title") {
			return []ast.Expr{n.Value}
		}
	}
	return nil
}

// onPage matches the messages of a page.
var onPage = regexp.MustCompile(`\.T "([^"]*)"`)

var verb = regexp.MustCompile(`%(?:\[(\d)\])?([a-z])`)

// verbs are the verbs of a message, by the argument that each stands for.
func verbs(text string) map[int]string {
	out := map[int]string{}
	for i, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			i = int(m[1][0] - '1')
		}
		out[i] = m[2]
	}
	return out
}

// In French, a name that begins with a vowel takes the `e` away.
func TestElision(t *testing.T) {
	fr := Names{Lang: "fr"}
	assert.Equal(t, "main d'Ann", fr.Of("Ann", "main"))
	assert.Equal(t, "main de Bob", fr.Of("Bob", "main"))
	assert.Contains(t, fr.T("%s: from %s to %s", "Ann", fr.Of("Ann", "étal"), fr.Of("Bob", "étal")), "d'étal d'Ann vers étal de Bob")
}
