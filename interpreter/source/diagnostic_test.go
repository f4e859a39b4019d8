package source

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func render(d Diagnostic, color bool) string {
	var b strings.Builder
	d.Render(&b, color)
	return b.String()
}

func TestRender(t *testing.T) {
	text := func(s string) *File { return &File{Name: "cards/prey.yaml", Text: []byte(s)} }
	prey := text("\ufeffkind: prey\r\n      nutrtion: 3\r\n\tä\t漢x\n")
	tests := map[string]struct {
		d    Diagnostic
		want string
	}{
		"hint": {
			Diagnostic{Pos: Pos{prey, 2, 7}, Text: `there is no field "nutrtion"`, Hint: `did you mean "nutrition"?`},
			"cards/prey.yaml:2:7: there is no field \"nutrtion\"\n 2 |       nutrtion: 3\n   |       ^\n   = did you mean \"nutrition\"?\n",
		},
		"byte order mark": {Diagnostic{Pos: Pos{prey, 1, 1}, Text: "x"}, "cards/prey.yaml:1:1: x\n 1 | kind: prey\n   | ^\n"},
		"tabs and wide runes": {
			Diagnostic{Pos: Pos{prey, 3, 5}, Text: "x"},
			"cards/prey.yaml:3:5: x\n 3 | \tä\t漢x\n   | \t \t  ^\n",
		},
		"behind the end": {Diagnostic{Pos: Pos{prey, 1, 99}, Text: "x"}, "cards/prey.yaml:1:99: x\n 1 | kind: prey\n   |           ^\n"},
		"no such line":   {Diagnostic{Pos: Pos{prey, 9, 1}, Text: "x"}, "cards/prey.yaml:9:1: x\n"},
		"no line":        {Diagnostic{Pos: Pos{File: prey}, Text: "x"}, "cards/prey.yaml: x\n"},
		"no file":        {Diagnostic{Text: "x", Hint: "y"}, "x\n = y\n"},
		"wide gutter": {
			Diagnostic{Pos: Pos{text(strings.Repeat("\n", 11) + "a: b\n"), 12, 4}, Text: "x", Hint: "y"},
			"cards/prey.yaml:12:4: x\n 12 | a: b\n    |    ^\n    = y\n",
		},
		"control characters": {
			Diagnostic{Pos: Pos{text("a\x1b[31m\u202eb\xff"), 1, 8}, Text: "\x1b[2J"},
			"cards/prey.yaml:1:8: \\x1b[2J\n 1 | a\\x1b[31m\\u202eb\uFFFD\n   |                ^\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, render(tt.d, false)) })
	}
}

func TestRenderCutsLongLines(t *testing.T) {
	line := strings.Repeat("a", 500) + "X" + strings.Repeat("b", 500)
	f := &File{Name: "f", Text: []byte(line)}
	for _, col := range []int{1, 30, 501, 980, 1001, 1002} {
		lines := strings.Split(render(Diagnostic{Pos: Pos{f, 1, col}, Text: "x"}, false), "\n")
		shown, caret := []rune(lines[1]), strings.Index(lines[2], "^")
		assert.LessOrEqual(t, len(shown), window+8)
		if col <= len(line) {
			assert.Equal(t, line[col-1:col], string(shown[caret]), "column %d", col)
		} else {
			assert.Equal(t, len(shown), caret)
		}
	}
}

func TestRenderInColor(t *testing.T) {
	f := &File{Name: "f", Text: []byte("abc")}
	d := Diagnostic{Pos: Pos{f, 1, 2}, Text: "x", Hint: "y"}
	colored := render(d, true)
	assert.Contains(t, colored, "\x1b[1;31m^\x1b[0m")
	for _, code := range []string{"\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[1;31m", "\x1b[0m"} {
		colored = strings.ReplaceAll(colored, code, "")
	}
	assert.Equal(t, render(d, false), colored)
}

func TestDiagnostics(t *testing.T) {
	var d Diagnostics
	assert.NoError(t, d.Err())
	a, b := &File{Name: "a"}, &File{Name: "b", Text: []byte("x")}
	d.Add(Pos{b, 1, 1}, "last")
	d.Add(Pos{a, 2, 1}, "third %d%%", 3)
	d.Hint(Pos{a, 1, 1}, "hint", "first")
	d.Add(Pos{a, 2, 1}, "third %d%%", 3)
	d.Add(Pos{a, 1, 2}, "second")

	assert.Equal(t, strings.Join([]string{
		"a:1:1: first\n = hint",
		"a:1:2: second",
		"a:2:1: third 3%",
		"b:1:1: last\n 1 | x\n   | ^",
	}, "\n\n"), d.Error())
	assert.Len(t, d, 5, "sorting copies")
	assert.Len(t, d.Sorted(), 4)

	var all Diagnostics
	require.True(t, errors.As(d.Err(), &all))
	assert.Len(t, all, 5)
}

func TestNearest(t *testing.T) {
	words := []string{"nutrition", "name", "names", "Strength", "prey", "hunt"}
	tests := map[string]string{
		"nutrtion":  "nutrition", // left out
		"nutritoin": "nutrition", // swapped
		"nmae":      "name",
		"name":      "names", // not the word itself
		"strenght":  "Strength",
		"STRENGTH":  "Strength",
		"pray":      "prey",
		"xxxx":      "",
		"hun":       "hunt",
		"hu":        "", // two slips in two letters
		"":          "",
		"völlig":    "",
	}
	for word, want := range tests {
		t.Run(word, func(t *testing.T) {
			assert.Equal(t, want, Nearest(word, words), word)
		})
	}
	assert.Equal(t, "cat", Nearest("aat", []string{"hat", "cat"}), "the first by the alphabet")
	assert.Equal(t, `did you mean "prey"?`, DidYouMean("pery", words))
	assert.Empty(t, DidYouMean("pery", nil))
	long := strings.Repeat("x", longest)
	assert.Equal(t, long, Nearest(long[1:], []string{long}))
	assert.Empty(t, Nearest(long+"y", []string{long + "z"}), "it would take time by the product of their lengths")
}

// A file may be one name, and a game may have thousands to choose from.
func TestComplaintsAreShort(t *testing.T) {
	var d Diagnostics
	d.Hint(Pos{}, "there is "+strings.Repeat("ä, ", 1e5), "there is no %q", strings.Repeat("x", 1e6))
	assert.Len(t, d[0].Text, longestText+len("…"))
	assert.True(t, utf8.ValidString(d[0].Hint))
	assert.LessOrEqual(t, len(d[0].Hint), longestText+len("…"))
	names := slices.Repeat([]string{"prey"}, 30_000)
	for range 10 {
		d.Unknown(Pos{}, "pery", names, "there is none")
	}
	assert.Equal(t, `did you mean "prey"?`, d[1].Hint)
	assert.Empty(t, d[10].Hint, "each looks through all names")
}
