package escape

import (
	"fmt"
	"io"
	"strings"
)

// Paint is text in a colour, each line of it by itself; as it is without one.
func Paint(code, text string) string {
	if code == "" {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimSuffix(line, "\n")
		b.WriteString("\x1b[" + code + "m" + bare + "\x1b[0m" + line[len(bare):])
	}
	return b.String()
}

// Table writes the head of a table of Markdown, and gives what writes its rows. The cells are
// Markdown already.
func Table(w io.Writer, heads ...string) (row func(cells ...string)) {
	row = func(cells ...string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }
	fmt.Fprintln(w)
	row(heads...)
	fmt.Fprintf(w, "|%s\n", strings.Repeat("---|", len(heads)))
	return row
}
