package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/syntax"
)

// Fixed reports whether a formula depends on nothing but what is printed on the
// cards, so that it cannot change while a match runs. It is careful: what it
// does not know may change.
func (c *Compiler) Fixed(f *syntax.Formula) bool {
	v := &fixedVisitor{c: c, known: map[*syntax.Formula]bool{}}
	return v.fixed(f)
}

// fixedVisitor looks at formulas, one within the other, each once; what is being
// looked at counts as not fixed.
type fixedVisitor struct {
	c     *Compiler
	known map[*syntax.Formula]bool
	depth int
	ok    bool
}

func (v *fixedVisitor) fixed(f *syntax.Formula) bool {
	if f == nil || !f.IsText || v.depth > maxChain {
		return false
	}
	if is, known := v.known[f]; known {
		return is
	}
	v.known[f] = false
	root := read(f.Text)
	if root == nil || !v.c.Spend(f.Node.Pos) {
		return false
	}
	in := &fixedVisitor{v.c, v.known, v.depth + 1, true}
	ast.Walk(&root, in)
	v.known[f] = in.ok
	return in.ok
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
			if found = v.fixed(f.Is); !found {
				return false
			}
		}
	}
	return found
}
