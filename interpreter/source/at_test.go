package source

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A value without escapes is read back from the file rune by rune; only a
// folded line break is something else there.
func TestAtFindsEveryRune(t *testing.T) {
	tests := map[string]string{
		"plain":                 "k: usable(it)",
		"plain, runes":          "é: größer als … 😀 !",
		"plain, comment":        "k: a  b \t # comment",
		"plain, lines":          "k: one\n   two  \n\n\n  three\nx: 1",
		"plain, next line":      "k:\n  one\n  two",
		"plain, brackets":       "k: {a: [b c, d e\n  f], g: h}",
		"plain, anchor":         "k: &a x\nl: *a",
		"plain, anchor, line":   "k: &a\n  # note\n  x y",
		"single":                "k: 'a b'",
		"single, quotes":        "k: 'it''s, ''so'''",
		"single, lines":         "k: 'one  \n  two\n\n  three '",
		"double":                `k: "a b"`,
		"double, lines":         "k: \"one  \n  two\n\n  three \"",
		"literal":               "k: |\n  one\n    two\n\n  three\nx: 1",
		"literal, strip":        "k: |-\n  one\n\n\nx: 1",
		"literal, keep":         "k: |+\n  one\n\n\nx: 1",
		"literal, leading":      "k: |\n\n\n  one\n",
		"literal, indicator":    "k: |2\n    one\n  two\n",
		"literal, comment":      "k: | # note\n  one\n",
		"literal, anchor":       "k: &a |\n  one\n",
		"literal, in a list":    "- - |\n    one\n    two\n  - x",
		"literal, last":         "k: |\n  one",
		"literal, spaces":       "k: |\n  one\n     \n  two  \n",
		"literal, tabs":         "k: |\n  one\n  \ttwo\n",
		"folded":                "k: >\n  one\n  two\n\n  three\n\n\n  four\nx: 1",
		"folded, strip":         "k: >-\n  one\n  two\n",
		"folded, keep":          "k: >+\n  one\n  two\n\n\nx: 1",
		"folded, more indented": "k: >\n  one\n    two\n\n    three\n  four\n  five\n",
		"folded, leading":       "k: >\n\n  one\n  two\n",
		"folded, indicator":     "k: >1\n   one\n two\n three\n",
		"folded, last":          "k: >\n  one\n  two",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			checkAt(t, text)
			checkAt(t, "\ufeff# ä\n"+text)
			checkAt(t, strings.ReplaceAll(text, "\n", "\r\n"))
		})
	}
}

func checkAt(t *testing.T, text string) {
	t.Helper()
	everyScalar(mustParse(t, text), func(n *Node) {
		before := n.Pos
		places := n.Places()
		for off, r := range n.Value {
			p := n.At(off)
			require.Equal(t, p, places(off))
			got, _ := utf8.DecodeRuneInString(text[n.in.offset(n.in.rune(p.Line, p.Col)):])
			if off > 0 {
				require.True(t, before.Before(p), "%q: %d at %v is not behind %v", n.Value, off, p, before)
			}
			before = p
			if r == ' ' && (got == '\n' || got == '\r') || r == '\n' && got == '\r' || r == '\n' && got == utf8.RuneError {
				continue // a fold, or the end of the file
			}
			require.Equal(t, string(r), string(got), "%q: byte %d is not at %v", n.Value, off, p)
			for i := range utf8.RuneLen(r) {
				require.Equal(t, p, n.At(off+i), "within a rune")
				require.Equal(t, p, places(off+i), "within a rune")
			}
		}
		if n.Value != "" {
			require.True(t, before.Before(n.At(len(n.Value))), "the end is behind the last rune")
		}
		require.Equal(t, n.At(len(n.Value)), places(len(n.Value)))
		require.Equal(t, n.Pos, places(-1))
		require.Equal(t, n.Pos, n.At(-1))
		require.Equal(t, n.Pos, n.At(len(n.Value)+1))
	})
}

func everyScalar(n *Node, visit func(*Node)) {
	for _, item := range n.Items {
		everyScalar(item, visit)
	}
	for _, p := range n.Pairs {
		everyScalar(p.Key, visit)
		everyScalar(p.Val, visit)
	}
	if n.Kind == Scalar {
		visit(n)
	}
}

func TestAtKnowsEscapes(t *testing.T) {
	n := mustParse(t, `k: "a\tb\"c\u00e9d\x41\\e\`+"\n    f\"").Get("k")
	require.Equal(t, "a\tb\"cédA\\ef", n.Value)
	cols := map[int]int{0: 5, 1: 6, 2: 8, 3: 9, 4: 11, 5: 12, 6: 12, 7: 18, 8: 19, 9: 23, 10: 25}
	for off, col := range cols {
		t.Run(fmt.Sprint(off), func(t *testing.T) {
			assert.Equal(t, Pos{n.Pos.File, 1, col}, n.At(off), "byte %d", off)
		})
	}
	assert.Equal(t, Pos{n.Pos.File, 2, 5}, n.At(11))
	assert.Equal(t, Pos{n.Pos.File, 2, 6}, n.At(12), "the end")
}

func TestAtOfInexactPositions(t *testing.T) {
	n := mustParse(t, "k: abc").Get("k")
	n.Value = "axc" // changed since
	assert.Equal(t, n.Pos, n.At(2))
	assert.Equal(t, 4, mustParse(t, "k: ''").Get("k").At(0).Col, "an empty text")
	made := &Node{Value: "abc", Pos: Pos{Line: 3, Col: 4}}
	assert.Equal(t, made.Pos, made.At(1))
}

// A part of a scalar stands where it stands in the whole, be that written with
// escapes and on several lines or not.
func TestPartsHaveThePlacesOfTheWhole(t *testing.T) {
	for _, text := range []string{"k: 'it''s {worth} here'", `k: "it\'s {worth} here"`, "k: |\n  it's {worth}\n  here\n"} {
		n := mustParse(t, text).Get("k")
		from := strings.Index(n.Value, "worth")
		part := n.Part(from, from+len("worth"))
		require.Equal(t, "worth", part.Value)
		require.Equal(t, n.At(from), part.Pos)
		places := part.Places()
		for off := range len("worth") + 1 {
			require.Equal(t, n.At(from+off), part.At(off), text)
			require.Equal(t, n.At(from+off), places(off), text)
		}
		require.Equal(t, n.At(from+2), part.Part(2, 4).At(0), "a part of a part")
	}
}
