package formula

import (
	"cmp"
	"fmt"
	"strings"

	"moraine/interpreter/source"
)

// surveyor examines a formula before expr parses it. It refuses notation that expr and people
// understand differently: comments, unusual numbers, chained comparisons. It also measures the
// nesting, because the parser recurses on brackets and prefix operators before it counts them.
type surveyor struct {
	s   string
	at  int    // current offset, and position of the error
	why string // the error, or ""

	hint     string
	depth    int      // nesting of brackets, and of `?`, which nothing closes
	prefixes int      // number of consecutive prefix operators
	compared []string // by open bracket: the preceding comparison that has not ended
}

const noPointer = "write `it` instead of `#`, because ` #` begins a comment in YAML"

func survey(formula string) *surveyor {
	s := &surveyor{s: formula, compared: make([]string, 1, 8)}
	for s.at < len(s.s) {
		width := s.token()
		if s.depth > MaxNesting || s.prefixes > MaxNesting {
			s.refuse("", "the formula is nested deeper than %d levels", MaxNesting)
		}
		if s.why != "" {
			break
		}
		s.at += width
	}
	return s
}

func (s *surveyor) refuse(hint, format string, args ...any) {
	s.why, s.hint = fmt.Sprintf(format, args...), hint
}

// token returns the width of the next token.
func (s *surveyor) token() (width int) {
	rest := s.s[s.at:]
	prefixes := s.prefixes
	s.prefixes = 0
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		s.prefixes = prefixes
	case c == '"' || c == '\'' || c == '`':
		return quoted(rest)
	case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"):
		s.refuse("write a YAML comment after the formula, beginning with ` #`", "comments are not allowed in formulas")
	case c == '#':
		s.refuse(noPointer, "`#` is not a word of the language")
	case isDigit(rest) || c == '.' && isDigit(rest[1:]):
		return s.number(rest)
	case isLetter(c):
		return s.word(rest, prefixes)
	case c == '(' || c == '[' || c == '{':
		s.depth++
		s.compared = append(s.compared, "")
	case c == ')' || c == ']' || c == '}':
		s.depth--
		if n := len(s.compared); n > 1 {
			s.compared = s.compared[:n-1]
		}
	case strings.HasPrefix(rest, "&&") || strings.HasPrefix(rest, "||"):
		s.ends()
		return 2
	case c == ',' || c == ':' || c == ';':
		s.ends()
	case c == '?':
		s.depth++
		if len(rest) < 2 || rest[1] != '.' && rest[1] != '?' {
			s.ends()
			return 1
		}
		return 2
	case strings.HasPrefix(rest, "=="), strings.HasPrefix(rest, "!="), strings.HasPrefix(rest, "<="), strings.HasPrefix(rest, ">="):
		s.compares(rest[:2])
		return 2
	case c == '<' || c == '>':
		s.compares(rest[:1])
	case strings.HasPrefix(rest, ".."):
		return 2
	case c == '-' || c == '+' || c == '!' || c == '*' || c == '^':
		s.prefixes = prefixes + 1
	}
	return 1
}

// quoted is how long a string is that begins a text.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == text[0]:
			return i + 1
		case text[i] == '\\' && text[0] != '`':
			i++
		}
	}
	return len(text)
}

func isDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }

// isLetter reports whether a word can begin with c.
func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 }

func wordEnd(s string) int {
	i := 0
	for i < len(s) && (isLetter(s[i]) || isDigit(s[i:])) {
		i++
	}
	return i
}

// number reads a number with all characters that may look like a part of it.
func (s *surveyor) number(rest string) (width int) {
	width = wordEnd(rest)
	if strings.HasPrefix(rest[width:], ".") && !strings.HasPrefix(rest[width:], "..") {
		width += 1 + wordEnd(rest[width+1:])
	}
	if text := rest[:width]; !source.IsNumber(text) {
		s.refuse(cmp.Or(source.Meant(text), "write decimal digits"), "%q is not a valid number", text)
	}
	return width
}

func (s *surveyor) word(rest string, prefixes int) (width int) {
	width = wordEnd(rest)
	if s.at > 0 && s.s[s.at-1] == '.' {
		return width // a member of a player or piece, even if its name is that of an operator
	}
	switch word := rest[:width]; word {
	case "and", "or":
		s.ends()
	case "in":
		s.compares(word)
	case "not":
		s.prefixes = prefixes + 1
	}
	return width
}

// ends records that a comparison has ended.
func (s *surveyor) ends() { s.compared[len(s.compared)-1] = "" }

// compares records a comparison. Of a second one after it, as in `a == b == c`, the left
// operand would be the truth value of the first. `card in hand == yes` cannot be misunderstood.
func (s *surveyor) compares(op string) {
	before := &s.compared[len(s.compared)-1]
	sort := op[:1]
	switch sort {
	case "!":
		sort = "="
	case ">":
		sort = "<"
	}
	if strings.Contains(*before, sort) {
		s.refuse("join two comparisons with `and`, or put one into parentheses", "comparisons cannot be chained with `%s`", op)
	}
	*before += sort
}
