package match

import (
	"fmt"
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/words"
)

// declaredSentence returns the sentence that the rules declare for the step about to run, or "", and the values in it.
func (l *log) declaredSentence(ev machine.Event) (text string, values []Named) {
	var b strings.Builder
	for _, part := range l.inLang(ev.Step.Says) {
		if part.Is == nil {
			b.WriteString(part.Text)
		} else {
			text, named := l.inWords(part)
			values = append(values, named...)
			b.WriteString(text)
		}
	}
	return words.Title(l.Names.Inflect(strings.Join(strings.Fields(b.String()), " "))), values
}

// inLang returns the sentence in the language of the match, or in English, or in any language.
func (l *log) inLang(all []program.Sentence) []program.Shown {
	for _, lang := range [...]string{l.Names.Lang, "en"} {
		for _, s := range all {
			if s.Lang == lang {
				return s.Line
			}
		}
	}
	return all[0].Line
}

// signed formats a number as a term of a sum.
func signed(n int32) string {
	switch {
	case n > 0:
		return fmt.Sprintf("+ %d", n)
	case n < 0:
		return fmt.Sprintf("− %d", -n)
	}
	return ""
}

// inWords formats the value of a formula of the running procedure, as far as the viewer may
// know it, and returns the names in it.
func (l *log) inWords(part program.Shown) (text string, named []Named) {
	f := part.Is
	values, ok := l.evaluate(f, schema.Nothing)
	if !ok {
		return unseen, nil
	}
	if part.Signed && len(values) == 1 && values[0] != schema.Nothing {
		return signed(values[0]), nil
	}
	if len(values) == 0 {
		return l.Names.T("nothing"), nil
	}
	var names []string
	for _, v := range values {
		named = append(named, l.namedValue(f.Type, v))
		names = append(names, named[len(named)-1].Text)
	}
	return words.Join(l.hiddenLast(names)), l.unhidden(named)
}
