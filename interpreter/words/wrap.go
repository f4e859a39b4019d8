package words

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/escape"
)

// Width is how many columns text is made to fit.
const Width = 80

// Page is text for people as it is written: in so many columns and, on a terminal, in colours.
type Page struct {
	strings.Builder
	Width int // 0: no line is broken
	Color bool
}

// Line writes a line as it is.
func (p *Page) Line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// Wrap writes text like WrapAt.
func (p *Page) Wrap(head string, hang int, text string) {
	p.WriteString(WrapAt(p.Width, head, hang, text))
}

// Paint is text in a colour, where there are any.
func (p *Page) Paint(code, text string) string {
	if !p.Color {
		return text
	}
	return escape.Paint(code, text)
}

// To hands the page to whoever reads it.
func (p *Page) To(w io.Writer) error {
	_, err := io.WriteString(w, p.String())
	return err
}

// Wrap breaks text into lines of at most Width columns. The first begins with
// head, the others with as many blanks as hang. A word longer than a line keeps
// a line of its own; a break in the text stays one, and so do blanks within a line.
func Wrap(head string, hang int, text string) string { return WrapAt(Width, head, hang, text) }

// WrapAt is Wrap at so many columns; 0: no line is broken, for programs look for it whole.
func WrapAt(width int, head string, hang int, text string) string {
	if width == 0 {
		width = math.MaxInt
	}
	var b strings.Builder
	b.WriteString(head)
	col := utf8.RuneCountInString(head)
	indent := strings.Repeat(" ", hang)
	begins := strings.TrimSpace(head) == "" // nothing stands in the line
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
