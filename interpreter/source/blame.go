package source

import (
	"bytes"
	"fmt"
	"strings"
)

// blameRest blames what follows a quote or a bracket on its line. If the text
// goes over lines, it was rather meant to end on its first.
func (s *scanner) blameRest(value span) {
	mark := s.text[value.from]
	switch {
	case s.at(0) == ':':
		s.blame(s.i, "", noSpace)
	case !isOneOf(mark, "\"'"):
		s.blame(s.i, "put the whole text in quotes", "something follows the end of the value")
	case bytes.IndexByte(s.text[value.from:value.end], '\n') >= 0:
		s.blame(value.from, "", openLine)
	case mark == '\'':
		s.blame(s.i, "put the whole text in quotes; within '…' a ' is written ''", "something follows the closing quote")
	default:
		s.blame(s.i, `put the whole text in quotes; within "…" a " is written \"`, "something follows the closing quote")
	}
}

const (
	noKey     = "there is no key before this colon"
	openLine  = "this quote is not closed on its line"
	noSpace   = "a space is missing after this colon"
	unlikeAny = "this line is indented unlike any line above that it could belong to"
	oneColumn = "the dashes of a list stand in one column"
)

// blameTab blames a tab in the indentation.
func (s *scanner) blameTab(at int) {
	if s.fault == nil {
		s.fault = &fault{at: at, text: "a tab in the indentation", hint: "indent with spaces", tab: true}
	}
}

// blameColon blames a text that stands where a key should.
func (s *scanner) blameColon(key span) {
	if n := bytes.IndexByte(s.text[key.from:key.end], ':'); n > 0 {
		hint := ""
		if bytes.HasPrefix(s.text[key.from+n+1:], []byte("\u00a0")) {
			hint = "what stands there is U+00A0, which looks like one"
		}
		s.blame(key.from+n, hint, noSpace)
		return
	}
	text := string(s.text[key.from:key.end])
	if first, rest, several := strings.Cut(text, " "); several {
		s.blame(key.from, fmt.Sprintf("write `%s: %s`, or `%s:` if all of it is one key", first, strings.TrimSpace(rest), text), "a colon is missing in %s", Shown(text))
		return
	}
	s.blame(key.from, "", "a colon is missing after %s", Shown(text))
}
