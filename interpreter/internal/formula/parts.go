package formula

import (
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// Parts lists the sub-expressions of a formula that have a value of their own,
// outermost first, so that a formula that does not hold can be explained: the
// sides of its comparisons, and what they are made of.
func Parts(text string) []string {
	if root := read(text); root != nil {
		return partsOf(root)
	}
	return nil
}

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

// Decider is the element of a list that decides a formula about all of them.
type Decider struct {
	those string // the elements that could
	at    string // which of these does
	Parts []string
}

// Who returns a formula of the element; Of returns one of the value of a part of the condition for it.
func (d *Decider) Who() string           { return d.those + d.at }
func (d *Decider) Of(part string) string { return "map(" + d.those + ", " + part + ")" + d.at }

// Deciders returns, for each part of a formula that asks something of all elements of a list, the element that
// decides it. If there is none, evaluating its Who is a fault.
func Deciders(text string) (out []Decider) {
	for _, part := range Parts(text) {
		n, ok := read(part).(*ast.BuiltinNode)
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
		out = append(out, Decider{"filter(" + list + ", " + is + ")", at, partsOf(n.Arguments[1].(*ast.PredicateNode).Node)})
	}
	return out
}

// Qualified rewrites a formula of a procedure for use outside it: the names of the procedure get its name before
// them.
func Qualified(procedure, text string, names func(string) bool) string {
	root := read(text)
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
		ast.Patch(n, &ast.MemberNode{Node: &ast.IdentifierNode{Value: q.procedure}, Property: &ast.StringNode{Value: id.Value}})
	}
}

// read parses a formula; nil if it cannot be read.
func read(text string) ast.Node {
	if len(text) > MaxBytes || survey(text).why != "" {
		return nil
	}
	tree, err := parser.Parse(text)
	if err != nil {
		return nil
	}
	return tree.Node
}

// Canonical writes a formula as marks do, whatever its blanks and brackets are;
// empty if it cannot be read.
func Canonical(text string) string {
	if root := read(text); root != nil {
		return root.String()
	}
	return ""
}

// Mentions reports whether a formula is part of another one, whatever the blanks and brackets of both are.
func Mentions(text, part string) bool {
	root, looks := read(text), &mention{of: Canonical(part)}
	if root == nil || looks.of == "" {
		return false
	}
	ast.Walk(&root, looks)
	return looks.found
}

// mention looks for a formula in the tree of another one.
type mention struct {
	of    string
	found bool
}

// Visit implements ast.Visitor.
func (m *mention) Visit(n *ast.Node) { m.found = m.found || (*n).String() == m.of }

// Counted returns a formula of the list whose elements a part counts, or "" if it counts none.
func Counted(part string) string {
	n, ok := read(part).(*ast.BuiltinNode)
	switch {
	case ok && n.Name == "len" && len(n.Arguments) == 1:
		return n.Arguments[0].String()
	case ok && n.Name == "count" && len(n.Arguments) == 2:
		return "filter(" + n.Arguments[0].String() + ", " + n.Arguments[1].String() + ")"
	}
	return ""
}
