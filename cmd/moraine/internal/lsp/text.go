package lsp

import (
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/source"
)

// text is the text of a file with its lines. Editors count columns in UTF-16 units, Moraine in
// characters; text converts both to byte offsets.
type text struct {
	s     string
	lines []int // start of each line
}

func newText(s string) *text {
	t := &text{s: s, lines: []int{0}}
	for i := range len(s) {
		if s[i] == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// line returns the byte range of a line without its line break.
func (t *text) line(n int) (from, to int) {
	n = max(n, 0)
	if n >= len(t.lines) {
		return len(t.s), len(t.s)
	}
	from, to = t.lines[n], len(t.s)
	if n+1 < len(t.lines) {
		to = t.lines[n+1] - 1
	}
	if to > from && t.s[to-1] == '\r' {
		to--
	}
	return from, to
}

// offset returns the byte offset of a position. Positions outside are moved to the nearest end.
func (t *text) offset(p position) int {
	from, to := t.line(p.Line)
	for units := 0; from < to && units < p.Character; {
		r, w := utf8.DecodeRuneInString(t.s[from:])
		units += utf16Len(r)
		from += w
	}
	return from
}

// position returns the position of a byte offset.
func (t *text) position(off int) position {
	n, begins := slices.BinarySearch(t.lines, off)
	if !begins {
		n--
	}
	p := position{Line: n}
	for _, r := range t.s[t.lines[n]:min(off, len(t.s))] {
		p.Character += utf16Len(r)
	}
	return p
}

// at returns the byte offset of the position of a diagnostic.
func (t *text) at(p source.Pos) int {
	from, to := t.line(max(p.Line, 1) - 1)
	if from == 0 && strings.HasPrefix(t.s, "\ufeff") {
		from = len("\ufeff")
	}
	for n := 1; from < to && n < p.Col; n++ {
		_, w := utf8.DecodeRuneInString(t.s[from:])
		from += w
	}
	return from
}

// span returns the range between two byte offsets.
func (t *text) span(from, to int) span { return span{t.position(from), t.position(to)} }

func utf16Len(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// isWord reports whether a byte can be part of a name, including ids of clauses and readings.
func isWord(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// joined returns the word around a byte offset. The characters in joins count as part of words.
func (t *text) joined(off int, joins string) (from, to int) {
	in := func(c byte) bool { return isWord(c) || strings.IndexByte(joins, c) >= 0 }
	from, to = off, off
	for from > 0 && in(t.s[from-1]) {
		from--
	}
	for to < len(t.s) && in(t.s[to]) {
		to++
	}
	return from, to
}

// clause returns the clause id around a byte offset.
func (t *text) clause(off int) (from, to int) { return t.joined(off, "-") }

// place returns the position of a byte offset in the form of diagnostics, without a file.
func (t *text) place(off int) source.Pos {
	n, begins := slices.BinarySearch(t.lines, off)
	if !begins {
		n--
	}
	return source.Pos{Line: n + 1, Col: 1 + utf8.RuneCountInString(strings.TrimPrefix(t.s[t.lines[n]:off], "\ufeff"))}
}
