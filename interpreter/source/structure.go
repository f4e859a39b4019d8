package source

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// opening is the beginning of a line: dashes, then a key or a text.
type opening struct {
	at       int // byte offset
	col      int // number of blanks before it
	dash     bool
	text     string // the key or text after the dashes, or ""
	textAt   int
	textCol  int
	isKey    bool
	hasValue bool // a value without quotes and brackets follows the key on its line
}

// lineParts matches a line: blanks, dashes, a key or text, the colon and value of a key.
var lineParts = regexp.MustCompile(`^( *)((?:-(?:\s+|$))*)(.*?)(:|:\s.*?)?(?:\s+#.*)?\s*$`)

func (x *examiner) opening(line int) opening {
	text, from := x.lines[line], x.starts[line]
	part := lineParts.FindSubmatchIndex(text)
	is := opening{at: from + part[3], col: part[3], dash: part[5] > part[4], text: string(text[part[6]:part[7]]),
		textAt: from + part[6], textCol: part[6]}
	if is.isKey = part[8] >= 0; is.isKey {
		is.hasValue = !isOneOf(text[part[9]-1], ":\"']}")
	}
	return is
}

const (
	unlikeAny = "the indentation of this line does not match any line above"
	tooLate   = "align this key with the key above that belongs to the same map"
)

// structure explains why a line that is valid by itself cannot follow the lines above it, or
// returns nil.
func (x *examiner) structure(line int) *Diagnostic {
	prev := line - 1
	for prev >= 0 && x.isBlank(prev) {
		prev--
	}
	if prev < 0 || x.isBlank(line) {
		return nil
	}
	is, above := x.opening(line), x.opening(prev)
	isText, deeper := !is.dash && !is.isKey, is.col > above.textCol
	inList, inMap := x.blockOf(line, is.col)
	switch {
	case above.text != "" && !above.isKey && !isText && is.col >= above.textCol && !(is.dash && above.dash):
		return x.noColon(above)
	case inList && !is.dash:
		return x.fault(is.at, "", "this line continues a list, so it must begin with a dash")
	case inMap && is.dash:
		return x.fault(is.at, "", "found a list item instead of a key")
	case inMap && isText:
		return x.noColon(is)
	case above.hasValue && deeper && !isText:
		return x.fault(is.at, tooLate,
			"the indentation makes this line a continuation of the text above, so it cannot be a key")
	case is.dash:
		return x.strayDash(line, is)
	}
	return x.fault(is.at, "", unlikeAny)
}

// blockOf reports whether a list or a map above a line, which contains that line, has its dashes
// or keys in a column.
func (x *examiner) blockOf(line, col int) (isList, isMap bool) {
	for n := line - 1; n >= 0; n-- {
		text := x.lines[n]
		switch {
		case x.isBlank(n):
		case len(text) > col && !isGap(text[col]) && len(bytes.Trim(text[:col], " -")) == 0:
			isList = text[col] == '-' && isGap(text[col+1])
			return isList, !isList
		case x.indent(n) < col:
			return false, false
		}
	}
	return false, false
}

// strayDash reports a dash in a column without a list: the list above has its dashes in another
// column, or its first item has no dash.
func (x *examiner) strayDash(line int, dash opening) *Diagnostic {
	first, above := line, line-1 // the first of the lines that are indented more, and the line before these
	for ; above >= 0 && (x.isBlank(above) || x.indent(above) > dash.col); above-- {
		if !x.isBlank(above) {
			first = above
		}
	}
	if x.opening(first).dash && first != line || above >= 0 && x.opening(above).dash {
		return x.fault(dash.at, "align the dashes of the list",
			"the dash of this line is in another column than the list above")
	}
	return x.fault(dash.at, fmt.Sprintf("line %d does not begin with `- `", first+1), unlikeAny)
}

// noColon explains a text that stands in the place of a key.
func (x *examiner) noColon(is opening) *Diagnostic {
	if before, after, found := strings.Cut(is.text, ":"); found && before != "" {
		hint := ""
		if strings.HasPrefix(after, "\u00a0") {
			hint = "the character U+00A0 looks like a space, but is not one"
		}
		return x.fault(is.textAt+len(before), hint, noSpace)
	}
	if first, rest, several := strings.Cut(is.text, " "); several {
		hint := fmt.Sprintf("write `%s: %s`, or `%s:` if the whole text is the key", first, strings.TrimSpace(rest),
			is.text)
		return x.fault(is.textAt, hint, "a colon is missing in %s", Shown(is.text))
	}
	return x.fault(is.textAt, "", "missing colon after %s", Shown(is.text))
}
