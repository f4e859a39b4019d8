package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
)

// Functions that look at a list as a whole, without a predicate.

// extreme is max or min, of a list or of several numbers. Of an empty list it
// is an error: there is no number to be.
func (co *comp) extreme(n *ast.BuiltinNode) *Value {
	pos := co.pos(n)
	ofList, of := Min, Smallest
	if n.Name == "max" {
		ofList, of = Max, Largest
	}
	if len(n.Arguments) == 1 {
		l := co.listValue(n.Arguments[0], n.Name)
		if !l.OK() {
			return badOf(numberType, pos)
		}
		if l.Type.Base != schema.Number && l.Type.Base != schema.Empty {
			return co.fail(n, n.Name+"(map(list, .field))", "%s needs numbers; this is %s", n.Name, co.Describe(l.Type))
		}
		return made(ofList, numberType, pos, l)
	}
	var vs []*Value
	for _, a := range n.Arguments {
		vs = append(vs, co.number(a))
	}
	return made(of, numberType, pos, vs...)
}

// end is first or last: nothing, if the list is empty.
func (co *comp) end(n *ast.BuiltinNode) *Value {
	l := co.listValue(n.Arguments[0], n.Name)
	pos := co.pos(n)
	if !l.OK() {
		return bad(pos)
	}
	op := Last
	if n.Name == "first" {
		op = First
	}
	return made(op, schema.OrNothing(l.Type.Elem()), pos, l)
}

func (co *comp) length(n *ast.BuiltinNode) *Value {
	v := co.node(n.Arguments[0])
	pos := co.pos(n)
	if !v.OK() {
		return badOf(numberType, pos)
	}
	if out := co.ofList(Length, numberType, pos, v); out != nil {
		return out
	}
	return co.fail(n, "", "%s counts a list; this is %s", n.Name, co.Describe(v.Type))
}

// ofList is Length or Empty of a list, or of a zone; nil if v is none.
func (co *comp) ofList(op Op, t schema.Type, pos source.Pos, v *Value) *Value {
	l := co.listed(v)
	if !l.IsList() {
		return nil
	}
	out := made(op, t, pos, l)
	if l != v && l.At == 1 {
		out.how = ofZone
	}
	return out
}

func (co *comp) concat(n *ast.BuiltinNode) *Value {
	pos := co.pos(n)
	var ls []*Value
	t := schema.Type{}
	for _, a := range n.Arguments {
		l := co.listValue(a, "concat")
		if !l.OK() {
			return badOf(l.Type, pos)
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
	return made(Concat, t, pos, ls...)
}

// reordered is reverse or uniq.
func (co *comp) reordered(n *ast.BuiltinNode) *Value {
	l := co.listValue(n.Arguments[0], n.Name)
	return made(map[string]Op{"reverse": Reverse, "uniq": Unique}[n.Name], l.Type, l.Pos, l)
}

func (co *comp) abs(n *ast.BuiltinNode) *Value {
	return made(Abs, numberType, co.pos(n), co.number(n.Arguments[0]))
}
