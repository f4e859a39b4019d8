// Package escape shows what others wrote: text of files, names, arguments and saves, as
// it reaches a terminal, a page or a table. Nothing in it steers the terminal, hides,
// turns a line around, or becomes part of the document that it stands in.
package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// hidden are the runes that are letters, marks or symbols to Unicode and show as
// nothing: fillers, joiners and selectors, and the blank pattern of Braille.
var hidden = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
	{R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}}},
}

// shows tells whether a rune stands for itself: it takes a place, and turns nothing
// around.
func shows(r rune) bool {
	return ' ' <= r && r <= '~' || r == '\t' || unicode.IsGraphic(r) && !unicode.In(r, hidden...)
}

// Rune is the rune itself, or its escape if it would show as nothing, move the cursor
// or turn the line around.
func Rune(r rune) string {
	if shows(r) {
		return string(r)
	}
	return strings.Trim(strconv.QuoteRuneToASCII(r), "'")
}

// Text is a text with such runes escaped; it keeps its lines.
func Text(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\n' {
			b.WriteRune(r)
		} else {
			b.WriteString(Rune(r))
		}
	}
	return b.String()
}

// Control is the first control character of a text, and whether there is one.
func Control(s string) (r rune, found bool) {
	if i := strings.IndexFunc(s, unicode.IsControl); i >= 0 {
		return []rune(s[i:])[0], true
	}
	return 0, false
}

// JSON writes a value in lines.
func JSON(w io.Writer, v any) error {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, InJSON(b.String()))
	return err
}

// ReadJSON reads what JSON has written, and no key that there is not.
func ReadJSON(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Wrote tells whether a text is, to the byte, what a value that was read of it writes.
func Wrote(text []byte, write func(io.Writer) error) bool {
	var again bytes.Buffer
	return write(&again) == nil && bytes.Equal(again.Bytes(), text)
}

// InJSON is a JSON text with such runes in JSON's own escapes, so that whoever reads it
// gets the very text.
func InJSON(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !shows(r) && r != '\n' }) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case shows(r), r == '\n':
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Cell is a text as a cell of a CSV table, where a program for tables would work out
// what begins like a formula.
func Cell(s string) string {
	if s != "" && strings.ContainsAny(s[:1], "=+-@\t\r") && strings.Trim(s, "-0123456789") != "" {
		return "'" + s
	}
	return s
}
