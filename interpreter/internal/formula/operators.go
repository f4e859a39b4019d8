package formula

import (
	"fmt"
	"math"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
)

func (co *comp) unary(n *ast.UnaryNode) *Value {
	switch n.Operator {
	case "not", "!":
		v := co.operand(n.Node)
		if !v.OK() {
			return v
		}
		if v.Const {
			return yesConst(co.pos(n), v.K == 0)
		}
		return opposed(v, co.pos(n))
	case "-":
		v := co.number(n.Node)
		if !v.OK() {
			return v
		}
		if v.Const {
			return constant(co.pos(n), v.Type, -v.K)
		}
		return number(co.pos(n), func(e *Env) int32 { return -v.num(e) }).made(Negative, v)
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
	and := n.Operator == "and" || n.Operator == "&&"
	a := co.operand(n.Left)
	b := co.unnoted(a.Settled() && (a.K == 1) != and, n.Right, co.operand)
	if !a.OK() || !b.OK() {
		return &Value{Type: schema.Type{Base: schema.YesNo}, Pos: co.pos(n)}
	}
	if a.Const { // a reading settles it at load
		if (a.K == 1) == and {
			return b
		}
		return a
	}
	if b.Const && (b.K == 1) == and {
		return a
	}
	v, op := merged(a, b, and, co.pos(n)), Or
	if and {
		op = Both
	}
	switch {
	case v == nil && and:
		v = bothHold(a, b, co.pos(n))
	case v == nil:
		v = oneHolds(a, b, co.pos(n))
	}
	v.made(op, a, b)
	if b.Settled() && (b.K == 1) != and {
		v.settled, v.K = true, b.K
	}
	return v
}

func oneHolds(a, b *Value, pos source.Pos) *Value {
	x, y := a.cond(), b.cond()
	return yesNo(pos, func(e *Env) bool { return x(e) || y(e) })
}

func bothHold(a, b *Value, pos source.Pos) *Value {
	x, y := a.cond(), b.cond()
	v := yesNo(pos, func(e *Env) bool { return x(e) && y(e) })
	v.fused = led(a, b)
	return v
}

// operand is a condition that others are made of.
func (co *comp) operand(n ast.Node) *Value { return co.both(n, co.condition(n)) }

func (co *comp) arithmetic(n *ast.BinaryNode) *Value {
	a, b := co.number(n.Left), co.number(n.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return &Value{Type: schema.Type{Base: schema.Number}, Pos: pos}
	}
	co.needs(a, n.Left)
	co.needs(b, n.Right)
	x, y := a.num, b.num
	checked := func(e *Env, v int64, op string, l, r int32) int32 {
		if v > math.MaxInt32 || v < -math.MaxInt32 || l == schema.Nothing || r == schema.Nothing {
			e.Fail(pos, fmt.Sprintf("%s %s %s is no number", numeral(l), op, numeral(r)))
			return 0
		}
		return int32(v)
	}
	switch n.Operator {
	case "+":
		return number(pos, func(e *Env) int32 {
			l, r := x(e), y(e)
			if s := int64(l) + int64(r); s <= math.MaxInt32 && s > -math.MaxInt32 && l != schema.Nothing && r != schema.Nothing {
				return int32(s)
			}
			return checked(e, math.MaxInt64, "+", l, r)
		}).made(Plus, a, b)
	case "-":
		return number(pos, func(e *Env) int32 { l, r := x(e), y(e); return checked(e, int64(l)-int64(r), "-", l, r) }).made(Minus, a, b)
	case "*":
		return number(pos, func(e *Env) int32 { l, r := x(e), y(e); return checked(e, int64(l)*int64(r), "*", l, r) }).made(Multiply, a, b)
	}
	return number(pos, func(e *Env) int32 {
		l, r := x(e), y(e)
		if r == 0 {
			e.Fail(pos, fmt.Sprintf("%d %% 0: the remainder of a division by nothing", l))
			return 0
		}
		return checked(e, int64(l)%int64(r), "%", l, r)
	}).made(Modulo, a, b)
}

const roundIt = "write floor(a / b) to round down, ceil(a / b) to round up"

// quotient is a division: floor rounds it down, ceil up.
func (co *comp) quotient(n *ast.BuiltinNode) *Value {
	whole, ok := n.Arguments[0].(*ast.BinaryNode)
	if !ok || whole.Operator != "/" {
		return co.fail(n, roundIt, "%s is of a division; all else is whole already", n.Name)
	}
	a, b := co.number(whole.Left), co.number(whole.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return &Value{Type: schema.Type{Base: schema.Number}, Pos: pos}
	}
	co.needs(a, whole.Left)
	co.needs(b, whole.Right)
	op, up := Floor, int64(0)
	if n.Name == "ceil" {
		op, up = Ceil, 1
	}
	return number(pos, func(e *Env) int32 {
		l, r := a.num(e), b.num(e)
		if r == 0 || l == schema.Nothing || r == schema.Nothing {
			e.Fail(pos, fmt.Sprintf("%s / %s is no number", numeral(l), numeral(r)))
			return 0
		}
		q := int64(l) / int64(r) // rounded toward 0: so one is missing on one side of it
		if int64(l)%int64(r) != 0 && (l < 0) == (r < 0) == (up == 1) {
			q += 2*up - 1
		}
		return int32(q)
	}).made(op, a, b)
}

func numeral(v int32) string {
	if v == schema.Nothing {
		return "nothing"
	}
	return fmt.Sprint(v)
}

// needs refuses a value that is always nothing.
func (co *comp) needs(v *Value, n ast.Node) {
	if v.Type.Base == schema.Empty {
		co.fail(n, "", "this is nothing")
	}
}

func (co *comp) compare(n *ast.BinaryNode) *Value {
	a, b := co.number(n.Left), co.number(n.Right)
	if !a.OK() || !b.OK() {
		return &Value{Type: schema.Type{Base: schema.YesNo}, Pos: co.pos(n)}
	}
	return compared(n.Operator, a, b, co.pos(n)).made(comparisons[n.Operator], a, b)
}

var comparisons = map[string]Op{"<": Less, "<=": LessEq, ">": More, ">=": MoreEq}

func compared(op string, a, b *Value, pos source.Pos) *Value {
	x, y := a.num, b.num
	if b.Const { // `field op number` is the commonest condition there is
		k := b.K
		switch op {
		case "<":
			return yesNo(pos, func(e *Env) bool { return e.number(pos, x) < k })
		case "<=":
			return yesNo(pos, func(e *Env) bool { return e.number(pos, x) <= k })
		case ">":
			return yesNo(pos, func(e *Env) bool { return e.number(pos, x) > k })
		}
		return yesNo(pos, func(e *Env) bool { return e.number(pos, x) >= k })
	}
	switch op {
	case "<":
		return yesNo(pos, func(e *Env) bool { return e.number(pos, x) < e.number(pos, y) })
	case "<=":
		return yesNo(pos, func(e *Env) bool { return e.number(pos, x) <= e.number(pos, y) })
	case ">":
		return yesNo(pos, func(e *Env) bool { return e.number(pos, x) > e.number(pos, y) })
	}
	return yesNo(pos, func(e *Env) bool { return e.number(pos, x) >= e.number(pos, y) })
}

func (co *comp) equal(n *ast.BinaryNode) *Value {
	a, b := co.node(n.Left), co.node(n.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return &Value{Type: schema.Type{Base: schema.YesNo}, Pos: pos}
	}
	v := co.equals(n, a, b, pos)
	if n.Operator == "==" || !v.OK() {
		return v
	}
	if v.Const {
		return yesConst(pos, v.K == 0)
	}
	return opposed(v, pos)
}

// opposed is what holds where a condition does not.
func opposed(v *Value, pos source.Pos) *Value {
	if v.form().has != nil {
		return negated(v, pos).made(Opposite, v)
	}
	yes := v.cond()
	return yesNo(pos, func(e *Env) bool { return !yes(e) }).made(Opposite, v)
}

func (co *comp) equals(n ast.Node, a, b *Value, pos source.Pos) *Value {
	if co.lists(a) && co.lists(b) && (a.Type.List || b.Type.List) {
		return co.sameBag(n, a, b, pos)
	}
	if a.Type.Base == schema.Piece && b.Type.Base == schema.Zone && !b.Type.List {
		b = co.topOf(b)
	} else if b.Type.Base == schema.Piece && a.Type.Base == schema.Zone && !a.Type.List {
		a = co.topOf(a)
	}
	if v := co.isCard(a, b, pos); v != nil {
		return v
	}
	if !co.comparable(n, a, b) {
		return bad(pos)
	}
	if a.Type.Base == schema.YesNo && b.Type.Base == schema.YesNo {
		return yesNo(pos, func(e *Env) bool { return a.Yes(e) == b.Yes(e) }).made(Equal, holding(a), holding(b))
	}
	if a.Const && !b.Const {
		a, b = b, a
	}
	x, y := a.one(), b.one()
	if b.Const {
		k := b.K
		if a.Const {
			return yesConst(pos, a.K == k)
		}
		if a.form().words != nil {
			return co.found(onCard(a.form(), pos, func(w int32) bool { return w == k }).made(Equal, a, b), a.named)
		}
		return co.found(yesNo(pos, func(e *Env) bool { return x(e) == k }).made(Equal, a, b), a.named)
	}
	return yesNo(pos, func(e *Env) bool { return x(e) == y(e) }).made(Equal, a, b)
}

// isCard compares a piece with the word of a card: `prey == bison` in a
// scenario asks whether it is a Bison.
func (co *comp) isCard(a, b *Value, pos source.Pos) *Value {
	if a.Type.Base == schema.Word && b.Type.Base == schema.Piece {
		a, b = b, a
	}
	if a.Type.Base != schema.Piece || b.Type.Base != schema.Word || a.Type.List || b.Type.List {
		return nil
	}
	return co.found(yesNo(pos, func(e *Env) bool { return e.cardWord(a.num(e)) == b.num(e) }).made(IsCard, a, b), a)
}

func (e *Env) cardWord(p int32) int32 {
	if p == schema.Nothing {
		return p
	}
	return e.Cards[e.Pieces[p].Card].Sym
}

func (co *comp) lists(v *Value) bool {
	return v.Type.List || v.Type.Base == schema.Zone
}

// comparable reports whether two values can ever be the same, and says so if
// not: a word that the other side never is would silently compare false.
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
		co.fail(n, "", "%s is never %s", co.Describe(ta), co.Describe(tb))
		return false
	}
	if ta.Base == schema.Word {
		return co.sameWords(n, a, b)
	}
	if ta.Base == schema.Piece && ta.Kinds != 0 && tb.Kinds != 0 && ta.Kinds&tb.Kinds == 0 {
		co.fail(n, "", "%s is never %s", co.Describe(ta), co.Describe(tb))
		return false
	}
	return true
}

func (co *comp) sameWords(n ast.Node, a, b *Value) bool {
	if a.Const {
		a, b = b, a
	}
	if !b.Const || a.Type.Words == nil || a.Type.Words.Has(b.K) {
		return true
	}
	w := co.Text(b.K)
	among := co.WordsOf(a.Type.Words)
	co.unknownf(co.sc, b.Pos, w, among, "this is never %q; it is one of %s", w, shortList(among))
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

// orElse is `a ?? b`: b where a is nothing.
func (co *comp) orElse(n *ast.BinaryNode) *Value {
	a, b := co.node(n.Left), co.node(n.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return bad(pos)
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
	num := func(e *Env) int32 {
		if v := a.Num(e); v != schema.Nothing {
			return v
		}
		return b.Num(e)
	}
	if t.Base == schema.YesNo {
		return yesNo(pos, func(e *Env) bool { return num(e) == 1 }).made(OrElse, a, holding(b))
	}
	v := &Value{Type: t, Pos: pos, num: num}
	return v.made(OrElse, a, b)
}

// orList is what lies in a zone, or a list where there is no such zone.
func (co *comp) orList(n *ast.BinaryNode, zone, other *Value) *Value {
	lying := co.toList(zone)
	t, ok := schema.Join(lying.Type, other.Type)
	if !ok {
		return co.fail(n, "", "`??` joins two lists of one type; these are %s and %s", co.Describe(lying.Type), co.Describe(other.Type))
	}
	v := &Value{Type: t, Pos: co.pos(n), list: func(e *Env) []int32 {
		if zone.Num(e) == schema.Nothing {
			return other.list(e)
		}
		return lying.list(e)
	}}
	return v.madeBy(Tree{Op: OrList, At: int32(cellsOf(zone))}, zone, other)
}
