package formula

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// unary checks `not a`, `-a` and `+a`.
func (co *comp) unary(n *ast.UnaryNode) *Expr {
	switch n.Operator {
	case "not", "!":
		return newValue(Opposite, yesNoType, co.pos(n), co.operand(n.Node))
	case "-":
		v := co.number(n.Node)
		return newValue(Negative, v.Type, co.pos(n), v)
	case "+":
		return co.number(n.Node)
	}
	return co.fail(n, "", "`%s` is not an operator of the language", n.Operator)
}

// operation is a use of a binary operator. Its methods check the operands and return the value.
type operation struct {
	co *comp
	n  *ast.BinaryNode
}

// value checks an expression with a binary operator.
func (o operation) value() *Expr {
	switch o.n.Operator {
	case "and", "&&", "or", "||":
		return o.logic()
	case "+", "-", "*", "%":
		if _, isArray := o.n.Left.(*ast.ArrayNode); isArray && o.n.Operator == "+" {
			return o.co.fail(o.n, "join lists with `concat(a, b)`", "`+` adds numbers")
		}
		return o.reckon(reckons[o.n.Operator], numberType)
	case "<", "<=", ">", ">=":
		return o.reckon(reckons[o.n.Operator], yesNoType)
	case "==", "!=":
		return o.equal()
	case "in":
		return o.in()
	case "..":
		return o.spread()
	case "??":
		return o.orElse()
	case "/":
		return o.co.fail(o.n, roundIt, "numbers are whole, so a division must be rounded")
	}
	return o.co.fail(o.n, "", "`%s` is not an operator of the language", o.n.Operator)
}

func (o operation) logic() *Expr {
	op := Or
	if o.n.Operator == "and" || o.n.Operator == "&&" {
		op = Both
	}
	return newValue(op, yesNoType, o.co.pos(o.n), o.co.operand(o.n.Left), o.co.operand(o.n.Right))
}

// operand checks a condition that is part of another one.
func (co *comp) operand(n ast.Node) *Expr { return co.noteOutcome(n, co.condition(n)) }

var reckons = map[string]Op{"+": Plus, "-": Minus, "*": Multiply, "%": Modulo, "<": Less, "<=": LessEq, ">": More,
	">=": MoreEq}

// reckon checks an operator on two numbers or two tables.
func (o operation) reckon(op Op, t schema.Type) *Expr {
	a, b := o.co.node(o.n.Left), o.co.node(o.n.Right)
	if v := o.tables(a, b, op, t); v != nil {
		return v
	}
	a, b = o.co.isNumber(o.n.Left, a), o.co.isNumber(o.n.Right, b)
	if t.Base == schema.Number {
		o.co.needs(a, o.n.Left)
		o.co.needs(b, o.n.Right)
	}
	return newValue(op, t, o.co.pos(o.n), a, b)
}

// sides checks the two operands of an operator on numbers.
func (o operation) sides() (a, b *Expr) {
	a, b = o.co.number(o.n.Left), o.co.number(o.n.Right)
	o.co.needs(a, o.n.Left)
	o.co.needs(b, o.n.Right)
	return a, b
}

// needs reports an error if an operand is always nothing.
func (co *comp) needs(v *Expr, n ast.Node) {
	if v.Type.Base == schema.Empty {
		co.fail(n, "", "this is nothing")
	}
}

// equal checks `a == b` and `a != b`; two tables are compared by key.
func (o operation) equal() *Expr {
	a, b := o.co.node(o.n.Left), o.co.node(o.n.Right)
	pos := o.co.pos(o.n)
	if !a.OK() || !b.OK() {
		return invalidOf(yesNoType, pos)
	}
	v := o.tables(a, b, Equal, yesNoType)
	if v == nil {
		v = o.equals(a, b, pos)
	}
	if o.n.Operator == "==" || !v.OK() {
		return v
	}
	return newValue(Opposite, yesNoType, pos, v)
}

// equals compares two single values, two lists in any order, or a piece with the name of a card.
func (o operation) equals(a, b *Expr, pos source.Pos) *Expr {
	if isListing(a) && isListing(b) && (a.Type.List || b.Type.List) {
		return o.sameBag(a, b, pos)
	}
	if a.Type.Base == schema.Piece && b.Type.One(schema.Zone) && !b.Type.Whole {
		b = topOf(b)
	} else if b.Type.Base == schema.Piece && a.Type.One(schema.Zone) && !a.Type.Whole {
		a = topOf(a)
	}
	if v := o.isCard(a, b, pos); v != nil {
		return v
	}
	if !o.comparable(a, b) {
		return invalid(pos)
	}
	if a.isYesNo() && b.isYesNo() {
		return newValue(Equal, yesNoType, pos, nullToFalse(a), nullToFalse(b))
	}
	if a.Const() && !b.Const() {
		a, b = b, a
	}
	v := newValue(Equal, yesNoType, pos, a, b)
	if b.Const() || b.ruled {
		return o.co.noteCards(v, a.named())
	}
	return v
}

// isCard compares a piece with the name of a card, as in `prey == bison`. It returns nil for
// other comparisons.
func (o operation) isCard(a, b *Expr, pos source.Pos) *Expr {
	if a.Type.Base == schema.Word && b.Type.Base == schema.Piece {
		a, b = b, a
	}
	if a.Type.Base != schema.Piece || b.Type.Base != schema.Word || a.Type.List || b.Type.List {
		return nil
	}
	if hint := o.hiddenElement(); hint != "" && !o.mayBeCard(a, b) {
		return o.co.fail(o.n, hint, "%s is never called %s", o.co.c.Schema.Describe(a.Type),
			strings.ReplaceAll(shortList(o.co.c.Schema.WordsOf(b.Type.Words)), ", ", " or "))
	}
	o.co.c.CompareWords(a.Type, b.Type)
	return o.co.noteCards(newValue(IsCard, yesNoType, pos, a, b), a)
}

// mayBeCard reports whether a word can be the name of a card of a piece.
func (o operation) mayBeCard(piece, word *Expr) bool {
	names, words := comparedWords(o.co.c, piece.Type), comparedWords(o.co.c, word.Type)
	return words == nil || slices.ContainsFunc(words.Syms, names.Has)
}

// isListing reports whether a value is a list, or a zone used as its pieces.
func isListing(v *Expr) bool {
	return v.Type.List || v.Type.Base == schema.Zone
}

// isPlace reports whether a value is a place, or a zone that only the match determines, such as `.on`.
func isPlace(v *Expr) bool { return v.Type.One(schema.Zone) && v.Type.Decl == nil }

// comparable reports whether two values can ever be equal. If not, it adds an error, because a
// comparison with a misspelt word would silently be false.
func (o operation) comparable(a, b *Expr) bool {
	ta, tb := a.Type, b.Type
	if ta.Base == schema.Empty || tb.Base == schema.Empty {
		if ta.List || tb.List {
			o.co.fail(o.n, "write `empty(…)`", "a list is never nothing")
			return false
		}
		if ta.Base == schema.Zone && ta.Decl != nil && !ta.Null ||
			tb.Base == schema.Zone && tb.Decl != nil && !tb.Null {
			o.co.fail(o.n, "write `empty(…)`", "a zone is never nothing")
			return false
		}
		return true
	}
	if ta.List || tb.List || ta.Base != tb.Base {
		hint := ""
		switch {
		case isPlace(a) || isPlace(b):
			hint = "a place is `place(ZONE, \"NAME\")`, or the `on` of a piece"
		case isListing(a) != isListing(b):
			hint = aList
		default:
			hint = o.hiddenElement()
		}
		o.co.fail(o.n, hint, "%s is never %s", o.co.c.Schema.Describe(ta), o.co.c.Schema.Describe(tb))
		return false
	}
	if ta.Base == schema.Word {
		return o.sameWords(a, b)
	}
	if ta.Base == schema.Piece && ta.Kinds != 0 && tb.Kinds != 0 && ta.Kinds&tb.Kinds == 0 {
		o.co.fail(o.n, o.hiddenElement(), "%s is never %s", o.co.c.Schema.Describe(ta), o.co.c.Schema.Describe(tb))
		return false
	}
	return true
}

// hiddenElement returns a hint if one side is an `it` that hides another one, or "".
func (o operation) hiddenElement() string {
	isIt := func(n ast.Node) bool {
		id, ok := n.(*ast.IdentifierNode)
		return ok && id.Value == "it"
	}
	if o.co.sc.hidden && (isIt(o.n.Left) || isIt(o.n.Right)) {
		return "`it` is the element of the innermost list here; name the outer one: `let outer = it; …`"
	}
	return ""
}

// sameWords reports whether two words can be equal. If not, a constant is misspelt, which is an error.
func (o operation) sameWords(a, b *Expr) bool {
	if a.Const() {
		a, b = b, a
	}
	if !b.Const() || a.Type.Words == nil || a.Type.Words.Has(ref.Word(b.K)) {
		o.co.c.CompareWords(a.Type, b.Type)
		return true
	}
	w := o.co.c.Schema.Symbols.Text(ref.Word(b.K))
	among := o.co.c.Schema.WordsOf(a.Type.Words)
	o.co.c.Diags.Unknown(b.Pos, w, among, "%q is not a possible value; the values are %s", w, shortList(among))
	return false
}

// shortList joins at most 12 words for a message.
func shortList(words []string) string {
	out := ""
	for i, w := range words {
		if i == 12 {
			return out + fmt.Sprintf(" … (%d in all)", len(words))
		}
		if i > 0 {
			out += ", "
		}
		out += w
	}
	return out
}

// orElse checks `a ?? b`, which is b if a is nothing.
func (o operation) orElse() *Expr {
	a, b := o.co.node(o.n.Left), o.co.node(o.n.Right)
	pos := o.co.pos(o.n)
	if !a.OK() || !b.OK() {
		return invalid(pos)
	}
	if a.Type.One(schema.Zone) && b.Type.List {
		return o.orList(a, b)
	}
	if a.Type.Base == schema.Zone && b.Type.Base == schema.Piece {
		a = topOf(a)
	}
	t, ok := schema.Union(a.Type, b.Type)
	if !ok || a.Type.List || b.Type.List {
		return o.co.fail(o.n, "", "`??` needs two single values of one type, not %s and %s",
			o.co.c.Schema.Describe(a.Type), o.co.c.Schema.Describe(b.Type))
	}
	t.Null = b.Type.Null || b.Type.Base == schema.Empty
	if t.Base == schema.YesNo {
		b = nullToFalse(b)
	}
	return newValue(OrElse, t, pos, a, b)
}

// orList checks `zone ?? list`, which is the list if the zone is nothing.
func (o operation) orList(zone, other *Expr) *Expr {
	lying := toList(zone)
	t, ok := schema.Union(lying.Type, other.Type)
	if !ok {
		return o.co.fail(o.n, "", "`??` needs two lists of one type, not %s and %s", o.co.c.Schema.Describe(lying.Type),
			o.co.c.Schema.Describe(other.Type))
	}
	v := newValue(OrList, t, o.co.pos(o.n), zone, other)
	v.At = int32(cellsOf(zone))
	return v
}
