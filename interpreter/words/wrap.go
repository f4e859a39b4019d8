package words

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/escape"
)

// Width is the number of columns that text is wrapped to.
const Width = 80

// Page collects text for people, wrapped to a width and, on a terminal, coloured.
type Page struct {
	strings.Builder
	Width int // 0 disables wrapping
	Color bool
}

// Line appends a line without wrapping it.
func (p *Page) Line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// Wrap appends text wrapped by WrapAt.
func (p *Page) Wrap(head string, hang int, text string) {
	p.WriteString(WrapAt(p.Width, head, hang, text))
}

// Paint returns text in a colour if the page has colours.
func (p *Page) Paint(code, text string) string {
	if !p.Color {
		return text
	}
	return escape.Paint(code, text)
}

// To writes the page to w.
func (p *Page) To(w io.Writer) error {
	_, err := io.WriteString(w, p.String())
	return err
}

// Wrap breaks text into lines of at most Width columns. The first line begins with head, the
// others with hang blanks. A word longer than a line gets its own line. Line breaks in the text
// and blanks within a line are kept.
func Wrap(head string, hang int, text string) string { return WrapAt(Width, head, hang, text) }

// WrapAt is Wrap for a given width. Width 0 disables wrapping, for programs that search the
// output.
func WrapAt(width int, head string, hang int, text string) string {
	if width == 0 {
		width = math.MaxInt
	}
	var b strings.Builder
	b.WriteString(head)
	col := utf8.RuneCountInString(head)
	indent := strings.Repeat(" ", hang)
	begins := strings.TrimSpace(head) == "" // the line is empty so far
	for i, para := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if i > 0 {
			b.WriteString("\n" + indent)
			col, begins = hang, true
		}
		gap := ""
		for rest := strings.TrimSpace(para); rest != ""; {
			w, after, _ := strings.Cut(rest, " ")
			n := utf8.RuneCountInString(w)
			if !begins && col+len(gap)+n > width {
				b.WriteString("\n" + indent)
				col, gap = hang, ""
			}
			b.WriteString(gap + w)
			col += len(gap) + n
			begins = false
			rest = strings.TrimLeft(after, " ")
			gap = strings.Repeat(" ", 1+len(after)-len(rest))
		}
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}
