package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
)

// Functions that look at a list as a whole, without a predicate.

// extreme is max or min, of a list or of several numbers. Of an empty list it
// is an error: there is no number to be.
func (co *comp) extreme(n *ast.BuiltinNode) *Value {
	pos := co.pos(n)
	isMax, ofList, of := n.Name == "max", Min, Smallest
	if isMax {
		ofList, of = Max, Largest
	}
	better := func(a, b int32) bool { return (a > b) == isMax && a != b }
	if len(n.Arguments) == 1 {
		l := co.listValue(n.Arguments[0], n.Name)
		if !l.OK() {
			return &Value{Type: schema.Type{Base: schema.Number}, Pos: pos}
		}
		if l.Type.Base != schema.Number && l.Type.Base != schema.Empty {
			return co.fail(n, n.Name+"(map(list, .field))", "%s needs numbers; this is %s", n.Name, co.Describe(l.Type))
		}
		return number(pos, func(e *Env) int32 {
			mark := len(e.arena)
			all := l.list(e)
			e.arena = e.arena[:mark]
			if len(all) == 0 {
				e.Fail(pos, n.Name+" of an empty list: test it with empty(…) first")
				return 0
			}
			best := all[0]
			for _, v := range all[1:] {
				if better(v, best) {
					best = v
				}
			}
			return best
		}).made(ofList, l)
	}
	var vs []*Value
	for _, a := range n.Arguments {
		v := co.number(a)
		if !v.OK() {
			return &Value{Type: schema.Type{Base: schema.Number}, Pos: pos}
		}
		vs = append(vs, v)
	}
	return number(pos, func(e *Env) int32 {
		best := e.number(pos, vs[0].num)
		for _, v := range vs[1:] {
			if x := e.number(pos, v.num); better(x, best) {
				best = x
			}
		}
		return best
	}).made(of, vs...)
}

// end is first or last: nothing, if the list is empty.
func (co *comp) end(n *ast.BuiltinNode) *Value {
	l := co.listValue(n.Arguments[0], n.Name)
	pos := co.pos(n)
	if !l.OK() {
		return bad(pos)
	}
	isFirst, op := n.Name == "first", Last
	if isFirst {
		op = First
	}
	v := &Value{Type: schema.OrNothing(l.Type.Elem()), Pos: pos, num: func(e *Env) int32 {
		mark := len(e.arena)
		all := l.list(e)
		e.arena = e.arena[:mark]
		if len(all) == 0 {
			return schema.Nothing
		}
		v := all[0]
		if !isFirst {
			v = all[len(all)-1]
		}
		if l.pile {
			e.placed(pos, v)
		}
		return v
	}}
	return asYes(v).made(op, l)
}

func (co *comp) length(n *ast.BuiltinNode) *Value {
	v := co.node(n.Arguments[0])
	pos := co.pos(n)
	if !v.OK() {
		return &Value{Type: schema.Type{Base: schema.Number}, Pos: pos}
	}
	if v.Type.Base == schema.Zone && !v.Type.List && (v.Type.Decl == nil || v.Type.Decl.Cells == 1) {
		return number(pos, func(e *Env) int32 { return e.size(pos, v.num(e)) }).made(Length, co.toList(v))
	}
	l := co.listed(v)
	if l.list == nil {
		return co.fail(n, "", "%s counts a list; this is %s", n.Name, co.Describe(v.Type))
	}
	return number(pos, sizeOf(l)).made(Length, l)
}

func (co *comp) concat(n *ast.BuiltinNode) *Value {
	pos := co.pos(n)
	var ls []*Value
	t := schema.Type{}
	for _, a := range n.Arguments {
		l := co.listValue(a, "concat")
		if !l.OK() {
			return &Value{Type: l.Type, Pos: pos}
		}
		j, ok := schema.Join(t, l.Type)
		if !ok {
			return co.fail(a, "", "concat joins lists of one type; this is %s", co.Describe(l.Type))
		}
		t = j
		ls = append(ls, l)
	}
	if t.Base == schema.Empty {
		t.List = true
	}
	out := &Value{Type: t, Pos: pos, list: func(e *Env) []int32 {
		at := len(e.arena)
		for _, l := range ls {
			mark := len(e.arena)
			part := l.list(e)
			e.arena = append(e.arena[:mark], part...)
			e.spend(pos, len(part)>>4)
		}
		return e.arena[at:len(e.arena):len(e.arena)]
	}}
	out.made(Concat, ls...)
	if co.Covering {
		return out
	}
	var sizes []numFn
	for _, l := range ls {
		sizes = append(sizes, sizeOf(l))
	}
	out.fuse().size = func(e *Env) (n int32) {
		for _, size := range sizes {
			n += size(e)
		}
		return n
	}
	return out
}

func (co *comp) reversed(n *ast.BuiltinNode) *Value {
	l := co.listValue(n.Arguments[0], "reverse")
	if !l.OK() {
		return l
	}
	v := &Value{Type: l.Type, Pos: l.Pos, list: func(e *Env) []int32 {
		out := e.Keep(l.list(e))
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
		return out
	}}
	return v.made(Reverse, l)
}

func (co *comp) uniq(n *ast.BuiltinNode) *Value {
	l := co.listValue(n.Arguments[0], "uniq")
	if !l.OK() {
		return l
	}
	v := &Value{Type: l.Type, Pos: l.Pos, list: func(e *Env) []int32 {
		out := e.Keep(l.list(e))
		k := 0
	next:
		for _, v := range out {
			for _, w := range out[:k] {
				if !e.tick(l.Pos) || v == w {
					continue next
				}
			}
			out[k] = v
			k++
		}
		return out[:k:k]
	}}
	return v.made(Unique, l)
}

func (co *comp) abs(n *ast.BuiltinNode) *Value {
	v := co.number(n.Arguments[0])
	if !v.OK() {
		return v
	}
	return number(co.pos(n), func(e *Env) int32 {
		if x := v.num(e); x >= 0 {
			return x
		} else {
			return -x
		}
	}).made(Abs, v)
}
