package report

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// excerpt is a line of a file shown in a message, or the caret under one; a
// break in it would tear the caret from its place.
var excerpt = regexp.MustCompile(`^ *\d* \| `)

// wrap breaks a line at blanks so that no part is longer than room, if it can be
// helped. What goes on in another line is indented by two more.
func wrap(line string, room int) []string {
	if utf8.RuneCountInString(line) <= room || excerpt.MatchString(line) {
		return []string{line}
	}
	text := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(text)]
	var out []string
	for {
		head, rest := cut(text, room-len(indent))
		out = append(out, indent+head)
		if rest == "" {
			return out
		}
		if len(out) == 1 {
			indent += "  "
		}
		text = rest
	}
}

// cut splits a text at the last blank within room, or where there is none at the
// first one after it.
func cut(text string, room int) (head, rest string) {
	at, runes := -1, 0
	for i, r := range text {
		if r == ' ' && (runes <= room || at < 0) {
			at = i
		}
		runes++
	}
	if runes <= room || at < 0 {
		return text, ""
	}
	return strings.TrimRight(text[:at], " "), strings.TrimLeft(text[at:], " ")
}
