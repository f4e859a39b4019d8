package formula

import (
	"strings"

	"github.com/expr-lang/expr/ast"
)

// Settled is the text of a formula with the readings that are in force: what
// they decide is left out. Where none is asked, or it cannot be read, it is as
// written.
func Settled(text string, ruled func(key, reading string) bool) string {
	if !strings.Contains(text, "ruled") {
		return text
	}
	root := read(text)
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

// settler replaces what readings decide; children come before their parents.
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

// joined is an `and` or `or` of which one side may be known. The value that
// decides makes it known; the other leaves the other side.
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

// askedIn are the ruling and the reading of a `ruled("KEY", "READING")`.
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
