// Package formula compiles the formulas of a game to typed closures.
//
// expr-lang parses a formula; this package gives each node a type of the
// game's own (a number, a player, a piece of some kinds, a word of some set, a
// list of those) and a closure that computes it. A closure takes an Env, reads
// the flat state and allocates nothing: lists are built in the Env's arena and
// handed on as slices of it. Formulas are pure, so when they run and how often
// is nobody's business but the machine's.
//
//	parse.go      source text to expr's tree, with limits
//	scope.go      what a bare name means
//	compile.go    nodes to values
//	operators.go  comparisons, arithmetic, logic
//	members.go    fields, zones and formulas of players and pieces
//	runs.go       names of the run of a procedure
//	index.go      places in lists, rows of tables
//	lists.go      expr's list functions with a predicate
//	wholes.go     those without one
//	bags.go       lists compared, and what is in one
//	zones.go      zones and places taken for what lies there
//	words.go      the language's own functions
//	places.go     those for zones that are laid out
//	order.go      what order nobody knows
//	look.go       what a formula with a seat's eyes may not read
//	choose.go     formulas that a ruling or a switch chooses
//	fuse.go       closures that do what several would
//	tree.go       what values are made of, for whoever reads them instead of running them
//	work.go       how much there is to check, and its bounds
//	cover.go      notes of what is used, and of how conditions come out
package formula

import (
	"strconv"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/state"
)

// DefaultFuel is how much one evaluation may do: to look at an element of a list
// costs 1, and more where what is looked at is long.
const DefaultFuel = 1_000_000

// Env is what a formula sees while it runs.
type Env struct {
	state.World
	Base   int              // the frame whose names are meant
	Who    int32            // `me`
	Eyes   int32            // 1 + the seat through whose eyes formulas look; 0: they see everything (look.go)
	Lot    func() int32     // draws the lot of a bot that decides, 1 to 100; the same for all options of a request
	RunAt  []int32          // by procedure, the frame of its last run; set by who looks back
	Notes  []Note           // by mark, what has been seen of it; nil: nobody wants to know
	Fuel   int              // what the formula may still do; a limit, not a clock
	Work   int              // what formulas have done, until somebody sets it back
	locals [maxLocals]int32 // parameters and elements of predicates …
	lists  [][]int32        // … and parameters that are lists
	arena  []int32
}

// maxLocals bounds the parameters and predicate elements alive at once. Formulas
// cannot call themselves, so where each of them lies is settled at load. A power
// of two, so that `i%maxLocals` needs no check.
const maxLocals = 512

// Begin readies the Env for the formulas of one step, in the running frame.
func (e *Env) Begin() {
	e.Base, e.Who = e.Frame(), schema.Nothing
	if e.Base > 0 {
		e.Who = e.S[e.Base+state.FrameMe]
	}
	e.Refuel()
}

// Refuel forgets what earlier formulas built and used up.
func (e *Env) Refuel() {
	e.Work += DefaultFuel - e.Fuel
	e.Fuel = DefaultFuel
	e.arena = e.arena[:0]
}

// Keep copies a list so that it outlives what the state does next.
func (e *Env) Keep(l []int32) []int32 {
	at := len(e.arena)
	e.arena = append(e.arena, l...)
	return e.arena[at:len(e.arena):len(e.arena)]
}

// SetIt sets the candidate that `it` means in a condition compiled with one.
func (e *Env) SetIt(v int32) { e.locals[0] = v }

// tick pays for looking at one element; spend for work that is worth as much as
// n of them.
func (e *Env) tick(pos source.Pos) bool { return e.spend(pos, 1) }

func (e *Env) spend(pos source.Pos, n int) bool {
	if e.Fuel -= n; e.Fuel < 0 {
		e.tooMuch(pos)
	}
	return e.Err == nil
}

func (e *Env) tooMuch(pos source.Pos) {
	e.FailLimit(pos, "this formula does more than "+strconv.Itoa(DefaultFuel)+" steps of work")
}

// cost is what it costs to evaluate so many bytes of formula.
func cost(bytes int) int { return 1 + bytes>>5 }

// number is a value that must not be nothing.
func (e *Env) number(pos source.Pos, v numFn) int32 {
	x := v(e)
	if x == schema.Nothing {
		e.Fail(pos, "this is nothing, and no number: test it first, or say `?? 0`")
	}
	return x
}

type (
	numFn  func(*Env) int32
	yesFn  func(*Env) bool
	listFn func(*Env) []int32
)

// Value is a compiled formula.
type Value struct {
	num   numFn // these three first: they lie together in the cache
	yes   yesFn
	list  listFn
	Const bool // K is the value, whatever the state
	K     int32
	Type  schema.Type
	Pos   source.Pos
	named *Value // the value is the name of this piece's card
	// settled is Const of what is worked out all the same, so that its use is
	// noted; K is the value.
	settled bool
	pile    bool  // the list is what lies in a zone, in its order
	unseen  numFn // of a piece that the eyes may not know: what of it can be seen, they see
	fused   *form // how it is found without its closure; nil: in no other way
	tree    *Tree // nil: nothing says of what it is made
}

// OK reports whether the formula compiled.
func (v *Value) OK() bool { return v != nil && (v.num != nil || v.yes != nil || v.list != nil) }

// Settled reports whether K is the value, whatever the state.
func (v *Value) Settled() bool { return v.Const || v.settled }

// IsList reports whether List may be called.
func (v *Value) IsList() bool { return v.list != nil }

// Num evaluates a formula with a single value; yes is 1.
func (v *Value) Num(e *Env) int32 {
	if v.num == nil {
		return v.asNum(e)
	}
	return v.num(e)
}

func (v *Value) asNum(e *Env) int32 {
	if v.yes != nil && v.yes(e) {
		return 1
	}
	return 0
}

// Yes evaluates a condition.
func (v *Value) Yes(e *Env) bool {
	if v.yes != nil {
		return v.yes(e)
	}
	return v.num != nil && v.num(e) == 1
}

// List evaluates a list. The result is good until the Env is refuelled or the
// state changes.
func (v *Value) List(e *Env) []int32 {
	if v.list == nil {
		return nil
	}
	return v.list(e)
}

func constant(pos source.Pos, t schema.Type, k int32) *Value {
	return &Value{Type: t, Pos: pos, Const: true, K: k, num: func(*Env) int32 { return k }}
}

func number(pos source.Pos, f numFn) *Value {
	return &Value{Type: schema.Type{Base: schema.Number}, Pos: pos, num: f}
}

func yesNo(pos source.Pos, f yesFn) *Value {
	return &Value{Type: schema.Type{Base: schema.YesNo}, Pos: pos, yes: f}
}

// bad is a value that failed to compile; the error has been reported.
func bad(pos source.Pos) *Value { return &Value{Pos: pos} }
