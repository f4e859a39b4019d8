package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
)

// toList converts a zone to the list of its pieces.
func toList(v *Expr) *Expr {
	if v.IsList() {
		return v
	}
	out := newValue(Lying, schema.Type{Base: schema.Piece, Kinds: v.Type.Kinds, List: true}, v.Pos, v)
	out.At = int32(cellsOf(v))
	return out
}

// lyingAt converts a list of places to the list of the pieces in them.
func lyingAt(v *Expr) *Expr {
	return newValue(LyingAt, schema.Type{Base: schema.Piece, Kinds: v.Type.Kinds, List: true}, v.Pos, v)
}

// topOf returns the first piece in a zone or place, or nothing.
func topOf(v *Expr) *Expr {
	out := newValue(Top, schema.Type{Base: schema.Piece, Kinds: v.Type.Kinds, Null: true}, v.Pos, v)
	out.At = int32(cellsOf(v))
	return out
}

// cellsOf returns the number of places of a zone.
func cellsOf(v *Expr) int {
	if v.Type.Decl == nil {
		return 1
	}
	return v.Type.Decl.Cells
}

// listValue checks n as a list. A zone is converted to the list of its pieces.
func (co *comp) listValue(n ast.Node, who string) *Expr {
	v := co.node(n)
	if !v.OK() {
		return v
	}
	if t := co.byKey(v); t != nil { // its keys are lost with its order
		list := *t
		list.Type.Keys = nil
		return &list
	}
	if l := As(v, schema.Type{List: true, Base: v.Type.Base}); l != nil && l.IsList() {
		return l
	}
	if v.Type.Base == schema.Zone && !v.Type.List {
		return toList(v)
	}
	return co.fail(n, "", "%s needs a list, not %s", who, co.c.Schema.Describe(v.Type))
}

func (co *comp) slice(n *ast.SliceNode) *Expr {
	l := co.listValue(n.Node, "a slice")
	of := []*Expr{l, constant(l.Pos, numberType, 0)}
	if n.From != nil {
		of[1] = co.number(n.From)
	}
	if n.To != nil {
		of = append(of, co.number(n.To))
	}
	return newValue(Slice, l.Type, l.Pos, of...)
}
