package diff

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Edit is a line of a list or of both lists.
type Edit struct {
	Sign  string // "-", "+" or " "
	Depth int
	Text  string
	At    [2]string // FILE:LINE
	asked []string  // rulings on which the line depends
	keyed bool
}

// edits returns the lines of two lists, marked as removed, added or common.
func edits(a, b []Line) []Edit {
	left, right := markLines(a, b)
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

// edit returns an Edit for a line that is in only one list.
func edit(sign string, l Line) Edit {
	e := Edit{Sign: sign, Depth: l.Depth, Text: l.Text, asked: l.Rulings, keyed: l.Keyed}
	e.At[0] = place(l.Pos)
	if sign == "+" {
		e.At = [2]string{"", place(l.Pos)}
	}
	return e
}

// markLines reports which lines are in only one list. It parses the unified diff that the library
// produces: a head of three lines, then hunks of lines with their sign.
func markLines(a, b []Line) (left, right []bool) {
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

// starts returns the indices of the first lines of a hunk from its head. The head counts from
// 1, except for an empty side.
func starts(head string) (i, j int) {
	var m, n int
	if _, err := fmt.Sscanf(head, "@@ -%d,%d +%d,%d @@", &i, &m, &j, &n); err != nil {
		panic(err) // not a unified diff
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
