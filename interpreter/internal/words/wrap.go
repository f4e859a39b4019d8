package words

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Width is how many columns text is made to fit.
const Width = 80

// Wrap breaks text into lines of at most Width columns. The first begins with
// head, the others with as many blanks as hang. A word longer than a line keeps
// a line of its own; a break in the text stays one.
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
	for i, para := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if i > 0 {
			b.WriteString("\n" + indent)
			col = hang
		}
		for j, w := range strings.Fields(para) {
			n := utf8.RuneCountInString(w)
			switch {
			case j == 0 && (col+n <= width || col == hang):
			case j > 0 && col+1+n <= width:
				b.WriteByte(' ')
				col++
			default:
				b.WriteString("\n" + indent)
				col = hang
			}
			b.WriteString(w)
			col += n
		}
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}
