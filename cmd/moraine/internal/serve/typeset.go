package serve

import (
	"regexp"
	"strings"
)

const (
	narrow = "\u202f" // narrow space that does not break a line
	joined = "\u00a0" // space that does not break a line
)

// tags matches a tag of HTML, or an element whose text is not prose, with the elements inside it.
var tags = regexp.MustCompile(`(?s)<pre\b.*?</pre>|<code\b.*?</code>|<script\b.*?</script>|<style\b.*?</style>|` +
	`<textarea\b.*?</textarea>|<[^>]*>`)

// prose matches an attribute of a tag whose value is read by people.
var prose = regexp.MustCompile(`\b(aria-label|aria-description|title|placeholder|data-say)="[^"]*"`)

// marks matches a character reference, a quotation mark, or a punctuation mark before a space or the end, with the
// space before it. A colon may follow after a space: "Tusk! :".
var marks = regexp.MustCompile(`&#?\w+;|«[ \x{a0}]?|[ \x{a0}\x{202f}]?(?:»|[;?!]+ :\s|[:;?!]+(?:\s|$|[)»]))`)

// Typeset puts into HTML the spaces that the language of a page wants beside punctuation marks. In French these are
// spaces that do not break a line before : ; ? ! and inside « ».
func (l Lang) Typeset(html string) string {
	if l != "fr" {
		return html
	}
	var b strings.Builder
	at := 0
	for _, tag := range tags.FindAllStringIndex(html, -1) {
		b.WriteString(spaced(html[at:tag[0]]))
		b.WriteString(prose.ReplaceAllStringFunc(html[tag[0]:tag[1]], func(a string) string {
			name, value, _ := strings.Cut(strings.TrimSuffix(a, `"`), `"`)
			return name + `"` + spaced(value) + `"`
		}))
		at = tag[1]
	}
	b.WriteString(spaced(html[at:]))
	return b.String()
}

// spaced returns a French text with the spaces that French requires beside punctuation marks. A text that is only a
// mark, such as "?" for an unknown number, stays as it is.
func spaced(text string) string {
	if len(strings.TrimSpace(text)) < 2 && !strings.Contains(text, ":") {
		return text
	}
	return marks.ReplaceAllStringFunc(text, func(m string) string {
		mark := strings.TrimLeft(m, " "+joined+narrow)
		switch mark[0] {
		case '&':
			return m
		case ':':
			return joined + mark
		case ';', '?', '!':
			after := strings.TrimLeft(mark, ":;?!")
			return narrow + strings.TrimSuffix(mark, after) + spaced(after)
		}
		if strings.HasPrefix(mark, "«") {
			return "«" + joined
		}
		return joined + mark
	})
}
