package source

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
)

// examine looks for a fault on a line and on the further lines of its brackets.
func (x *examiner) examine(line int) {
	x.i = x.starts[line] + x.indent(line)
	if tab := x.i; isBlank(x.byteAt(0)) {
		x.fault = &fault{at: tab, text: "a tab in the indentation", hint: "indent with spaces", tab: true}
		return
	}
	if bytes.HasPrefix(x.lines[line], []byte("---")) {
		x.i += 3
	}
	key, block, depth := false, x.indent(line), 0
	for x.skipBlanks(); x.fault == nil && !x.atEnd(); x.skipBlanks() {
		from := x.i
		switch {
		case x.isSign('-') && key:
			x.blame(x.i, "begin the list on the next line", "a list cannot begin on the same line as its key")
		case x.isSign('-'), x.isSign('?'):
			block = x.i - x.starts[line]
			depth++
			x.checkDepth(depth)
			x.i++
			continue
		case x.isSign(':'):
			x.blame(x.i, "", noKey)
		case isOneOf(x.byteAt(0), "|>"):
			x.blockText()
			return
		}
		isText := x.value(block, depth)
		x.skipBlanks()
		switch {
		case x.fault != nil:
		case x.isSign(':') && key:
			x.blame(x.i, "put text that contains a colon and a space in quotes", "second colon on the same line")
		case x.isSign(':'):
			key, block = true, from-x.starts[line]
			depth++
			x.i++
		case !x.atEnd() && !isText:
			x.blameRest(from)
		}
	}
}

// byteAt returns the byte n positions ahead, or a line break after the end of the file.
func (x *examiner) byteAt(n int) byte {
	if x.i+n < len(x.text) {
		return x.text[x.i+n]
	}
	return '\n'
}

// isSign reports whether the next byte is the structural character c, followed by a blank or a
// line break.
func (x *examiner) isSign(c byte) bool { return x.byteAt(0) == c && isGap(x.byteAt(1)) }

func (x *examiner) skipBlanks() {
	for isBlank(x.byteAt(0)) {
		x.i++
	}
}

// checkDepth reports lists and maps that are nested too deeply. The library stops there and
// finds no other fault.
func (x *examiner) checkDepth(depth int) {
	if depth > x.lim.Depth {
		x.blame(x.i, "", tooDeep, x.lim.Depth)
	}
}

// atEnd reports whether nothing but a comment is left on the line.
func (x *examiner) atEnd() bool {
	return isBreak(x.byteAt(0)) || x.byteAt(0) == '#' && (x.i == 0 || isGap(x.text[x.i-1]))
}

func isGap(c byte) bool { return isBlank(c) || isBreak(c) }

func isFlowSign(c byte) bool { return isOneOf(c, ",[]{}") }

func isOneOf(c byte, set string) bool { return strings.IndexByte(set, c) >= 0 }

// value reads a text or brackets with an optional anchor, and reports whether it is a text
// without quotes. block is the column of the enclosing block, depth the number of blocks on the
// line.
func (x *examiner) value(block, depth int) (isText bool) {
	x.properties()
	switch c := x.byteAt(0); {
	case x.fault != nil, x.atEnd(), x.isSign(':'):
	case c == '"' || c == '\'':
		x.quoted()
	case c == '[' || c == '{':
		x.brackets(block, depth)
	default:
		x.plainText(false)
		return true
	}
	return false
}

// properties skips anchors, tags and aliases.
func (x *examiner) properties() {
	for isOneOf(x.byteAt(0), "&!*") {
		from := x.i
		x.i = endOfName(x.text, x.i)
		name := string(x.text[from+1 : x.i])
		if first, known := x.anchors[name]; x.text[from] == '*' && (!known || first > from) {
			x.blame(from, "put text that begins with * in quotes", "alias without an earlier anchor &%s", Clip(name, mostQuoted))
		}
		x.skipBlanks()
	}
}

// quoted reads a quoted text, which must end on the same line.
func (x *examiner) quoted() {
	start, mark := x.i, x.byteAt(0)
	for x.i++; !isBreak(x.byteAt(0)); x.i++ {
		switch c := x.byteAt(0); {
		case c == '\\' && mark == '"':
			x.escape()
		case c == mark && mark == '\'' && x.byteAt(1) == mark:
			x.i++
		case c == mark:
			x.i++
			return
		}
	}
	if bytes.IndexByte(x.text[min(x.i, len(x.text)):], mark) < 0 {
		x.blame(start, "", "this quote is not closed")
		return
	}
	x.blame(start, "", "missing closing quote on this line")
}

// escape reads a backslash and the letter after it. Further digits need no check.
func (x *examiner) escape() {
	const hint = "a backslash is written \\\\, or the text put in single quotes"
	from := x.i
	x.i++
	if !isOneOf(x.byteAt(0), "0abt\tnvfre \"/\\N_LPxuU\r\n") {
		x.blame(from, hint, "there is no such escape")
	}
	for n := range hexDigits(x.byteAt(0)) {
		if !isOneOf(x.byteAt(1+n), "0123456789abcdefABCDEF") {
			x.blame(from, hint, "missing hexadecimal digits in this escape sequence")
		}
	}
}

// plainText reads a text without quotes up to the end of its line or to a structural character.
func (x *examiner) plainText(inBrackets bool) {
	if isOneOf(x.byteAt(0), "@`%,]}") {
		x.blame(x.i, "put the text in quotes", "a text cannot begin with %c", x.byteAt(0))
	}
	for from := x.i; !isBreak(x.byteAt(0)) && !x.isSign(':') && !(x.atEnd() && x.i > from); x.i++ {
		if c := x.byteAt(0); inBrackets && (isFlowSign(c) || c == ':' && isFlowSign(x.byteAt(1)) || c == '?') {
			break
		}
	}
	for isBlank(x.text[x.i-1]) {
		x.i--
	}
}

// blockText reads the header line of a `|` or `>`.
func (x *examiner) blockText() {
	for x.i++; isOneOf(x.byteAt(0), "+-123456789"); x.i++ {
	}
	if x.skipBlanks(); !x.atEnd() {
		x.blame(x.i, "", "text after | or > must begin on the next line")
	}
}

// bracket is an open bracket and the part of it that is being read.
type bracket struct {
	at     int
	text   int  // end of a text without quotes, which may continue (of its first line, if it has several); else 0
	closed bool // a quoted text or brackets, which cannot continue
	colon  bool // a key has been read
}

// brackets reads a list or map in brackets, on one or more lines. Its lines must be indented
// more than the enclosing block.
func (x *examiner) brackets(block, depth int) {
	open := []bracket{{at: x.i}}
	for x.i++; x.fault == nil && len(open) > 0; {
		in, c := &open[len(open)-1], x.byteAt(0)
		switch {
		case x.i >= len(x.text):
			x.blameBracket(in)
		case c == '\n' || x.atEnd() && c == '#':
			x.nextLine(in, block)
		case isGap(c):
			x.i++
		case c == ',' && in.text == 0 && !in.closed && !in.colon:
			x.blame(x.i, "", "missing value before this comma")
		case c == ',':
			*in = bracket{at: in.at}
			x.i++
		case c == ']' || c == '}':
			if opener := x.text[in.at]; c != opener+2 { // in ASCII the closing bracket is two after the opening one
				p := x.in.pos(x.i)
				x.blame(in.at, "", "missing closing bracket for this %c before the %c at %d:%d", opener, c, p.Line, p.Col)
			}
			open = open[:len(open)-1]
			x.i++
		case c == ':' && (isGap(x.byteAt(1)) || isFlowSign(x.byteAt(1)) || in.closed):
			x.colon(in)
		case c == '?' && in.text > 0:
			x.blame(x.i, "put the whole text in quotes", "question mark in text without quotes")
		case c == '?':
			x.i++
		case x.isSign('-'):
			x.blame(x.i, "", "a dash cannot begin an item within brackets")
		case in.closed:
			x.blame(x.i, "or put the whole text in quotes", "missing comma before this value")
		case c == '[' || c == '{':
			if in.text > 0 {
				x.blame(x.i, "put the whole text in quotes", "bracket in text without quotes")
			}
			in.closed = true
			open = append(open, bracket{at: x.i})
			x.checkDepth(depth + len(open))
			x.i++
		case in.text == 0 && (c == '"' || c == '\''):
			in.closed = true
			x.quoted()
		case in.text == 0 && isOneOf(c, "&!*"):
			in.closed = c == '*'
			x.properties()
		default:
			x.plainText(true)
			in.text = cmp.Or(in.text, x.i)
		}
	}
}

// nextLine continues on the next line, unless that line is outside the brackets.
func (x *examiner) nextLine(in *bracket, block int) {
	end := bytes.IndexByte(x.text[x.i:], '\n')
	if end < 0 {
		x.i = len(x.text)
		return
	}
	x.i += end + 1
	from := x.i
	for x.byteAt(0) == ' ' {
		x.i++
	}
	if !isBreak(x.byteAt(0)) && !isOneOf(x.byteAt(0), "#]}") && x.i-from <= block {
		x.blameBracket(in)
	}
}

func (x *examiner) blameBracket(in *bracket) {
	x.blame(in.at, "", "this %c is not closed", x.text[in.at])
}

// colon reads the colon after a key in brackets. If the key has several lines, its first line
// was probably meant to be a value.
func (x *examiner) colon(in *bracket) {
	switch lineEnd := bytes.IndexByte(x.text[max(in.text, in.at):x.i], '\n'); {
	case in.text == 0 && !in.closed && !in.colon:
		x.blame(x.i, "", noKey)
	case in.text > 0 && lineEnd >= 0:
		x.blame(in.text, "", "a comma is missing here")
	case in.colon:
		x.blame(x.i, "put text that contains a colon and a space in quotes", "second colon without a comma in between")
	}
	*in = bracket{at: in.at, colon: true}
	x.i++
}

const noSpace = "missing space after this colon"

// blameRest reports text after the closing quote or bracket of a value that begins at from.
func (x *examiner) blameRest(from int) {
	mark := x.text[from]
	switch {
	case x.byteAt(0) == ':':
		x.blame(x.i, "", noSpace)
	case mark == '\'':
		x.blame(x.i, "put the whole text in quotes; inside '…' write '' for '", "unexpected text after the closing quote")
	case mark == '"':
		x.blame(x.i, `put the whole text in quotes; within "…" a " is written \"`, "unexpected text after the closing quote")
	default:
		x.blame(x.i, "put the whole text in quotes", "unexpected text after the end of the value")
	}
}

// blameColon explains a text that stands where a key should.
func (x *examiner) blameColon(from, end int) {
	key := x.text[from:end]
	if n := bytes.IndexByte(key, ':'); n > 0 {
		hint := ""
		if bytes.HasPrefix(key[n+1:], []byte("\u00a0")) {
			hint = "the character U+00A0 looks like a space, but is not one"
		}
		x.blame(from+n, hint, noSpace)
		return
	}
	text := string(key)
	if first, rest, several := strings.Cut(text, " "); several {
		x.blame(from, fmt.Sprintf("write `%s: %s`, or `%s:` if the whole text is the key", first, strings.TrimSpace(rest), text), "a colon is missing in %s", Shown(text))
		return
	}
	x.blame(from, "", "missing colon after %s", Shown(text))
}
