package escape

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Writer escapes everything written to it like Text. With Colors and Screen it lets the
// sequences for colours and for clearing the screen pass.
type Writer struct {
	To     io.Writer
	Colors bool
	Screen bool
	rest   []byte // incomplete rune or sequence that the next call may complete
}

// Clear is the sequence that clears the screen.
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

// Flush writes an incomplete rune or sequence, escaped.
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

// sequence returns the length of the permitted sequence at the start of s, or 0.
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

// begins reports whether s may be the start of a permitted sequence.
func (w *Writer) begins(s string) bool {
	return w.Screen && strings.HasPrefix(Clear, s) || w.Colors && colorStart.MatchString(s)
}

// plain returns the length of the longest prefix of printable ASCII, tabs and newlines.
func plain[T []byte | string](text T) int {
	for i := range len(text) {
		if c := text[i]; (c < ' ' || '~' < c) && c != '\n' && c != '\t' {
			return i
		}
	}
	return len(text)
}
