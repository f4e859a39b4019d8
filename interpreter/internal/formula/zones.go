package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
)

// toList turns a zone into the list of what lies in it.
func (c *Compiler) toList(v *Value) *Value {
	if v.list != nil {
		return v
	}
	zone, cells := v.num, cellsOf(v)
	out := &Value{Type: schema.Type{Base: schema.Piece, Kinds: v.Type.Kinds, List: true}, Pos: v.Pos, pile: true}
	out.list = func(e *Env) []int32 {
		z := zone(e)
		at := len(e.arena)
		if z == schema.Nothing || e.Eyes != 0 && !e.mayLook(v.Pos, z, cells) {
			return nil
		}
		for i := range int32(cells) {
			for p := e.Head(z + i); p >= 0; p = e.Next(p) {
				e.arena = append(e.arena, p)
			}
		}
		e.spend(v.Pos, (len(e.arena)-at)>>3)
		return e.arena[at:len(e.arena):len(e.arena)]
	}
	out.madeBy(Tree{Op: Lying, At: int32(cells)}, v)
	if c.Covering {
		return out
	}
	if v.form().is == isOn || v.form().is == isZone {
		out.fused = v.fused
	}
	if cells == 1 {
		f := out.fuse()
		f.lies = zone
		f.size = func(e *Env) int32 {
			z := zone(e)
			if e.Eyes != 0 && z > 0 && !e.mayLook(v.Pos, z, 1) || z <= 0 {
				return 0
			}
			return e.Len(z)
		}
	}
	if slow, f := out.list, v.form(); cells == 1 && f.is == isZone {
		out.list = func(e *Env) []int32 {
			if e.Eyes != 0 {
				return slow(e)
			}
			return e.pile(v.Pos, f.zone)
		}
	} else if cells == 1 && f.is == isMine {
		out.list = func(e *Env) []int32 {
			if e.Eyes != 0 || e.Who < 0 {
				return slow(e)
			}
			return e.pile(v.Pos, f.zone+e.Who*f.step)
		}
	}
	return out
}

// lyingAt turns a list of places into the list of what lies there.
func (c *Compiler) lyingAt(v *Value) *Value {
	t := schema.Type{Base: schema.Piece, Kinds: v.Type.Kinds, List: true}
	out := &Value{Type: t, Pos: v.Pos, list: func(e *Env) []int32 {
		at := len(e.arena)
		places := v.list(e)
		e.arena = append(e.arena[:at], places...)
		n := len(e.arena)
		for i := at; i < n; i++ {
			z := e.arena[i]
			if e.Eyes != 0 && !e.mayLook(v.Pos, z, 1) {
				return nil
			}
			for p := e.Head(z); p >= 0 && e.tick(v.Pos); p = e.Next(p) {
				e.arena = append(e.arena, p)
			}
		}
		return e.arena[n:len(e.arena):len(e.arena)]
	}}
	return out.made(LyingAt, v)
}

// topOf turns a zone or place into the first piece that lies there, or nothing.
func (c *Compiler) topOf(v *Value) *Value {
	zone, cells := v.num, cellsOf(v)
	out := &Value{Type: schema.Type{Base: schema.Piece, Kinds: v.Type.Kinds, Null: true}, Pos: v.Pos, num: func(e *Env) int32 {
		z := zone(e)
		if z == schema.Nothing || e.Eyes != 0 && !e.mayLook(v.Pos, z, cells) {
			return schema.Nothing
		}
		for i := range int32(cells) {
			if p := e.Head(z + i); p >= 0 && e.placed(v.Pos, p) {
				return p
			}
		}
		return schema.Nothing
	}}
	return out.madeBy(Tree{Op: Top, At: int32(cells)}, v)
}

// cellsOf is of how many places a zone is made.
func cellsOf(v *Value) int {
	if v.Type.Decl == nil {
		return 1
	}
	return v.Type.Decl.Cells
}

// listValue compiles n to a list, taking a zone for what lies in it.
func (co *comp) listValue(n ast.Node, who string) *Value {
	v := co.node(n)
	if !v.OK() {
		return v
	}
	if l := co.as(v, schema.Type{List: true, Base: v.Type.Base}); l != nil && l.list != nil {
		return l
	}
	if v.Type.Base == schema.Zone && !v.Type.List {
		return co.toList(v)
	}
	return co.fail(n, "", "%s looks through a list; this is %s", who, co.Describe(v.Type))
}

func (co *comp) slice(n *ast.SliceNode) *Value {
	l := co.listValue(n.Node, "a slice")
	from, to := constant(l.Pos, schema.Type{Base: schema.Number}, 0), (*Value)(nil)
	if n.From != nil {
		from = co.number(n.From)
	}
	if n.To != nil {
		to = co.number(n.To)
	}
	if !l.OK() || !from.OK() || (to != nil && !to.OK()) {
		return bad(l.Pos)
	}
	v := &Value{Type: l.Type, Pos: l.Pos, list: func(e *Env) []int32 {
		all := l.list(e)
		a, b := int(e.number(l.Pos, from.num)), len(all)
		if to != nil {
			b = int(e.number(l.Pos, to.num))
		}
		a, b = clamp(a, len(all)), clamp(b, len(all))
		if a >= b || l.pile && !(e.cuts(l.Pos, all, a) && e.cuts(l.Pos, all, b)) {
			return nil
		}
		return all[a:b]
	}}
	if to == nil {
		return v.made(Slice, l, from)
	}
	return v.made(Slice, l, from, to)
}

// clamp makes an index of a slice fall within the list; one below zero counts
// from the end.
func clamp(i, n int) int {
	if i < 0 {
		i += n
	}
	return max(0, min(i, n))
}
