package formula

import (
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"moraine/interpreter/internal/syntax"
)

// Fixed reports whether a formula depends on nothing but what is printed on the
// cards, so that it cannot change while a match runs. It is careful: what it
// does not know may change.
func (c *Compiler) Fixed(f *syntax.Formula) bool { return c.fixed(f, 0) }

func (c *Compiler) fixed(f *syntax.Formula, depth int) bool {
	if f == nil || !f.IsText || depth > 8 || len(f.Text) > MaxBytes {
		return false
	}
	tree, err := parser.Parse(f.Text)
	if err != nil {
		return false
	}
	v := &fixedVisitor{c: c, depth: depth, ok: true}
	ast.Walk(&tree.Node, v)
	return v.ok
}

type fixedVisitor struct {
	c     *Compiler
	depth int
	ok    bool
}

// Visit implements ast.Visitor; children come before their parents.
func (v *fixedVisitor) Visit(n *ast.Node) {
	switch n := (*n).(type) {
	case *ast.IdentifierNode:
		c := v.c.Card(n.Value)
		if n.Value != "pieces" && n.Value != "it" && n.Value != "ruled" && n.Value != "empty" && (c == nil || !c.Data) && !v.ownFixed(n.Value) {
			v.ok = false
		}
	case *ast.MemberNode:
		name, isName := n.Property.(*ast.StringNode)
		if isName && !v.ownFixed(name.Value) {
			v.ok = false
		}
	}
}

// ownFixed reports whether a member of pieces is printed on them.
func (v *fixedVisitor) ownFixed(name string) bool {
	switch name {
	case "kind", "card", "copy":
		return true
	}
	if f := v.c.PieceField(name); f != nil {
		return !f.Mark
	}
	found := false
	for i := range v.c.Kinds {
		if f := v.c.kind[i][name]; f != nil {
			if found = v.c.fixed(f.Is, v.depth+1); !found {
				return false
			}
		}
	}
	return found
}
