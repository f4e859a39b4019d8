package escape

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Writer shows all that is written to it as Text does. Only whoever writes colours, or
// clears the screen, lets the sequences through that do so, and no others.
type Writer struct {
	To     io.Writer
	Colors bool
	Screen bool
	rest   []byte // what the next call may go on with
}

// Clear empties the screen.
const Clear = "\x1b[3J\x1b[2J\x1b[H"

var (
	color      = regexp.MustCompile(`^\x1b\[[0-9;]{0,16}m`)
	colorStart = regexp.MustCompile(`^\x1b(\[[0-9;]{0,16})?$`)
)

// Write implements io.Writer.
func (w *Writer) Write(text []byte) (int, error) {
	if len(w.rest) == 0 && isPlain(text) {
		return w.To.Write(text)
	}
	s := string(w.rest) + string(text)
	w.rest = nil
	if err := w.write(s, false); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes what nothing has gone on with.
func (w *Writer) Flush() error {
	if len(w.rest) == 0 {
		return nil
	}
	s := string(w.rest)
	w.rest = nil
	return w.write(s, true)
}

func (w *Writer) write(s string, last bool) error {
	var b strings.Builder
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		n := w.sequence(s)
		switch {
		case n > 0:
			size = n
			b.WriteString(s[:n])
		case !last && (!utf8.FullRuneInString(s) || w.begins(s)):
			w.rest = []byte(s)
			size = len(s)
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		default:
			b.WriteString(Text(s[:size]))
		}
		s = s[size:]
	}
	_, err := io.WriteString(w.To, b.String())
	return err
}

// sequence is how long the sequence is that a text begins with, if it may pass.
func (w *Writer) sequence(s string) int {
	switch {
	case s[0] != '\x1b':
	case w.Screen && strings.HasPrefix(s, Clear):
		return len(Clear)
	case w.Colors:
		return len(color.FindString(s))
	}
	return 0
}

// begins tells whether all of a text may be the beginning of such a sequence.
func (w *Writer) begins(s string) bool {
	return w.Screen && strings.HasPrefix(Clear, s) || w.Colors && colorStart.MatchString(s)
}

// isPlain tells whether a text is nothing but what a keyboard of long ago could type.
func isPlain(text []byte) bool {
	for _, c := range text {
		if (c < ' ' || '~' < c) && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}
