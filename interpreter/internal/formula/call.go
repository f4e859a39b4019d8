package formula

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// key is a named formula as used with arguments of certain types: a parameter
// takes its type from each use, so a formula is compiled once a use of another
// type.
type key struct {
	decl *syntax.FormulaDecl
	sig  string
}

// maxChain is how many formulas may each need the next one.
const maxChain = 100

// maxMade is how many forms all formulas may take, each with its own types of
// arguments: from formula to formula those could double.
const maxMade = 20_000

// failure is a named formula that cannot be compiled.
type failure struct {
	v    *Value
	told bool // why has been reported
	open bool
}

func (co *comp) call(n *ast.CallNode) *Value {
	id, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return co.fail(n, "", "%s is not a formula that can be called", show(n.Callee))
	}
	if f := languageWords[id.Value]; f != nil {
		return f(co, n)
	}
	decl := co.game[id.Value]
	if co.sc.Proc != nil && decl == nil {
		decl = co.sc.Proc.Formulas[id.Value]
	}
	var proc *Proc
	if co.sc.Proc != nil && decl != nil && co.sc.Proc.Formulas[id.Value] == decl {
		proc = co.sc.Proc
	}
	if decl == nil {
		return co.unknownWord(n, id.Value, co.callable, "there is no formula %q", id.Value)
	}
	var args []*Value
	for i, a := range n.Arguments {
		// An argument that is being computed must not disturb those before it,
		// which already lie where the formula will look for them.
		co.sc.locals += i
		args = append(args, co.node(a))
		co.sc.locals -= i
	}
	if len(args) != len(decl.Params) {
		return co.fail(n, "write "+usage(decl), "%s takes %s, not %d", decl.Name, arguments(len(decl.Params)), len(args))
	}
	for _, a := range args {
		if !a.OK() {
			return bad(co.pos(n))
		}
	}
	return co.named(decl, nil, args, proc, schema.Type{}, n)
}

// callable lists what can be called here, for hints.
func (co *comp) callable() []string {
	names := slices.Collect(maps.Keys(co.game))
	if co.sc.Proc != nil {
		names = slices.AppendSeq(names, maps.Keys(co.sc.Proc.Formulas))
	}
	names = slices.AppendSeq(names, maps.Keys(languageWords))
	return slices.AppendSeq(names, maps.Keys(lists))
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

// usage is how a named formula is written where it is used.
func usage(d *syntax.FormulaDecl) string {
	if len(d.Params) == 0 {
		return d.Name
	}
	var names []string
	for _, p := range d.Params {
		names = append(names, p.Name)
	}
	return d.Name + "(" + strings.Join(names, ", ") + ")"
}

// named is a use of a named formula: of the game (proc nil), of a procedure,
// or of the player or piece self.
func (co *comp) named(decl *syntax.FormulaDecl, self *Value, args []*Value, proc *Proc, selfType schema.Type, n ast.Node) *Value {
	pos := co.pos(n)
	var sig strings.Builder
	low := co.sc.locals
	sc := &Scope{Proc: proc, Self: selfType, low: low, locals: low, quiet: co.sc.quiet, Unnoted: co.sc.Unnoted}
	fmt.Fprintf(&sig, "%d|", low)
	if co.Covering && !co.notes(sc) {
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
		t := co.paramType(p, a.Type)
		if a.Const && t.Base == schema.Word {
			t.Words = nil // this use is one word, the parameter may be any
		}
		if co.as(a, t) == nil {
			return co.fail(n, "", "%s of %s is %s; here it is %s", p.Name, decl.Name, co.Describe(t), co.Describe(a.Type))
		}
		args[i] = co.as(a, t)
		sc.params = append(sc.params, param{p.Name, t})
		sc.locals++
		fmt.Fprintf(&sig, "%d.%v.%v.%d.%v.%v.%p.%p|", t.Base, t.List, t.Null, t.Kinds, wordsOf(t), t.Runs, t.Decl, t.Field)
	}
	if sc.locals+2*MaxNesting > maxLocals {
		return co.fail(n, "", "formulas call each other too deep")
	}
	body := co.body(decl, sc, sig.String(), n)
	if body == nil || !body.OK() {
		out := bad(pos)
		if body != nil {
			out.Type = body.Type
		}
		return out
	}
	if body.Const {
		v := *body
		v.Pos = pos
		return &v
	}
	v := invoke(body, self, args, low, work(decl.Is, co.Readings), pos)
	v.settled, v.K = body.settled, body.K
	return v
}

// wordsOf is which words a type allows, for telling types apart.
func wordsOf(t schema.Type) any {
	if t.Words == nil {
		return nil
	}
	return t.Words.Syms
}

func (c *Compiler) body(decl *syntax.FormulaDecl, sc *Scope, sig string, n ast.Node) *Value {
	k := key{decl, sig}
	if v, ok := c.find(k); ok {
		return v.(*Value)
	}
	if f, ok := c.failed[k]; ok && (sc.quiet || f.told) {
		c.uses.add(nil, nil, f.open)
		return f.v
	}
	if c.busy[decl] {
		c.uses.open = true
		if !c.round[decl] {
			c.errorf(sc, decl.Pos, c.chain(decl), "formula %s needs itself to be known", decl.Name)
		}
		for _, f := range c.path[slices.Index(c.path, decl):] {
			c.round[f] = c.round[f] || !sc.quiet
		}
		return bad(decl.Pos)
	}
	if c.tooMany(decl.Pos) {
		return bad(decl.Pos)
	}
	if len(c.path) == maxChain {
		c.uses.open = true
		c.errorf(sc, decl.Pos, "", "more than %d formulas use one another", maxChain)
		return bad(decl.Pos)
	}
	c.busy[decl], c.path = true, append(c.path, decl)
	outer := c.uses
	c.uses = uses{}
	v := c.Compile(decl.Is, sc)
	if v.yes != nil && !v.Const {
		v = holding(v) // as all see it that use it
	}
	delete(c.busy, decl)
	c.path = c.path[:len(c.path)-1]
	if v.OK() {
		c.keep(k, v)
	} else {
		c.failed[k] = failure{v, !sc.quiet, c.uses.open} // whoever asks aloud is to hear what is wrong
	}
	outer.add(c.uses.asks, c.uses.marks, c.uses.open)
	c.uses = outer
	return v
}

// tooMany reports, once, that no more named formulas may be compiled.
func (c *Compiler) tooMany(pos source.Pos) bool {
	c.compiling.Lock()
	defer c.compiling.Unlock()
	if len(c.made) >= maxMade && !c.meter.over {
		c.meter.over = true
		c.Diags.Hint(pos, "name the types of their parameters", "the formulas of this game are used with too many types of arguments")
	}
	return c.meter.over
}

// chain shows how a formula comes to need itself: "a, b, a".
func (c *Compiler) chain(decl *syntax.FormulaDecl) string {
	var names []string
	for _, f := range c.path[slices.Index(c.path, decl):] {
		names = append(names, f.Name)
	}
	return strings.Join(append(names, decl.Name), " uses ")
}

// paramType is a parameter's type: what its name says (a kind, its plural,
// `player`, `number`), else what the argument is. A parameter called after a
// kind takes the kinds of its argument, since a card may serve as another kind.
func (c *Compiler) paramType(p syntax.Param, arg schema.Type) schema.Type {
	t, ok := c.TypeNamed(p.Name)
	if p.Type.Name != "" {
		t, ok = c.TypeNamed(p.Type.Name)
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

// work is what it costs to evaluate a formula once, without the lists that it
// walks over and the formulas that it calls: they pay for themselves.
func work(f *syntax.Formula, readings map[string]string) int {
	switch {
	case f == nil:
		return 1
	case f.IsText:
		return cost(len(f.Text))
	}
	n := 1
	for _, el := range f.List {
		n += work(el, readings)
	}
	for _, b := range [2]*syntax.Branches{f.Ruling, f.Switch} {
		if b == nil {
			continue
		}
		for _, br := range b.List {
			if b.On != nil || br.Else || br.Label.Name == readings[b.Key.Name] {
				n += work(br.Is, readings)
			}
		}
	}
	return n
}

// invoke runs a compiled formula: from low on lie the player or piece whose
// formula it is, if that is not there already, and its parameters.
func invoke(body, self *Value, args []*Value, low, work int, pos source.Pos) *Value {
	enter := entering(self, args, low, work, pos)
	if body.yes != nil {
		body = holding(body)
	}
	lists := slices.ContainsFunc(args, (*Value).IsList) // which are done with, then
	out := &Value{Type: body.Type, Pos: pos}
	switch {
	case body.list != nil:
		list := body.list
		out.list = func(e *Env) []int32 {
			if !enter(e) {
				return nil
			}
			return list(e)
		}
		if size := body.form().size; size != nil && !lists {
			out.fuse().size = func(e *Env) int32 {
				if !enter(e) {
					return 0
				}
				return size(e)
			}
		}
	case body.yes != nil && lists:
		out.yes = func(e *Env) bool {
			mark := len(e.arena)
			yes := enter(e) && body.yes(e)
			e.arena = e.arena[:mark]
			return yes
		}
	case body.yes != nil:
		yes := body.yes
		out.yes = func(e *Env) bool { return enter(e) && yes(e) }
	case lists:
		out.num = func(e *Env) (x int32) {
			mark := len(e.arena)
			if enter(e) {
				x = body.num(e)
			}
			e.arena = e.arena[:mark]
			return x
		}
	default:
		num := body.num
		out.num = func(e *Env) int32 {
			if !enter(e) {
				return 0
			}
			return num(e)
		}
	}
	if self != nil {
		return out.madeBy(Tree{Op: InvokeOf, At: int32(low)}, body, self)
	}
	return out.madeBy(Tree{Op: Invoke, At: int32(low)}, append([]*Value{body}, args...)...)
}

// entering pays for a formula and lays what it takes where it looks for it; it
// reports false where that cannot be.
func entering(self *Value, args []*Value, low, work int, pos source.Pos) yesFn {
	at := uint(low)
	whose := func(e *Env) bool {
		v := self.num(e)
		if v == schema.Nothing {
			e.Fail(pos, "there is nothing here to have this; test it first, or read it with `?.`")
			return false
		}
		e.locals[at%maxLocals] = v
		return true
	}
	switch {
	case self == nil && len(args) == 0:
		return func(e *Env) bool { return e.spend(pos, work) }
	case self != nil && self.form().is == isMe:
		return func(e *Env) bool {
			if e.Who < 0 {
				return whose(e)
			}
			e.locals[at%maxLocals] = e.Who
			return e.spend(pos, work)
		}
	case self != nil:
		return func(e *Env) bool { return e.spend(pos, work) && whose(e) }
	case len(args) == 1 && !args[0].IsList():
		arg := args[0]
		return func(e *Env) bool {
			if !e.spend(pos, work) {
				return false
			}
			e.locals[at%maxLocals] = arg.Num(e)
			return true
		}
	}
	return func(e *Env) bool {
		if !e.spend(pos, work) {
			return false
		}
		for i, a := range args {
			i += low
			if a.list == nil {
				e.locals[uint(i)%maxLocals] = a.Num(e)
				continue
			}
			l := a.list(e)
			for i >= len(e.lists) {
				e.lists = append(e.lists, nil)
			}
			e.lists[i] = l
		}
		return true
	}
}
