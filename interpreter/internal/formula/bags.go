package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// sameBag compares lists without regard to order; a list of words compares with the cards of a list of pieces.
func (co *comp) sameBag(n ast.Node, a, b *Value, pos source.Pos) *Value {
	a, b = co.listed(a), co.listed(b)
	ta, tb := a.Type, b.Type
	byCard := ta.Base != tb.Base && (ta.Base == schema.Piece && tb.Base == schema.Word || ta.Base == schema.Word && tb.Base == schema.Piece)
	if !byCard && ta.Base != tb.Base && ta.Base != schema.Empty && tb.Base != schema.Empty {
		return co.fail(n, "", "%s is never %s", co.Describe(ta), co.Describe(tb))
	}
	co.CompareWords(ta, tb)
	switch {
	case !byCard:
		return newValue(SameBag, yesNoType, pos, a, b)
	case ta.Base != schema.Piece:
		a, b = b, a
	}
	return co.noteCards(newValue(SameCards, yesNoType, pos, a, b), a)
}

func (co *comp) listed(v *Value) *Value {
	if !v.IsList() && v.Type.Base == schema.Zone {
		return co.toList(v)
	}
	return v
}

func (co *comp) in(n *ast.BinaryNode) *Value {
	x, l := co.node(n.Left), co.listValue(n.Right, "`in`")
	pos := co.pos(n)
	if !x.OK() || !l.OK() {
		return invalidOf(yesNoType, pos)
	}
	if x.Type.Base == schema.Zone && l.Type.Base == schema.Piece {
		x = co.topOf(x)
	}
	byCard := x.Type.Base == schema.Word && l.Type.Base == schema.Piece
	if x.Type.List || !byCard && l.Type.Base != schema.Empty && x.Type.Base != schema.Empty && x.Type.Base != l.Type.Base {
		return co.fail(n, "", "%s is never in %s", co.Describe(x.Type), co.Describe(l.Type))
	}
	co.CompareWords(x.Type, l.Type)
	op, named := Contains, x.named()
	if byCard {
		op = ContainsCard
		if c := co.Card(co.Text(x.K)); x.Const() && c != nil {
			named = constant(pos, l.Type.Elem(), int32(c.First))
		}
	}
	return co.noteCards(newValue(op, yesNoType, pos, x, l), named)
}

// spread is a range of numbers, both ends included.
func (co *comp) spread(n *ast.BinaryNode) *Value {
	return newValue(Range, schema.ListOf(numberType), co.pos(n), co.number(n.Left), co.number(n.Right))
}
