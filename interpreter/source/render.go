package source

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"moraine/interpreter/escape"
)

// window is the maximum number of runes shown of a line.
const window = 100

// Render prints the error, its line with a caret under the position, and the hint. If the file
// is unknown, it prints only the first line, and without a position only the text.
func (d Diagnostic) Render(w io.Writer, color bool) {
	paint := painter(color)
	var b strings.Builder
	if d.Pos != (Pos{}) {
		b.WriteString(paint("1", escape.Text(d.Pos.String())) + ": ")
	}
	b.WriteString(escape.Text(d.Text) + "\n" + d.below(paint))
	_, _ = io.WriteString(w, b.String()) // errors of the output cannot be reported here
}

// Below returns the lines below the text: the line of the position with a caret, and the hint.
func (d Diagnostic) Below() string { return d.below(painter(false)) }

func (d Diagnostic) below(paint func(code, s string) string) string {
	shown, gutter := d.Pos.excerpt(paint)
	if d.Hint != "" {
		shown += fmt.Sprintf("%s %s %s\n", gutter, paint("36", "="), escape.Text(d.Hint))
	}
	return shown
}

// Excerpt returns the line of a position with a caret under it, or "" if the line is unknown.
func (p Pos) Excerpt() string {
	shown, _ := p.excerpt(painter(false))
	return shown
}

// excerpt does the same as Excerpt, with colours and with a gutter that contains the line number.
func (p Pos) excerpt(paint func(code, s string) string) (shown, gutter string) {
	line, ok := p.Whole()
	if !ok {
		return "", ""
	}
	text, under := around(line, p.Col)
	number := strconv.Itoa(p.Line)
	gutter = strings.Repeat(" ", len(number)+1)
	return paint("2", " "+number+" | ") + text + "\n" + paint("2", gutter+" | ") + under + paint("1;31", "^") + "\n",
		gutter
}

func painter(color bool) func(code, s string) string {
	if !color {
		return func(_, s string) string { return s }
	}
	return escape.Paint
}

// Whole returns the text of the line of a position. A file without text, such as one that cannot
// be read, has no lines.
func (p Pos) Whole() (string, bool) {
	if p.File == nil || len(p.File.Text) == 0 || p.Line < 1 || p.Col < 1 {
		return "", false
	}
	rest := body(p.File.Text)
	for range p.Line - 1 {
		_, after, found := bytes.Cut(rest, []byte("\n"))
		if !found {
			return "", false
		}
		rest = after
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return string(bytes.TrimSuffix(line, []byte("\r"))), true
}

// around returns the part of a line around a column, and the blanks that put a caret under that
// column: a tab for a tab, two spaces for a wide rune.
func around(line string, col int) (shown, under string) {
	runes := []rune(line)
	at := min(col-1, len(runes))
	from := max(0, min(at-window/2, len(runes)-window))
	to := min(len(runes), from+window)

	var text, blank strings.Builder
	if from > 0 {
		text.WriteString("…")
		blank.WriteString(" ")
	}
	for i := from; i < to; i++ {
		seen := escape.Rune(runes[i])
		text.WriteString(seen)
		switch {
		case i >= at:
		case runes[i] == '\t':
			blank.WriteByte('\t')
		default:
			blank.WriteString(strings.Repeat(" ", uniseg.StringWidth(seen)))
		}
	}
	if to < len(runes) {
		text.WriteString("…")
	}
	return strings.TrimRight(text.String(), " \t"), blank.String()
}
