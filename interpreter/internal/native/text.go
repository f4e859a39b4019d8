package native

import (
	"fmt"
	"strings"
	"unicode"
)

// text is Go text in the making.
type text struct {
	out   *strings.Builder
	names *int // how many names have been made up
}

func newText(names *int) *text { return &text{out: &strings.Builder{}, names: names} }

// line writes one line.
func (t *text) line(format string, args ...any) {
	fmt.Fprintf(t.out, format, args...)
	t.out.WriteByte('\n')
}

// name makes up a name that is not in use.
func (t *text) name() string {
	*t.names++
	return fmt.Sprint("v", *t.names)
}

// bind gives a value a name, if it has not one already, so that it is worked out once.
func (t *text) bind(value string) string {
	if simple(value) {
		return value
	}
	n := t.name()
	if !strings.ContainsFunc(value, unicode.IsLetter) {
		value = "int32(" + value + ")" // Go would take it for an int
	}
	t.line("%s := %s", n, value)
	return n
}

// simple reports whether a value is a name or a number.
func simple(value string) bool {
	return !strings.ContainsAny(strings.TrimPrefix(value, "-"), " ()+-*<>=!&|^%[]")
}

// aside returns what do writes instead of writing it.
func (t *text) apart(do func()) string {
	out := t.out
	t.out = &strings.Builder{}
	do()
	written := t.out.String()
	t.out = out
	return written
}

// put writes what was written apart.
func (t *text) put(written string) { t.out.WriteString(written) }

// block writes a block, as `if x {` and what do writes.
func (t *text) block(head string, do func()) {
	t.line("%s {", head)
	do()
	t.line("}")
}
