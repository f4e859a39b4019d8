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
	if len(w.rest) == 0 && plain(text) == len(text) {
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
	for {
		n := plain(s)
		b.WriteString(s[:n])
		if s = s[n:]; s == "" {
			break
		}
		r, size := utf8.DecodeRuneInString(s)
		passes := w.sequence(s)
		switch {
		case passes > 0:
			size = passes
			b.WriteString(s[:size])
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

// plain is how much of a text, from its beginning, a keyboard of long ago could type.
func plain[T []byte | string](text T) int {
	for i := range len(text) {
		if c := text[i]; (c < ' ' || '~' < c) && c != '\n' && c != '\t' {
			return i
		}
	}
	return len(text)
}
