package fragments

import (
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/formula"
)

// Apart splits a formula at its outermost binary operator. The parts keep their original text.
func Apart(text string) (left, op, right string, ok bool) {
	text = bare(text)
	root, is := formula.Read(text).(*ast.BinaryNode)
	if !is {
		return "", "", "", false
	}
	runes := []rune(text)
	at := root.Location().From
	for _, op := range []string{root.Operator, "and", "or"} {
		if at < len(runes) && strings.HasPrefix(string(runes[at:]), op) && sameOperator(op, root.Operator) {
			rest := string(runes[at:])[len(op):]
			return strings.TrimSpace(string(runes[:at])), op, strings.TrimSpace(rest), true
		}
	}
	return "", "", "", false // a < b < c, where the tree has no operator at this position
}

// sameOperator reports whether an operator in the text is the given operator of the tree.
func sameOperator(written, op string) bool {
	return written == op || written == "and" && op == "&&" || written == "or" && op == "||"
}

// And splits a formula into conjuncts.
func And(text string) []string {
	if left, op, right, ok := Apart(text); ok && (op == "and" || op == "&&") {
		return append(And(left), And(right)...)
	}
	return []string{bare(text)}
}

// opposite maps operators and functions to their negation.
var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "any": "none",
	"none": "any"}

// Not returns the negation of a formula.
func Not(text string) string {
	text = bare(text)
	if left, op, right, ok := Apart(text); ok && opposite[op] != "" {
		return left + " " + opposite[op] + " " + right
	}
	switch n := formula.Read(text).(type) {
	case *ast.UnaryNode:
		runes, at := []rune(text), n.Location().From
		switch {
		case at > 0: // x not in y, where the position is that of `in`
			return strings.TrimSuffix(strings.TrimSpace(string(runes[:at])), "not") + string(runes[at:])
		case n.Operator == "not" || n.Operator == "!":
			return bare(string(runes[len(n.Operator):]))
		}
	case *ast.BuiltinNode:
		if other := opposite[n.Name]; other != "" {
			return other + strings.TrimPrefix(text, n.Name)
		}
		return "not " + text
	case *ast.IdentifierNode, *ast.MemberNode, *ast.ChainNode, *ast.CallNode:
		return "not " + text
	}
	return "not (" + text + ")"
}

// bare returns a formula without outer brackets.
func bare(text string) string {
	text = strings.TrimSpace(text)
	for strings.HasPrefix(text, "(") && closes(text) == len(text)-1 {
		text = strings.TrimSpace(text[1 : len(text)-1])
	}
	return text
}

// closes returns the index of the bracket that closes the one at the start of a text, or -1.
func closes(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'', '`':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
