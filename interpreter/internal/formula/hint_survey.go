package formula

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"

	"moraine/interpreter/source"
)

// surveyor examines the tokens of a formula before expr parses it. It refuses notation that expr
// and people understand differently: comments, unusual numbers, chained comparisons. It also
// measures the nesting, because expr's parser recurses on brackets and prefix operators before it
// counts them.
type surveyor struct {
	before   lexer.Token
	depth    int      // nesting of brackets, and of `?`, which nothing closes
	prefixes int      // number of consecutive prefix operators
	compared []string // by open bracket: the preceding comparison that has not ended
}

const noPointer = "write `it` instead of `#`, because ` #` begins a comment in YAML"

// number matches a number with all characters that may look like a part of it.
var number = regexp.MustCompile(`^\.?[0-9][\pL\d_]*(\.[\pL\d_]*)?`)

// survey returns the first problem with the tokens of a formula, or nil.
func survey(formula string) *problem {
	s := surveyor{compared: make([]string, 1, 8)}
	text, tokens := []rune(formula), lexer.New()
	tokens.Reset(file.NewSource(formula))
	for {
		t, err := tokens.Next()
		if err != nil || t.Is(lexer.EOF) {
			t.From = len(text)
		}
		skipped := string(text[s.before.To:t.From])
		rest := strings.TrimSpace(skipped)
		at := s.before.To + len([]rune(skipped[:strings.Index(skipped, rest)]))
		switch {
		case strings.HasPrefix(rest, "//") || strings.HasPrefix(rest, "/*"):
			return &problem{at: at, why: "comments are not allowed in formulas",
				hint: "write a YAML comment after the formula, beginning with ` #`"}
		case err != nil && number.MatchString(rest):
			return notANumber(at, number.FindString(rest))
		case err != nil || t.Is(lexer.EOF):
			return nil // the parser reports the error
		case t.Is(lexer.Number) && !source.IsNumber(t.Value):
			return notANumber(t.From, t.Value)
		}
		if why, hint := s.token(t); why != "" {
			return &problem{at: t.From, why: why, hint: hint}
		}
		s.before = t
	}
}

func notANumber(at int, text string) *problem {
	return &problem{at: at, why: fmt.Sprintf("%q is not a valid number", text),
		hint: cmp.Or(source.Meant(text), "write decimal digits")}
}

// token returns the reason why a token may not stand where it does, or "".
func (s *surveyor) token(t lexer.Token) (why, hint string) {
	prefixes := 0
	switch {
	case t.Is(lexer.Operator, "#", "##"):
		return "`#` is not a word of the language", noPointer
	case t.Is(lexer.Bracket, "(", "[", "{"):
		s.depth++
		s.compared = append(s.compared, "")
	case t.Is(lexer.Bracket):
		s.depth--
		s.compared = s.compared[:max(1, len(s.compared)-1)]
	case s.before.Is(lexer.Operator, ".", "?."):
		// a member of a player or piece, even if its name is that of an operator
	case t.Is(lexer.Operator, "?"):
		s.depth++
		s.ends()
	case t.Is(lexer.Operator, "?.", "??"):
		s.depth++
	case t.Is(lexer.Operator, "and", "or", "&&", "||", ",", ":", ";"):
		s.ends()
	case t.Is(lexer.Operator, "==", "!=", "<=", ">=", "<", ">", "in"):
		if !s.compares(t.Value) {
			return fmt.Sprintf("comparisons cannot be chained with `%s`", t.Value),
				"join two comparisons with `and`, or put one into parentheses"
		}
	case t.Is(lexer.Operator, "not", "-", "+", "!", "*", "**", "^"):
		prefixes = s.prefixes + 1
	}
	if s.prefixes = prefixes; s.depth > MaxNesting || prefixes > MaxNesting {
		return fmt.Sprintf("the formula is nested deeper than %d levels", MaxNesting), ""
	}
	return "", ""
}

// ends records that a comparison has ended.
func (s *surveyor) ends() { s.compared[len(s.compared)-1] = "" }

// compares records a comparison. It returns false for a second one after it, as in
// `a == b == c`, whose left operand would be the truth value of the first. `card in hand == yes`
// cannot be misunderstood.
func (s *surveyor) compares(op string) bool {
	before := &s.compared[len(s.compared)-1]
	sort := op[:1]
	switch sort {
	case "!":
		sort = "="
	case ">":
		sort = "<"
	}
	if strings.Contains(*before, sort) {
		return false
	}
	*before += sort
	return true
}
