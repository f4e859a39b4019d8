package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
)

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
	op, parts, pieces := SameBag, []*Value{a, b}, (*Value)(nil)
	if byCard {
		if ta.Base != schema.Piece {
			parts = []*Value{b, a}
		}
		op, pieces = SameCards, parts[0]
	}
	return co.found(yesNo(pos, func(e *Env) bool {
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
	}).made(op, parts...), pieces)
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
	named := x.named
	if c := co.Card(co.Text(x.K)); byCard && x.Const && c != nil {
		named = constant(pos, l.Type.Elem(), int32(c.First))
	}
	if place := l.form().lies; place != nil && !byCard && x.num != nil {
		v := yesNo(pos, func(e *Env) bool {
			v, z := x.num(e), place(e)
			return v >= 0 && z > 0 && (e.Eyes == 0 || e.mayLook(pos, z, 1)) && e.In(v) == z
		})
		if x.form().is == isLocal && l.form().is == isOn && x.form().local != l.form().local {
			v.fused = &form{is: isBearer, local: l.form().local, borne: x.form().local}
		}
		return v.made(Contains, x, l)
	}
	op := Contains
	if byCard {
		op = ContainsCard
	}
	return co.found(yesNo(pos, func(e *Env) bool {
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
	}).made(op, x, l), named)
}

// spread is a range of numbers, both ends included.
func (co *comp) spread(n *ast.BinaryNode) *Value {
	a, b := co.number(n.Left), co.number(n.Right)
	pos := co.pos(n)
	if !a.OK() || !b.OK() {
		return bad(pos)
	}
	t := schema.Type{Base: schema.Number, List: true}
	v := &Value{Type: t, Pos: pos, list: func(e *Env) []int32 {
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
	return v.made(Range, a, b)
}
