package formula

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// sameBag compares lists without regard to order. A list of words is compared with the cards of
// a list of pieces.
func (o operation) sameBag(a, b *Expr, pos source.Pos) *Expr {
	a, b = piecesOf(a), piecesOf(b)
	ta, tb := a.Type, b.Type
	byCard := ta.Base != tb.Base &&
		(ta.Base == schema.Piece && tb.Base == schema.Word || ta.Base == schema.Word && tb.Base == schema.Piece)
	if !byCard && ta.Base != tb.Base && ta.Base != schema.Empty && tb.Base != schema.Empty {
		return o.co.fail(o.n, "", "%s is never %s", o.co.c.Schema.Describe(ta), o.co.c.Schema.Describe(tb))
	}
	o.co.c.CompareWords(ta, tb)
	switch {
	case !byCard:
		return newValue(SameBag, yesNoType, pos, a, b)
	case ta.Base != schema.Piece:
		a, b = b, a
	}
	return o.co.noteCards(newValue(SameCards, yesNoType, pos, a, b), a)
}

// piecesOf converts a zone to the list of its pieces, and returns other values unchanged.
func piecesOf(v *Expr) *Expr {
	if !v.IsList() && v.Type.Base == schema.Zone {
		return toList(v)
	}
	return v
}

// in checks `x in list`. Lists omit nothing, so `x in [nothing, me]` also compares x with nothing.
func (o operation) in() *Expr {
	x, l := o.co.node(o.n.Left), o.co.listValue(o.n.Right, "`in`")
	pos := o.co.pos(o.n)
	if !x.OK() || !l.OK() {
		return invalidOf(yesNoType, pos)
	}
	if x.Type.Base == schema.Zone && l.Type.Base == schema.Piece {
		x = topOf(x)
	}
	byCard := x.Type.Base == schema.Word && l.Type.Base == schema.Piece
	if x.Type.List || !byCard && l.Type.Base != schema.Empty && x.Type.Base != schema.Empty &&
		x.Type.Base != l.Type.Base {
		return o.co.fail(o.n, "", "%s is never in %s", o.co.c.Schema.Describe(x.Type), o.co.c.Schema.Describe(l.Type))
	}
	o.co.c.CompareWords(x.Type, l.Type)
	op, named := Contains, x.named()
	if byCard {
		op = ContainsCard
		if c := o.co.c.Schema.Card(o.co.c.Schema.Symbols.Text(ref.Word(x.K))); x.Const() && c != nil {
			named = constant(pos, l.Type.Elem(), int32(c.First))
		}
	}
	v := o.co.noteCards(newValue(op, yesNoType, pos, x, l), named)
	if i := slices.IndexFunc(l.Args, isNothing); i >= 0 && l.is(Listed) {
		v = newValue(Or, yesNoType, pos, newValue(Equal, yesNoType, pos, x, l.Args[i]), v)
	}
	return v
}

// isNothing reports whether a value is the word `nothing`.
func isNothing(v *Expr) bool { return v.Const() && v.Type.Base == schema.Empty }

// spread checks `a..b`, a range of numbers that includes both ends.
func (o operation) spread() *Expr {
	return newValue(Range, schema.ListOf(numberType), o.co.pos(o.n), o.co.number(o.n.Left), o.co.number(o.n.Right))
}
