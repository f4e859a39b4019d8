// Package announced holds what is complained about in test data to what the
// data itself announces, on the line that is wrong:
//
//   - {stop: pendign}   ### 12 "there is no procedure"
//
// is a complaint in that line and column whose text, with its hint, matches. The
// column may be left out. What is announced and does not come fails the test, and
// so does what comes and is not announced.
package announced

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"moraine/interpreter/source"
)

var mark = regexp.MustCompile(`### (?:([0-9]+) )?("(?:[^"\\]|\\.)*")`)

// File is a file of test data.
type File struct{ Name, Text string }

// Check compares complaints with what the files announce.
func Check(t *testing.T, files []File, found source.Diagnostics) {
	t.Helper()
	left := slices.Clone(found)
	for _, f := range files {
		for i, line := range strings.Split(f.Text, "\n") {
			for _, m := range mark.FindAllStringSubmatch(line, -1) {
				text, err := strconv.Unquote(m[2])
				if err != nil {
					t.Fatalf("%s:%d: %v", f.Name, i+1, err)
				}
				col, _ := strconv.Atoi(m[1])
				left = came(t, left, want{f.Name, i + 1, col, regexp.MustCompile(text)})
			}
		}
	}
	for _, d := range left {
		t.Errorf("not announced: %s", show(d))
	}
}

// want is one complaint that is announced.
type want struct {
	file      string
	line, col int
	text      *regexp.Regexp
}

// came takes what is announced out of what has come.
func came(t *testing.T, left source.Diagnostics, w want) source.Diagnostics {
	t.Helper()
	there := ""
	for i, d := range left {
		if d.Pos.File == nil || d.Pos.File.Name != w.file || d.Pos.Line != w.line {
			continue
		}
		if (w.col == 0 || w.col == d.Pos.Col) && w.text.MatchString(d.Text+" = "+d.Hint) {
			return slices.Delete(left, i, i+1)
		}
		there += "\n\t" + show(d)
	}
	t.Errorf("%s:%d:%d: nothing matches %q, of:%s", w.file, w.line, w.col, w.text, there)
	return left
}

func show(d source.Diagnostic) string {
	s := d.Pos.String() + ": " + d.Text
	if d.Hint != "" {
		s += " = " + d.Hint
	}
	return s
}
