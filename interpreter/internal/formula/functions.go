package formula

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Function is a function of formulas.
type Function struct {
	Name  string
	Usage string // name and operands
	Doc   string // description of its result, for help
	takes arity
	// depends describes dependencies other than the operands.
	depends dependence
	// picks describes the operands whose elements it returns. fromNone is always correct; with the others, a choice
	// from the result is known to show no hidden piece if the operands show none.
	picks picked
	// check checks the operands and returns a value of op Call, which num or list evaluates.
	check func(c *call) *Expr
	num   func(e *Env, v *Expr) int32
	list  func(e *Env, v *Expr) []int32
}

// arity is the number of operands that a function takes.
type arity struct{ least, most int }

// dependence is the part of the state that a function reads besides its operands.
type dependence uint8

const (
	onOperands dependence = iota
	onSeats               // the number of players
	onPlaces              // the places of pieces
	onCounters            // the counters of options and procedures
)

// picked describes from which operands a function takes the elements that it returns.
type picked uint8

const (
	fromNone  picked = iota
	fromFirst        // from the first operand: one element, or all in another order
	inOrder          // from the first operand, in its order
	fromAll          // from all operands in turn, each in its order
)

// functions are all functions of formulas, by name. A new function needs an entry below, with its evaluation
// beside it, and a line in cards/README.md; interpreter/README.md lists its tests.
var functions map[string]*Function

// language1 has the functions of language 1. The names of later ones are not reserved, because a formula of a game
// may have them.
const language1 = " abs all any ceil clockwise concat count cycle empty filter find first floor last len line map max min " +
	"neighbours none one places reverse ring ruled sortBy sum times uniq "

// free reports whether a formula of a game may have the name of a function.
func free(name string) bool { return !strings.Contains(language1, " "+name+" ") }

func init() { // in init, because the checks use the table
	functions = map[string]*Function{}
	for _, f := range slices.Concat(searchFunctions, listFunctions, numberFunctions, placeFunctions) {
		functions[f.Name] = &f
		if !free(f.Name) {
			syntax.ReserveFunction(f.Name)
		}
	}
}

// Functions returns all functions of formulas, sorted by name.
func Functions() []*Function {
	return slices.SortedFunc(maps.Values(functions), func(a, b *Function) int {
		return strings.Compare(a.Name, b.Name)
	})
}

var searchFunctions = []Function{
	{Name: "all", Usage: "all(list, condition)", takes: arity{2, 2},
		Doc:   "whether the condition is true for every element; true for an empty list",
		check: conditionOnEach(yesNo, false), num: func(e *Env, v *Expr) int32 {
			n, _ := e.seek(v, false, 1)
			return 1 - n
		}},
	{Name: "any", Usage: "any(list, condition)", takes: arity{2, 2},
		Doc:   "whether the condition is true for at least one element",
		check: conditionOnEach(yesNo, true), num: func(e *Env, v *Expr) int32 { n, _ := e.seek(v, true, 1); return n }},
	{Name: "none", Usage: "none(list, condition)", takes: arity{2, 2},
		Doc:   "whether the condition is true for no element",
		check: conditionOnEach(yesNo, true), num: func(e *Env, v *Expr) int32 {
			n, _ := e.seek(v, true, 1)
			return 1 - n
		}},
	{Name: "one", Usage: "one(list, condition)", takes: arity{2, 2},
		Doc:   "whether the condition is true for exactly one element",
		check: conditionOnEach(yesNo, true), num: func(e *Env, v *Expr) int32 {
			n, _ := e.seek(v, true, 2)
			return boolToInt(n == 1)
		}},
	{Name: "count", Usage: "count(list, condition)", takes: arity{1, 2},
		Doc:   "the number of elements for which the condition is true; without a condition, of all elements",
		check: (*call).count, num: evalCount},
	{Name: "filter", Usage: "filter(list, condition)", takes: arity{2, 2},
		Doc: "the elements for which the condition is true", picks: inOrder,
		check: conditionOnEach(sameList, true), list: evalFilter},
	{Name: "find", Usage: "find(list, condition)", takes: arity{2, 2},
		Doc: "the first element for which the condition is true, or nothing", picks: fromFirst,
		check: conditionOnEach(elementOrNothing, true), num: func(e *Env, v *Expr) int32 {
			_, found := e.seek(v, true, 1)
			return found
		}},
	{Name: "map", Usage: "map(list, value)", takes: arity{2, 2},
		Doc: "the value of each element; those that are nothing are left out", check: (*call).mapped, list: evalMapped},
	{Name: "flatten", Usage: "flatten(map(list, list))", takes: arity{1, 1},
		Doc: "the list, or the pieces of the zone, of each element, one after the other", check: (*call).flatten,
		list: evalFlatten},
	{Name: "sum", Usage: "sum(list, number)", takes: arity{1, 2},
		Doc: "the sum of the number of each element; without one, of the elements", check: (*call).sum, num: evalSum},
	{Name: "sortBy", Usage: "sortBy(list, number)", takes: arity{2, 2},
		Doc: "the elements sorted upward by the number of each", picks: fromFirst, check: (*call).sortBy,
		list: evalSortBy},
}

var listFunctions = []Function{
	{Name: "len", Usage: "len(list)", takes: arity{1, 1},
		Doc: "the length of a list, or the number of pieces in a zone", check: (*call).length, num: evalLength},
	{Name: "empty", Usage: "empty(list)", takes: arity{1, 1}, Doc: "whether a list, zone or place is empty",
		check: (*call).empty, num: func(e *Env, v *Expr) int32 { return boolToInt(evalLength(e, v) == 0) }},
	{Name: "first", Usage: "first(list)", takes: arity{1, 1}, Doc: "the first element, or nothing", picks: fromFirst,
		check: (*call).end, num: func(e *Env, v *Expr) int32 { return evalEnd(e, v, 0) }},
	{Name: "last", Usage: "last(list)", takes: arity{1, 1}, Doc: "the last element, or nothing", picks: fromFirst,
		check: (*call).end, num: func(e *Env, v *Expr) int32 { return evalEnd(e, v, -1) }},
	{Name: "concat", Usage: "concat(list, list, …)", takes: arity{1, math.MaxInt}, Doc: "all lists joined into one",
		picks: fromAll, check: (*call).concat, list: evalConcat},
	{Name: "reverse", Usage: "reverse(list)", takes: arity{1, 1}, Doc: "the list backward", picks: fromFirst,
		check: (*call).reordered, list: evalReversed},
	{Name: "uniq", Usage: "uniq(list)", takes: arity{1, 1}, Doc: "the list without duplicates", picks: inOrder,
		check: (*call).reordered, list: evalUnique},
	{Name: "cycle", Usage: "cycle(list, start, direction)", takes: arity{2, 3},
		Doc:   "the whole list, rotated to begin at an element; in reverse order if the direction is left or up",
		check: (*call).cycle, list: evalCycle},
	{Name: "words", Usage: "words(field)", takes: arity{1, 1},
		Doc:   "the words of a field with `one_of`, the keys of a table, or the directions of a board, in their order",
		check: (*call).words},
	{Name: "clockwise", Usage: "clockwise(player)", takes: arity{1, 1},
		Doc: "all players in clockwise order, beginning with one", depends: onSeats, check: (*call).clockwise,
		list: evalClockwise},
}

var numberFunctions = []Function{
	{Name: "max", Usage: "max(list)", takes: arity{1, math.MaxInt},
		Doc:   "the largest number of a list or of the arguments; an error for an empty list",
		check: (*call).ofNumbers, num: func(e *Env, v *Expr) int32 {
			return evalExtreme(e, v, func(a, b int32) bool { return a > b })
		}},
	{Name: "min", Usage: "min(list)", takes: arity{1, math.MaxInt},
		Doc:   "the smallest number of a list or of the arguments; an error for an empty list",
		check: (*call).ofNumbers, num: func(e *Env, v *Expr) int32 {
			return evalExtreme(e, v, func(a, b int32) bool { return a < b })
		}},
	{Name: "abs", Usage: "abs(number)", takes: arity{1, 1}, Doc: "the absolute value of a number", check: (*call).abs,
		num: func(e *Env, v *Expr) int32 {
			x := first(e, v)
			return max(x, -x)
		}},
	{Name: "floor", Usage: "floor(a / b)", takes: arity{1, 1}, Doc: "a division, rounded down", check: (*call).quotient,
		num: func(e *Env, v *Expr) int32 {
			return evalQuotient(e, v, false)
		}},
	{Name: "ceil", Usage: "ceil(a / b)", takes: arity{1, 1}, Doc: "a division, rounded up", check: (*call).quotient,
		num: func(e *Env, v *Expr) int32 {
			return evalQuotient(e, v, true)
		}},
	{Name: "times", Usage: `times("NAME", "PROCEDURE", player)`, takes: arity{2, 3},
		Doc:     "how often the player took the option, played in the window or ran the procedure NAME since PROCEDURE last began; without a player, how often all players did",
		depends: onCounters, check: (*call).times, num: evalTimes},
	{Name: "ruled", Usage: `ruled("KEY", "READING")`, takes: arity{2, 2},
		Doc: "whether the ruling has this reading in the current configuration", check: (*call).ruled},
}

var placeFunctions = []Function{
	{Name: "places", Usage: "places(zone)", takes: arity{1, 1}, Doc: "all places of a zone with a layout",
		check: (*call).places, list: evalPlaces},
	{Name: "neighbours", Usage: "neighbours(place)", takes: arity{1, 1},
		Doc: "the places next to a place, or next to the place of a piece", depends: onPlaces,
		check: (*call).neighbours, list: evalNeighbours},
	{Name: "line", Usage: "line(place, direction, number)", takes: arity{3, 3},
		Doc: "the next places in a direction, at most the given number", depends: onPlaces, check: (*call).line,
		list: evalLine},
	{Name: "distance", Usage: "distance(place, place)", takes: arity{2, 2},
		Doc: "the number of steps from one place to another, or nothing", depends: onPlaces, check: (*call).distance,
		num: evalDistance},
	{Name: "place", Usage: `place(zone, "NAME")`, takes: arity{2, 2}, Doc: "the place of a board with this name",
		check: (*call).named, num: evalPlace},
	{Name: "number", Usage: "number(place)", takes: arity{1, 1},
		Doc: "the number of a place in its zone, from 0; nothing for a piece that lies on no place", depends: onPlaces,
		check: (*call).number, num: evalNumber},
	{Name: "region", Usage: "region(place, places)", takes: arity{2, 2},
		Doc:     "those of the places to which a way leads from a place over neighbours that are all among them; none if the place is not among them",
		depends: onPlaces, check: (*call).region, list: evalRegion},
	{Name: "ring", Usage: "ring(place, number)", takes: arity{2, 2},
		Doc: "all places at a given number of steps from a place, or from the centre of a hex zone", depends: onPlaces,
		check: (*call).ring, list: evalRing},
}

// call is a use of a function in a formula. Its methods check the operands and return the value.
// An operand with an error, which is reported, is an invalid value, and so is the value of a call
// with such an operand.
type call struct {
	ast.Node
	*Function
	co    *comp
	args  []ast.Node
	pos   source.Pos
	local int32  // the local for the element, if the last operand is evaluated for each element of the list
	cost  uint16 // the cost of one element
}

// use checks the use of a function.
func (co *comp) use(f *Function, n ast.Node, args []ast.Node) *Expr {
	if len(args) < f.takes.least || len(args) > f.takes.most {
		return co.fail(n, "write "+f.Usage, "here are %d arguments", len(args))
	}
	return f.check(&call{Node: n, Function: f, co: co, args: args, pos: co.pos(n), cost: 1})
}

// value returns the value of the call, of type t.
func (c *call) value(t schema.Type, of ...*Expr) *Expr {
	v := newValue(Call, t, c.pos, of...)
	v.Function, v.At, v.cost = c.Function, c.local, c.cost
	if c.depends == onCounters {
		v.nature |= untracked
	}
	return v
}

// fail reports that the function needs another operand than v.
func (c *call) fail(v *Expr, hint, needs string) *Expr {
	return c.co.fail(c, hint, "%s needs %s, not %s", c.Name, needs, c.co.c.Schema.Describe(v.Type))
}

// builtin checks a call of a function that expr knows.
func (co *comp) builtin(n *ast.BuiltinNode) *Expr {
	f := functions[n.Name]
	switch {
	case (f == nil || free(f.Name)) && slices.Contains(co.callable(), n.Name):
		// perhaps a formula of the game, with a name that expr knows
		callee := &ast.IdentifierNode{Value: n.Name}
		callee.SetLocation(n.Location())
		of := &ast.CallNode{Callee: callee, Arguments: n.Arguments}
		of.SetLocation(n.Location())
		return co.call(of)
	case f == nil:
		return co.fail(n, "the functions are "+strings.Join(builtins(), ", "), "%s is not a function of the language",
			n.Name)
	}
	return co.use(f, n, n.Arguments)
}

// builtins returns the sorted names of the functions that the language shares with expr.
func builtins() (names []string) {
	for _, f := range Functions() {
		if _, ok := builtin.Index[f.Name]; ok {
			names = append(names, f.Name)
		}
	}
	return names
}

// one checks that an operand is a single value of some type; needs names it.
func (c *call) one(i int, base schema.Base, needs string) *Expr {
	v := c.co.node(c.args[i])
	if v.OK() && !v.Type.One(base) {
		return c.fail(v, "write "+c.Usage, needs)
	}
	return v
}

// list checks that the first operand is a list, or a zone.
func (c *call) list() *Expr { return c.co.listValue(c.args[0], c.Name) }

// each checks the last operand, which is evaluated for each element of a list.
func (c *call) each(list *Expr, condition bool) *Expr {
	if !list.OK() {
		return list
	}
	p, ok := c.args[1].(*ast.PredicateNode)
	if !ok {
		return c.co.fail(c.args[1], "", "%s needs a condition on each element", c.Name)
	}
	sc := *c.co.sc
	c.local, c.cost = int32(sc.locals), limitedCost(costOfText(len(p.Node.String())))
	sc.hidden = sc.inside || sc.It.Base != schema.Unknown
	sc.inside, sc.element, sc.elemType = true, sc.locals, list.Type.Elem()
	sc.locals++
	var numbered *Expr
	if condition && c.num != nil {
		numbered = numberedList(list)
	}
	if numbered != nil {
		sc.locals++
	}
	inner := &comp{c: c.co.c, sc: &sc, t: c.co.t}
	each := inner.node(p.Node)
	if numbered != nil && each.OK() {
		each.takeElements(numbered.At, c.local)
		list.At = numbered.At + 1
	}
	if condition {
		each = inner.noteOutcome(p.Node, each)
	}
	return each
}

// numberedList returns the local list whose elements the range `0..len(list) - 1` numbers, or nil for another list.
func numberedList(r *Expr) *Expr {
	if !r.is(Range) || !r.Args[0].Const() || r.Args[0].K != 0 || !r.Args[1].is(Minus) {
		return nil
	}
	n, less := r.Args[1].Args[0], r.Args[1].Args[1]
	if !n.is(Call) || n.Name != "len" || !n.Args[0].is(Local) || !less.Const() || less.K != 1 {
		return nil
	}
	return n.Args[0]
}

// takeElements makes `list[it]` a read of the local after `it`. A search over the numbers of a list's elements stores
// the element there: a random match of chess takes 20 % less time. The op remains Index.
func (v *Expr) takeElements(list, it int32) {
	if of := v.Args; v.is(Index) && of[0].is(Local) && of[0].At == list && of[1].isLocal(it) {
		v.run, v.At = Local, it+1
	}
	for i, of := range v.Args {
		if i > 0 || v.nature&closed == 0 {
			of.takeElements(list, it)
		}
	}
	v.link()
}

func yesNo(schema.Type) schema.Type { return yesNoType }

func aNumber(schema.Type) schema.Type { return numberType }

func sameList(list schema.Type) schema.Type { return list }

func elementOrNothing(list schema.Type) schema.Type { return schema.OrNothing(list.Elem()) }

// conditionOnEach returns a check for a list and a condition on each element. gives returns the
// type of the result for a type of list. If search is set, the function searches for elements
// for which the condition is true.
func conditionOnEach(gives func(list schema.Type) schema.Type, search bool) func(*call) *Expr {
	return func(c *call) *Expr {
		l := c.list()
		p := c.each(l, true)
		if p.OK() && !p.isYesNo() {
			p = c.co.fail(c, "", "the condition on each element must be yes or no, not %s",
				c.co.c.Schema.Describe(p.Type))
		}
		v := c.value(gives(l.Type), l, p)
		if search {
			plan(c.co.c, v)
		}
		return c.rememberEach(v)
	}
}

func (c *call) count() *Expr {
	if len(c.args) < 2 {
		return c.length()
	}
	return conditionOnEach(aNumber, true)(c)
}

func evalCount(e *Env, v *Expr) int32 {
	if len(v.Args) == 1 {
		return evalLength(e, v)
	}
	n, _ := e.seek(v, true, math.MaxInt32)
	return n
}

func (c *call) mapped() *Expr {
	l := c.list()
	p := c.each(l, false)
	if p.OK() && p.Type.List {
		return c.co.fail(c, "flatten(map(…)) joins the lists",
			"map gives a list of single values; this gives %s for each", c.co.c.Schema.Describe(p.Type))
	}
	return c.rememberEach(c.value(schema.ListOf(p.Type), l, p))
}

// flatten checks a map whose values are lists.
func (c *call) flatten() *Expr {
	of, ok := c.args[0].(*ast.BuiltinNode)
	if !ok || of.Name != "map" {
		return c.co.fail(c, "write "+c.Usage, "flatten joins the lists that a map gives")
	}
	c.args = of.Arguments
	l := c.list()
	p := piecesOf(c.each(l, false))
	if p.OK() && !p.Type.List {
		return c.co.fail(c, "map gives a list of these", "flatten joins lists; this is %s for each",
			c.co.c.Schema.Describe(p.Type))
	}
	return c.value(p.Type, l, p)
}

func (c *call) sum() *Expr {
	l := c.list()
	of, t := []*Expr{l}, l.Type.Elem()
	if len(c.args) == 2 {
		each := c.each(l, false)
		of, t = append(of, each), each.Type
	}
	if of[len(of)-1].OK() && t.Base != schema.Number && l.Type.Base != schema.Empty {
		c.co.fail(c, "", "sum needs a number for each element, not %s", c.co.c.Schema.Describe(t))
		return invalidOf(numberType, c.pos)
	}
	return c.value(numberType, of...)
}

func (c *call) sortBy() *Expr {
	l := c.list()
	p := c.each(l, false)
	if p.OK() && !p.Type.One(schema.Number) {
		return c.co.fail(c, "", "sortBy(list, number) sorts by a number in ascending order")
	}
	return c.value(l.Type, l, p)
}

// ofNumbers checks a list of numbers, or several numbers.
func (c *call) ofNumbers() *Expr {
	if len(c.args) == 1 {
		l := c.list()
		if l.OK() && l.Type.Base != schema.Number && l.Type.Base != schema.Empty {
			return c.fail(l, c.Name+"(map(list, .field))", "numbers")
		}
		return c.value(numberType, l)
	}
	var of []*Expr
	for _, a := range c.args {
		of = append(of, c.co.number(a))
	}
	return c.value(numberType, of...)
}

// end checks `first` and `last`, which return nothing for an empty list.
func (c *call) end() *Expr {
	l := c.list()
	return c.value(elementOrNothing(l.Type), l)
}

func (c *call) length() *Expr { return c.sized(numberType, "") }

func (c *call) empty() *Expr { return c.sized(yesNoType, "compare with `nothing`") }

// sized checks a function that depends on the length of a list, or on the number of pieces in a
// zone.
func (c *call) sized(t schema.Type, hint string) *Expr {
	v := c.co.node(c.args[0])
	l := piecesOf(v)
	if v.OK() && !l.IsList() {
		l = c.fail(v, hint, "a list")
	}
	out := c.value(t, l)
	if l != v && l.At == 1 {
		out.access = ofZone
	}
	return out
}

func (c *call) concat() *Expr {
	var of []*Expr
	t := schema.Type{}
	for _, a := range c.args {
		l := c.co.listValue(a, c.Name)
		of = append(of, l)
		if !l.OK() {
			continue
		}
		var ok bool
		if t, ok = schema.Union(t, l.Type); !ok {
			return c.co.fail(a, "", "concat needs lists of one type, not %s", c.co.c.Schema.Describe(l.Type))
		}
	}
	if t.Base == schema.Empty {
		t.List = true
	}
	return c.value(t, of...)
}

// reordered checks a function whose result has the type of its list.
func (c *call) reordered() *Expr {
	l := c.list()
	c.pos = l.Pos
	return c.value(l.Type, l)
}

func (c *call) abs() *Expr { return c.value(numberType, c.co.number(c.args[0])) }

const roundIt = "write floor(a / b) to round down, ceil(a / b) to round up"

func (c *call) quotient() *Expr {
	whole, ok := c.args[0].(*ast.BinaryNode)
	if !ok || whole.Operator != "/" {
		return c.co.fail(c, roundIt, "the argument of %s must be a division, because all other numbers are whole",
			c.Name)
	}
	a, b := operation{c.co, whole}.sides()
	return c.value(numberType, a, b)
}

func (c *call) clockwise() *Expr {
	return c.value(schema.ListOf(schema.Type{Base: schema.Player}), c.one(0, schema.Player, "a player"))
}

func evalClockwise(e *Env, v *Expr) []int32 {
	if p := ref.Seat(first(e, v)); p >= 0 {
		return e.seatsFrom(p, e.World.Players())
	}
	e.World.FailNothing(v.Pos, v.Args[0].gameField(), "clockwise needs a player, but the value in parentheses is nothing; "+
		"test it first")
	return nil
}
