package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// index translates between byte offsets and the lines and columns of people and the YAML library. Every
// stride-th rune is marked, so that a file of a single long line is not walked anew for each of its nodes.
type index struct {
	file  *File
	lines []int // number of the rune that begins each line
	marks []int // byte offset of every stride-th rune; of the first alone, if plain
	runes int   // how many there are
	plain bool  // each is one byte, so that they are numbered alike
}

const stride = 64

// byteOrderMark may begin a file and has no place.
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

// width returns the bytes of the rune at i; a byte that belongs to no rune counts as one.
func (x *index) width(i int) int {
	if x.file.Text[i] < utf8.RuneSelf {
		return 1
	}
	_, w := utf8.DecodeRune(x.file.Text[i:])
	return w
}

// rune returns the number of the rune at a line and column, or of the nearest one.
func (x *index) rune(line, col int) int {
	line = min(max(line, 1), len(x.lines))
	return min(max(x.lines[line-1]+col-1, 0), x.runes)
}

// offset returns the byte offset of a rune.
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

// pos returns the place of a byte offset; within a rune it is the place of that rune.
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

// at returns the place of a rune.
func (x *index) at(r int) Pos {
	line := sort.SearchInts(x.lines, r+1)
	return Pos{File: x.file, Line: line, Col: r - x.lines[line-1] + 1}
}
