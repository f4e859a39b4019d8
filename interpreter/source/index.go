package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// index converts between byte offsets and positions in lines and columns. Every stride-th rune
// is marked, so that a file with one very long line is not scanned again for each node.
type index struct {
	file  *File
	lines []int // index of the first rune of each line
	marks []int // byte offset of every stride-th rune; only of the first one if plain is set
	runes int   // number of runes
	plain bool  // every rune is one byte, so that indices equal offsets
}

const stride = 64

// byteOrderMark may begin a file and is not counted as a column.
var byteOrderMark = []byte("\ufeff")

func body(text []byte) []byte { return bytes.TrimPrefix(text, byteOrderMark) }

func newIndex(f *File) *index {
	x := &index{file: f, lines: make([]int, 0, 1+bytes.Count(f.Text, []byte{'\n'})), plain: utf8.RuneCount(f.Text) == len(f.Text)}
	if x.plain {
		x.marks = []int{0}
		for line := range bytes.SplitAfterSeq(f.Text, []byte{'\n'}) {
			x.lines = append(x.lines, x.runes)
			x.runes += len(line)
		}
		return x
	}
	x.lines = append(x.lines, 0)
	for i := len(f.Text) - len(body(f.Text)); i < len(f.Text); i += x.width(i) {
		x.mark(i)
		x.runes++
		if f.Text[i] == '\n' {
			x.lines = append(x.lines, x.runes)
		}
	}
	x.mark(len(f.Text))
	return x
}

func (x *index) mark(offset int) {
	if x.runes%stride == 0 {
		x.marks = append(x.marks, offset)
	}
}

// width returns the size of the rune at offset i. A byte of invalid UTF-8 counts as a rune.
func (x *index) width(i int) int {
	if x.file.Text[i] < utf8.RuneSelf {
		return 1
	}
	_, w := utf8.DecodeRune(x.file.Text[i:])
	return w
}

// rune returns the index of the rune at a line and column, or of the nearest rune.
func (x *index) rune(line, col int) int {
	line = min(max(line, 1), len(x.lines))
	return min(max(x.lines[line-1]+col-1, 0), x.runes)
}

// offset returns the byte offset of rune r.
func (x *index) offset(r int) int {
	if x.plain {
		return r
	}
	i := x.marks[r/stride]
	for range r % stride {
		i += x.width(i)
	}
	return i
}

// pos returns the position of a byte offset. An offset inside a rune has the position of that
// rune.
func (x *index) pos(offset int) Pos {
	offset = min(max(offset, x.marks[0]), len(x.file.Text))
	if x.plain {
		return x.at(offset)
	}
	m := sort.SearchInts(x.marks, offset+1) - 1
	r := m * stride
	for i := x.marks[m]; i < len(x.file.Text); r++ {
		i += x.width(i)
		if i > offset {
			break
		}
	}
	return x.at(r)
}

// at returns the position of rune r.
func (x *index) at(r int) Pos {
	line := sort.SearchInts(x.lines, r+1)
	return Pos{File: x.file, Line: line, Col: r - x.lines[line-1] + 1}
}
