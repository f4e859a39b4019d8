package formula

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// key identifies a named formula with the types of its arguments. A parameter has the type of
// its argument, so a formula is compiled once for each combination of types.
type key struct {
	decl *syntax.FormulaDecl
	sig  string
}

// maxChain limits the length of a chain of formulas that each use the next one.
const maxChain = 100

// maxMade limits the number of compiled formulas, counted with their argument types: the number
// of type combinations could double from formula to formula.
const maxMade = 20_000

func (co *comp) call(n *ast.CallNode) *Expr {
	if of, ok := n.Callee.(*ast.MemberNode); ok {
		return co.callOf(n, of)
	}
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return co.fail(n, "", "%s cannot be called, because it is not a formula", show(n.Callee))
	}
	decl := co.c.game[id.Value]
	if co.sc.Proc != nil && decl == nil {
		decl = co.sc.Proc.Formulas[id.Value]
	}
	var proc *Proc
	if co.sc.Proc != nil && decl != nil && co.sc.Proc.Formulas[id.Value] == decl {
		proc = co.sc.Proc
	}
	if decl == nil && co.sc.Self.One(schema.Player) && co.c.player[id.Value] != nil {
		return co.callWith(n, co.c.player[id.Value], localValue(co.pos(n), co.sc.self(), co.sc.Self), nil)
	}
	if f := functions[id.Value]; decl == nil && f != nil {
		return co.use(f, n, n.Arguments)
	}
	if decl == nil && foreign[id.Value] != "" {
		return co.fail(n, "write "+foreign[id.Value], "there is no formula %q", id.Value)
	}
	if decl == nil {
		return co.unknownWord(n, id.Value, co.callable, "there is no formula %q", id.Value)
	}
	return co.callWith(n, decl, nil, proc)
}

// callOf checks `x.formula(…)`, a call of a player's formula.
func (co *comp) callOf(n *ast.CallNode, callee *ast.MemberNode) *Expr {
	name, ok := callee.Property.(*ast.StringNode)
	if !ok {
		return co.fail(n, "", "%s cannot be called, because it is not a formula", show(n.Callee))
	}
	self := co.node(callee.Node)
	switch {
	case !self.OK():
		return invalid(co.pos(n))
	case self.Type.List:
		return co.fail(callee.Property, "map(list, ."+name.Value+"(…)) gives it of each", "%s has no %s",
			co.c.Schema.Describe(self.Type), name.Value)
	case self.Type.Base != schema.Player:
		return co.fail(callee.Property, "make it a formula of the game, "+name.Value+"(x, …)",
			"only formulas of players can be called with a dot and parameters, not those of %s", co.c.Schema.Describe(self.Type))
	case co.c.player[name.Value] == nil:
		return co.unknownWord(callee.Property, name.Value, func() []string {
			return slices.Collect(maps.Keys(co.c.player))
		}, "players have no formula %q", name.Value)
	}
	return co.callWith(n, co.c.player[name.Value], self, nil)
}

// callWith checks a call of a formula with the arguments of n. The formula belongs to the game
// (self and proc are nil), to a procedure, or to the player self.
func (co *comp) callWith(n *ast.CallNode, decl *syntax.FormulaDecl, self *Expr, proc *Proc) *Expr {
	var args []*Expr
	below, selfType := 0, schema.Type{}
	if self != nil {
		below, selfType = 1, schema.Type{Base: schema.Player}
	}
	for i, a := range n.Arguments {
		// The evaluation of an argument must not overwrite the previous arguments, which are
		// already stored in the locals of the formula.
		co.sc.locals += below + i
		args = append(args, co.node(a))
		co.sc.locals -= below + i
	}
	if len(args) != len(decl.Params) {
		return co.fail(n, "write "+usage(decl), "%s takes %s, not %d", decl.Name, arguments(len(decl.Params)),
			len(args))
	}
	for _, a := range args {
		if !a.OK() {
			return invalid(co.pos(n))
		}
	}
	return co.named(decl, self, args, proc, selfType, n)
}

// callable lists the formulas that can be called here. It is used for hints.
func (co *comp) callable() []string {
	names := slices.Collect(maps.Keys(co.c.game))
	if co.sc.Proc != nil {
		names = slices.AppendSeq(names, maps.Keys(co.sc.Proc.Formulas))
	}
	if co.sc.Self.One(schema.Player) {
		names = slices.AppendSeq(names, maps.Keys(co.c.player))
	}
	return slices.AppendSeq(names, maps.Keys(functions))
}

func arguments(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "one argument"
	}
	return fmt.Sprint(n, " arguments")
}

// usage returns an example of a call of a named formula, for hints: its name with its parameters.
func usage(d *syntax.FormulaDecl) string {
	if len(d.Params) == 0 {
		return d.Name
	}
	names := syntax.NamesOf(d.Params)
	return d.Name + "(" + strings.Join(names, ", ") + ")"
}

// named checks a use of a named formula. proc is nil for a formula of the game, and self is the player or piece that
// has the formula, if any.
func (co *comp) named(decl *syntax.FormulaDecl, self *Expr, args []*Expr, proc *Proc, selfType schema.Type,
	n ast.Node) *Expr {
	pos := co.pos(n)
	co.mention(pos, decl.Ident)
	var sig strings.Builder
	low := co.sc.locals
	sc := &Scope{Proc: proc, Self: selfType, low: low, locals: low, Unnoted: co.sc.Unnoted}
	if co.c.Covering && !co.c.notes(sc) {
		sig.WriteString("unnoted|")
	}
	if proc != nil {
		fmt.Fprintf(&sig, "%s|", proc.Name)
	}
	if selfType.Base != schema.Unknown {
		sc.locals++
		fmt.Fprintf(&sig, "%d.%d|", selfType.Base, selfType.Kinds)
	}
	for i, a := range args {
		p := decl.Params[i]
		t := co.c.paramType(p, a.Type)
		if a.Const() && t.Base == schema.Word {
			t.Words = nil // the argument is one word, but the parameter may be any word
		}
		if As(a, t) == nil {
			return co.fail(n, "", "parameter %s of %s must be %s, not %s", p.Name, decl.Name, co.c.Schema.Describe(t),
				co.c.Schema.Describe(a.Type))
		}
		args[i] = As(a, t)
		sc.params = append(sc.params, param{p.Ident, t})
		sc.locals++
		fmt.Fprintf(&sig, "%d.%v.%v.%v.%d.%v.%v.%p.%p|", t.Base, t.List, t.Null, t.Whole, t.Kinds, wordsOf(t),
			t.Procs.All(), t.Decl, t.Field)
	}
	if sc.locals+2*MaxNesting > maxLocals {
		return co.fail(n, "", "formula calls are nested too deeply")
	}
	sc.origin = &origin{key: key{decl, sig.String()}}
	body := co.c.body(decl, sc, fmt.Sprint(low, "|", sig.String()))
	if body == nil || !body.OK() {
		out := invalid(pos)
		if body != nil {
			out.Type = body.Type
		}
		return out
	}
	op, parts := Invoke, append([]*Expr{body}, args...)
	if self != nil {
		op, parts = InvokeOf, append([]*Expr{body, self}, args...)
	}
	v := newValue(op, body.Type, pos, parts...)
	v.At = int32(low)
	if v.cost = limitedCost(costOf(decl.Is)); v.Op == op {
		v.nature |= closed // it is no constant
	}
	return v
}

// wordsOf returns the words of a type as a comparable value, for use in a map key.
func wordsOf(t schema.Type) any {
	if t.Words == nil {
		return nil
	}
	return t.Words.Syms
}

func (c *Compiler) body(decl *syntax.FormulaDecl, sc *Scope, sig string) *Expr {
	k := key{decl, sig}
	for _, all := range [2]map[key]body{c.bodies, c.own} {
		// errors are reported at the first use that reports any
		if v, ok := all[k]; ok && (v.expr.OK() || v.reported || c.Diags == nil) {
			c.open = c.open || v.open
			return v.expr
		}
	}
	if slices.Contains(c.path, decl) {
		c.open = true
		if !c.round[decl] {
			c.Diags.Hint(decl.Pos, chain(c.path, decl), "the type of formula %s depends on itself", decl.Name)
		}
		for _, f := range c.path[slices.Index(c.path, decl):] {
			c.round[f] = c.round[f] || c.Diags != nil
		}
		return invalid(decl.Pos)
	}
	if c.tooMany(decl.Pos) {
		return invalid(decl.Pos)
	}
	if len(c.path) == maxChain {
		c.open = true
		c.Diags.Hint(decl.Pos, "", "a chain of more than %d formulas that use each other", maxChain)
		return invalid(decl.Pos)
	}
	c.path = append(c.path, decl)
	outer := c.open
	c.open = false
	v := c.Compile(decl.Is, sc)
	if v.OK() && v.isYesNo() && v.Op != Optional && !v.Const() {
		v = nullToFalse(v) // so that all uses have the same type
	}
	v = c.remembered(v, sc.origin.key, int32(sc.locals))
	c.path = c.path[:len(c.path)-1]
	all := c.bodies
	if c.LaidOut || !v.OK() {
		all = c.own
	}
	all[k] = body{expr: v, open: c.open, reported: c.Diags != nil}
	c.open = c.open || outer
	return v
}

// tooMany reports, once, that the limit on compiled formulas is reached.
func (c *Compiler) tooMany(pos source.Pos) bool {
	if len(c.bodies)+len(c.own) >= maxMade && !c.meter.over {
		c.exceeds(pos, "declare the types of the parameters",
			"formulas of this game are called with too many combinations of argument types")
	}
	return c.meter.over
}

// chain formats a cycle of formulas: "a, b, a".
func chain(path []*syntax.FormulaDecl, decl *syntax.FormulaDecl) string {
	names := syntax.NamesOf(path[slices.Index(path, decl):])
	return strings.Join(append(names, decl.Name), " uses ")
}

// paramType returns the type of a parameter: the type with its name (a kind, its plural,
// `player`, `number`), or the type of the argument. A parameter named after a kind accepts the
// kinds of its argument, because a card may serve as another kind.
func (c *Compiler) paramType(p syntax.Param, arg schema.Type) schema.Type {
	t, ok := c.Schema.TypeNamed(p.Name)
	if p.Type.Name != "" {
		t, ok = c.Schema.TypeNamed(p.Type.Name)
	}
	if !ok {
		return arg
	}
	if t.Base == schema.Piece && (arg.Base == schema.Piece || arg.Base == schema.Zone) && arg.Kinds != 0 {
		t.Kinds = arg.Kinds
	}
	t.Null = arg.Null && !t.List
	return t
}

// costOf returns the cost of a formula, without the elements of lists and the formulas that it
// calls, which are counted separately. For a ruling it is the cost of the most expensive
// branch.
func costOf(f *syntax.Formula) int {
	switch {
	case f == nil:
		return 1
	case f.IsText:
		return costOfText(len(f.Text))
	}
	n := 1
	for _, el := range f.List {
		n += costOf(el)
	}
	if f.Switch != nil {
		for _, br := range f.Switch.List {
			n += costOf(br.Is)
		}
	}
	dearest := 0
	if f.Ruling != nil {
		for _, br := range f.Ruling.List {
			dearest = max(dearest, costOf(br.Is))
		}
	}
	return n + dearest
}
