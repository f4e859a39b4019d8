package formula

import (
	"maps"
	"slices"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
)

// lists are the functions of expr that the language keeps.
var lists map[string]func(*comp, *ast.BuiltinNode) *Value

func init() {
	lists = map[string]func(*comp, *ast.BuiltinNode) *Value{
		"all": (*comp).seek, "any": (*comp).seek, "none": (*comp).seek, "one": (*comp).seek,
		"count": (*comp).count, "filter": (*comp).seek, "find": (*comp).seek, "map": (*comp).mapped,
		"sum": (*comp).sum, "sortBy": (*comp).sortBy, "max": (*comp).extreme, "min": (*comp).extreme,
		"first": (*comp).end, "last": (*comp).end, "len": (*comp).length, "concat": (*comp).concat,
		"reverse": (*comp).reordered, "abs": (*comp).abs, "uniq": (*comp).reordered,
		"floor": (*comp).quotient, "ceil": (*comp).quotient,
	}
}

func (co *comp) builtin(n *ast.BuiltinNode) *Value {
	if f := lists[n.Name]; f != nil {
		if len(n.Arguments) == 0 {
			return co.fail(n, "", "%s needs a list", n.Name)
		}
		return f(co, n)
	}
	names := slices.Sorted(maps.Keys(lists))
	return co.fail(n, "the list functions are "+shortList(names), "%s is not a function of the language", n.Name)
}

// overEach compiles a list and what is said of each of its elements, and is what op makes
// of these. The element is a local of the formula, so that neither nesting nor speed costs
// anything.
func (co *comp) overEach(n *ast.BuiltinNode) (l, each *Value, slot, work int32) {
	l = co.listValue(n.Arguments[0], n.Name)
	if len(n.Arguments) < 2 || !l.OK() {
		return l, nil, 0, 1
	}
	p, ok := n.Arguments[1].(*ast.PredicateNode)
	if !ok {
		return l, co.fail(n.Arguments[1], "", "%s needs a condition on each element", n.Name), 0, 1
	}
	sc := *co.sc
	at := co.sc.locals
	sc.locals++
	sc.inside, sc.element, sc.elemType = true, at, l.Type.Elem()
	inner := &comp{co.Compiler, &sc, co.t, nil, nil}
	each = inner.node(p.Node)
	slot, work = int32(at), int32(cost(len(p.Node.String())))
	switch n.Name {
	case "map", "sum", "sortBy": // here it is a value of each element
		return l, each, slot, work
	}
	return l, inner.both(p.Node, each), slot, work
}

// forEach is v, which looks at each element of a list: it lies in a local, and that takes so much work.
func forEach(slot, work int32, v *Value) *Value {
	v.At, v.cost = slot, work
	return v
}

func (co *comp) wantYes(n ast.Node, v *Value) bool {
	if !v.OK() {
		return false
	}
	if v.Type.Base != schema.YesNo || v.Type.List {
		co.fail(n, "", "the condition on each element is yes or no; this is %s", co.Describe(v.Type))
		return false
	}
	return true
}

var sought = map[string]Op{"all": All, "any": Any, "none": None, "one": One, "count": Count, "filter": Filter, "find": Find}

// seek is a function that asks something of each element.
func (co *comp) seek(n *ast.BuiltinNode) *Value {
	l, p, slot, work := co.overEach(n)
	t, op, pos := yesNoType, sought[n.Name], co.pos(n)
	switch op {
	case Count:
		t = numberType
	case Filter:
		t = l.Type
	case Find:
		t = schema.OrNothing(l.Type.Elem())
	}
	if !l.OK() || p == nil || !co.wantYes(n, p) {
		if op == Find {
			return bad(pos)
		}
		return badOf(t, pos)
	}
	return co.plan(forEach(slot, work, made(op, t, pos, l, p)))
}

func (co *comp) count(n *ast.BuiltinNode) *Value {
	if len(n.Arguments) < 2 {
		return co.length(n)
	}
	return co.seek(n)
}

func (co *comp) mapped(n *ast.BuiltinNode) *Value {
	l, p, slot, work := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() || !p.OK() {
		return bad(pos)
	}
	if p.Type.List {
		return co.fail(n, "", "map gives a list of single values; this gives %s for each", co.Describe(p.Type))
	}
	return forEach(slot, work, made(Map, schema.ListOf(p.Type), pos, l, p))
}

func (co *comp) sum(n *ast.BuiltinNode) *Value {
	l, p, slot, work := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() {
		return badOf(numberType, pos)
	}
	of, parts := l.Type.Elem(), []*Value{l}
	if p != nil {
		of, parts = p.Type, []*Value{l, p}
	}
	if (p != nil && !p.OK()) || (of.Base != schema.Number && l.Type.Base != schema.Empty) {
		if p == nil || p.OK() {
			co.fail(n, "", "sum adds numbers; this is %s for each", co.Describe(of))
		}
		return badOf(numberType, pos)
	}
	return forEach(slot, work, made(Sum, numberType, pos, parts...))
}

func (co *comp) sortBy(n *ast.BuiltinNode) *Value {
	l, p, slot, work := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() || !p.OK() {
		return bad(pos)
	}
	if !p.Type.One(schema.Number) || len(n.Arguments) > 2 {
		return co.fail(n, "", "sortBy(list, number) sorts by a number, upward")
	}
	return forEach(slot, work, made(SortBy, l.Type, pos, l, p))
}
