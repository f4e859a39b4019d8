package formula

import (
	"math"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// comp checks the text of one formula in one scope.
type comp struct {
	c     *Compiler
	sc    *Scope
	t     text
	yesNo ast.Node // the node that must be a condition
	root  ast.Node // the whole formula
}

// Watch is called for every compiled formula. It returns nil, or a function that is called with the value after each
// evaluation of the formula. In that function, well is false if the match had failed before the evaluation. Tests use
// it to compare all evaluations of a match with an oracle.
type Watch func(v *Expr, f *syntax.Formula, sc *Scope) func(e *Env, x int32, list []int32, well bool)

// Compile compiles a formula. It reports errors, and returns an invalid value (OK is false) if
// there are any.
func (c *Compiler) Compile(f *syntax.Formula, sc *Scope) *Expr {
	if f == nil {
		return invalid(source.Pos{})
	}
	v := c.cover(c.compile(f, sc), f, sc)
	if c.Watch != nil && !c.typing && c.Diags != nil && v.OK() {
		if watch := c.Watch(v, f, sc); watch != nil {
			v = v.withNote(note{kind: watched, watch: watch})
		}
	}
	if v.ruled && v.whole == 0 && !c.LaidOut && !c.typing {
		c.whole = append(c.whole, v)
		v.whole = int32(len(c.whole))
	}
	return v
}

func (c *Compiler) compile(f *syntax.Formula, sc *Scope) *Expr {
	if !c.Spend(f.Node.Pos) {
		return invalid(f.Node.Pos)
	}
	switch {
	case f.IsText:
		return c.text(f, sc)
	case f.Ruling != nil:
		return c.byRuling(f, sc)
	case f.Switch != nil:
		return c.bySwitch(f, sc)
	}
	return c.listOf(f, sc)
}

func (c *Compiler) text(f *syntax.Formula, sc *Scope) *Expr {
	root := *sc
	if root.locals == 0 && root.It.Base != schema.Unknown {
		root.locals = 1
		root.elemType, root.element = root.It, 0
	}
	co := &comp{c: c, sc: &root, t: newText(f.Node, f.Text)}
	var wrong source.Diagnostics
	n := c.tree(co.t, &wrong)
	if n == nil {
		if !dashed(f.Node, c.Diags) {
			c.Diags.Append(wrong)
		}
		return invalid(f.Node.Pos)
	}
	co.root = n
	if root.deciding {
		co.yesNo = n
	}
	v := co.node(n)
	if root.deciding {
		return co.noteOutcome(n, v)
	}
	return v
}

// dashed reports a line of a formula that looks like an item of a list.
func dashed(n *source.Node, d *source.Diagnostics) bool {
	at, ok := n.Dash()
	if ok {
		d.Hint(at, "write a dash before each item, all in the same column",
			"this line begins with - but continues the text above")
	}
	return ok
}

// Quietly compiles a formula. It reports exceeded limits but no other errors.
func (c *Compiler) Quietly(f *syntax.Formula, sc *Scope) *Expr {
	d := c.Diags
	c.Diags = nil
	v := c.Compile(f, sc)
	c.setDiagnostics(d)
	return v
}

// TypeOf returns the type of a formula. It reports no errors.
func (c *Compiler) TypeOf(f *syntax.Formula, sc *Scope) schema.Type { return c.Quietly(f, sc).Type }

// Try compiles a formula and returns its errors instead of reporting them.
func (c *Compiler) Try(f *syntax.Formula, sc *Scope) (v *Expr, wrong source.Diagnostics) {
	d := c.Diags
	if d != nil {
		c.Diags = &wrong
	}
	v = c.Compile(f, sc)
	c.Diags = d
	return v, wrong
}

// Condition compiles a formula that must be yes or no.
func (c *Compiler) Condition(f *syntax.Formula, sc *Scope) *Expr {
	in := *sc
	in.deciding = true
	v := c.Compile(f, &in)
	if v.OK() && (v.Type.Base != schema.YesNo || v.Type.List) {
		c.Diags.Hint(f.Node.Pos, "", "a condition must be yes or no, not %s", c.Schema.Describe(v.Type))
		return invalid(v.Pos)
	}
	return v
}

// CompileFor compiles a formula as Compile does. If it has an error, the hints list names of the given type first.
func (c *Compiler) CompileFor(want schema.Type, f *syntax.Formula, sc *Scope) *Expr {
	in := *sc
	in.suits = want.Base
	return c.Compile(f, &in)
}

// Want compiles a formula that must have the given type. A zone is accepted for its pieces.
// what names the operand in errors.
func (c *Compiler) Want(f *syntax.Formula, sc *Scope, want schema.Type, what string) *Expr {
	v := c.CompileFor(want, f, sc)
	if !v.OK() {
		return v
	}
	if out := As(v, want); out != nil {
		return out
	}
	c.Diags.Hint(f.Node.Pos, "", "%s is %s; this is %s", what, c.Schema.Describe(want), c.Schema.Describe(v.Type))
	return invalid(v.Pos)
}

// As converts v to the wanted type (a zone to its pieces). It returns nil if that is
// impossible.
func As(v *Expr, want schema.Type) *Expr {
	switch {
	case want.Base == schema.Unknown:
		return v
	case want.List && !v.Type.List && v.Type.Base == schema.Zone:
		return toList(v)
	case want.List && !v.Type.List:
		return nil
	case want.Base == schema.Piece && v.Type.IsZone():
		return nil
	case want.Base == schema.Piece && v.Type.Base == schema.Zone && !v.Type.List:
		return topOf(v)
	case want.Base == schema.Piece && v.Type.Base == schema.Zone && v.Type.List && want.List:
		return As(lyingAt(v), want)
	case want.One(schema.Zone) && want.Decl == nil && v.Type.One(schema.Zone) && v.Type.Decl.Spreads():
		return nil // it is unclear which place is meant
	case v.Type.List != want.List:
		return nil
	case v.Type.Base == schema.Empty && !want.List:
		return v
	case v.Type.Base != want.Base && !(v.Type.Base == schema.Empty && want.List):
		return nil
	case want.Base == schema.Piece && want.Kinds != 0 && v.Type.Kinds != 0 && want.Kinds&v.Type.Kinds == 0:
		return nil
	}
	return v
}

func (co *comp) fail(n ast.Node, hint, format string, args ...any) *Expr {
	pos := co.pos(n)
	co.c.Diags.Hint(pos, hint, format, args...)
	return invalid(pos)
}

// unknownWord reports a name that is not in among.
func (co *comp) unknownWord(n ast.Node, word string, among func() []string, format string, args ...any) *Expr {
	pos := co.pos(n)
	if co.c.Diags != nil {
		co.c.Diags.Unknown(pos, word, among(), format, args...)
	}
	return invalid(pos)
}

func (co *comp) pos(n ast.Node) source.Pos { return co.t.at(n.Location().From) }

func (co *comp) node(n ast.Node) *Expr {
	pos := co.pos(n)
	if !co.c.Spend(pos) {
		return invalid(pos)
	}
	switch n := n.(type) {
	case *ast.IntegerNode:
		if n.Value > math.MaxInt32 || n.Value < -math.MaxInt32 {
			return co.fail(n, "", "the number %d is too large; the maximum is %d", n.Value, math.MaxInt32)
		}
		return constant(pos, numberType, int32(n.Value))
	case *ast.BoolNode:
		return boolConstant(pos, n.Value)
	case *ast.StringNode:
		return co.word(n.Value, pos)
	case *ast.NilNode:
		return co.fail(n, "write `nothing`", "`nil` is not a word of the language")
	case *ast.IdentifierNode:
		return co.identifier(n, n.Value, pos)
	case *ast.PointerNode:
		return co.it(n, pos)
	case *ast.UnaryNode:
		return co.unary(n)
	case *ast.BinaryNode:
		return operation{co, n}.value()
	case *ast.ConditionalNode:
		if !n.Ternary {
			return co.fail(n, "write `CONDITION ? VALUE : OTHER`", "formulas have no `if`")
		}
		return co.conditional(n)
	case *ast.ChainNode:
		return co.node(n.Node)
	case *ast.MemberNode:
		return co.member(n)
	case *ast.SliceNode:
		return co.slice(n)
	case *ast.ArrayNode:
		return co.array(n)
	case *ast.MapNode:
		return co.tableOf(n)
	case *ast.BuiltinNode:
		return co.builtin(n)
	case *ast.CallNode:
		return co.call(n)
	case *ast.VariableDeclaratorNode:
		return co.let(n)
	}
	return co.fail(n, "", "formulas do not support %s", show(n))
}

// let checks a name for a value that is evaluated once: `let far = line(p.on, it, 2); len(far)
// == 2`. A list function inside has its own `it`; `let p = it` gives the outer one a name.
func (co *comp) let(n *ast.VariableDeclaratorNode) *Expr {
	if syntax.IsTaken(n.Name) {
		return co.fail(n, "choose another name", "nothing can be called %q, which is a word of the language", n.Name)
	}
	if co.c.means(n.Name, co.sc) || co.c.Schema.Card(n.Name) != nil {
		return co.fail(n, "choose another name", "the name %q is already used here, and names must not hide each other",
			n.Name)
	}
	is := co.node(n.Value)
	if !is.OK() {
		return is
	}
	in := *co.sc
	at := in.locals
	id, isName := n.Value.(*ast.IdentifierNode)
	isElement := isName && id.Value == "it"
	if isElement {
		at = in.element // it is stored there already
	} else if in.locals++; in.locals+2*MaxNesting > maxLocals {
		return co.fail(n, "", "formula calls are nested too deeply")
	}
	in.lets = append(in.lets[:len(in.lets):len(in.lets)], let{name: n.Name, at: at, t: is.Type})
	rest := (&comp{c: co.c, sc: &in, t: co.t}).node(n.Expr)
	if !rest.OK() || isElement {
		return rest
	}
	out := newValue(Invoke, rest.Type, co.pos(n), rest, is)
	out.At = int32(at)
	return out
}

// word checks a quoted word. Whether the word can occur is checked where it is compared,
// because the other value has the possible words.
func (co *comp) word(w string, pos source.Pos) *Expr {
	if c := co.c.Schema.Card(w); c != nil {
		co.mention(pos, c.Ident)
	} else if k := co.c.Schema.Kind(w); k != nil {
		co.mention(pos, k.Ident)
	}
	sym := ref.Word(co.c.writes(w, pos))
	return constant(pos, schema.Type{Base: schema.Word, Words: schema.NewWordSet(sym)}, int32(sym))
}

func (co *comp) array(n *ast.ArrayNode) *Expr {
	var items []*Expr
	for _, el := range n.Nodes {
		items = append(items, co.node(el))
	}
	return co.c.listOfValues(co.pos(n), items)
}

// listOfValues returns a list of single values. Values that are nothing are omitted.
func (c *Compiler) listOfValues(pos source.Pos, items []*Expr) *Expr {
	t := schema.Type{}
	for _, v := range items {
		if !v.OK() {
			return invalid(pos)
		}
		if v.Type.List {
			c.Diags.Hint(v.Pos, "join lists with `concat(a, b)`", "a list must contain single values, not lists")
			return invalid(pos)
		}
		var ok bool
		if t, ok = schema.Union(t, v.Type); !ok {
			c.Diags.Hint(v.Pos, "", "all items of a list must have the same type; this one is %s", c.Schema.Describe(v.Type))
			return invalid(pos)
		}
	}
	if t.Base == schema.Unknown {
		t.Base = schema.Empty
	}
	t = schema.ListOf(t)
	return newValue(Listed, t, pos, items...)
}

func (co *comp) number(n ast.Node) *Expr { return co.isNumber(n, co.node(n)) }

// isNumber checks that the value of a node is a number.
func (co *comp) isNumber(n ast.Node, v *Expr) *Expr {
	if v.OK() && (!v.Type.One(schema.Number)) {
		if v.isYesNo() && dashed(co.t.node, co.c.Diags) {
			return invalid(co.pos(n))
		}
		return co.fail(n, "", "expected a number, found %s", co.c.Schema.Describe(v.Type))
	}
	return v
}

func (co *comp) condition(n ast.Node) *Expr {
	co.yesNo = n
	v := co.node(n)
	if v.OK() && (v.Type.Base != schema.YesNo || v.Type.List) {
		return co.fail(n, "", "expected yes or no, found %s", co.c.Schema.Describe(v.Type))
	}
	return v
}

func (co *comp) conditional(n *ast.ConditionalNode) *Expr {
	cond := co.noteOutcome(n.Cond, co.condition(n.Cond))
	a := co.node(n.Exp1)
	b := co.node(n.Exp2)
	if !cond.OK() || !a.OK() || !b.OK() {
		if a.OK() {
			return invalidOf(a.Type, a.Pos)
		}
		return invalidOf(b.Type, b.Pos)
	}
	return co.either(cond, a, b, co.pos(n.Exp2))
}

// either returns a if cond is true, and otherwise b. A constant condition selects a branch, but
// both have been checked.
func (co *comp) either(cond, a, b *Expr, pos source.Pos) *Expr {
	t, ok := schema.Union(a.Type, b.Type)
	if !ok {
		co.c.Diags.Hint(pos, "", "both sides of `?:` must have the same type; found %s and %s", co.c.Schema.Describe(a.Type),
			co.c.Schema.Describe(b.Type))
		return invalid(pos)
	}
	if a2, b2 := As(a, t), As(b, t); a2 != nil && b2 != nil {
		a, b = a2, b2
	}
	if t.One(schema.YesNo) {
		a, b = nullToFalse(a), nullToFalse(b)
	}
	return newValue(Either, t, a.Pos, cond, a, b)
}
