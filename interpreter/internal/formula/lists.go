package formula

import (
	"math"
	"sort"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
)

// lists are the functions of expr that the language keeps.
var lists map[string]func(*comp, *ast.BuiltinNode) *Value

func init() {
	lists = map[string]func(*comp, *ast.BuiltinNode) *Value{
		"all": (*comp).quantifier, "any": (*comp).quantifier, "none": (*comp).quantifier, "one": (*comp).quantifier,
		"count": (*comp).count, "filter": (*comp).filter, "find": (*comp).find, "map": (*comp).mapped,
		"sum": (*comp).sum, "sortBy": (*comp).sortBy, "max": (*comp).extreme, "min": (*comp).extreme,
		"first": (*comp).end, "last": (*comp).end, "len": (*comp).length, "concat": (*comp).concat,
		"reverse": (*comp).reversed, "abs": (*comp).abs, "uniq": (*comp).uniq,
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
	if _, ok := builtin.Index[n.Name]; ok || n.Name != "" {
		names := make([]string, 0, len(lists))
		for name := range lists {
			names = append(names, name)
		}
		sort.Strings(names)
		return co.fail(n, "the list functions are "+shortList(names), "%s is not a function of the language", n.Name)
	}
	return bad(co.pos(n))
}

// walk is how a list function goes through a list: the local in which each
// element lies, and what looking at one costs.
type walk struct {
	pos  source.Pos
	slot uint
	cost int
}

// overEach compiles a list and the predicate over its elements. The element is
// a local of the formula, so that neither nesting nor speed costs anything.
func (co *comp) overEach(n *ast.BuiltinNode) (l, pred *Value, w walk) {
	w = walk{pos: co.pos(n), cost: 1}
	l = co.listValue(n.Arguments[0], n.Name)
	if len(n.Arguments) < 2 || !l.OK() {
		return l, nil, w
	}
	p, ok := n.Arguments[1].(*ast.PredicateNode)
	if !ok {
		return l, co.fail(n.Arguments[1], "", "%s needs a condition on each element", n.Name), w
	}
	sc := *co.sc
	w.slot, w.cost = uint(co.sc.locals), cost(len(p.Node.String()))
	sc.locals++
	sc.inside, sc.element, sc.elemType = true, int(w.slot), l.Type.Elem()
	inner := &comp{co.Compiler, &sc, co.t}
	pred = inner.node(p.Node)
	switch n.Name {
	case "map", "sum", "sortBy": // here it is a value of each element
		return l, pred, w
	}
	return l, inner.both(p.Node, pred), w
}

// tree is the beginning of the tree of a list function.
func (w walk) tree(op Op) Tree { return Tree{Op: op, At: int32(w.slot)} }

var quantifiers = map[string]Op{"all": All, "any": Any, "none": None, "one": One}

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

func (co *comp) quantifier(n *ast.BuiltinNode) *Value {
	l, p, w := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() || p == nil || !co.wantYes(n, p) {
		return &Value{Type: schema.Type{Base: schema.YesNo}, Pos: pos}
	}
	return co.quantified(n.Name, l, p, w).madeBy(w.tree(quantifiers[n.Name]), l, p)
}

func (co *comp) quantified(name string, l, p *Value, w walk) *Value {
	wanted := name != "all"  // the first element of which this is said settles it …
	settles := name == "any" // … to this
	list, yes, has := l.list, p.cond(), p.table(w.slot)
	if wanted {
		list, yes, has = co.sought(l, p, w.slot)
	}
	if name == "one" {
		return yesNo(w.pos, func(e *Env) bool { return e.holding(list, w, yes, 2) == 1 })
	}
	if has != nil {
		if !wanted {
			has = flipped(has)
		}
		return yesNo(w.pos, func(e *Env) bool { return (e.ofCards(list, w, has) > 0) == settles })
	}
	return yesNo(w.pos, func(e *Env) bool { return (e.seek(list, w, yes, wanted) != schema.Nothing) == settles })
}

// seek is the first element of which a condition holds, or does not; nothing, if
// there is none.
func (e *Env) seek(list listFn, w walk, yes yesFn, wanted bool) int32 {
	found := int32(schema.Nothing)
	mark := len(e.arena)
	all := list(e)
	keep := len(e.arena)
	for _, v := range all {
		if !e.spend(w.pos, w.cost) {
			break
		}
		e.locals[w.slot%maxLocals] = v
		y := yes(e)
		e.arena = e.arena[:keep]
		if y == wanted {
			found = v
			break
		}
	}
	e.arena = e.arena[:mark]
	return found
}

// own is a copy of a list at the end of the arena, from at on, to be written over.
func (e *Env) own(list listFn) (at int, l []int32) {
	at = len(e.arena)
	all := list(e)
	e.arena = append(e.arena[:at], all...)
	return at, e.arena[at : at+len(all) : at+len(all)]
}

// keep makes what is left of a copy the end of the arena again, which may have
// grown, and so moved, since.
func (e *Env) keep(at int, left []int32) []int32 {
	e.arena = append(e.arena[:at], left...)
	return e.arena[at : at+len(left) : at+len(left)]
}

// ofCards counts the elements whose cards are among some.
func (e *Env) ofCards(list listFn, w walk, has []bool) (n int32) {
	mark := len(e.arena)
	all := list(e)
	e.arena = e.arena[:mark]
	e.spend(w.pos, len(all)*w.cost)
	for _, v := range all {
		if has[e.Pieces[v].Card] {
			n++
		}
	}
	return n
}

// holding counts the elements of which a condition holds, up to a number.
func (e *Env) holding(list listFn, w walk, yes yesFn, most int32) (n int32) {
	mark := len(e.arena)
	all := list(e)
	keep := len(e.arena)
	for _, v := range all {
		if n == most || !e.spend(w.pos, w.cost) {
			break
		}
		e.locals[w.slot%maxLocals] = v
		if yes(e) {
			n++
		}
		e.arena = e.arena[:keep]
	}
	e.arena = e.arena[:mark]
	return n
}

func (co *comp) count(n *ast.BuiltinNode) *Value {
	if len(n.Arguments) < 2 {
		return co.length(n)
	}
	l, p, w := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() || p == nil || !co.wantYes(n, p) {
		return &Value{Type: schema.Type{Base: schema.Number}, Pos: pos}
	}
	list, yes, has := co.sought(l, p, w.slot)
	num := func(e *Env) int32 { return e.holding(list, w, yes, math.MaxInt32) }
	if has != nil {
		num = func(e *Env) int32 { return e.ofCards(list, w, has) }
	}
	return number(pos, num).madeBy(w.tree(Count), l, p)
}

func (co *comp) filter(n *ast.BuiltinNode) *Value {
	l, p, w := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() || p == nil || !co.wantYes(n, p) {
		return &Value{Type: l.Type, Pos: pos}
	}
	list, yes, has := co.sought(l, p, w.slot)
	out := (&Value{Type: l.Type, Pos: pos}).madeBy(w.tree(Filter), l, p)
	if has != nil {
		out.list = func(e *Env) []int32 {
			at := len(e.arena)
			all := list(e)
			e.spend(pos, len(all)*w.cost)
			e.arena = e.arena[:at]
			for _, v := range all { // what passes is written over the list's own copy, if it has one
				if has[e.Pieces[v].Card] {
					e.arena = append(e.arena, v)
				}
			}
			return e.arena[at:len(e.arena):len(e.arena)]
		}
		out.fuse().size = func(e *Env) int32 { return e.ofCards(list, w, has) }
		return out
	}
	out.list = func(e *Env) []int32 {
		at, src := e.own(list)
		keep, k := len(e.arena), 0
		for _, v := range src {
			if !e.spend(pos, w.cost) {
				break
			}
			e.locals[w.slot%maxLocals] = v
			ok := yes(e)
			e.arena = e.arena[:keep]
			if ok {
				src[k] = v
				k++
			}
		}
		return e.keep(at, src[:k])
	}
	if !co.Covering {
		out.fuse().size = func(e *Env) int32 { return e.holding(list, w, yes, math.MaxInt32) }
	}
	return out
}

func (co *comp) find(n *ast.BuiltinNode) *Value {
	l, p, w := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() || p == nil || !co.wantYes(n, p) {
		return bad(pos)
	}
	list, yes, _ := co.sought(l, p, w.slot)
	v := &Value{Type: schema.OrNothing(l.Type.Elem()), Pos: pos, num: func(e *Env) int32 { return e.seek(list, w, yes, true) }}
	return asYes(v).madeBy(w.tree(Find), l, p)
}

// mapped is map; what is nothing for an element is left out, for a list never
// holds nothing.
func (co *comp) mapped(n *ast.BuiltinNode) *Value {
	l, p, w := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() || !p.OK() {
		return bad(pos)
	}
	if p.Type.List {
		return co.fail(n, "", "map gives a list of single values; this gives %s for each", co.Describe(p.Type))
	}
	v := &Value{Type: schema.ListOf(p.Type), Pos: pos, list: func(e *Env) []int32 {
		at, src := e.own(l.list)
		keep, k := len(e.arena), 0
		for _, v := range src {
			if !e.spend(pos, w.cost) {
				break
			}
			e.locals[w.slot%maxLocals] = v
			x := p.Num(e)
			if e.arena = e.arena[:keep]; x != schema.Nothing {
				src[k] = x
				k++
			}
		}
		return e.keep(at, src[:k])
	}}
	return v.madeBy(w.tree(Map), l, p)
}

func (co *comp) sum(n *ast.BuiltinNode) *Value {
	l, p, w := co.overEach(n)
	pos := co.pos(n)
	out := number(pos, nil)
	if !l.OK() {
		return &Value{Type: out.Type, Pos: pos}
	}
	of := l.Type.Elem()
	if p != nil {
		of = p.Type
	}
	if (p != nil && !p.OK()) || (of.Base != schema.Number && l.Type.Base != schema.Empty) {
		if p == nil || p.OK() {
			co.fail(n, "", "sum adds numbers; this is %s for each", co.Describe(of))
		}
		return &Value{Type: out.Type, Pos: pos}
	}
	list, num := l.list, numFn(nil)
	if p == nil {
		out.made(Sum, l)
	} else {
		num = p.num
		out.madeBy(w.tree(Sum), l, p)
	}
	out.num = func(e *Env) int32 {
		s := int64(0)
		mark := len(e.arena)
		all := list(e)
		keep := len(e.arena)
		for _, v := range all {
			if !e.spend(w.pos, w.cost) {
				break
			}
			if num != nil {
				e.locals[w.slot%maxLocals] = v
				v = num(e)
				e.arena = e.arena[:keep]
			}
			if v == schema.Nothing {
				e.Fail(pos, "nothing cannot be added")
			}
			s += int64(v)
		}
		e.arena = e.arena[:mark]
		if s > math.MaxInt32 || s < -math.MaxInt32 {
			e.Fail(pos, "the sum is too large a number")
			return 0
		}
		return int32(s)
	}
	return out
}

func (co *comp) sortBy(n *ast.BuiltinNode) *Value {
	l, p, w := co.overEach(n)
	pos := co.pos(n)
	if !l.OK() || !p.OK() {
		return bad(pos)
	}
	if !p.Type.One(schema.Number) || len(n.Arguments) > 2 {
		return co.fail(n, "", "sortBy(list, number) sorts by a number, upward")
	}
	v := &Value{Type: l.Type, Pos: pos, list: func(e *Env) []int32 {
		at, src := e.own(l.list)
		k := len(src)
		e.arena = append(e.arena, src...) // the keys
		keys := e.arena[at+k : at+2*k : at+2*k]
		for i, v := range src {
			if !e.spend(pos, w.cost) {
				break
			}
			mark := len(e.arena)
			e.locals[w.slot%maxLocals] = v
			x := p.Num(e)
			e.arena = e.arena[:mark]
			keys[i] = x
		}
		for i := 1; i < k; i++ { // stable, and lists are short
			for j := i; j > 0 && keys[j] < keys[j-1] && e.tick(pos); j-- {
				keys[j], keys[j-1] = keys[j-1], keys[j]
				src[j], src[j-1] = src[j-1], src[j]
			}
		}
		e.arena = append(e.arena[:at], src...)
		return e.arena[at : at+k : at+k]
	}}
	return v.madeBy(w.tree(SortBy), l, p)
}
