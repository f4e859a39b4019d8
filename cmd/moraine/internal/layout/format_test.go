package layout

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
)

func formatted(t testing.TB, text string) string {
	t.Helper()
	out, found := Format(&source.File{Name: "x.yaml", Text: []byte(text)})
	require.NoError(t, found)
	return string(out)
}

func TestFormat(t *testing.T) {
	for name, x := range map[string][2]string{
		"lists below their key": {
			"do:\n- a: 1\n  b: 2\n- c\n",
			"do:\n  - a: 1\n    b: 2\n  - c\n",
		},
		"deep and shallow": {
			"a:\n    b:\n     c: 1\n     d:\n        - e\n",
			"a:\n  b:\n    c: 1\n    d:\n      - e\n",
		},
		"far behind the dash": {
			"-   a: 1\n    b:\n        c: 2\n- - x\n  - y\n",
			"- a: 1\n  b:\n    c: 2\n- - x\n  - y\n",
		},
		"comments go with what they stand before": {
			"# top\na:\n    # of b\n    b: 1   # beside\n# at the margin\n    c: 2\n\n\n# end\n",
			"# top\na:\n  # of b\n  b: 1   # beside\n# at the margin\n  c: 2\n\n\n# end\n",
		},
		"texts of several lines": {
			"a:\n    b: |\n        x\n          # no comment\n\n        y\n    # a comment\n    c: one\n       two\n    d: {e: 1,\n        f: 2}\n",
			"a:\n  b: |\n      x\n        # no comment\n\n      y\n  # a comment\n  c: one\n     two\n  d: {e: 1,\n      f: 2}\n",
		},
		"blanks that mean something": {"a: |\n  x  \n  y\n", "a: |\n  x  \n  y\n"},
		"blanks that do not":         {"a: 1  \nb: 2\t\n\n\n", "a: 1\nb: 2\n"},
		"carriage returns":           {"a: 1\r\nb:\r\n- c\r\n", "a: 1\nb:\n  - c\n"},
		"no end of line":             {"a: 1", "a: 1\n"},
		"letters of several bytes":   {"ä:\n    'ö': ü\n", "ä:\n  'ö': ü\n"},
		"what a dash is, below it":   {"a:\n -\n   b\n -\n   c: 1\n", "a:\n  -\n    b\n  -\n    c: 1\n"},
		"blanks in brackets":         {"a: { b : [1,2 ,  3 ], c:   {}, d: { } }  # e\n", "a: {b: [1, 2, 3], c: {}, d: {}}  # e\n"},
		"… over several lines":       {"- {a: [ 1,   # one\n     2,3 ],\n   b:  x ,\n   }\n", "- {a: [1,   # one\n     2, 3],\n   b: x,\n   }\n"},
		"… and texts in them":        {"a: {b: 'x,y  {', c: \"\\\",  [\", d: e  f's ,\"g\":1, h: i:j, k: 'l'' ,m'}\nb: x,y\n", "a: {b: 'x,y  {', c: \"\\\",  [\", d: e  f's, \"g\": 1, h: i:j, k: 'l'' ,m'}\nb: x,y\n"},
		"aliases":                    {"a: &x\n    b: 1\nc: *x\n", "a: &x\n  b: 1\nc: *x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got := formatted(t, x[0])
			assert.Equal(t, x[1], got)
			assert.Equal(t, got, formatted(t, got), "once more")
		})
	}
}

// The shipped files are formatted.
func TestShippedFilesAreFormatted(t *testing.T) {
	for _, dir := range []string{"cards", "scenarios", "variants"} {
		err := filepath.WalkDir(filepath.Join("../../../..", dir), func(p string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(p) != ".yaml" {
				return err
			}
			text, err := os.ReadFile(p)
			require.NoError(t, err)
			assert.True(t, string(text) == formatted(t, string(text)), p)
			return nil
		})
		require.NoError(t, err)
	}
}

func FuzzFormat(f *testing.F) {
	f.Add("a:\n    - b: 1   # x\n    # y\n    - |\n     z\n")
	f.Add("- &x {a: [1,\n  2]}\n- *x\n-\n   b: 'c\n\n d'\n")
	f.Fuzz(func(t *testing.T, text string) {
		before, found := source.Parse(&source.File{Text: []byte(text)}, source.DefaultLimits())
		out, complaints := Format(&source.File{Text: []byte(text)})
		if len(found) > 0 {
			if complaints == nil {
				t.Errorf("formatted what cannot be read: %q", text)
			}
			return
		}
		after, found := source.Parse(&source.File{Text: out}, source.DefaultLimits())
		if len(found) > 0 || !equalNodes(before, after) {
			t.Errorf("%q says something else than %q", out, text)
		}
		if strings.Count(text, "#") != strings.Count(string(out), "#") {
			t.Errorf("a comment is lost: %q from %q", out, text)
		}
		if again, _ := Format(&source.File{Text: out}); string(again) != string(out) {
			t.Errorf("not the same once more: %q, %q", out, again)
		}
	})
}
