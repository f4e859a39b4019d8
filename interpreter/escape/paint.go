package escape

import (
	"fmt"
	"io"
	"strings"
)

// Paint returns text with each line in a colour, a code of ECMA-48 such as "31"; with code ""
// it returns text itself.
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

// Table writes the head of a Markdown table and returns a function that writes a row. Cells
// must be valid Markdown.
func Table(w io.Writer, heads ...string) (row func(cells ...string)) {
	row = func(cells ...string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }
	fmt.Fprintln(w)
	row(heads...)
	fmt.Fprintf(w, "|%s\n", strings.Repeat("---|", len(heads)))
	return row
}
