package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// index converts between byte offsets and positions in lines and columns.
type index struct {
	file  *File
	lines []int // index of the first rune of each line
	// byte offset of each rune and of the end; nil if every rune is one byte, so that indices equal offsets
	offsets []int32
	first   int // byte offset of the first rune
	runes   int // number of runes
}

// byteOrderMark may begin a file and is not counted as a column.
var byteOrderMark = []byte("\ufeff")

func body(text []byte) []byte { return bytes.TrimPrefix(text, byteOrderMark) }

func newIndex(f *File) *index {
	x := &index{file: f, lines: make([]int, 0, 1+bytes.Count(f.Text, []byte{'\n'})),
		first: len(f.Text) - len(body(f.Text))}
	count := utf8.RuneCount(f.Text)
	if count == len(f.Text) {
		for line := range bytes.SplitAfterSeq(f.Text, []byte{'\n'}) {
			x.lines = append(x.lines, x.runes)
			x.runes += len(line)
		}
		return x
	}
	x.lines, x.offsets = append(x.lines, 0), make([]int32, 0, count+1)
	for i := range string(f.Text[x.first:]) { // a byte of invalid UTF-8 counts as a rune
		x.offsets = append(x.offsets, int32(x.first+i))
		if f.Text[x.first+i] == '\n' {
			x.lines = append(x.lines, len(x.offsets))
		}
	}
	x.runes = len(x.offsets)
	x.offsets = append(x.offsets, int32(len(f.Text)))
	return x
}

// rune returns the index of the rune at a line and column, or of the nearest rune.
func (x *index) rune(line, col int) int {
	line = min(max(line, 1), len(x.lines))
	return min(max(x.lines[line-1]+col-1, 0), x.runes)
}

// offset returns the byte offset of rune r.
func (x *index) offset(r int) int {
	if x.offsets == nil {
		return r
	}
	return int(x.offsets[r])
}

// pos returns the position of a byte offset. An offset inside a rune has the position of that
// rune.
func (x *index) pos(offset int) Pos {
	offset = min(max(offset, x.first), len(x.file.Text))
	if x.offsets == nil {
		return x.at(offset)
	}
	return x.at(sort.Search(x.runes, func(r int) bool { return int(x.offsets[r+1]) > offset }))
}

// at returns the position of rune r.
func (x *index) at(r int) Pos {
	line := sort.SearchInts(x.lines, r+1)
	return Pos{File: x.file, Line: line, Col: r - x.lines[line-1] + 1}
}
