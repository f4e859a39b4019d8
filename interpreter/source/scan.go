package source

import (
	"bytes"
	"fmt"
)

// scanner walks over a file once before the YAML library does. It knows just
// enough of YAML to tell text from structure, for two ends: to refuse nesting
// that the library would be slow to refuse, and to know the place of the first
// fault, should the library find that there is one. What it takes for a fault
// in a file that the library reads is forgotten.
type scanner struct {
	in      *index
	text    []byte
	i       int
	line    int     // where the line began
	blocks  []block // lists and maps by indentation, outermost first
	flow    []entry // brackets that are open, with what is in them so far
	lim     Limits
	lone    span // the text that is all of the line before, if it is one
	values  int  // as far as they can be told; never more than there are
	anchors map[string]bool
	refused *fault // a limit that was met; the scan ends there
	fault   *fault // the first one
}

// block is a list or a map without brackets.
type block struct {
	col     int
	at      int // where it begins
	list    bool
	pending bool // its last key or dash has no value yet
}

// span is a part of the file, from its first byte up to end.
type span struct{ from, end int }

type fault struct {
	at   int // byte offset
	text string
	hint string
	tab  bool // it is a tab, for which spaces can be written
}

func (f *fault) report(in *index, found *Diagnostics) {
	word, by := "", ""
	if f.tab {
		word, by = "\t", "  "
	}
	found.Replace(in.pos(f.at), word, by, f.hint, "%s", f.text)
}

func scan(in *index, lim Limits) *scanner {
	s := &scanner{in: in, text: in.file.Text, i: in.marks[0], lim: lim, anchors: map[string]bool{}}
	for s.more() {
		s.scanLine()
	}
	return s
}

func (s *scanner) more() bool { return s.refused == nil && s.i < len(s.text) }

func (s *scanner) blame(at int, hint, format string, args ...any) {
	if s.fault == nil {
		s.fault = &fault{at: at, text: fmt.Sprintf(format, args...), hint: hint}
	}
}

func (s *scanner) countValue(at int) {
	if s.values++; s.values > s.lim.Nodes && s.refused == nil {
		s.refused = &fault{at: at, text: fmt.Sprintf(tooMany, s.lim.Nodes)}
	}
}

func (s *scanner) checkDepth(at int) {
	if len(s.blocks)+len(s.flow) > s.lim.Depth && s.refused == nil {
		s.refused = &fault{at: at, text: fmt.Sprintf(tooDeep, s.lim.Depth)}
	}
}

// at is the byte n places on, or a line break at the end of the file.
func (s *scanner) at(n int) byte {
	if s.i+n < len(s.text) {
		return s.text[s.i+n]
	}
	return '\n'
}

// sign tells whether c stands here as a sign of structure, with a gap behind it.
func (s *scanner) sign(c byte) bool { return s.at(0) == c && isGap(s.at(1)) }

func (s *scanner) skipBlanks() {
	for isBlank(s.at(0)) {
		s.i++
	}
}

func (s *scanner) skipLine() {
	if n := bytes.IndexByte(s.text[s.i:], '\n'); n >= 0 {
		s.i += n + 1
	} else {
		s.i = len(s.text)
	}
	s.line = s.i
}

// restIsEmpty tells whether only blanks and a comment are left of the line.
func (s *scanner) restIsEmpty() bool {
	return isBreak(s.at(0)) || s.at(0) == '#' && (s.i == s.line || isBlank(s.text[s.i-1]))
}

// marker tells whether --- or ... begins the line.
func (s *scanner) marker(sign string) bool {
	return s.i == s.line && bytes.HasPrefix(s.text[s.i:], []byte(sign)) && isGap(s.at(3))
}

func isGap(c byte) bool { return isBlank(c) || isBreak(c) }

func isFlowSign(c byte) bool {
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'
}

func isOneOf(c byte, set string) bool { return bytes.IndexByte([]byte(set), c) >= 0 }

func (s *scanner) top() *block {
	if len(s.blocks) == 0 {
		return &block{col: -1, pending: true}
	}
	return &s.blocks[len(s.blocks)-1]
}

func (s *scanner) push(b block, at int) {
	b.at = at
	s.blocks = append(s.blocks, b)
	s.countValue(at)
	s.checkDepth(at)
}
