package formula

import (
	"fmt"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

func (co *comp) unary(n *ast.UnaryNode) *Value {
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

func (co *comp) binary(n *ast.BinaryNode) *Value {
	switch n.Operator {
	case "and", "&&", "or", "||":
		return co.logic(n)
	case "+", "-", "*", "%":
		return co.arithmetic(n)
	case "<", "<=", ">", ">=":
		return co.compare(n)
	case "==", "!=":
		return co.equal(n)
	case "in":
		return co.in(n)
	case "..":
		return co.spread(n)
	case "??":
		return co.orElse(n)
	case "/":
		return co.fail(n, roundIt, "numbers are whole, so a division says how it is rounded")
	}
	return co.fail(n, "", "`%s` is not an operator of the language", n.Operator)
}

func (co *comp) logic(n *ast.BinaryNode) *Value {
	op := Or
	if n.Operator == "and" || n.Operator == "&&" {
		op = Both
	}
	return newValue(op, yesNoType, co.pos(n), co.operand(n.Left), co.operand(n.Right))
}

// operand checks a condition that is part of another.
func (co *comp) operand(n ast.Node) *Value { return co.noteOutcome(n, co.condition(n)) }

var reckons = map[string]Op{"+": Plus, "-": Minus, "*": Multiply, "%": Modulo}

func (co *comp) arithmetic(n *ast.BinaryNode) *Value {
	a, b := co.sides(n)
	return newValue(reckons[n.Operator], numberType, co.pos(n), a, b)
}

// sides checks the two numbers of an operator.
func (co *comp) sides(n *ast.BinaryNode) (a, b *Value) {
	a, b = co.number(n.Left), co.number(n.Right)
	co.needs(a, n.Left)
	co.needs(b, n.Right)
	return a, b
}

// needs reports an operand that is always nothing.
func (co *comp) needs(v *Value, n ast.Node) {
	if v.Type.Base == schema.Empty {
		co.fail(n, "", "this is nothing")
	}
}

var comparisons = map[string]Op{"<": Less, "<=": LessEq, ">": More, ">=": MoreEq}

func (co *comp) compare(n *ast.BinaryNode) *Value {
	return newValue(comparisons[n.Operator], yesNoType, co.pos(n), co.number(n.Left), co.number(n.Right))
}

func (co *comp) equal(n *ast.BinaryNode) *Value {
	a, b := co.node(n.Left), co.node(n.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return invalidOf(yesNoType, pos)
	}
	v := co.equals(n, a, b, pos)
	if n.Operator == "==" || !v.OK() {
		return v
	}
	return newValue(Opposite, yesNoType, pos, v)
}

func (co *comp) equals(n ast.Node, a, b *Value, pos source.Pos) *Value {
	if co.lists(a) && co.lists(b) && (a.Type.List || b.Type.List) {
		return co.sameBag(n, a, b, pos)
	}
	if a.Type.Base == schema.Piece && b.Type.One(schema.Zone) && !b.Type.Whole {
		b = co.topOf(b)
	} else if b.Type.Base == schema.Piece && a.Type.One(schema.Zone) && !a.Type.Whole {
		a = co.topOf(a)
	}
	if v := co.isCard(a, b, pos); v != nil {
		return v
	}
	if !co.comparable(n, a, b) {
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
		return co.noteCards(v, a.named())
	}
	return v
}

// isCard compares a piece with the word of a card, as in `prey == bison`; nil if it is another comparison.
func (co *comp) isCard(a, b *Value, pos source.Pos) *Value {
	if a.Type.Base == schema.Word && b.Type.Base == schema.Piece {
		a, b = b, a
	}
	if a.Type.Base != schema.Piece || b.Type.Base != schema.Word || a.Type.List || b.Type.List {
		return nil
	}
	co.CompareWords(a.Type, b.Type)
	return co.noteCards(newValue(IsCard, yesNoType, pos, a, b), a)
}

func (co *comp) lists(v *Value) bool {
	return v.Type.List || v.Type.Base == schema.Zone
}

// comparable reports whether two values can ever be equal; if not, that is an error, since a misspelt word would
// silently compare as false.
func (co *comp) comparable(n ast.Node, a, b *Value) bool {
	ta, tb := a.Type, b.Type
	if ta.Base == schema.Empty || tb.Base == schema.Empty {
		if ta.List || tb.List {
			co.fail(n, "write `empty(…)`", "a list is never nothing")
			return false
		}
		if ta.Base == schema.Zone && ta.Decl != nil && !ta.Null || tb.Base == schema.Zone && tb.Decl != nil && !tb.Null {
			co.fail(n, "write `empty(…)`", "a zone is never nothing")
			return false
		}
		return true
	}
	if ta.List || tb.List || ta.Base != tb.Base {
		hint := ""
		if co.lists(a) != co.lists(b) {
			hint = aList
		}
		co.fail(n, hint, "%s is never %s", co.Describe(ta), co.Describe(tb))
		return false
	}
	if ta.Base == schema.Word {
		return co.sameWords(a, b)
	}
	if ta.Base == schema.Piece && ta.Kinds != 0 && tb.Kinds != 0 && ta.Kinds&tb.Kinds == 0 {
		co.fail(n, "", "%s is never %s", co.Describe(ta), co.Describe(tb))
		return false
	}
	return true
}

func (co *comp) sameWords(a, b *Value) bool {
	if a.Const() {
		a, b = b, a
	}
	if !b.Const() || a.Type.Words == nil || a.Type.Words.Has(b.K) {
		co.CompareWords(a.Type, b.Type)
		return true
	}
	w := co.Text(b.K)
	among := co.WordsOf(a.Type.Words)
	co.Diags.Unknown(b.Pos, w, among, "this is never %q; it is one of %s", w, shortList(among))
	return false
}

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

// orElse is `a ?? b`: b if a is nothing.
func (co *comp) orElse(n *ast.BinaryNode) *Value {
	a, b := co.node(n.Left), co.node(n.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return invalid(pos)
	}
	if a.Type.One(schema.Zone) && b.Type.List {
		return co.orList(n, a, b)
	}
	if a.Type.Base == schema.Zone && b.Type.Base == schema.Piece {
		a = co.topOf(a)
	}
	t, ok := schema.Join(a.Type, b.Type)
	if !ok || a.Type.List || b.Type.List {
		return co.fail(n, "", "`??` joins two single values of one type; these are %s and %s", co.Describe(a.Type), co.Describe(b.Type))
	}
	t.Null = b.Type.Null || b.Type.Base == schema.Empty
	if t.Base == schema.YesNo {
		b = nullToFalse(b)
	}
	return newValue(OrElse, t, pos, a, b)
}

// orList is `zone ?? list`: the list if there is no such zone.
func (co *comp) orList(n *ast.BinaryNode, zone, other *Value) *Value {
	lying := co.toList(zone)
	t, ok := schema.Join(lying.Type, other.Type)
	if !ok {
		return co.fail(n, "", "`??` joins two lists of one type; these are %s and %s", co.Describe(lying.Type), co.Describe(other.Type))
	}
	v := newValue(OrList, t, co.pos(n), zone, other)
	v.At = int32(cellsOf(zone))
	return v
}
