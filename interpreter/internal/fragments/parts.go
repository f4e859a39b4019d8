// Package fragments splits, joins and simplifies the texts of formulas, for people to read.
package fragments

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/formula"
)

// Parts lists the subexpressions of a formula that have a value, outermost first, to explain a
// formula that is false: the sides of its comparisons, and their parts.
func Parts(text string) []string {
	if root := formula.Read(text); root != nil {
		return partsOf(root)
	}
	return nil
}

// partsOf lists the parts of a formula whose values explain its result, as source text.
func partsOf(root ast.Node) (out []string) {
	var walk func(n ast.Node)
	walk = func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BinaryNode:
			if n != root {
				out = append(out, n.String())
			}
			walk(n.Left)
			walk(n.Right)
		case *ast.UnaryNode:
			walk(n.Node)
		case *ast.ConditionalNode:
			walk(n.Cond)
			walk(n.Exp1)
			walk(n.Exp2)
		case *ast.ChainNode:
			walk(n.Node)
		case *ast.VariableDeclaratorNode:
			walk(n.Expr)
		case *ast.IdentifierNode:
			out = append(out, n.String())
		case *ast.MemberNode:
			out = append(out, n.String())
		case *ast.CallNode:
			out = append(out, n.String())
			for _, a := range n.Arguments {
				walk(a)
			}
		case *ast.BuiltinNode:
			out = append(out, n.String())
			if len(n.Arguments) > 0 {
				walk(n.Arguments[0])
			}
		}
	}
	walk(root)
	return out
}

// Decider describes the one element of a list that determines the value of a formula about all elements, such as
// `all(…)`: for a false formula, an element for which the condition is false.
type Decider struct {
	those string // a formula for the candidates
	at    string // the selector of the deciding one
	Parts []string
}

// Who returns a formula for the element. Of returns a formula for the value of a part of the
// condition for that element.
func (d *Decider) Who() string           { return d.those + d.at }
func (d *Decider) Of(part string) string { return "map(" + d.those + ", " + part + ")" + d.at }

// Deciders returns the Decider of each part of a formula that has a condition for all elements of a list. If no element
// decides such a part, the evaluation of Who is a fault.
func Deciders(text string) (out []Decider) {
	for _, part := range Parts(text) {
		n, ok := formula.Read(part).(*ast.BuiltinNode)
		if !ok || len(n.Arguments) < 2 {
			continue
		}
		list, is, at := n.Arguments[0].String(), n.Arguments[1].String(), "[0]"
		switch n.Name {
		case "all":
			is = "not (" + is + ")"
		case "one":
			at = "[1]"
		case "any", "none":
		default:
			continue
		}
		out = append(out, Decider{those: "filter(" + list + ", " + is + ")", at: at,
			Parts: partsOf(n.Arguments[1].(*ast.PredicateNode).Node)})
	}
	return out
}

// Qualified rewrites a formula of a procedure for use elsewhere: it prefixes local names with
// the name of the procedure.
func Qualified(procedure, text string, names func(string) bool) string {
	root := formula.Read(text)
	if root == nil {
		return text
	}
	ast.Walk(&root, qualifier{procedure, names})
	return root.String()
}

type qualifier struct {
	procedure string
	names     func(string) bool
}

// Visit implements ast.Visitor.
func (q qualifier) Visit(n *ast.Node) {
	if id, ok := (*n).(*ast.IdentifierNode); ok && q.names(id.Value) {
		ast.Patch(n, &ast.MemberNode{Node: &ast.IdentifierNode{Value: q.procedure},
			Property: &ast.StringNode{Value: id.Value}})
	}
}

// Canonical formats a formula in the form of marks, independent of blanks and brackets. It
// returns "" if the formula cannot be parsed.
func Canonical(text string) string {
	if root := formula.Read(text); root != nil {
		return root.String()
	}
	return ""
}

// Mentions reports whether a formula is part of another one, independent of blanks and
// brackets.
func Mentions(text, part string) bool {
	root, looks := formula.Read(text), &mention{of: Canonical(part)}
	if root == nil || looks.of == "" {
		return false
	}
	ast.Walk(&root, looks)
	return looks.found
}

// mention searches for a formula in the tree of another one.
type mention struct {
	of    string
	found bool
}

// Visit implements ast.Visitor.
func (m *mention) Visit(n *ast.Node) { m.found = m.found || (*n).String() == m.of }

// Counted returns a formula for the list whose elements a part counts, or "".
func Counted(part string) string {
	n, ok := formula.Read(part).(*ast.BuiltinNode)
	switch {
	case ok && n.Name == "len" && len(n.Arguments) == 1:
		return n.Arguments[0].String()
	case ok && n.Name == "count" && len(n.Arguments) == 2:
		return "filter(" + n.Arguments[0].String() + ", " + n.Arguments[1].String() + ")"
	}
	return ""
}
