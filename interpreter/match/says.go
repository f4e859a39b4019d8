package match

import (
	"fmt"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// says is the sentence that the rules give a step that is about to be carried
// out; "" if they give none.
func (l *log) says(ev machine.Event) string {
	var b strings.Builder
	for _, part := range l.inLang(ev.Step.Says) {
		if part.Is == nil {
			b.WriteString(part.Text)
		} else {
			b.WriteString(l.inWords(part))
		}
	}
	return words.Title(strings.Join(strings.Fields(b.String()), " "))
}

// inLang is the sentence in the language of the match, else in English, else in any.
func (l *log) inLang(all []program.Sentence) []program.Shown {
	for _, lang := range [...]string{l.Lang, "en"} {
		for _, s := range all {
			if s.Lang == lang {
				return s.Line
			}
		}
	}
	return all[0].Line
}

// signed is a number as a part of a sum.
func signed(n int32) string {
	switch {
	case n > 0:
		return fmt.Sprintf("+ %d", n)
	case n < 0:
		return fmt.Sprintf("− %d", -n)
	}
	return ""
}

// inWords is the value of a formula of the running procedure, or what the eyes
// may know of it.
func (l *log) inWords(part program.Shown) string {
	f := part.Is
	values, ok := l.look(f, schema.Nothing)
	if !ok {
		return unseen
	}
	if part.Signed && len(values) == 1 && values[0] != schema.Nothing {
		return signed(values[0])
	}
	if len(values) == 0 {
		return l.T("nothing")
	}
	var names []string
	for _, v := range values {
		names = append(names, l.Value(f.Type, v))
	}
	return words.Join(l.unseenLast(names))
}
