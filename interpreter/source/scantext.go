package source

// quoted reads a text in quotes, over as many lines as it has.
func (s *scanner) quoted() {
	start, mark := s.i, s.text[s.i]
	s.countValue(start)
	for s.i++; s.i < len(s.text); s.i++ {
		switch c := s.text[s.i]; {
		case c == '\n':
			s.line = s.i + 1
		case s.marker("---"), s.marker("..."):
			s.blame(start, "", "this quote is not closed")
			return
		case c == '\\' && mark == '"':
			s.escape()
		case c == mark && mark == '\'' && s.at(1) == mark:
			s.i++
		case c == mark:
			s.i++
			return
		}
	}
	s.i = len(s.text)
	s.blame(start, "", "this quote is not closed")
}

// escape reads the backslash and what follows it, up to the last of it.
func (s *scanner) escape() {
	const hint = "a backslash is written \\\\, or the text put in single quotes"
	from := s.i
	s.i++
	if s.at(0) == '\r' {
		s.i++
	}
	if s.at(0) == '\n' {
		s.line = s.i + 1
		return
	}
	if !isOneOf(s.at(0), "0abt\tnvfre \"/\\N_LPxuU'") {
		s.blame(from, hint, "there is no such escape")
		return
	}
	for range hexDigits(s.at(0)) {
		if !isOneOf(s.at(1), "0123456789abcdefABCDEF") {
			s.blame(from, hint, "hexadecimal digits are missing in this escape")
			return
		}
		s.i++
	}
}

// plainLine reads a plain text to the end of its line, or to where it ends.
func (s *scanner) plainLine() {
	if isOneOf(s.at(0), "@`%,]}") {
		s.blame(s.i, "put the text in quotes", "a text cannot begin with %c", s.at(0))
	}
	for ; s.i < len(s.text) && s.text[s.i] != '\n'; s.i++ {
		c := s.text[s.i]
		if c == '#' && isBlank(s.text[s.i-1]) || s.sign(':') {
			break
		}
		if len(s.flow) > 0 && (isFlowSign(c) || c == ':' && isFlowSign(s.at(1)) || c == '?') {
			break
		}
	}
	for s.i > s.line && isGap(s.text[s.i-1]) {
		s.i--
	}
}

// plainLines reads on while a plain text goes on: on lines indented more than
// the block it is in. A key among them was not meant to be in the text.
func (s *scanner) plainLines(blockCol int) {
	for s.more() {
		for s.at(0) == ' ' {
			s.i++
		}
		tab := s.i
		s.skipBlanks()
		switch {
		case isBreak(s.at(0)):
			s.skipLine()
			continue
		case s.i-s.line <= blockCol, s.restIsEmpty(), s.marker("---"), s.marker("..."):
			s.i = s.line
			return
		}
		from := s.i
		s.plainLine()
		s.skipBlanks()
		switch {
		case s.sign(':') && from > tab:
			s.blameTab(tab)
		case s.sign(':') && s.lone.end > 0:
			s.blameColon(s.lone)
		case s.sign(':'):
			s.blame(from, "a key stands below the key that it belongs beside, in the same column", "this line is indented so that it goes on with the text above, and cannot be a key")
		case !isBreak(s.at(0)):
			s.skipLine()
			return // a comment ends the text
		}
		s.skipLine()
	}
}

// blockScalar reads the lines below a `|` or `>`.
func (s *scanner) blockScalar() {
	s.countValue(s.i)
	s.i++
	explicit := 0
	for ; isOneOf(s.at(0), "+-123456789"); s.i++ {
		if s.at(0) >= '1' {
			explicit = int(s.at(0) - '0')
		}
	}
	if s.skipBlanks(); !s.restIsEmpty() {
		s.blame(s.i, "", "a text marked by | or > begins on the next line")
	}
	top := s.top()
	top.pending = false
	indent := 0
	if explicit > 0 {
		indent = max(top.col, 0) + explicit
	}
	for s.skipLine(); s.i < len(s.text); s.skipLine() {
		for s.at(0) == ' ' {
			s.i++
		}
		col := s.i - s.line
		if indent == 0 && s.at(0) == '\t' {
			s.blameTab(s.i)
		}
		if isBreak(s.at(0)) {
			continue
		}
		if indent == 0 {
			indent = max(col, top.col+1, 1)
		}
		if col < indent {
			s.i = s.line
			return
		}
	}
}
