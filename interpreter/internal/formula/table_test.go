package formula_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
	"moraine/interpreter/testing/pace"
)

// TestTable prints the speed of formulas for `make bench`, in the positions where a match first evaluates
// them: by walking trees, and as programs of expr's VM.
//
// To compare equal work, the table includes only formulas that use no other formulas (those are counted
// separately) and have the same value in both. For expr, everything is prepared that can be: the program is
// compiled with the types of its names, pieces and players are numbers, the contents of a zone are a list of
// them, and a member is a column that they index. The evaluator looks all of that up in the state.
func TestTable(t *testing.T) {
	pace.Wanted(t)
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	for _, id := range all.Games() {
		g, err := interpreter.Load(all, id, interpreter.Options{})
		require.NoError(t, err)
		r := &race{seen: map[source.Pos]bool{}, names: formulaNames(g.Syntax)}
		r.play(t, g)
		what := fmt.Sprintf("%d of %d formulas of %s", len(r.runs), len(r.seen), id)
		pace.Compare(what, pace.Nanos, r.mean(0), "expr's VM", r.mean(1), 0)
	}
}

// race is this package and expr side by side.
type race struct {
	seen  map[source.Pos]bool
	names map[string]bool // of formulas
	runs  [][2][]float64  // of each formula that counts, nanoseconds by round
	round [2]int
}

// play plays until no new formulas come up, at random.
func (r *race) play(t *testing.T, g *interpreter.Game) {
	var diags source.Diagnostics
	c := formula.NewCompiler(g.Schema, &diags)
	at := &comparing{t: t, oracle: newOracle(g.Syntax, g.Program.Readings, c)}
	c.Watch = func(v *formula.Value, f *syntax.Formula, sc *formula.Scope) func(*formula.Env, int32, []int32, bool) {
		if v.Const() || !f.IsText {
			return nil
		}
		scope := *sc
		return func(e *formula.Env, x int32, list []int32, _ bool) {
			if pos := f.Node.Pos; !r.seen[pos] && e.Err == nil {
				r.seen[pos] = true
				r.run(at.context(e, v, &scope), v, f.Text, x, list)
			}
		}
	}
	p := program.Check(c).Under(g.Program.Readings, &diags)
	require.NoError(t, diags.Err())
	for seed := range uint64(30) {
		m, d := machine.New(p, p.MaxPlayers, nil), decide.NewRandom(seed)
		for n := m.Next(); n != nil; n = m.Next() {
			require.NoError(t, m.Answer(d.Decide(m, n)...))
		}
	}
}

// run times one formula where it is being worked out.
func (r *race) run(x *context, v *formula.Value, text string, got int32, list []int32) {
	l := &ledger{x: x, names: r.names, env: map[string]any{}}
	p, err := l.compile(text)
	if err != nil {
		return
	}
	var machine vm.VM
	out, err := machine.Run(p, l.env)
	if err != nil {
		return
	}
	is := any(x.plain(v.Type, got))
	if v.IsList() {
		is = x.plains(v.Type, list)
	}
	if show(l.ready(is)) != show(l.ready(out)) {
		return
	}
	var both [2][]float64
	ours := x.e.Rewinding(func() { v.Num(x.e) })
	if v.IsList() {
		ours = x.e.Rewinding(func() { v.List(x.e) })
	}
	theirs := func() { _, _ = machine.Run(p, l.env) }
	for range pace.Rounds {
		both[0] = append(both[0], often(ours))
		both[1] = append(both[1], often(theirs))
	}
	r.runs = append(r.runs, both)
}

func often(do func()) float64 {
	const times = 300
	began := time.Now()
	for range times {
		do()
	}
	return pace.Per(times, time.Since(began))
}

// mean returns the time of a formula on one side, averaged over the rounds.
func (r *race) mean(side int) func() float64 {
	return func() float64 {
		sum := 0.0
		for _, both := range r.runs {
			sum += both[side][r.round[side]]
		}
		r.round[side]++
		return sum / float64(len(r.runs))
	}
}

// ledger makes the names and members that a formula mentions ready for expr.
type ledger struct {
	x     *context
	names map[string]bool
	env   map[string]any
	err   error
}

func (l *ledger) compile(text string) (*vm.Program, error) {
	tree, err := parser.Parse(text)
	if err != nil {
		return nil, err
	}
	tree.Node = l.translate(tree.Node, false)
	if l.err != nil {
		return nil, l.err
	}
	cfg := conf.New(l.env)
	if _, err = checker.Check(tree, cfg); err != nil {
		return nil, err
	}
	return compiler.Compile(tree, cfg)
}

// id is the number of a player or piece: players come behind the pieces.
func (l *ledger) id(v any) any {
	switch v := v.(type) {
	case piece:
		return int(v.ID)
	case player:
		return len(l.x.e.Pieces) + int(v.Seat)
	}
	return v
}

// ready is a value as expr sees it.
func (l *ledger) ready(v any) any {
	v = l.x.lying(v)
	list, ok := v.([]any)
	if !ok {
		return l.id(v)
	}
	out := make([]any, len(list))
	for i, el := range list {
		out[i] = l.id(el)
	}
	return typed(out)
}

// typed is a list of one type, if its elements have one.
func typed(list []any) any {
	if out, ok := all[int](list); ok {
		return out
	}
	if out, ok := all[string](list); ok {
		return out
	}
	if out, ok := all[bool](list); ok {
		return out
	}
	if out, ok := all[[]int](list); ok {
		return out
	}
	return list
}

func all[T any](list []any) (out []T, ok bool) {
	for _, v := range list {
		el, ok := v.(T)
		if !ok {
			return nil, false
		}
		out = append(out, el)
	}
	return out, true
}

// column is a member of all pieces and players.
func (l *ledger) column(name string) ast.Node {
	var out []any
	one := func(v any) {
		m, err, _ := l.x.own(v, name)
		if err != nil {
			m = nil
		}
		out = append(out, l.ready(m))
	}
	for p := range l.x.e.Pieces {
		one(piece{int32(p)})
	}
	for seat := range int32(l.x.e.Players()) {
		one(player{seat})
	}
	l.env["each_"+name] = typed(out)
	return &ast.IdentifierNode{Value: "each_" + name}
}

// name is a bare name.
func (l *ledger) name(name string) ast.Node {
	v, err := l.x.name(name)
	if l.names[name] || err != nil {
		l.err = fmt.Errorf("not %s: %w", name, err)
	}
	l.env[name] = l.ready(v)
	return &ast.IdentifierNode{Value: name}
}

// translate turns members into places of columns; `it` within a predicate
// becomes its element.
func (l *ledger) translate(n ast.Node, inside bool) ast.Node {
	sub := func(n ast.Node) ast.Node { return l.translate(n, inside) }
	switch n := n.(type) {
	case *ast.IdentifierNode:
		if n.Value == "it" && inside {
			return &ast.PointerNode{}
		}
		return l.name(n.Value)
	case *ast.MemberNode:
		name, ok := n.Property.(*ast.StringNode)
		if !ok || l.names[name.Value] || n.Optional {
			l.err = fmt.Errorf("not %s", n)
			return n
		}
		return &ast.MemberNode{Node: l.column(name.Value), Property: sub(n.Node)}
	case *ast.CallNode:
		if n.Callee.String() != "empty" {
			l.err = fmt.Errorf("not %s", n)
			return n
		}
		length := &ast.BuiltinNode{Name: "len", Arguments: []ast.Node{sub(n.Arguments[0])}}
		return &ast.BinaryNode{Operator: "==", Left: length, Right: &ast.IntegerNode{}}
	case *ast.BuiltinNode:
		out := &ast.BuiltinNode{Name: n.Name, Throws: n.Throws}
		for _, a := range n.Arguments {
			if p, ok := a.(*ast.PredicateNode); ok {
				out.Arguments = append(out.Arguments, &ast.PredicateNode{Node: l.translate(p.Node, true)})
			} else {
				out.Arguments = append(out.Arguments, sub(a))
			}
		}
		return out
	case *ast.ArrayNode:
		out := &ast.ArrayNode{}
		for _, el := range n.Nodes {
			out.Nodes = append(out.Nodes, sub(el))
		}
		return out
	case *ast.UnaryNode:
		return &ast.UnaryNode{Operator: n.Operator, Node: sub(n.Node)}
	case *ast.BinaryNode:
		return &ast.BinaryNode{Operator: n.Operator, Left: sub(n.Left), Right: sub(n.Right)}
	case *ast.ConditionalNode:
		return &ast.ConditionalNode{Ternary: n.Ternary, Cond: sub(n.Cond), Exp1: sub(n.Exp1), Exp2: sub(n.Exp2)}
	case *ast.IntegerNode, *ast.StringNode, *ast.BoolNode, *ast.PointerNode:
		return n
	}
	l.err = fmt.Errorf("not %s", n)
	return n
}

// formulaNames are the names of all formulas of a game, wherever they stand.
func formulaNames(g *syntax.Game) map[string]bool {
	out := map[string]bool{}
	lists := [][]*syntax.FormulaDecl{g.Formulas, g.Player.Formulas}
	for _, k := range g.Kinds {
		lists = append(lists, k.Formulas)
		for _, card := range k.Cards {
			lists = append(lists, card.Formulas)
		}
	}
	for _, p := range syntax.AllProcedures(g) {
		lists = append(lists, p.Formulas)
	}
	for _, d := range slices.Concat(lists...) {
		out[d.Name] = true
	}
	return out
}
