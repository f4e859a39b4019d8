// Package announced compares the errors reported for test data with the errors that the data
// announces, in a comment on the line of each error:
//
//   - {stop: pendign}   ### 12 "there is no procedure"
//
// matches an error in that line and column whose text, including the hint, contains the quoted
// text. The column is optional. The test fails for an announced error that is not reported, and
// for a reported error that is not announced.
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

// Check compares reported errors with those that the files announce.
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
				left = came(t, left, want{file: f.Name, line: i + 1, col: col, text: regexp.MustCompile(text)})
			}
		}
	}
	for _, d := range left {
		t.Errorf("not announced: %s", show(d))
	}
}

// want is an announced error.
type want struct {
	file      string
	line, col int
	text      *regexp.Regexp
}

// came removes an announced error from the reported ones, or fails the test.
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
