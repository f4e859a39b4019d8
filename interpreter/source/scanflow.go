package source

import "bytes"

// entry is a bracket that is open, and what has been read of the part of it
// that is being read.
type entry struct {
	at    int  // the bracket
	has   part // what was read last
	end   int  // of the first line of that, if it is plain text
	lines bool // it has more lines
	out   bool // the last of them is outdented
	long  int  // a quote that was closed on a later line only, or 0
	colon bool // a key has been read
}

type part uint8

const (
	nonePart   part = iota
	textPart        // a plain text, which may go on
	closedPart      // a quoted text or brackets, which cannot
)

// brackets reads a list or map in brackets, to the one that closes the first.
func (s *scanner) brackets() {
	s.openBracket()
	for len(s.flow) > 0 && s.more() {
		s.inBrackets()
	}
	if n := len(s.flow); n > 0 {
		s.blameBracket(&s.flow[n-1])
	}
	s.flow = s.flow[:0]
}

func (s *scanner) openBracket() {
	s.countValue(s.i)
	s.flow = append(s.flow, entry{at: s.i})
	s.checkDepth(s.i)
	s.i++
}

func (s *scanner) inBrackets() {
	in := &s.flow[len(s.flow)-1]
	switch c := s.at(0); {
	case c == '\n':
		s.i++
		s.line = s.i
	case isGap(c):
		s.i++
	case s.restIsEmpty(): // a comment
		s.skipLine()
	case s.marker("---"), s.marker("..."):
		s.blameBracket(in)
		s.i += 3
	case c == ',':
		if in.has == nonePart && !in.colon {
			s.blame(s.i, "", "nothing stands before this comma")
		}
		*in = entry{at: in.at}
		s.i++
	case c == ']' || c == '}':
		s.closeBracket(in)
	case c == ':' && (isGap(s.at(1)) || isFlowSign(s.at(1)) || in.has == closedPart):
		s.colon(in)
	case c == '?':
		if in.has != nonePart {
			s.blame(s.i, "put the whole text in quotes", "a question mark within a text that is not in quotes")
		}
		s.i++
	case s.sign('-'):
		if s.outdented(in) {
			s.blameBracket(in)
		}
		s.blame(s.i, "", "a dash cannot begin an item within brackets")
		s.i++
	default:
		s.partOf(in, c)
	}
}

// partOf reads a text, an alias or brackets within brackets.
func (s *scanner) partOf(in *entry, c byte) {
	opens := c == '[' || c == '{'
	out := s.outdented(in)
	switch {
	case in.has == closedPart && in.long > 0:
		s.blame(in.long, "", openLine)
	case in.has == closedPart && out:
		s.blameBracket(in)
	case in.has == closedPart:
		s.blame(s.i, "or the whole text has to be in quotes", "a comma is missing before this")
	case in.has == textPart && opens:
		s.blame(s.i, "put the whole text in quotes", "a bracket within a text that is not in quotes")
	}
	in.out = out
	switch {
	case opens:
		in.has = closedPart
		s.openBracket() // which may move what in points to
	case in.has != textPart && (c == '"' || c == '\''):
		in.has = closedPart
		line, from := s.line, s.i
		if s.quoted(); s.line > line {
			in.long = from
		}
	case in.has != textPart && isOneOf(c, "&!*"):
		if s.properties(); c == '*' {
			in.has = closedPart
		}
	default:
		s.textOf(in)
	}
}

func (s *scanner) textOf(in *entry) {
	if in.has == textPart {
		in.lines = true
	} else {
		s.countValue(s.i)
	}
	in.has = textPart
	from := s.i
	if s.plainLine(); s.i == from {
		s.i++ // never stand still
	}
	if !in.lines {
		in.end = s.i
	}
}

// colon ends a key. If that goes over lines, its beginning was rather meant to
// be a value.
func (s *scanner) colon(in *entry) {
	switch {
	case in.has == nonePart && !in.colon:
		s.blame(s.i, "", noKey)
	case in.out:
		s.blameBracket(in)
	case in.lines:
		s.blame(in.end, "", "a comma is missing here")
	case in.colon:
		s.blame(s.i, "a text with a colon and a space in it has to be in quotes", "a second colon without a comma between")
	}
	*in = entry{at: in.at, colon: true}
	s.i++
}

func (s *scanner) closeBracket(in *entry) {
	opener := s.text[in.at]
	if s.text[s.i] != opener+2 { // in ASCII a bracket closes with the next but one
		p := s.in.pos(s.i)
		s.blame(in.at, "", "this %c is not closed before the %c at %d:%d", opener, s.text[s.i], p.Line, p.Col)
	}
	s.flow = s.flow[:len(s.flow)-1]
	s.i++
}

// outdented tells whether a line begins here that is indented no more than the
// block that the bracket is in, so that it hardly belongs within.
func (s *scanner) outdented(in *entry) bool {
	if s.line <= in.at || s.i-s.line > s.top().col {
		return false
	}
	return len(bytes.Trim(s.text[s.line:s.i], " ")) == 0
}

func (s *scanner) blameBracket(in *entry) {
	s.blame(in.at, "", "this %c is not closed", s.text[in.at])
}
