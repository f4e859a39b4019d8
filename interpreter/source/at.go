package source

import (
	"bytes"
	"strings"
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
	t := tracer{text: n.in.file.Text, i: int(n.start), value: n.Value}
	if !ok {
		t.all = make([]int, 0, len(n.Value)+1)
		if t.scalar(n); !t.lost {
			t.all = append(t.all, t.after) // the position after the last byte
		}
	}
	return func(off int) Pos {
		switch {
		case ok && 0 <= off && off <= len(n.Value):
			return n.in.pos(from + off)
		case 0 <= off && off < len(t.all):
			return n.in.pos(t.all[off])
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
	return n.in != nil && n.Kind == Scalar && n.Value != "" && int(n.start) < len(n.in.file.Text) // false if the text of the file has changed
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
	return from, end <= len(text) && string(text[from:end]) == n.Value && !strings.ContainsAny(n.Value, "\\'\n")
}

// tracer reads a scalar from the file and compares it with its expected value.
type tracer struct {
	text  []byte
	i     int // current offset in the file
	value string
	all   []int // offsets of the matched bytes of the value
	after int   // end of the last match
	lost  bool  // the file and the value differ
}

// scalar traces the scalar n.
func (t *tracer) scalar(n *Node) {
	switch n.style {
	case plain:
		t.flowScalar(0)
	case singleQuoted, doubleQuoted:
		t.i++
		t.flowScalar(t.text[n.start])
	default:
		t.blockScalar(n.style == folded)
	}
}

// hasMore reports whether both the file and the value have further bytes.
func (t *tracer) hasMore() bool { return !t.lost && t.i < len(t.text) && len(t.all) < len(t.value) }

// match records that the bytes from..to of the file stand for s in the value.
func (t *tracer) match(s string, from, to int) {
	if t.lost || !strings.HasPrefix(t.value[len(t.all):], s) {
		t.lost = true
		return
	}
	t.after = to
	for k := range len(s) {
		if to-from != len(s) { // written differently from its value
			k = 0
		}
		t.all = append(t.all, from+k)
	}
}

// copy records that the next n bytes of the file stand for themselves.
func (t *tracer) copy(n int) {
	t.match(string(t.text[t.i:t.i+n]), t.i, t.i+n)
	t.i += n
}

// flowScalar traces a plain or quoted scalar. The length of the value determines its end, so
// the bytes after it do not matter.
func (t *tracer) flowScalar(quote byte) {
	for t.hasMore() {
		switch c := t.text[t.i]; {
		case isBlank(c) || isBreak(c):
			t.blanks()
		case c == '\'' && quote == c: // two of them, because a single one would end the text
			t.match("'", t.i, t.i+2)
			t.i += 2
		case c == '\\' && quote == '"':
			t.escape()
		default:
			t.copy(1)
		}
	}
}

// blanks traces blanks. If they contain line breaks, the first one stands for a space, and
// further ones stand for themselves.
func (t *tracer) blanks() {
	end := t.i
	for end < len(t.text) && isBlank(t.text[end]) {
		end++
	}
	if end == len(t.text) || !isBreak(t.text[end]) {
		t.copy(end - t.i)
		return
	}
	first := end
	breaks := 0
	for ; end < len(t.text) && (isBlank(t.text[end]) || isBreak(t.text[end])); end++ {
		if t.text[end] != '\n' {
			continue
		}
		if breaks++; breaks > 1 {
			t.match("\n", end, end+1)
		}
	}
	if breaks == 1 {
		t.match(" ", first, end)
	}
	t.i = end
}

// escape traces an escape. The value of the escape is not computed: it is the next rune of the
// value, or nothing if it hides a line break.
func (t *tracer) escape() {
	from := t.i
	if t.i++; t.i == len(t.text) {
		return
	}
	if isBreak(t.text[t.i]) {
		for t.i < len(t.text) && (isBlank(t.text[t.i]) || isBreak(t.text[t.i])) {
			t.i++
		}
		return
	}
	t.i += 1 + hexDigits(t.text[t.i])
	t.match(firstRune(t.value[len(t.all):]), from, t.i)
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

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
func isBreak(c byte) bool { return c == '\n' || c == '\r' }
