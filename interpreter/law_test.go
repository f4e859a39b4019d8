package interpreter_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/expr-lang/expr/builtin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/syntax"
)

// Law 1: data is the game, Go knows no game. No word of an id that a game
// declares stands in an identifier or a string of a Go file, tests apart. Exempt
// are the words of the language itself, which are documented where they are
// declared, and the ordinary words below. A word of less than three letters names
// nothing.

// vocabulary holds the words of the language: the keys and words that the schemas of its files list, the
// words that nothing can be called, the types of fields, and the terms in which its documentation speaks.
var vocabulary = words(`
	answer choice condition counter direction directions event left limit match procedure rest right rolls step steps symbols
`)

// isVocabulary reports whether a word is one of the language.
func isVocabulary(t *testing.T) func(word string) bool {
	t.Helper()
	all := maps.Clone(vocabulary)
	var note func(schema any)
	note = func(schema any) {
		switch x := schema.(type) {
		case map[string]any:
			for key, part := range x {
				if properties, ok := part.(map[string]any); ok && key == "properties" {
					for key := range properties {
						maps.Copy(all, words(strings.ReplaceAll(key, "_", " ")))
					}
				}
				if words, ok := part.([]any); ok && key == "enum" {
					for _, w := range words {
						all[w.(string)] = true
					}
				}
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
		maps.Copy(all, words(strings.ReplaceAll(t, "_", " ")))
	}
	for _, f := range formula.Functions() {
		all[f.Name] = true
	}
	return func(word string) bool {
		_, function := builtin.Index[word] // a function of expr
		return all[word] || function || syntax.IsTaken(word)
	}
}

// ordinary are words that games and programs share without meaning the same,
// each with the reason why it stands in Go.
var ordinary = map[string]string{
	"setup": "how a scenario begins",
	// Words that name nothing.
	"ahead": "adverb", "back": "adverb", "both": "pronoun", "few": "numeral",
	"for": "preposition, and a keyword", "need": "verb of messages: what is missing", "new": "adjective, and a builtin", "later": "adverb", "off": "adverb", "once": "numeral", "outside": "preposition", "over": "preposition", "own": "pronoun", "per": "preposition", "second": "numeral",
	"several": "numeral", "short": "adjective; cobra's Short", "the": "article", "too": "adverb", "two": "numeral", "which": "pronoun",
	"whole": "adjective", "whom": "pronoun", "whose": "pronoun", "without": "preposition",
	// Other forms of the language's own words.
	"column": "of a layout, and of text", "option": "of a may", "rows": "of examples, and of a layout", "die": "singular of dice", "drawn": "past of draw", "events": "plural of event", "moved": "past of move", "moves": "plural of move",
	"placed": "past of place", "placement": "of a piece at its place", "rings": "plural of ring", // Words of Go and its libraries.
	"blocks": "of steps", "inner": "of two, the one within", "list": "a list", "outer": "of two, the one around", "points": "of a curve",
	"position": "in a text", "program": "what a game is compiled to", "space": "unicode.IsSpace", "base": "of a frame; filepath.Base", "big": "math/big", "break": "where a line breaks", "cause": "context.Cause", "collect": "slices.Collect",
	"entry": "of a map; where a procedure is entered", "feed": "a line feed", "fill": "to fill a table",
	"fresh": "a line on which nothing stands yet", "grow": "slices.Grow", "info": "fs.FileInfo", "length": "of a list",
	"make": "a builtin", "member": "ast.MemberNode: what a thing has after a dot", "members": "its plural", "name": "of anything that has one",
	"path": "path/filepath", "pool": "what a lot is drawn from", "recover": "a builtin", "return": "a keyword", "scope": "of a name", "sequence": "yaml.SequenceNode: a list",
	"slot": "of a frame", "source": "of text", "state": "of a machine", "store": "atomic.Int64.Store", "swap": "to exchange", "threshold": "of a generator; of an exit code",
	"net": "package net/url", "partial": "partialFingerprints, a key of SARIF", "physical": "physicalLocation, likewise",
	"region": "a key of SARIF", "successful": "executionSuccessful, likewise", "tool": "likewise", "contents": "a key of the Language Server Protocol", "trigger": "likewise", "selection": "likewise", "action": "likewise",
	"time": "package time", "token": "of expr's lexer", "unused": "not made use of", "used": "made use of", "walk": "filepath.WalkDir",
	"circle": "an element of SVG", "transform": "an attribute of SVG",
	"axe": "axe-core, which looks at pages in tests", "sent": "EventRequestWillBeSent, of what drives a browser in tests",
	"ancestors": "frame-ancestors, of a Content-Security-Policy", "home": "$HOME", "resource": "Cross-Origin-Resource-Policy", "role": "an attribute of ARIA",
	// Words of messages and of machines.
	"arrow": "in a picture", "candidates": "of a choice", "decisions": "requests with two or more answers",
	"extreme": "the least or greatest", "facts": "what a pass knows", "human": "who is no bot",
	"legal": "an answer", "level": "of confidence", "negative": "a number", "offer": "a side offer",
	"pile": "a stack", "possible": "an answer", "preference": "a class of pick", "refill": "a stack that is empty", "slots": "of a frame",
	"taken": "past of take", "total": "a sum", "undo": "a command", "unit": "of a measure", "visible": "to a seat",
	"acts": "what the lines of a script do", "adds": "what sum does, and a patch", "allowed": "what a character is not", "amount": "how many",
	"kill": "to fail in a mutant", "killed": "what a mutant then is", "broken": "what an invariant is", "claim": "what an invariant says", "comes": "verb of messages", "cost": "of a formula",
	"counted": "from 0", "counts": "counters", "declare": "what declarations do", "failure": "of a scenario", "found": "what a search has", "give": "verb of messages", "held": "what was kept", "hidden": "what a player may not see", "keep": "to save",
	"leave": "to end a procedure; to leave out", "led": "what led to a failure", "limits": "what files may ask of memory", "lost": "what cannot be found",
	"makers": "the steps that make a name", "meet": "what a scanner does with a text", "missed": "a threshold was", "opener": "the run that opened a window",
	"owned": "what a card brings along", "prepare": "to work out before", "put": "verb of messages", "returned": "from a procedure",
	"still": "verb of help", "shared": "what a kind of file is not", "gone": "what cannot happen any more", "lands": "where a branch goes",
	"begun": "what a search has", "had": "how many there were", "arrive": "how a request comes in", "lose": "a class of the sides of a die",
	"actions": "legal actions, in help", "available": "adjective of messages", "final": "last", "removed": "no longer in a file", "revealed": "shown to a player",
	"send": "to transmit a message", "special": "adjective of messages", "bars": "of a chart", "effect": "of a change", "effects": "its plural", "half": "of two equal parts", "met": "what a goal is", "zero": "a number",
	"settle": "to decide when a game is loaded", "ties": "among equal answers", "won": "what a match is in the end",
}

func TestGoKnowsNoGame(t *testing.T) {
	ids, used, isVocabulary := gameWords(t), goWords(t), isVocabulary(t)
	var bad []string
	for w, where := range used {
		if ids[w] != "" && !isVocabulary(w) && ordinary[w] == "" && len(w) > 2 {
			bad = append(bad, fmt.Sprintf("%s: %q is a word of %s", where, w, ids[w]))
		}
	}
	for w := range ordinary {
		if ids[w] == "" || used[w] == "" {
			bad = append(bad, fmt.Sprintf("%q need not be exempt", w))
		}
	}
	sort.Strings(bad)
	assert.Empty(t, bad, strings.Join(bad, "\n"))
}

func words(s string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
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
