package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
)

// index is list[i] or table[key].
func (co *comp) index(n *ast.MemberNode, of *Value) *Value {
	key := co.node(n.Property)
	pos := co.pos(n)
	if !of.OK() || !key.OK() {
		return bad(pos)
	}
	if of.Type.Base == schema.Table {
		return co.row(n, of, key)
	}
	l := co.listed(of)
	if l.list == nil {
		return co.fail(n, "", "%s has no places to count", co.Describe(of.Type))
	}
	if !key.Type.One(schema.Number) {
		return co.fail(n.Property, "", "a place in a list is a number, from 0; this is %s", co.Describe(key.Type))
	}
	t := l.Type.Elem()
	v := &Value{Type: t, Pos: pos, num: func(e *Env) int32 {
		mark := len(e.arena)
		all := l.list(e)
		i := int(key.num(e))
		if i < 0 {
			i += len(all)
		}
		if i < 0 || i >= len(all) {
			e.Fail(pos, "the list is too short: its length is "+numeral(int32(len(all)))+", and this asks for number "+numeral(key.num(e))+" (counted from 0); `first(…)` of an empty list is nothing")
			return 0
		}
		v := all[i]
		if e.arena = e.arena[:mark]; l.pile {
			e.placed(pos, v)
		}
		return v
	}}
	return asYes(v).made(Index, l, key)
}

func (co *comp) row(n *ast.MemberNode, of, key *Value) *Value {
	f := of.Type.Field
	pos := co.pos(n)
	if key.Type.Base == schema.Zone {
		key = co.topOf(key)
	}
	want := schema.Type{Base: schema.Number}
	if f.ByKind >= 0 {
		want = schema.Type{Base: schema.Piece, Kinds: 1 << uint(f.ByKind)}
	}
	if co.as(key, want) == nil {
		return co.fail(n.Property, "", "%s is looked up by %s; this is %s", f.Name, co.Describe(want), co.Describe(key.Type))
	}
	v := &Value{Type: f.Value, Pos: pos, num: func(e *Env) int32 {
		t, k := of.num(e), key.num(e)
		if e.Err != nil {
			return 0
		}
		if k == schema.Nothing {
			return e.nothing(pos, "row in "+f.Name)
		}
		row := e.TableRow(f, k)
		if row < 0 {
			e.Fail(pos, "table "+f.Name+" has no row for this")
			return 0
		}
		return e.Data.Tables[t][row]
	}}
	return asYes(v).madeBy(Tree{Op: Row, Field: f}, of, key)
}
