package diff

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Edit is a line of one list, of the other, or of both.
type Edit struct {
	Sign  string // "-", "+", " "
	Depth int
	Text  string
	At    [2]string // FILE:LINE
	asked []string  // the rulings that decided something in it
	keyed bool
}

// edits are the lines of two lists, with what is to be done to make the second
// of the first.
func edits(a, b []Line) []Edit {
	left, right := marked(a, b)
	var out []Edit
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && left[i]:
			out = append(out, edit("-", a[i]))
			i++
		case j < len(b) && right[j]:
			out = append(out, edit("+", b[j]))
			j++
		default:
			e := edit(" ", a[i])
			e.At[1] = place(b[j].Pos)
			out = append(out, e)
			i, j = i+1, j+1
		}
	}
	return out
}

// edit is a line that one list has.
func edit(sign string, l Line) Edit {
	e := Edit{Sign: sign, Depth: l.Depth, Text: l.Text, asked: l.Rulings, keyed: l.Keyed}
	if e.At[0] = place(l.Pos); sign == "+" {
		e.At = [2]string{"", place(l.Pos)}
	}
	return e
}

// marked tells which lines are in one list alone. It reads them off a unified
// difference, which is what the library that finds them writes: after a head of
// three lines, hunks of lines with their sign.
func marked(a, b []Line) (left, right []bool) {
	left, right = make([]bool, len(a)), make([]bool, len(b))
	head, i, j := 3, 0, 0
	for line := range bytes.Lines(diff.Diff("a", text(a), "b", text(b))) {
		switch {
		case head > 0:
			head--
		case line[0] == '@':
			i, j = starts(string(line))
		case line[0] == '-':
			left[i], i = true, i+1
		case line[0] == '+':
			right[j], j = true, j+1
		default:
			i, j = i+1, j+1
		}
	}
	return left, right
}

// starts are the first lines of a hunk, counted from 0. Its head counts them from
// 1, unless there are none.
func starts(head string) (i, j int) {
	var m, n int
	if _, err := fmt.Sscanf(head, "@@ -%d,%d +%d,%d @@", &i, &m, &j, &n); err != nil {
		panic(err) // no unified difference
	}
	return i - min(m, 1), j - min(n, 1)
}

func text(lines []Line) []byte {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.Repeat(" ", l.Depth) + l.Text + "\n")
	}
	return []byte(b.String())
}
