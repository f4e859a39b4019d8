// Package formula checks and evaluates the formulas of a game.
//
// expr-lang parses a formula; the compiler gives each node a type of the game's own (a number, a player, a
// piece of some kinds, a word of some set, a list of those) and an op. The evaluator walks that tree: it
// takes an Env, reads the flat state and allocates nothing, since lists are built in the Env's arena and
// returned as slices of it. Formulas are pure, so the machine may evaluate them whenever it likes.
//
//	parse.go      source text to expr's tree, with limits
//	survey.go     what is refused before expr reads it
//	scope.go      what a bare name means
//	compile.go    nodes to checked values
//	names.go      bare names
//	call.go       named formulas, once for each use with other types
//	operators.go  comparisons, arithmetic, logic
//	members.go    fields, zones and formulas of players and pieces
//	frames.go     names of the frame of a procedure
//	index.go      places in lists, rows of tables
//	lists.go      expr's list functions with a predicate
//	wholes.go     those without one
//	bags.go       lists compared, and what is in one
//	zones.go      zones and places taken for what lies there
//	words.go      the language's own functions
//	places.go     those for zones that are laid out
//	choose.go     formulas that a ruling or a switch chooses
//	common.go     what the compilers of a game share
//	rulings.go    readings in force: looked up by matches, folded for people
//	tree.go       of what values are made
//	value.go      values, and what comes of them whatever the state
//	eval*.go      the evaluator
//	sets.go       searches that start from the few pieces that can match
//	reads.go      what of the state a formula can look at
//	look.go       what a formula with a seat's eyes may not read
//	work.go       how much there is to check, and its bounds
//	cover.go      notes of what is used, and of how conditions come out
//	parts.go, apart.go, settled.go  texts taken apart, turned round and settled, for people
package formula

import (
	"strconv"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// DefaultFuel is how much one evaluation may do: to look at an element of a list
// costs 1, and more where what is looked at is long.
const DefaultFuel = 1_000_000

// Env is what a formula sees while it runs.
type Env struct {
	state.World
	Base     int              // the frame whose names are meant
	Who      int32            // `me`
	Eyes     int32            // 1 + the seat through whose eyes formulas look; 0: they see everything (look.go)
	Lot      func() int32     // draws the lot of a bot that decides, 1 to 100; the same for all options of a request
	FrameAt  []int32          // by procedure, its last frame; set by who looks back
	Readings []byte           // by ruling, which of its readings is in force
	Asked    []bool           // by ruling, whether it was asked; nil: not recorded. No snapshot takes it back
	Notes    []Note           // by mark, what has been seen of it; nil: nobody wants to know
	Fuel     int              // what the formula may still do; a limit, not a clock
	Work     int              // what formulas have done, until somebody sets it back
	locals   [maxLocals]int32 // parameters and elements of predicates …
	lists    [][]int32        // … and parameters that are lists
	arena    []int32
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

// costOfText returns the cost of evaluating a formula of so many bytes.
func costOfText(bytes int) int { return 1 + bytes>>5 }
