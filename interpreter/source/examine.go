package source

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// token is a part of a line. Its class is the letter that stands for it in the patterns of
// mistakes.
type token struct {
	class    byte
	from, to int // byte offsets
}

// The classes of tokens are the signs of YAML (- ? : , and opening and closing brackets) and:
const (
	skipped    = ' '  // a blank, comment, anchor or tag; it is not kept
	lineBreak  = '\n' // with the indentation of the next line
	oneQuote   = '\'' // a text in single quotes
	twoQuotes  = '"'  // a text in double quotes
	openQuote  = 'u'  // a quoted text without its end
	value      = 'v'  // brackets with their content, or an alias
	noAnchor   = '*'  // an alias without an earlier anchor
	header     = '|'  // the header of a block text
	noText     = '@'  // a character that cannot begin a text
	plainText  = 't'
	colonFirst = ';' // a text without quotes that begins with a colon
)

// mistake is an error that the tokens of a line show. Its position is that of the token in
// parentheses.
type mistake struct {
	tokens *regexp.Regexp
	text   string // %s stands for the token
	hint   string
}

const (
	noKey     = "missing key before this colon"
	noSpace   = "missing space after this colon"
	afterText = "unexpected text after the closing quote"
	quoteAll  = "put the whole text in quotes"
	quoteSign = "put text that contains a colon and a space in quotes"
)

// The first mistake counts: outside of brackets one of inLine, between two brackets one of
// inBrackets.
var (
	inLine = []mistake{
		{tokens: regexp.MustCompile(`["'v](;)`), text: noSpace},
		{tokens: regexp.MustCompile(`'([^:])`), text: afterText, hint: quoteAll + "; inside '…' write '' for '"},
		{tokens: regexp.MustCompile(`"([^:])`), text: afterText, hint: quoteAll + `; within "…" a " is written \"`},
		{tokens: regexp.MustCompile(`v([^:])`), text: "unexpected text after the end of the value", hint: quoteAll},
		{tokens: regexp.MustCompile(`:(-)`), text: "a list cannot begin on the same line as its key",
			hint: "begin the list on the next line"},
		{tokens: regexp.MustCompile(`\|(.)`), text: "text after | or > must begin on the next line"},
		{tokens: regexp.MustCompile(`:.*(:)`), text: "second colon on the same line", hint: quoteSign},
	}
	inBrackets = []mistake{
		{tokens: regexp.MustCompile(`(-)`), text: "a dash cannot begin an item within brackets"},
		{tokens: regexp.MustCompile(`(?:^|,)(,)`), text: "missing value before this comma"},
		{tokens: regexp.MustCompile(`t(\?)`), text: "question mark in text without quotes", hint: quoteAll},
		{tokens: regexp.MustCompile(`t(v)`), text: "bracket in text without quotes", hint: quoteAll},
		{tokens: regexp.MustCompile(`["'v]([^:,?])`), text: "missing comma before this value", hint: "or " + quoteAll},
		{tokens: regexp.MustCompile(`(t)t+:`), text: "a comma is missing after this value"},
		{tokens: regexp.MustCompile(`:[^,]*(:)`), text: "second colon without a comma in between", hint: quoteSign},
	}
	anywhere = []mistake{
		{tokens: regexp.MustCompile(`(?:^|[-?,])(:)`), text: noKey},
		{tokens: regexp.MustCompile(`(@)`), text: "a text cannot begin with %s", hint: "put the text in quotes"},
		{tokens: regexp.MustCompile(`(\*)`), text: "the alias %s has no earlier anchor",
			hint: "put text that begins with * in quotes"},
	}
)

// examine returns the mistake on a line and on the further lines of its brackets, or nil. These
// are indented more than the key or dash before the first bracket.
func (x *examiner) examine(line int) *Diagnostic {
	var all []token
	var open []int // indices of the brackets in all that are not closed
	block, depth := x.indent(line), 0
	for i := x.starts[line] + block; i < len(x.text); {
		t := x.token(i, len(open) > 0, all)
		i = t.to
		if t.class == lineBreak && (len(open) == 0 || t.to-t.from-1 <= block && !isOneOf(x.byteAt(i), "#]}\r\n")) {
			break
		}
		if isOneOf(t.class, "[{") || len(open) == 0 && isOneOf(t.class, "-?:") {
			if depth++; depth > x.lim.Depth { // the library stops there and finds no other fault
				return x.fault(t.from, "", tooDeep, x.lim.Depth)
			}
		}
		switch {
		case t.class == skipped || t.class == lineBreak:
			continue
		case len(open) > 0 && isOneOf(t.class, "]}"):
			first := open[len(open)-1]
			opener := all[first]
			if t.class != opener.class+2 { // in ASCII the closing bracket is two after the opening one
				at := x.in.pos(t.from)
				return x.fault(opener.from, "", "missing closing bracket for this %c before the %c at %d:%d",
					opener.class, t.class, at.Line, at.Col)
			}
			if found := x.mistakeIn(all, open); found != nil {
				return found
			}
			open, all, depth = open[:len(open)-1],
				append(all[:first], token{class: value, from: opener.from, to: t.to}), depth-1
			continue
		case isOneOf(t.class, "[{"):
			if n := len(all); n > 0 && len(open) == 0 {
				start := all[n-1]
				if start.class == ':' && n > 1 {
					start = all[n-2]
				}
				block = start.from - x.starts[line]
			}
			open = append(open, len(all))
		}
		all = append(all, t)
		if t.class == openQuote || t.class == noText {
			return cmp.Or(x.mistakeIn(all, open), x.quoteFault(t))
		}
	}
	if n := len(open); n > 0 {
		bracket := all[open[n-1]]
		return x.fault(bracket.from, "", "this %c is not closed", bracket.class)
	}
	return x.mistakeIn(all, nil)
}

// mistakeIn returns the first mistake in the tokens after the last open bracket, or nil.
func (x *examiner) mistakeIn(all []token, open []int) *Diagnostic {
	mistakes := inLine
	if n := len(open); n > 0 {
		all, mistakes = all[open[n-1]+1:], inBrackets
	}
	classes := make([]byte, len(all))
	for i, t := range all {
		classes[i] = t.class
	}
	var first *mistake
	at := len(all)
	for _, m := range slices.Concat(mistakes, anywhere) {
		if found := m.tokens.FindSubmatchIndex(classes); found != nil && found[2] < at {
			first, at = &m, found[2]
		}
	}
	if first == nil {
		return nil
	}
	t := all[at]
	return x.fault(t.from, first.hint, "%s",
		strings.ReplaceAll(first.text, "%s", Clip(string(x.text[t.from:t.to]), mostQuoted)))
}

// token returns the token at byte i. before are the tokens before it in its line or brackets.
func (x *examiner) token(i int, inBrackets bool, before []token) token {
	c, next := x.byteAt(i), x.byteAt(i+1)
	isKey := len(before) > 0 && isOneOf(before[len(before)-1].class, `"'v`)
	rest := func(pattern *regexp.Regexp) int { return i + len(pattern.Find(x.text[i:])) }
	switch {
	case c == '\n':
		return token{class: lineBreak, from: i, to: rest(lineStart)}
	case isGap(c):
		return token{class: skipped, from: i, to: i + 1}
	case c == '#' && (i == 0 || isGap(x.text[i-1])):
		return token{class: skipped, from: i, to: rest(comment)}
	case isOneOf(c, "-?:") && isGap(next),
		inBrackets && isOneOf(c, ",[]{}?"),
		inBrackets && c == ':' && (isKey || isOneOf(next, ",[]{}")),
		isOneOf(c, "[{"):
		return token{class: c, from: i, to: i + 1}
	case c == '&' || c == '!':
		return token{class: skipped, from: i, to: endOfName(x.text, i)}
	case c == '*':
		end := endOfName(x.text, i)
		if x.anchors[string(x.text[i+1:end])] {
			c = value
		}
		return token{class: c, from: i, to: end}
	case c == '\'' || c == '"':
		if end := rest(quoted); x.byteAt(end) == c {
			return token{class: c, from: i, to: end + 1}
		} else {
			return token{class: openQuote, from: i, to: end}
		}
	case !inBrackets && isOneOf(c, "|>"):
		return token{class: header, from: i, to: rest(blockHeader)}
	case isOneOf(c, "@`%,]}"):
		return token{class: noText, from: i, to: i + 1}
	case c == ':':
		return token{class: colonFirst, from: i, to: x.endOfText(i, inBrackets)}
	}
	return token{class: plainText, from: i, to: x.endOfText(i, inBrackets)}
}

var (
	lineStart   = regexp.MustCompile(`^\n *`)
	comment     = regexp.MustCompile(`^[^\n]*`)
	blockHeader = regexp.MustCompile(`^.[-+1-9]*`)
	quoted      = regexp.MustCompile(
		`^(?:'(?:[^'\r\n]|'')*|"(?:[^"\\\r\n]|\\(?:\r?\n|[0abt\tnvfre "/\\N_LP]|x[[:xdigit:]]{2}|u[[:xdigit:]]{4}|U[[:xdigit:]]{8}))*)`)
)

// endOfText returns the end of a text without quotes that begins at byte i.
func (x *examiner) endOfText(i int, inBrackets bool) int {
	end := i + 1
	for i = end; !isBreak(x.byteAt(i)); i++ {
		c, next := x.byteAt(i), x.byteAt(i+1)
		if c == ':' && isGap(next) || c == '#' && isBlank(x.text[i-1]) {
			break
		}
		if inBrackets && (isOneOf(c, ",[]{}?") || c == ':' && isOneOf(next, ",[]{}")) {
			break
		}
		if !isBlank(c) {
			end = i + 1
		}
	}
	return end
}

// quoteFault explains a quoted text that has no end on its line.
func (x *examiner) quoteFault(t token) *Diagnostic {
	const hint = "a backslash is written \\\\, or the text put in single quotes"
	switch c := x.byteAt(t.to); {
	case c == '\\' && isOneOf(x.byteAt(t.to+1), "xuU"):
		return x.fault(t.to, hint, "missing hexadecimal digits in this escape sequence")
	case c == '\\':
		return x.fault(t.to, hint, "there is no such escape")
	case bytes.IndexByte(x.text[t.to:], x.text[t.from]) < 0:
		return x.fault(t.from, "", "this quote is not closed")
	}
	return x.fault(t.from, "", "missing closing quote on this line")
}

// byteAt returns a byte of the file, or a line break after its end.
func (x *examiner) byteAt(i int) byte {
	if i < len(x.text) {
		return x.text[i]
	}
	return '\n'
}

func isGap(c byte) bool { return isBlank(c) || isBreak(c) }

func isOneOf(c byte, set string) bool { return strings.IndexByte(set, c) >= 0 }
