package fragments

import (
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/formula"
)

// Settled returns the text of a formula simplified by the readings in force. If the formula
// depends on no ruling, or cannot be parsed, the text is unchanged.
func Settled(text string, ruled func(key, reading string) bool) string {
	if !strings.Contains(text, "ruled") {
		return text
	}
	root := formula.Read(text)
	if root == nil {
		return text
	}
	v := &settler{ruled: ruled}
	ast.Walk(&root, v)
	if !v.asked {
		return text
	}
	return root.String()
}

// settler replaces the parts of a formula that depend on readings. Children are visited before
// parents.
type settler struct {
	ruled func(key, reading string) bool
	asked bool
}

// Visit implements ast.Visitor.
func (v *settler) Visit(n *ast.Node) {
	switch x := (*n).(type) {
	case *ast.CallNode:
		if key, reading, ok := askedIn(x); ok {
			v.asked = true
			*n = &ast.BoolNode{Value: v.ruled(key, reading)}
		}
	case *ast.UnaryNode:
		if is, known := x.Node.(*ast.BoolNode); known && x.Operator == "not" {
			*n = &ast.BoolNode{Value: !is.Value}
		}
	case *ast.BinaryNode:
		switch x.Operator {
		case "and", "&&":
			*n = joined(x, false)
		case "or", "||":
			*n = joined(x, true)
		}
	case *ast.ConditionalNode:
		if is, known := x.Cond.(*ast.BoolNode); known && is.Value {
			*n = x.Exp1
		} else if known {
			*n = x.Exp2
		}
	}
}

// joined simplifies an `and` or `or` with a constant operand. If the operand equals decides, it
// is the result; otherwise the other operand is.
func joined(x *ast.BinaryNode, decides bool) ast.Node {
	for _, sides := range [2][2]ast.Node{{x.Left, x.Right}, {x.Right, x.Left}} {
		if is, known := sides[0].(*ast.BoolNode); known && is.Value == decides {
			return is
		} else if known {
			return sides[1]
		}
	}
	return x
}

// askedIn returns the ruling and reading of a call `ruled("KEY", "READING")`.
func askedIn(call *ast.CallNode) (key, reading string, ok bool) {
	name, isName := call.Callee.(*ast.IdentifierNode)
	if !isName || name.Value != "ruled" || len(call.Arguments) != 2 {
		return "", "", false
	}
	k, isKey := call.Arguments[0].(*ast.StringNode)
	r, isReading := call.Arguments[1].(*ast.StringNode)
	if !isKey || !isReading {
		return "", "", false
	}
	return k.Value, r.Value, true
}
