package play

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/words"
)

// says is the sentence that the rules give a step that is about to be carried
// out; "" if they give none.
func (l *log) says(ev machine.Event) string {
	var b strings.Builder
	for _, part := range l.P.Steps[ev.Step].Says {
		if part.Is == nil {
			b.WriteString(part.Text)
		} else {
			b.WriteString(l.inWords(part.Is))
		}
	}
	return words.Title(strings.Join(strings.Fields(b.String()), " "))
}

// inWords is the value of a formula of the running procedure, or what the eyes
// may know of it. The order of what they do not know must not tell what it is.
func (l *log) inWords(f *formula.Value) string {
	values, ok := l.look(f, schema.Nothing)
	if !ok {
		return unseen
	}
	var known, unknown []string
	for _, v := range values {
		if name := l.Value(f.Type, v); l.isUnseen(name) {
			unknown = append(unknown, name)
		} else {
			known = append(known, name)
		}
	}
	slices.Sort(unknown)
	if len(values) == 0 {
		return l.T("nothing")
	}
	return words.Join(append(known, unknown...))
}
