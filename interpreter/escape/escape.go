// Package escape makes text of unknown origin (files, names, arguments, saves) safe to show on
// a terminal and in Markdown, JSON and CSV: it cannot control the terminal, be invisible,
// change the direction of a line, or become markup of the surrounding document.
package escape

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// hidden lists invisible runes that Unicode classifies as letters, marks or symbols: fillers,
// joiners, selectors, and the blank pattern of Braille.
var hidden = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
	{R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}}},
}

// isVisible reports whether a rune is visible and does not change the direction of the line.
func isVisible(r rune) bool {
	return ' ' <= r && r <= '~' || r == '\t' || unicode.IsGraphic(r) && !unicode.In(r, hidden...)
}

// Rune returns the rune, or its escape if it is invisible, moves the cursor or changes the
// direction of the line.
func Rune(r rune) string {
	if isVisible(r) {
		return string(r)
	}
	return strings.Trim(strconv.QuoteRuneToASCII(r), "'")
}

// Text returns s with all runes escaped that Rune would escape, except line ends.
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

// Control returns the first control character of a text, if it has one.
func Control(s string) (r rune, found bool) {
	if i := strings.IndexFunc(s, unicode.IsControl); i >= 0 {
		return []rune(s[i:])[0], true
	}
	return 0, false
}

// JSON writes a value as indented JSON.
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

// ReadJSON decodes JSON. It refuses unknown keys. A value of a wrong type gives an error in the words of JSON, see
// Mistyped.
func ReadJSON(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return Mistyped(d.Decode(into))
}

// Mistyped returns an error about a value of a wrong type in the words of JSON, without the names of Go types. It
// returns any other error as it is.
func Mistyped(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	key := "this"
	if wrong.Field != "" {
		key = strconv.Quote(wrong.Field)
	}
	says := fmt.Sprintf("%s must be %s, not %s", key, typeName(wrong.Type), wrong.Value)
	return errors.New(strings.Replace(err.Error(), wrong.Error(), says, 1))
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float64:
		return "a number"
	}
	return "an integer"
}

// Reproduces reports whether write produces exactly the given text.
func Reproduces(text []byte, write func(io.Writer) error) bool {
	var again bytes.Buffer
	return write(&again) == nil && bytes.Equal(again.Bytes(), text)
}

// InJSON returns a JSON text in which invisible runes are JSON escapes, so that a reader
// decodes the original text.
func InJSON(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !isVisible(r) && r != '\n' }) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case isVisible(r), r == '\n':
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

// Cell formats a text as a cell of CSV. A leading apostrophe keeps spreadsheets from evaluating
// the text as a formula. source.ParseTable removes it, so an apostrophe of the text gets one, too.
func Cell(s string) string {
	if s != "" && strings.ContainsAny(s[:1], "=+-@'\t\r") && strings.Trim(s, "-0123456789") != "" {
		return "'" + s
	}
	return s
}
