package formula_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// oracle evaluates formulas with expr's own checker and VM, on players, pieces and zones that are plain
// values (see world_test.go). The meanings of names and members are implemented again here; operators,
// conditionals, list functions and predicates are expr's.
type oracle struct {
	game     *syntax.Game
	readings map[string]string
	c        *formula.Compiler
	programs map[string]*vm.Program
	boards   map[*schema.ZoneDecl]board
}

func newOracle(game *syntax.Game, readings map[string]string, c *formula.Compiler) *oracle {
	return &oracle{game, readings, c, map[string]*vm.Program{}, map[*schema.ZoneDecl]board{}}
}

// context is where a formula is worked out.
type context struct {
	*oracle
	e      *formula.Env
	base   int // frame
	who    int32
	proc   *formula.Proc // whose names it sees; nil: none
	self   any           // the player or piece whose formula it is
	it     any
	params map[string]any
	depth  int
}

// eval works out a formula of any form.
func (x *context) eval(f *syntax.Formula) (any, error) {
	switch {
	case f.IsText:
		return x.text(f.Text)
	case f.Ruling != nil:
		return x.byRuling(f.Ruling)
	case f.Switch != nil:
		return x.bySwitch(f.Switch)
	}
	out := []any{}
	for _, el := range f.List {
		v, err := x.eval(el)
		if err != nil {
			if el.IsText && strings.Contains(err.Error(), "unknown name") {
				v, err = el.Text, nil // a word
			} else {
				return nil, err
			}
		}
		if v != nil {
			out = append(out, v)
		}
	}
	return out, nil
}

func (x *context) byRuling(b *syntax.Branches) (any, error) {
	var other *syntax.Formula
	for _, br := range b.List {
		if br.Label.Name == x.readings[b.Key.Name] {
			return x.eval(br.Is)
		}
		if br.Else {
			other = br.Is
		}
	}
	return x.eval(other)
}

func (x *context) bySwitch(b *syntax.Branches) (any, error) {
	on, err := x.eval(b.On)
	if err != nil {
		return nil, err
	}
	for _, br := range b.List {
		lo, hi, isRange := strings.Cut(br.Label.Name, "-")
		n, _ := on.(int)
		from, err1 := strconv.Atoi(lo)
		to, err2 := strconv.Atoi(hi)
		if br.Else || fmt.Sprint(on) == br.Label.Name || isRange && err1 == nil && err2 == nil && from <= n && n <= to {
			return x.eval(br.Is)
		}
	}
	return nil, fmt.Errorf("no branch for %v", on)
}

func (x *context) text(s string) (v any, err error) {
	if x.depth > 40 {
		return nil, fmt.Errorf("too deep")
	}
	p := x.programs[s]
	if p == nil {
		tree, err := parser.Parse(s)
		if err != nil {
			return nil, err
		}
		tree.Node = translate(tree.Node, inner{})
		cfg := conf.New(x.functions())
		if _, err = checker.Check(tree, cfg); err != nil {
			return nil, err
		}
		if p, err = compiler.Compile(tree, cfg); err != nil {
			return nil, err
		}
		x.programs[s] = p
	}
	v, err = expr.Run(p, x.functions())
	if f, ok := v.(float64); ok && f == math.Trunc(f) {
		return int(f), err // of a division with its rounding
	}
	return v, err
}

// functions returns the functions that translated formulas call. expr calls functions of this type without
// reflection and turns their panics into errors.
func (x *context) functions() map[string]any {
	must := func(v any, err error) any {
		if err != nil {
			panic(err)
		}
		return v
	}
	return map[string]any{
		"v_":    func(a ...any) any { return must(x.name(a[0].(string))) },
		"get_":  func(a ...any) any { return must(x.member(a[0], a[1].(string))) },
		"try_":  func(a ...any) any { return must(x.memberOrNil(a[0], a[1].(string))) },
		"call_": func(a ...any) any { return must(x.call(a[0].(string), a[1:]...)) },
		"some_": func(a ...any) any { return withoutNil(a[0]) },
		"list_": func(a ...any) any { return x.lying(a[0]) },
		"row_":  func(a ...any) any { return x.row(a[0]) },
		"with_": func(a ...any) any { return x.beside(a[0], a[1]) },
	}
}

// inner is where in a formula a node stands.
type inner struct {
	predicate bool
	lets      []string // the names that `let` gives around it
}

// translate turns names into v_("name"), members into get_(x, "name") and formulas into call_("name", …).
// `it` within a predicate becomes its element, and a name from `let` stays. Where expr needs a list, or a
// zone is compared with a piece, a zone becomes the list of its pieces. Lists never contain nothing, so the
// functions that make lists leave it out.
func translate(n ast.Node, in inner) ast.Node {
	call := func(f string, args ...ast.Node) ast.Node {
		return &ast.CallNode{Callee: &ast.IdentifierNode{Value: f}, Arguments: args}
	}
	str := func(s string) ast.Node { return &ast.StringNode{Value: s} }
	switch n := n.(type) {
	case *ast.IdentifierNode:
		if slices.Contains(in.lets, n.Value) {
			return n
		}
		if n.Value == "it" && in.predicate {
			return &ast.PointerNode{}
		}
		return call("v_", str(n.Value))
	case *ast.VariableDeclaratorNode:
		within := inner{in.predicate, append(slices.Clip(in.lets), n.Name)}
		return &ast.VariableDeclaratorNode{Name: n.Name, Value: translate(n.Value, in), Expr: translate(n.Expr, within)}
	case *ast.MemberNode:
		name, ok := n.Property.(*ast.StringNode)
		if !ok {
			return &ast.MemberNode{Node: call("list_", translate(n.Node, in)), Property: call("row_", translate(n.Property, in))}
		}
		get := "get_"
		if n.Optional {
			get = "try_"
		}
		return call(get, translate(n.Node, in), str(name.Value))
	case *ast.ChainNode:
		return translate(n.Node, in)
	case *ast.CallNode:
		args := []ast.Node{str(n.Callee.(*ast.IdentifierNode).Value)}
		for _, a := range n.Arguments {
			args = append(args, translate(a, in))
		}
		return call("call_", args...)
	case *ast.BuiltinNode:
		out := &ast.BuiltinNode{Name: n.Name, Throws: n.Throws}
		for _, a := range n.Arguments {
			if p, ok := a.(*ast.PredicateNode); ok {
				a = &ast.PredicateNode{Node: translate(p.Node, inner{true, in.lets})}
			} else {
				a = call("list_", translate(a, in))
			}
			out.Arguments = append(out.Arguments, a)
		}
		if n.Name == "map" {
			return call("some_", out)
		}
		return out
	case *ast.ArrayNode:
		out := &ast.ArrayNode{}
		for _, el := range n.Nodes {
			out.Nodes = append(out.Nodes, translate(el, in))
		}
		return call("some_", out)
	case *ast.UnaryNode:
		return &ast.UnaryNode{Operator: n.Operator, Node: translate(n.Node, in)}
	case *ast.BinaryNode:
		out := &ast.BinaryNode{Operator: n.Operator, Left: translate(n.Left, in), Right: translate(n.Right, in)}
		l, r := out.Left, out.Right
		switch n.Operator {
		case "==", "!=":
			out.Left, out.Right = call("with_", l, r), call("with_", r, l)
		case "in":
			out.Left, out.Right = call("with_", l, r), call("list_", r)
			if items, ok := n.Right.(*ast.ArrayNode); ok && slices.ContainsFunc(items.Nodes, isNothing) {
				return &ast.BinaryNode{Operator: "or", Left: out, Right: &ast.BinaryNode{Operator: "==", Left: l, Right: &ast.NilNode{}}}
			}
		}
		return out
	case *ast.ConditionalNode:
		return &ast.ConditionalNode{Ternary: n.Ternary, Cond: translate(n.Cond, in), Exp1: translate(n.Exp1, in), Exp2: translate(n.Exp2, in)}
	case *ast.SliceNode:
		out := &ast.SliceNode{Node: call("list_", translate(n.Node, in))}
		if n.From != nil {
			out.From = translate(n.From, in)
		}
		if n.To != nil {
			out.To = translate(n.To, in)
		}
		return out
	}
	return n
}

func isNothing(n ast.Node) bool {
	id, ok := n.(*ast.IdentifierNode)
	return ok && id.Value == "nothing"
}

func withoutNil(list any) []any {
	out := []any{}
	for _, v := range listOf(list) {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// named works out a formula that has a name, in a context of its own.
func (x *context) named(d *syntax.FormulaDecl, proc *formula.Proc, self any, args []any) (any, error) {
	in := *x
	in.proc, in.self, in.it, in.params, in.depth = proc, self, nil, map[string]any{}, x.depth+1
	if len(args) != len(d.Params) {
		return nil, fmt.Errorf("%s takes %d arguments", d.Name, len(d.Params))
	}
	for i, p := range d.Params {
		in.params[p.Name] = args[i]
		if t, ok := x.c.Schema.TypeNamed(cmp.Or(p.Type.Name, p.Name)); ok {
			in.params[p.Name] = x.meant(t, args[i])
		}
	}
	return in.eval(d.Is)
}

// run is the context of a run that is pending.
func (x *context) run(base int) *context {
	in := *x
	in.base, in.who = base, x.e.World.Stack[base+state.FrameMe]
	in.proc = x.c.Procs[x.e.World.Stack[base+state.FrameProc]]
	in.self, in.it, in.params = nil, nil, nil
	return &in
}

// slot returns the value of a name of a procedure.
func (x *context) slot(s *formula.Slot) any {
	t := s.Type
	at := x.base + s.At
	if !t.List {
		return x.plain(t, x.e.World.Stack[at])
	}
	off, n := int(x.e.World.Stack[at]), int(x.e.World.Stack[at+1])
	return x.plains(t, x.e.World.Stack[x.base+off:x.base+off+n])
}
