package diff

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/source"
)

// For any two lists, the edits without those of one side yield the other list.
func TestEdits(t *testing.T) {
	list := func(n int) (out []Line) { // digits of n, to base 3
		for ; n > 0; n /= 3 {
			out = append(out, Line{Depth: n % 2, Text: string(rune('a' + n%3))})
		}
		return out
	}
	texts := func(lines []Line) (out []string) {
		for _, l := range lines {
			out = append(out, l.Text)
		}
		return out
	}
	for i := range 300 {
		a, b := list(i*7919%6561), list(i*104729%6561)
		var left, right []string
		for _, e := range edits(a, b) {
			if e.Sign != "+" {
				left = append(left, e.Text)
			}
			if e.Sign != "-" {
				right = append(right, e.Text)
			}
		}
		assert.Equal(t, texts(a), left)
		assert.Equal(t, texts(b), right)
	}
	at := func(text, file string, line int) Line {
		return Line{Text: text, Pos: source.Pos{File: &source.File{Name: file}, Line: line}}
	}
	assert.Equal(t, []Edit{
		{Sign: " ", Text: "a", At: [2]string{"x:1", "y:1"}},
		{Sign: "-", Text: "b", At: [2]string{"x:2", ""}},
		{Sign: "+", Text: "c", At: [2]string{"", "y:2"}},
	}, edits([]Line{at("a", "x", 1), at("b", "x", 2)}, []Line{at("a", "y", 1), at("c", "y", 2)}))
}
