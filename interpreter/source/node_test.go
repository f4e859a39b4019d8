package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outline writes a tree on one line, the scalars with their tags.
func outline(n *Node) string {
	var parts []string
	switch n.Kind {
	case List:
		for _, item := range n.Items {
			parts = append(parts, outline(item))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case Map:
		for _, p := range n.Pairs {
			parts = append(parts, outline(p.Key)+":"+outline(p.Val))
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	return n.Value + [...]string{Str: "", Int: "#", Bool: "?", Null: "~"}[n.Tag]
}

func TestTree(t *testing.T) {
	tests := map[string]string{
		"a: 1\nb: [x, true]\n":            "{a:1# b:[x true?]}",
		"\ufeffa: 1\r\nb:\r\n- 2\r\n":     "{a:1# b:[2#]}",
		"---\na: 1\n...\n":                "{a:1#}",
		"b: 1\na: 2\n":                    "{b:1# a:2#}",
		"[-3, 007, +1, 0x1F, 0o7, 1_000]": "[-3# 007 +1 0x1F 0o7 1_000]",
		"[1.5, .inf, 1e3, 2026-01-01]":    "[1.5 .inf 1e3 2026-01-01]",
		"[true, false, True, yes, on, n]": "[true? false? True yes on n]",
		"[~, null, Null, '', 'null']":     "[~~ null~ Null  null]",
		"{a: , b: '1', c: \"true\"}":      "{a:~ b:1 c:true}",
		"6: x\n1-2: y\ntrue: z\n":         "{6#:x 1-2:y true?:z}",
		"a: &a [1]\nb: *a\nc: [*a, *a]\n": "{a:[1#] b:[1#] c:[[1#] [1#]]}",
		"&k a: 1\nb: {*k : 2}\n":          "{a:1# b:{a:2#}}",
		"a: &x 1\nb: &x 2\nc: *x\n":       "{a:1# b:2# c:2#}",
		"a: |\n  1\nb: >-\n  x\n  y\n":    "{a:1\n b:x y}",
		"just text":                       "just text",
		"a:\n- b\n- c\nd: 1\n":            "{a:[b c] d:1#}",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) { assert.Equal(t, want, outline(mustParse(t, text))) })
	}
}

func TestAliasesAreCopies(t *testing.T) {
	n := mustParse(t, "a: &a [1]\nb: *a\n")
	n.Get("b").Items[0].Value = "changed"
	assert.Equal(t, "1", n.Get("a").Items[0].Value)
	assert.Equal(t, n.Get("a").Pos, n.Get("b").Pos)
}

func TestPositions(t *testing.T) {
	n := mustParse(t, "ä: &x\n  é: &y 'z'\nl:\n- {ö: [ü, 1]}\n- &z\n  # note\n  k: v\ne:\n")
	at := func(n *Node) string { return strings.TrimPrefix(n.Pos.String(), "f.yaml:") }
	assert.Equal(t, "1:1", at(n))
	assert.Equal(t, "2:3", at(n.Get("ä")), "behind the anchor")
	assert.Equal(t, "2:9", at(n.Get("ä").Get("é")))
	assert.Equal(t, "4:1", at(n.Get("l")))
	inner := n.Get("l").Items[0]
	assert.Equal(t, "4:3", at(inner))
	assert.Equal(t, "4:4", at(inner.Pairs[0].Key))
	assert.Equal(t, "4:8", at(inner.Get("ö").Items[0]))
	assert.Equal(t, "4:11", at(inner.Get("ö").Items[1]))
	assert.Equal(t, "7:3", at(n.Get("l").Items[1]))
	assert.Equal(t, 8, n.Get("e").Pos.Line)
}

func TestGet(t *testing.T) {
	n := mustParse(t, "a: 1\n")
	assert.Equal(t, "1", n.Get("a").Value)
	assert.Nil(t, n.Get("b"))
	assert.Nil(t, n.Get("a").Get("b"))
	assert.Nil(t, n.Get("b").Get("c"), "of nothing too")
}

func TestDescribe(t *testing.T) {
	n := mustParse(t, "[[], {}, 3, true, ~, '', abc, \"a\\nb\", "+strings.Repeat("ä", 50)+"]")
	want := []string{
		"a list", "a map", "the number 3", "true", "nothing", "an empty text", `the text "abc"`, `the text "a\nb"`,
		`the text "` + strings.Repeat("ä", 39) + `…"`,
	}
	for i, item := range n.Items {
		assert.Equal(t, want[i], item.Describe())
	}
	assert.Equal(t, "nothing", (*Node)(nil).Describe())
	assert.Equal(t, Pos{}, (*Node)(nil).At(0))
}

func TestPosOrder(t *testing.T) {
	a, b := &File{Name: "a"}, &File{Name: "b"}
	ordered := []Pos{{}, {a, 0, 0}, {a, 1, 2}, {a, 2, 1}, {b, 1, 1}}
	for i, p := range ordered {
		for j, q := range ordered {
			assert.Equal(t, i < j, p.Before(q), "%v %v", p, q)
		}
	}
	assert.Equal(t, "a:1:2", Pos{a, 1, 2}.String())
	assert.Equal(t, "unknown place", Pos{}.String())
}

func TestIndex(t *testing.T) {
	text := "\ufeff" + strings.Repeat("aé…😀\n\n"+strings.Repeat("x", 70)+"\r\n", 30) + "\xff end"
	in := newIndex(&File{Text: []byte(text)})
	line, col := 1, 1
	for i, r := range text {
		if i == 0 {
			continue // the byte order mark
		}
		require.Equal(t, fmt.Sprintf("%d:%d", line, col), in.pos(i).String())
		require.Equal(t, i, in.offset(in.rune(line, col)))
		col++
		if r == '\n' {
			line, col = line+1, 1
		}
	}
	assert.Equal(t, len(text), in.offset(in.rune(line, col)))
	assert.Equal(t, len(text), in.offset(in.rune(1000, 1000)))
	assert.Equal(t, 3, in.offset(in.rune(0, 0)))
	assert.Equal(t, "1:1", in.pos(-1).String())
	assert.Equal(t, in.pos(4), in.pos(5), "within a rune")
}
