package source

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// context is the line that is being read, or an open bracket, and the part of it after the last comma.
type context struct {
	at     int  // offset of the bracket
	text   int  // end of a text without quotes, which may continue (of its first line, if it has several); else 0
	closed bool // a quoted text or brackets, which cannot continue
	colon  bool // a key has been read
	from   int  // offset of the key or value
}

// empty reports whether neither a key nor a value has begun.
func (in *context) empty() bool { return in.text == 0 && !in.closed }

// examine looks for a fault on a line and on the further lines of its brackets, which must be indented more than the
// innermost block of the line.
func (x *examiner) examine(line int) {
	x.i = x.starts[line] + x.indent(line)
	if tab := x.i; isBlank(x.byteAt(0)) {
		x.fault = &fault{at: tab, text: "a tab in the indentation", hint: "indent with spaces", tab: true}
		return
	}
	if bytes.HasPrefix(x.lines[line], []byte("---")) {
		x.i += 3
	}
	open, block, depth := []context{{}}, x.indent(line), 0
	for x.fault == nil && len(open) > 0 {
		in, c, inBrackets := &open[len(open)-1], x.byteAt(0), len(open) > 1
		switch {
		case !inBrackets && x.atEnd():
			return
		case x.i >= len(x.text):
			x.blameBracket(in)
		case x.atEnd() && !isBlank(c) && c != '\r':
			x.nextLine(in, block)
		case isGap(c):
			x.i++
		case x.isSign('-') && inBrackets:
			x.blame(x.i, "", "a dash cannot begin an item within brackets")
		case x.isSign('-') && in.colon && in.empty():
			x.blame(x.i, "begin the list on the next line", "a list cannot begin on the same line as its key")
		case !inBrackets && in.empty() && (x.isSign('-') || x.isSign('?')):
			block, depth = x.i-x.starts[line], depth+1
			x.checkDepth(depth)
			x.i++
		case x.isSign(':') || inBrackets && c == ':' && (isFlowSign(x.byteAt(1)) || in.closed):
			if !inBrackets {
				block, depth = in.from-x.starts[line], depth+1
			}
			x.colon(in, inBrackets)
		case !inBrackets && in.empty() && isOneOf(c, "|>"):
			if x.i += len(blockHeader.Find(x.text[x.i:])); !x.atEnd() {
				x.blame(x.i, "", "text after | or > must begin on the next line")
			}
			return
		case inBrackets && c == ',' && in.empty() && !in.colon:
			x.blame(x.i, "", "missing value before this comma")
		case inBrackets && c == ',':
			*in = context{at: in.at}
			x.i++
		case inBrackets && isOneOf(c, "]}"):
			if opener := x.text[in.at]; c != opener+2 { // in ASCII the closing bracket is two after the opening one
				p := x.in.pos(x.i)
				x.blame(in.at, "", "missing closing bracket for this %c before the %c at %d:%d", opener, c, p.Line, p.Col)
			}
			open = open[:len(open)-1]
			x.i++
		case inBrackets && c == '?':
			if in.text > 0 {
				x.blame(x.i, "put the whole text in quotes", "question mark in text without quotes")
			}
			x.i++
		case in.closed && inBrackets:
			x.blame(x.i, "or put the whole text in quotes", "missing comma before this value")
		case in.closed:
			x.blameRest(in.from)
		case isOneOf(c, "[{") && in.text > 0:
			x.blame(x.i, "put the whole text in quotes", "bracket in text without quotes")
		case isOneOf(c, "[{"):
			in.closed, in.from = true, x.i
			open = append(open, context{at: x.i})
			x.checkDepth(depth + len(open) - 1)
			x.i++
		case in.text == 0 && isOneOf(c, "\"'"):
			in.closed, in.from = true, x.i
			x.quoted()
		case in.text == 0 && isOneOf(c, "&!*"):
			in.closed, in.from = c == '*', x.i
			x.properties()
		default:
			in.from = x.i
			x.plainText(inBrackets)
			in.text = cmp.Or(in.text, x.i)
		}
	}
}

// blockHeader matches the beginning of a block text.
var blockHeader = regexp.MustCompile(`^.[-+1-9]*[ \t]*`)

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

// properties skips an anchor, tag or alias.
func (x *examiner) properties() {
	from := x.i
	x.i = endOfName(x.text, x.i)
	name := string(x.text[from+1 : x.i])
	if first, known := x.anchors[name]; x.text[from] == '*' && (!known || first > from) {
		x.blame(from, "put text that begins with * in quotes", "alias without an earlier anchor &%s", Clip(name, mostQuoted))
	}
}

// quotedText matches a quoted text on one line up to its end, an invalid escape or the end of the line.
var quotedText = regexp.MustCompile(`^(?:'(?:[^'\r\n]|'')*|"(?:[^"\\\r\n]|\\(?:[0abt\tnvfre "/\\N_LP]|x[[:xdigit:]]{2}|u[[:xdigit:]]{4}|U[[:xdigit:]]{8}))*)`)

// quoted reads a quoted text, which must end on the same line.
func (x *examiner) quoted() {
	start, mark := x.i, x.byteAt(0)
	x.i += len(quotedText.Find(x.text[x.i:]))
	switch c := x.byteAt(0); {
	case c == mark:
		x.i++
	case c == '\\' && isOneOf(x.byteAt(1), "xuU"):
		x.blame(x.i, escapes, "missing hexadecimal digits in this escape sequence")
	case c == '\\' && !isBreak(x.byteAt(1)):
		x.blame(x.i, escapes, "there is no such escape")
	case bytes.IndexByte(x.text[min(x.i, len(x.text)):], mark) < 0:
		x.blame(start, "", "this quote is not closed")
	default:
		x.blame(start, "", "missing closing quote on this line")
	}
}

const escapes = "a backslash is written \\\\, or the text put in single quotes"

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

// nextLine continues on the next line, unless that line is outside the brackets.
func (x *examiner) nextLine(in *context, block int) {
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

func (x *examiner) blameBracket(in *context) {
	x.blame(in.at, "", "this %c is not closed", x.text[in.at])
}

// colon reads the colon after a key. If a key in brackets has several lines, its first line was probably meant to be
// a value.
func (x *examiner) colon(in *context, inBrackets bool) {
	second := "second colon on the same line"
	if inBrackets {
		second = "second colon without a comma in between"
	}
	switch {
	case in.empty() && !(inBrackets && in.colon):
		x.blame(x.i, "", noKey)
	case inBrackets && in.text > 0 && bytes.IndexByte(x.text[in.text:x.i], '\n') >= 0:
		x.blame(in.text, "", "a comma is missing here")
	case in.colon:
		x.blame(x.i, "put text that contains a colon and a space in quotes", "%s", second)
	}
	*in = context{at: in.at, colon: true}
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
