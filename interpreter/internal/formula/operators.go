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
		v := co.condition(n.Node)
		if !v.OK() {
			return v
		}
		if v.Const {
			return yesConst(co.pos(n), v.K == 0)
		}
		return yesNo(co.pos(n), func(e *Env) bool { return !v.Yes(e) })
	case "-":
		v := co.number(n.Node)
		if !v.OK() {
			return v
		}
		if v.Const {
			return constant(co.pos(n), v.Type, -v.K)
		}
		return number(co.pos(n), func(e *Env) int32 { return -v.num(e) })
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
		return co.fail(n, "multiply the other side, as in `2 * food < need`", "numbers are whole, so there is no `/`")
	}
	return co.fail(n, "", "`%s` is not an operator of the language", n.Operator)
}

func (co *comp) logic(n *ast.BinaryNode) *Value {
	a, b := co.condition(n.Left), co.condition(n.Right)
	if !a.OK() || !b.OK() {
		return &Value{Type: schema.Type{Base: schema.YesNo}, Pos: co.pos(n)}
	}
	and := n.Operator == "and" || n.Operator == "&&"
	if a.Const { // a reading settles it at load
		if (a.K == 1) == and {
			return b
		}
		return a
	}
	if b.Const && (b.K == 1) == and {
		return a
	}
	if and {
		return yesNo(co.pos(n), func(e *Env) bool { return a.Yes(e) && b.Yes(e) })
	}
	return yesNo(co.pos(n), func(e *Env) bool { return a.Yes(e) || b.Yes(e) })
}

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
		})
	case "-":
		return number(pos, func(e *Env) int32 { l, r := x(e), y(e); return checked(e, int64(l)-int64(r), "-", l, r) })
	case "*":
		return number(pos, func(e *Env) int32 { l, r := x(e), y(e); return checked(e, int64(l)*int64(r), "*", l, r) })
	}
	return number(pos, func(e *Env) int32 {
		l, r := x(e), y(e)
		if r == 0 {
			e.Fail(pos, fmt.Sprintf("%d %% 0: the remainder of a division by nothing", l))
			return 0
		}
		return checked(e, int64(l)%int64(r), "%", l, r)
	})
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
	pos := co.pos(n)
	x, y := a.num, b.num
	if b.Const { // `field op number` is the commonest condition there is
		k := b.K
		switch n.Operator {
		case "<":
			return yesNo(pos, func(e *Env) bool { return e.number(pos, x) < k })
		case "<=":
			return yesNo(pos, func(e *Env) bool { return e.number(pos, x) <= k })
		case ">":
			return yesNo(pos, func(e *Env) bool { return e.number(pos, x) > k })
		}
		return yesNo(pos, func(e *Env) bool { return e.number(pos, x) >= k })
	}
	switch n.Operator {
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
	return yesNo(pos, func(e *Env) bool { return !v.yes(e) })
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
	if a.Type.Base == schema.YesNo {
		return yesNo(pos, func(e *Env) bool { return a.Yes(e) == b.Yes(e) })
	}
	if a.Const && !b.Const {
		a, b = b, a
	}
	x, y := a.num, b.num
	if b.Const {
		k := b.K
		if a.Const {
			return yesConst(pos, a.K == k)
		}
		return yesNo(pos, func(e *Env) bool { return x(e) == k })
	}
	return yesNo(pos, func(e *Env) bool { return x(e) == y(e) })
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
	return yesNo(pos, func(e *Env) bool { return e.cardWord(a.num(e)) == b.num(e) })
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
	co.errorf(co.sc, b.Pos, schema.Hint(w, among), "this is never %q; it is one of %s", w, shortList(among))
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

// sameBag compares lists without regard to order; a list of words compares
// with a list of pieces by their cards.
func (co *comp) sameBag(n ast.Node, a, b *Value, pos source.Pos) *Value {
	a, b = co.listed(a), co.listed(b)
	ta, tb := a.Type, b.Type
	byCard := ta.Base != tb.Base && (ta.Base == schema.Piece && tb.Base == schema.Word || ta.Base == schema.Word && tb.Base == schema.Piece)
	if !byCard && ta.Base != tb.Base && ta.Base != schema.Empty && tb.Base != schema.Empty {
		return co.fail(n, "", "%s is never %s", co.Describe(ta), co.Describe(tb))
	}
	key := func(e *Env, t schema.Type, v int32) int32 {
		if byCard && t.Base == schema.Piece {
			return e.cardWord(v)
		}
		return v
	}
	return yesNo(pos, func(e *Env) bool {
		mark := len(e.arena)
		x, y := a.list(e), b.list(e)
		same := len(x) == len(y)
		for i := 0; same && i < len(x); i++ {
			k, d := key(e, ta, x[i]), 0
			for _, v := range x {
				if key(e, ta, v) == k {
					d++
				}
			}
			for _, v := range y {
				if key(e, tb, v) == k {
					d--
				}
			}
			same = d == 0 && e.spend(pos, len(x)+len(y))
		}
		e.arena = e.arena[:mark]
		return same
	})
}

func (co *comp) listed(v *Value) *Value {
	if v.list == nil && v.Type.Base == schema.Zone {
		return co.toList(v)
	}
	return v
}

func (co *comp) in(n *ast.BinaryNode) *Value {
	x, l := co.node(n.Left), co.listValue(n.Right, "`in`")
	pos := co.pos(n)
	if !x.OK() || !l.OK() {
		return &Value{Type: schema.Type{Base: schema.YesNo}, Pos: pos}
	}
	if x.Type.Base == schema.Zone && l.Type.Base == schema.Piece {
		x = co.topOf(x)
	}
	byCard := x.Type.Base == schema.Word && l.Type.Base == schema.Piece
	if x.Type.List || !byCard && l.Type.Base != schema.Empty && x.Type.Base != schema.Empty && x.Type.Base != l.Type.Base {
		return co.fail(n, "", "%s is never in %s", co.Describe(x.Type), co.Describe(l.Type))
	}
	return yesNo(pos, func(e *Env) bool {
		v := x.Num(e)
		mark := len(e.arena)
		found := false
		all := l.list(e)
		e.spend(pos, len(all)>>3)
		for _, y := range all {
			if byCard {
				y = e.cardWord(y)
			}
			if y == v {
				found = true
				break
			}
		}
		e.arena = e.arena[:mark]
		return found
	})
}

// spread is a range of numbers, both ends included.
func (co *comp) spread(n *ast.BinaryNode) *Value {
	a, b := co.number(n.Left), co.number(n.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return bad(pos)
	}
	t := schema.Type{Base: schema.Number, List: true}
	return &Value{Type: t, Pos: pos, list: func(e *Env) []int32 {
		lo, hi := e.number(pos, a.num), e.number(pos, b.num)
		if e.Err != nil {
			return nil
		}
		at := len(e.arena)
		for v := int64(lo); v <= int64(hi); v++ {
			if !e.tick(pos) {
				return nil
			}
			e.arena = append(e.arena, int32(v))
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}}
}

// orElse is `a ?? b`: b where a is nothing.
func (co *comp) orElse(n *ast.BinaryNode) *Value {
	a, b := co.node(n.Left), co.node(n.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return bad(pos)
	}
	if a.Type.Base == schema.Zone && b.Type.Base == schema.Piece {
		a = co.topOf(a)
	}
	t, ok := schema.Join(a.Type, b.Type)
	if !ok || t.List {
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
		return yesNo(pos, func(e *Env) bool { return num(e) == 1 })
	}
	return &Value{Type: t, Pos: pos, num: num}
}
