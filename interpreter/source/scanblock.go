package source

import "fmt"

// scanLine reads a line that is not within a text or brackets, and whatever
// begins on it.
func (s *scanner) scanLine() {
	s.line = s.i
	for s.at(0) == ' ' {
		s.i++
	}
	tab := s.i
	s.skipBlanks()
	if s.restIsEmpty() {
		s.skipLine()
		return
	}
	if s.i > tab {
		s.blameTab(tab)
	}
	switch {
	case s.marker("---"):
		s.blocks, s.i = s.blocks[:0], s.i+3
		s.scanTokens(false)
		return
	case s.marker("..."):
		s.blocks = s.blocks[:0]
		s.skipLine()
		return
	case s.i == s.line && s.at(0) == '%':
		// The library reads on as if it were not there, whatever version of YAML it names.
		s.refused = &fault{at: s.i, text: "YAML directives are not supported", hint: "a text that begins with % has to be in quotes"}
		return
	}
	s.dedent()
	s.scanTokens(true)
}

// dedent ends the blocks that the indentation of the line ends.
func (s *scanner) dedent() {
	col := s.i - s.line
	var last *block // the outermost that ends
	for s.top().col > col {
		last = s.top()
		s.blocks = s.blocks[:len(s.blocks)-1]
	}
	if n := len(s.blocks); n > 1 && s.blocks[n-1].list && s.blocks[n-2].col == col && !s.sign('-') {
		s.blocks = s.blocks[:n-1] // a list may stand as far left as its key
	}
	switch top := s.top(); {
	case top.col == col && top.list && !s.sign('-'):
		s.blame(s.i, "", "a list goes on here, so the line has to begin with a dash")
	case top.col < col && last != nil && s.sign('-') && (last.list || top.list):
		s.blame(s.i, oneColumn, "this line begins with - in another column than the list above")
	case top.col < col && last != nil && s.sign('-'):
		s.blame(s.i, fmt.Sprintf("line %d begins without `- `", s.in.pos(last.at).Line), unlikeAny)
	case top.col < col && !top.pending && s.lone.end > 0:
		s.blameColon(s.lone)
	case top.col < col && (last != nil || !top.pending):
		s.blame(s.i, "", unlikeAny)
	}
}

// scanTokens reads the rest of a line, and on from there if what is on it goes
// on. fresh is whether a block may begin: at the start of a line, or behind a
// dash or a question mark.
func (s *scanner) scanTokens(fresh bool) {
	lineStart := s.i
	s.lone = span{}
	for s.refused == nil {
		s.skipBlanks()
		if s.restIsEmpty() {
			s.skipLine()
			return
		}
		start, col := s.i, s.i-s.line
		switch {
		case s.sign('-'):
			s.dash(col, fresh)
			s.i++
			continue
		case s.sign('?'), s.sign(':'):
			if s.sign(':') {
				s.blame(s.i, "", noKey)
			}
			s.key(col, start, fresh)
			s.i++
			continue
		}
		if s.properties(); s.restIsEmpty() {
			continue
		}
		if isOneOf(s.at(0), "|>") {
			s.blockScalar()
			return
		}
		value := span{from: s.i}
		bare := s.value()
		if s.refused != nil {
			return
		}
		value.end = s.i
		s.skipBlanks()
		if start >= s.line && s.sign(':') { // a key, and it stands on one line
			s.key(col, start, fresh)
			s.i++
			fresh = false
			continue
		}
		if bare && fresh {
			s.lone = value
		}
		s.endOfValue(value, bare, start == lineStart && col == s.top().col)
		return
	}
}

// dash begins an item.
func (s *scanner) dash(col int, fresh bool) {
	top := s.top()
	switch {
	case top.list && top.col == col:
		if top.pending {
			s.countValue(s.i) // the item before is empty
		}
		top.pending = true
		return
	case !fresh:
		s.blame(s.i, "begin the list on the next line", "a list cannot begin on the line of its key")
	case top.col == col && !top.pending:
		s.blame(s.i, "", "a list item stands where the next key should")
	}
	top.pending = false
	s.push(block{col: col, list: true, pending: true}, s.i)
}

// key begins an entry of a map.
func (s *scanner) key(col, start int, fresh bool) {
	top := s.top()
	switch {
	case !fresh:
		s.blame(s.i, "a text with a colon and a space in it has to be in quotes", "a second colon on the line")
		return
	case top.col == col && !top.list:
		top.pending = true
		return
	}
	top.pending = false
	s.push(block{col: col, pending: true}, start)
}

// properties skips anchors, tags and aliases, and remembers the anchors.
func (s *scanner) properties() {
	for isOneOf(s.at(0), "&!*") {
		from := s.i
		s.i = endOfName(s.text, s.i)
		name := string(s.text[from+1 : s.i])
		switch s.text[from] {
		case '&':
			s.anchors[name] = true
		case '*':
			s.countValue(from)
			s.aliasNamed(from, name)
			return
		}
		s.skipBlanks()
	}
}

func (s *scanner) aliasNamed(at int, name string) {
	if !s.anchors[name] {
		s.blame(at, "a text that begins with * has to be in quotes", "no anchor &%s stands before this alias", Clip(name, mostQuoted))
	}
	s.top().pending = false
}

// value reads a text or brackets and tells whether it is bare of quotes too.
func (s *scanner) value() bool {
	switch c := s.at(0); {
	case c == '"' || c == '\'':
		s.quoted()
	case c == '[' || c == '{':
		s.brackets()
	case isGap(c) || s.sign(':'): // behind an alias
	default:
		s.countValue(s.i)
		s.plainLine()
		return true
	}
	return false
}

// endOfValue looks at what follows a value that turned out not to be a key,
// but may stand where one should.
func (s *scanner) endOfValue(value span, bare, forKey bool) {
	top := s.top()
	forKey = forKey && !top.list
	if !bare {
		if !s.restIsEmpty() {
			s.blameRest(value)
		}
		if forKey {
			s.blame(value.from, "", "a key and a colon are expected here")
		}
		top.pending = false
		s.skipLine()
		return
	}
	if forKey {
		s.blameColon(value)
	}
	goesOn := isBreak(s.at(0)) // no comment ends it
	s.skipLine()
	if goesOn {
		s.plainLines(top.col)
	}
	top.pending = false
}
