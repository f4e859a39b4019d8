package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
)

// index checks list[i] or table[key].
func (co *comp) index(n *ast.MemberNode, of *Expr) *Expr {
	key := co.node(n.Property)
	pos := co.pos(n)
	if !of.OK() || !key.OK() {
		return invalid(pos)
	}
	if of.Type.Base == schema.Table {
		return co.row(n, of, key)
	}
	l := piecesOf(of)
	if !l.IsList() {
		return co.fail(n, "", "%s has no numbered places", co.c.Schema.Describe(of.Type))
	}
	if !key.Type.One(schema.Number) {
		return co.fail(n.Property, "", "a position in a list must be a number (from 0), not %s",
			co.c.Schema.Describe(key.Type))
	}
	return newValue(Index, l.Type.Elem(), pos, l, key)
}

// row checks `table[key]` for a printed table.
func (co *comp) row(n *ast.MemberNode, of, key *Expr) *Expr {
	f := of.Type.Field
	pos := co.pos(n)
	if t := co.byKey(of); t != nil && key.Type.One(schema.Word) {
		return item(t, positionOf(key, f.Keys))
	}
	if key.Type.Base == schema.Zone {
		key = topOf(key)
	}
	want := numberType
	if f.ByKind >= 0 {
		want = schema.Type{Base: schema.Piece, Kinds: 1 << uint(f.ByKind)}
	}
	if As(key, want) == nil {
		return co.fail(n.Property, "", "the key of %s must be %s, not %s", f.Name, co.c.Schema.Describe(want),
			co.c.Schema.Describe(key.Type))
	}
	v := newValue(Row, f.Value, pos, of, key)
	v.Field = f
	return v
}
