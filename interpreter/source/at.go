package source

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// At returns the position in the file of the byte at offset off of Value, so that an error in a
// formula points at the exact character. It reads the scalar again from the file. A character
// written as an escape or as a folded line break has the position where that escape or break
// begins. If the file no longer matches Value, At returns the position of the scalar.
func (n *Node) At(off int) Pos { return n.Places()(off) }

// Places returns a function that does the same as At and reads the scalar only once.
func (n *Node) Places() func(off int) Pos {
	switch {
	case n == nil:
		return func(int) Pos { return Pos{} }
	case n.of != nil:
		whole := n.of.Places()
		return func(off int) Pos {
			if off < 0 || off > len(n.Value) {
				return n.Pos
			}
			return whole(int(n.start) + off)
		}
	case !n.traceable():
		return func(int) Pos { return n.Pos }
	}
	from, ok := n.verbatim()
	var all []int
	if !ok {
		all = n.trace()
	}
	return func(off int) Pos {
		switch {
		case ok && 0 <= off && off <= len(n.Value):
			return n.in.pos(from + off)
		case 0 <= off && off < len(all):
			return n.in.pos(all[off])
		}
		return n.Pos
	}
}

// Dash returns the position of a dash at the beginning of a later line of an unquoted text,
// where it looks like a list item.
func (n *Node) Dash() (at Pos, ok bool) {
	if n.style != plain || !n.traceable() {
		return Pos{}, false
	}
	rest, from := n.Value, int(n.start)
	for line := range bytes.Lines(n.in.file.Text[from:]) {
		text := string(bytes.TrimSpace(line))
		if from > int(n.start) && strings.HasPrefix(rest, "- ") && strings.HasPrefix(text, "- ") {
			return n.in.pos(from + bytes.IndexByte(line, '-')), true
		}
		if !strings.HasPrefix(rest, text) || rest == text {
			break
		}
		rest, from = strings.TrimLeft(rest[len(text):], " \n"), from+len(line)
	}
	return Pos{}, false
}

// traceable reports whether the scalar can be read again from the file.
func (n *Node) traceable() bool {
	// false if the text of the file has changed
	return n.in != nil && n.Kind == Scalar && n.Value != "" && int(n.start) < len(n.in.file.Text)
}

// verbatim reports whether the scalar's value occurs unchanged in the file, on one line and
// without escapes, and its offset. This is so for most scalars, which then need not be read
// again.
func (n *Node) verbatim() (from int, ok bool) {
	from, text := int(n.start), n.in.file.Text
	switch n.style {
	case singleQuoted, doubleQuoted:
		from++
	case literal, folded:
		return 0, false
	}
	end := from + len(n.Value)
	return from, end <= len(text) && string(text[from:end]) == n.Value &&
		(n.style >= cell || !strings.ContainsAny(n.Value, "\\'\n"))
}

// trace returns the offset in the file of each byte of the value, and of its end. The file has the characters of the
// value in the same order. Besides them it has the header of a block text, indentation, line breaks that are folded,
// escapes and doubled quotes. If a character of the value does not follow, trace stops.
func (n *Node) trace() (all []int) {
	text, i, quote := n.in.file.Text, int(n.start), byte(0)
	switch n.style {
	case singleQuoted, doubleQuoted:
		quote = text[i]
		i++
	case literal, folded:
		i += 1 + bytes.IndexByte(text[i:], '\n')
	}
	end := i
	for v := n.Value; v != "" && i < len(text); {
		r, width := utf8.DecodeRuneInString(v)
		c, size := text[i], width // size is the number of bytes that stand for the character, or 0
		switch {
		case quote == '"' && c == '\\' && i+1 < len(text) && isBreak(text[i+1]):
			i, size = i+1, 0
		case quote == '"' && c == '\\' && i+1 < len(text):
			size = 2 + hexDigits(text[i+1])
		case quote == '\'' && c == quote, c == '"' && n.style >= cell:
			size = 2
		case bytes.HasPrefix(text[i:], []byte(v[:width])):
		case isBreak(c) && (r == ' ' || r == '\n'):
			size = 1
		case isGap(c):
			size = 0
		default:
			return all
		}
		if size == 0 {
			i++
			continue
		}
		for k := range width {
			if width != size { // written differently from its value
				k = 0
			}
			all = append(all, i+k)
		}
		i += size
		end, v = i, v[width:]
	}
	if len(all) == len(n.Value) {
		all = append(all, end)
	}
	return all
}

// hexDigits returns the number of digits after the letter of an escape.
func hexDigits(letter byte) int {
	switch letter {
	case 'x':
		return 2
	case 'u':
		return 4
	case 'U':
		return 8
	}
	return 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
func isBreak(c byte) bool { return c == '\n' || c == '\r' }
