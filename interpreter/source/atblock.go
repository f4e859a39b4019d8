package source

import (
	"bytes"
	"strings"
)

// blockScalar traces the lines below `|` or `>`.
func (t *tracer) blockScalar(folds bool) {
	t.skipLine()
	indent := t.indent()
	var breaks []int // ends of the lines after the last line with text
	wasSpaced := true
	for t.hasMore() {
		blanks := t.skipSpaces(indent)
		if n := t.lineLength(); n > 0 {
			if blanks < indent {
				break // the next value begins
			}
			spaced := isBlank(t.text[t.i])
			t.lineBreaks(breaks, folds && !spaced && !wasSpaced)
			t.copy(n)
			breaks, wasSpaced = breaks[:0], spaced
		}
		t.skipLine()
		breaks = append(breaks, t.i-1)
	}
	t.lineBreaks(breaks, false)
}

// lineBreaks traces the breaks between two lines, or those after the last line that the value
// keeps. If fold is set, the first break stands for a space, or for nothing if more follow.
func (t *tracer) lineBreaks(ends []int, fold bool) {
	if fold && len(ends) == 1 {
		t.match(" ", ends[0], ends[0]+1)
		return
	}
	if fold {
		ends = ends[1:]
	}
	for _, end := range ends {
		if len(t.all) < len(t.value) {
			t.match("\n", end, end+1)
		}
	}
}

// indent returns the indentation of the block: the blanks of its first line that are not part
// of the value.
func (t *tracer) indent() int {
	first := strings.TrimLeft(t.value, "\n")
	kept := len(first) - len(strings.TrimLeft(first, " "))
	rest := bytes.TrimLeft(t.text[t.i:], " \r\n")
	begin := len(t.text) - len(rest)
	return begin - (bytes.LastIndexByte(t.text[:begin], '\n') + 1) - kept
}

func (t *tracer) skipSpaces(most int) int {
	n := 0
	for n < most && t.i < len(t.text) && t.text[t.i] == ' ' {
		n++
		t.i++
	}
	return n
}

// lineLength returns the number of bytes left on the line, without the line end.
func (t *tracer) lineLength() int {
	line, _, _ := bytes.Cut(t.text[t.i:], []byte("\n"))
	return len(bytes.TrimSuffix(line, []byte("\r")))
}

func (t *tracer) skipLine() {
	line, _, found := bytes.Cut(t.text[t.i:], []byte("\n"))
	if t.i += len(line); found {
		t.i++
	}
}
