package interpreter_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/source"
)

// unreadable are files of which no line can carry a comment, or which are too
// large to be stored, each with the complaint about it.
var unreadable = map[string]struct{ text, want string }{
	"truncated":             {"procedures:\n  match:\n    do:\n      - move: {a: [1, 2\n", "4:19: this [ is not closed"},
	"unclosed bracket":      {"zones: {a: {holds: [coin}\n", "1:20: missing closing bracket for this [ before the } at 1:25"},
	"unclosed quote":        {"formulas:\n  a: 'it is not closed\n  b: 3\n", "2:6: this quote is not closed"},
	"tabs":                  {"zones:\n\ttabbed: {}\n", "2:1: a tab in the indentation"},
	"indentation":           {"zones: {}\n formulas: {}\n", "2:2: the indentation of this line does not match any line above"},
	"two documents":         {"fields: {a: 1}\n---\nfields: {b: 2}\n", "2:1: second YAML document; a file must have only one"},
	"a second colon":        {"formulas:\n  a: b: 3\n", "2:7: second colon on the same line"},
	"an alias of itself":    {"formulas:\n  a: &a [1, *a]\n", "2:13: the alias *a is inside of its own anchor"},
	"an alias of nothing":   {"fields: {a: *b}\n", "1:13: the alias *b has no earlier anchor"},
	"a tag":                 {"formulas: {a: !!str 3}\n", "1:15: tags like !!str are not supported"},
	"a merge key":           {"fields: {a: &f {type: number}, b: {<<: *f, type: number}}\n", "1:36: the merge key << is not supported"},
	"a list as a key":       {"fields: {[a]: 1}\n", "1:10: a key cannot be a list or a map"},
	"nothing":               {"", " the file is empty"},
	"nothing but a comment": {"# nothing\n", " the file is empty"},
	"a list":                {"- a\n", "1:1: a file of a game is a map; found a list"},
	"a word":                {"glacier", "1:1: a file of a game is a map; found the text \"glacier\""},
	"binary":                {"\x7fELF\x02\x01\x01\x00\x00", "1:1: the control character U+007F is not allowed"},
	"not UTF-8":             {"zones: {\xff: {}}\n", "1:9: the byte 0xff is not valid UTF-8"},
	"UTF-16":                {"\xff\xfez\x00o\x00", "1:1: the byte 0xff is not valid UTF-8"},
	"a NUL":                 {"zones: {a: {}}\x00\n", "1:15: the control character U+0000 is not allowed"},
	"a lone CR":             {"zones: {}\rfields: {}\n", "1:10: carriage return without a line feed"},
	"an odd line break":     {"zones: {}\u2028fields: {}\n", "1:10: some programs treat U+2028 as a line break"},

	// The limits of a file: bytes, depth, values, aliases.
	"a million brackets":  {"formulas: {a: " + strings.Repeat("[", 1_000_000), fmt.Sprintf("1:77: lists and maps are nested deeper than %d levels", limits.Depth)},
	"deep indentation":    {deep(100), fmt.Sprintf("65:65: lists and maps are nested deeper than %d levels", limits.Depth)},
	"more than a MiB":     {strings.Repeat("#\n", limits.Bytes/2+1), fmt.Sprintf(" the file has %d bytes; the maximum is %d", limits.Bytes+2, limits.Bytes)},
	"a MiB of values":     {"formulas: {a: [" + strings.Repeat("1,", limits.Bytes/2-20) + "]}", fmt.Sprintf("1:200017: more than %d values, counting the values of an alias each time", limits.Nodes)},
	"a MiB of aliases":    {"fields: {a: &a [1]}\nformulas: {a: [" + strings.Repeat("*a,", limits.Bytes/3-20) + "]}", fmt.Sprintf("2:300015: more than %d values, counting the values of an alias each time", limits.Nodes)},
	"aliases":             {"fields: {a: &a 1}\nformulas: {a: [" + strings.Repeat("*a,", 2000) + "]}", fmt.Sprintf("2:3016: more than %d aliases to expand", limits.Aliases)},
	"aliases of aliases":  {laughs(), fmt.Sprintf("2:1888: more than %d values", limits.Nodes)},
	"a million dashes":    {strings.Repeat("- ", 500_000), fmt.Sprintf("1:129: lists and maps are nested deeper than %d levels", limits.Depth)},
	"a million questions": {strings.Repeat("? ", 500_000), fmt.Sprintf("1:129: lists and maps are nested deeper than %d levels", limits.Depth)},

	// The limits of a formula: bytes, and brackets or operators within each other.
	"a long formula":     {"formulas:\n  a: " + strings.Repeat("1+", formula.MaxBytes/2) + "1\n", fmt.Sprintf("2:6: the formula has %d bytes; the limit is %d", formula.MaxBytes+1, formula.MaxBytes)},
	"deep brackets":      {"formulas:\n  a: " + strings.Repeat("(", 1000) + "1" + strings.Repeat(")", 1000) + "\n", fmt.Sprintf("2:70: the formula is nested deeper than %d levels", formula.MaxNesting)},
	"deep negation":      {"formulas:\n  a: 1" + strings.Repeat(" - -1", 800) + "\n  b: not " + strings.Repeat("not ", 900) + "true\n", fmt.Sprintf("3:262: the formula is nested deeper than %d levels", formula.MaxNesting)},
	"minus upon minus":   {"formulas:\n  a: 1" + strings.Repeat("-", 4000) + "1\n", fmt.Sprintf("2:71: the formula is nested deeper than %d levels", formula.MaxNesting)},
	"else upon else":     {"formulas:\n  a: 'true" + strings.Repeat(" ? 1 : true", 300) + " ? 1 : 2'\n", fmt.Sprintf("2:716: the formula is nested deeper than %d levels", formula.MaxNesting)},
	"member upon member": {"formulas:\n  a: active" + strings.Repeat(".x", 2000) + "\n", "2:13: a player has no \"x\""},
	"and upon and":       {"formulas:\n  a: 'true" + strings.Repeat(" and 3", 600) + "'\n", "2:16: expected yes or no, found a number"},
}

var limits = source.DefaultLimits()

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// laughs are lists of ten aliases of lists of ten aliases …
func laughs() string {
	var b strings.Builder
	b.WriteString("fields:\n  a0: &a0 [" + strings.Repeat("1,", 1000) + "]\n")
	for i := range 8 {
		fmt.Fprintf(&b, "  a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 10))
	}
	return b.String()
}

func TestUnreadableFiles(t *testing.T) {
	for name, bad := range unreadable {
		t.Run(name, func(t *testing.T) {
			all := complaints(t, over(t, game{"a.yaml": bad.text}))
			d := all.Sorted()[0]
			got := d.Pos.String() + ": " + d.Text
			require.Truef(t, strings.HasPrefix(got, "a.yaml:"+bad.want), "got  %s\nwant a.yaml:%s", got, bad.want)
		})
	}
}

// These look odd and are well all the same.
func TestReadableFiles(t *testing.T) {
	for name, text := range map[string]string{
		"CRLF":                  "fields:\r\n  size: 3\r\nformulas:\r\n  big: size > 3\r\n",
		"a byte order mark":     "\xef\xbb\xbffields: {size: 3}\n",
		"no line feed":          "fields: {size: 3}",
		"a document's head":     "---\nfields: {size: 3}\n",
		"aliases":               "fields:\n  a: &a {type: number, default: 3}\n  b: *a\n",
		"a block scalar":        "formulas:\n  big: |\n    tally > 3 and\n    tally < 9\n",
		"a folded scalar":       "formulas:\n  big: >-\n    tally > 3 and\n    tally < 9\n",
		"letters of the world":  "procedures:\n  opening:\n    do:\n      - {if: {'çà va — 好': tally > 3}, do: []}\n",
		"JSON":                  `{"fields": {"size": {"type": "number", "default": 3}}}`,
		"an empty map in a map": "fields: {}\nzones: {}\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := over(t, game{"a.yaml": text}).load()
			require.NoError(t, err)
		})
	}
}

func TestGameWithoutFiles(t *testing.T) {
	for _, files := range []game{{}, {"README.md": "# a game without a rule"}} {
		_, err := files.load()
		require.EqualError(t, err, `there is no game "test"; there is none at all`)
	}
}

func TestTooManyKinds(t *testing.T) {
	files := game{}
	for i := range 65 {
		files["k"+strconv.Itoa(i)+".yaml"] = "kind: k" + strconv.Itoa(i) + "\n"
	}
	found := 0
	for _, d := range complaints(t, over(t, files)) {
		if strings.Contains(d.Text, "too many kinds of piece; the maximum is 64") {
			require.Equal(t, 7, d.Pos.Col)
			found++
		}
	}
	require.Equal(t, 1, found)
}
