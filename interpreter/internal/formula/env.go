// Package formula checks and evaluates the formulas of a game.
//
// expr-lang parses a formula. The compiler gives each node an operation and a type of the game
// (a number, a player, a piece of some kinds, a word of some set, or a list of these). The
// evaluator walks that tree with an Env. It reads the flat state and allocates no memory,
// because lists are built in the Env's arena and returned as slices of it. Formulas have no
// side effects, so the machine may evaluate them at any time.
//
// The path of a formula: [Compiler.Compile] takes its text; survey and parse (parse.go) make
// expr's tree of it; comp.node (compile.go) checks each node in a [Scope] and returns a [Expr],
// which newValue folds if it is constant; Expr.Num and Expr.List evaluate that tree. A part with
// an error is an invalid value: the error is reported where it is found, and every value that has
// an invalid operand is invalid, too, without a further report.
//
// Source text to expr's tree:
//
//	hint_survey.go  notation that is refused before expr parses the text
//	parse.go        expr's parser, within limits
//
// expr's tree to checked values:
//
//	scope.go           the compiler, procedures and their local names, and the meaning of bare names
//	common.go          data shared by the compilers of a game
//	compile.go         nodes to values, and conversions between types
//	names.go           bare names
//	members.go         fields, zones and formulas of players and pieces
//	frames.go          local names of procedures
//	index.go           elements of lists, rows of tables
//	tables.go          tables: values by key
//	operators.go       comparisons, arithmetic, logic
//	bags.go            comparisons of lists, and membership
//	zones.go           zones and places used as the pieces in them
//	call.go            named formulas, compiled once for each combination of argument types
//	functions.go       the table of functions, and the checks of their operands
//	places.go          functions for zones with a layout
//	quoted.go          functions of quoted names: counters and readings
//	choose.go          formulas that a ruling or a switch selects
//	hint_spellings.go  misspelt words that no type reveals
//	work.go            limits on the work of checking
//	export.go          values and scopes for other packages
//
// Checked values:
//
//	tree.go     the operations
//	expr.go     formulas, and simplification of constants
//	rulings.go  readings in force: looked up by matches, folded for people
//	sets.go     searches that start from the few pieces that can match
//	reads.go    the parts of the state on which a formula depends
//	cover.go    coverage
//	memory.go   results that are remembered
//
// Evaluation:
//
//	eval*.go        the evaluator
//	secret_look.go  the parts that a formula evaluated for a seat may not read
package formula

import (
	"math"
	"strconv"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// DefaultFuel limits the work of one evaluation. An element of a list costs 1, and more if a
// long condition is evaluated for it.
const DefaultFuel = 1_000_000

// Env is the environment in which formulas are evaluated. Operators are its methods; the functions of
// the language (functions.go) are Go functions.
type Env struct {
	// World has the state that formulas read. Only the match changes it.
	World state.World

	// The position of the formula in the match.
	Base int      // the frame for local names
	Who  ref.Seat // `me`
	// the seat for which formulas are evaluated; no player if they may read everything (secret_look.go)
	viewer ref.Seat
	// draws the number `lot` of the deciding bot, from 1 to 100; it is the same for all options of a request
	Lot      func() int32
	FrameAt  []int32 // by procedure: its last frame; set for callers that refer to ended procedures
	Readings []byte  // by ruling: the index of the reading in force
	Folded   []*Expr // Compiler.Folded, or nil; not used while anything is recorded

	// Record is for the match; no formula reads it.
	Record Record
	Fuel   int // work that the formula may still do; it counts steps, not time
	Work   int // work done by formulas since it was last reset

	// The memory of the evaluator.
	locals  [maxLocals]int32 // parameters, and elements in predicates
	lists   [][]int32        // parameters that are lists
	arena   []int32
	memory  *memory       // nil until a formula is tried
	recalls recallable    // the results that may be remembered in this evaluation
	trials  [trials]trial // by memo
}

// Record has the parts of the rules that evaluations have used. It is not part of snapshots.
type Record struct {
	Rulings []bool // by ruling: whether it was used; nil if not recorded
	Notes   []Note // coverage by mark; nil if coverage is off
}

// maxLocals limits the number of parameters and predicate elements in use at the same time.
// Formulas cannot call themselves, so the position of each is fixed at load. It is a power of
// two, so that `i%maxLocals` needs no bounds check.
const maxLocals = 512

// Begin prepares the Env for the formulas of a step in the running frame.
func (e *Env) Begin() {
	e.Base, e.Who = e.World.Stack.Frame(), schema.Nothing
	if e.Base > 0 {
		e.Who = ref.Seat(e.World.Stack[e.Base+state.FrameMe])
	}
	e.Refuel()
}

// Refuel discards the lists and the used fuel of previous formulas.
func (e *Env) Refuel() {
	e.Work += DefaultFuel - e.Fuel
	e.Fuel = DefaultFuel
	e.arena = e.arena[:0]
}

// Keep copies a list so that it stays valid when the state changes.
func (e *Env) Keep(l []int32) []int32 {
	at := len(e.arena)
	e.arena = append(e.arena, l...)
	return e.arena[at:len(e.arena):len(e.arena)]
}

// SetIt sets the value of `it` for a formula that was compiled in a scope with `it`.
func (e *Env) SetIt(v int32) { e.locals[0] = v }

// spend counts the work of n elements. It takes the value, because loading its position costs 5 % of a random match.
func (e *Env) spend(v *Expr, n int) bool {
	if e.Fuel -= n; e.Fuel < 0 {
		e.tooMuch(v.Pos)
	}
	return e.World.Err == nil
}

func (e *Env) tooMuch(pos source.Pos) {
	e.World.FailLimit(pos, "this formula does more than "+strconv.Itoa(DefaultFuel)+" steps of work")
}

// limitedCost returns a cost as nodes store it. A formula of two million bytes reaches the limit.
func limitedCost(n int) uint16 { return uint16(min(n, math.MaxUint16)) }

// costOfText returns the cost of evaluating a formula with the given number of bytes.
func costOfText(bytes int) int { return 1 + bytes>>5 }
