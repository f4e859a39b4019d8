// Package program turns the procedures of a game into a flat list of ops.
//
// A Program is immutable and shared by every match. Each op is a code and an
// index into the table of that code, where its operands stand, typed; each op
// also knows the step it came from, with its place in the YAML and its clauses,
// so that any moment of a match can be asked why.
//
//	program.go   the ops and their operands
//	declare.go   procedures, their names, and the types of those
//	base.go      what all configurations of a game have in common
//	build.go     blocks and control flow
//	settle.go    what of all this is in force under readings
//	link.go      procedures, settled one by one, become one program
//	alternatives.go  under which other readings a match would be another
//	loops.go     each and while, and the names that start anew in them
//	ends.go      what an at_end may not do
//	steps.go     the verbs that move, change and ask
//	assign.go    what `set` can set, and for how long
//	windows.go   windows and the cards played in them
//	pictures.go  how pieces are drawn
//	measures.go  what is collected over many matches
//	tune.go      what is laid ready for the machine
//	reach.go     what can run under the readings in force
//	access.go    at what steps look, and what they change
//	same.go      whether two programs do the same
//	live.go      … without what comes to nothing
//	dump.go      the disassembly
package program

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/syntax"
)

// Code says what an op does.
type Code uint8

const (
	Jump      Code = iota // go to To
	Unless                // go to To unless condition A holds
	Choose                // ask choice A
	May                   // ask options A; To: declined
	Window                // open window A: push its frame
	Ask                   // in a window's frame: ask the next player of window A
	Roll                  // throw dice A
	Shuffle               // forget the order of zone A
	DrawBegin             // work out how many cards draw A takes
	Draw                  // take one card of draw A, as long as any is left to take
	Move                  // move A
	Discard               // discard A
	Flip                  // flip A
	Show                  // show A
	Set                   // assignments A
	Pick                  // pick A
	Switch                // go to the branch of switch A
	EachBegin             // fix the list of loop A
	EachNext              // next round of loop A, or go to To
	Anew                  // the names A start a round without a value
	Call                  // push the frame of call A
	Stop                  // stop A
	Finish                // the players A win
	Return                // end of the procedure, or of its at_end
	Begin                 // the procedure starts: counters, fields that reset
)

var codeNames = [...]string{"jump", "unless", "choose", "may", "window", "ask", "roll", "shuffle", "draw_begin", "draw", "move", "discard", "flip", "show", "set", "pick", "switch", "each_begin", "each_next", "anew", "call", "stop", "finish", "return", "begin"}

func (c Code) String() string { return codeNames[c] }

// Op is one instruction.
type Op struct {
	Code Code
	A    int32 // index into the code's table
	To   int32 // op to go to
	Step int32 // index into Steps; the step that the op is part of
}

// Step is where ops come from.
type Step struct {
	*Origin
	First int32 // the step's first op
	End   int32 // the op after its last
	Else  bool  // an `if` that has an `else`, …
	other int32 // … which begins here
	Dead  bool  // the readings in force never let it run
	named bool  // it may be stopped by its ID
}

// Origin is what a step is, wherever its ops lie.
type Origin struct {
	Verb  string
	ID    string
	Pos   source.Pos
	Cites []syntax.Ident
	Proc  int
	In    string // the procedure or window that it is part of
	Says  []Sentence
}

// Program is a compiled game under one set of readings. It shares with those of other
// readings whatever does not depend on what tells them apart.
type Program struct {
	*schema.Schema
	Object
	Readings    map[string]string // ruling key → reading in force
	Asked       map[string]bool   // rulings on which something hangs
	Forks       map[int32][]*Fork // by op, if there are alternatives
	reads       string            // which readings are in force
	others      *alternatives     // nil: it has none
	units       []*unit           // by procedure, what it comes to under the readings in force
	procs       map[string]int    // by name
	Procs       []*Proc
	Start       int // procedure that is the whole match
	Windows     []*WindowOp
	Invariants  []*Invariant
	Measures    []*Measure
	Bots        map[string]map[string]*formula.Value
	CardProcs   map[string][]int // each_has steps → procedure by card, or -1
	HeaderLen   int
	Spans       []formula.Span  // the counters of the header
	Marks       []*formula.Mark // what notes are taken of; Env.Notes has those of a match
	Timed       []Timed
	TimedFields []*schema.Field // that steps set for a time
	Offers      []*Offer
	Pictures    []Picture                         // by card
	Sights      map[*syntax.SeenBy]*formula.Value // who sees what, where a formula says so
}

// Proc returns the procedure of that name, or nil.
func (p *Program) Proc(name string) *Proc {
	if i, ok := p.procs[name]; ok {
		return p.Procs[i]
	}
	return nil
}

// Object is ops, and the tables with their operands.
type Object struct {
	Ops      []Op
	Steps    []Step
	Conds    []*Cond
	Chooses  []*ChooseOp
	Mays     []*MayOp
	Rolls    []*RollOp
	Shuffles []*formula.Value
	Draws    []*DrawOp
	Moves    []*MoveOp
	Lists    []*formula.Value // discard, finish
	Flips    []*FlipOp
	Shows    []*ShowOp
	Sets     []*SetOp
	Picks    []*PickOp
	Switches []*SwitchOp
	Loops    []*Loop
	Anew     [][]*formula.Slot
	Calls    []*CallOp
	Stops    []*StopOp
}

// Proc is a compiled procedure.
type Proc struct {
	Blank        []int32        // its frame before anything is known
	Entry, AtEnd int32          // AtEnd -1: none
	Restarts     []Words        // words of the header that begin anew with it: counters
	Counts       []int          // counters of its runs
	Resets       []schema.Reset // fields back at their default when it begins
	EndsTimed    []int          // into Timed: set until this ends
	StartsTimed  []int          // into Timed: set until this starts
	Gives        []*formula.Slot
	Loops        []int        // loops of its ops, outer before inner
	Claims       []*Invariant // looked at when it ends
	OnStart      []int        // into Measures: looked at when it starts
	OnEnd        []int        // into Measures: looked at when it ends
	Plain        bool         // nothing of that happens when it begins …
	Light        bool         // … or when it ends
	*formula.Proc
	End     int32             // the op after its last
	Decl    *syntax.Procedure // nil for windows
	Request string            // what its requests are called before the dot
	IDs     map[string]int    // step id → step
}

// Words are some words of a state in a row.
type Words struct{ From, To int }

// Cond is a condition with the words of its parts.
type Cond struct{ Parts []CondPart }

// Test reports whether all parts hold.
func (c *Cond) Test(e *formula.Env) bool {
	for i := range c.Parts {
		if !c.Parts[i].Is.Yes(e) {
			return false
		}
	}
	return true
}

// CondPart is one worded condition.
type CondPart struct {
	Words string
	Is    *formula.Value
	Pos   source.Pos
	Cites []syntax.Ident
}

// ChooseOp asks for a choice.
type ChooseOp struct {
	Request         string
	Name            string
	Slot            *formula.Slot
	From            *formula.Value // a list
	By              *formula.Value // nil: me
	Chance          bool
	Where, Together *Cond
	Least, Most     *formula.Value // nil: 0, all
	IsList          bool
	Repeats         bool
	Optional, IfAny bool
	Elem            schema.Type
	Blind           bool // who is asked may not know all that he chooses from
}

// MayOp asks for one of several options.
type MayOp struct {
	Request string
	By      *formula.Value
	Must    bool
	Options []MayOption
}

// MayOption is one of them.
type MayOption struct {
	Name   string
	If     *Cond
	To     int32
	Pos    source.Pos
	Cites  []syntax.Ident
	Counts []int
}

// WindowOp asks players for cards.
type WindowOp struct {
	TargetName string // what the request for a target is called
	Name       string
	Proc       int // its own frame
	Opener     int // procedure that may open it
	Asks       *formula.Value
	Who        *Cond
	Again      bool
	Must       bool
	AtMost     *formula.Value
	Counts     []int
	Cards      []*PlayCard        // by card; nil: it is not played here
	Zones      []*schema.ZoneDecl // zones of a player that can hold such cards
	Pos        source.Pos
	Cites      []syntax.Ident
	Blind      bool // who is asked may not know all that he chooses from
	Order      *formula.Slot
	Turn       *formula.Slot
	Plays      *formula.Slot
	Passes     *formula.Slot
	Card       *formula.Slot
	Changes    map[string]bool
}

// PlayCard is how a card is played in windows.
type PlayCard struct {
	Card    *schema.Card
	Target  *formula.Value // nil: none; a player, or a list to choose from
	Needs   *Cond
	Nobody  CondPart // why it cannot be played if there is no target
	Playing int      // procedure
	Pos     source.Pos
}

// RollOp throws dice.
type RollOp struct {
	Request string
	Slot    *formula.Slot
	By      *formula.Value
	Dice    *formula.Value // nil: one
	Sides   *formula.Value // nil: six
	Left    *formula.Slot  // dice still to throw, of several
}

// DrawOp takes cards off a stack.
type DrawOp struct {
	Request  string
	Number   *formula.Value
	From, To *formula.Value
	As       *formula.Slot // nil: none
	Left     *formula.Slot
	Bottom   bool
	Face     string
}

// MoveOp moves pieces.
type MoveOp struct {
	Pieces *formula.Value // a list, a piece, or with Number the card of the tokens
	To     *formula.Value // a zone, or a list of places
	Number *formula.Value
	From   *formula.Value
	Bottom bool
	Face   string
}

// ShowOp lets players know pieces where they lie.
type ShowOp struct{ Pieces, To *formula.Value }

// FlipOp turns pieces over.
type FlipOp struct {
	Pieces *formula.Value
	Face   string
}

// PickOp picks by rule.
type PickOp struct {
	Slot   *formula.Slot
	From   *formula.Value
	Where  *Cond
	Prefer []CondPart
	Toward []*formula.Value
}

// SwitchOp branches on a value.
type SwitchOp struct {
	On     *formula.Value
	Labels []formula.Label
	To     []int32
	At     []source.Pos // of the branches
	Cites  [][]syntax.Ident
}

// Loop is an `each`.
type Loop struct {
	Name       string
	Me         bool
	Sealed     bool
	In         *formula.Value
	List, At   *formula.Slot // the list as it was fixed, and the round
	Var        *formula.Slot // nil for `me`
	Saved      *formula.Slot // `me` before the loop
	First, End int32         // its ops
}

// CallOp runs steps.
type CallOp struct {
	Proc   int            // -1: those of a card
	Piece  *formula.Value // whose card's steps
	Has    string
	Me     *formula.Value // nil: the same
	MeText string         // as it is written
	Args   []Arg
	Gives  []Give
}

// Arg hands a value to a parameter.
type Arg struct {
	Slot  *formula.Slot
	Value *formula.Value
}

// Give copies a name back to the caller.
type Give struct{ From, To *formula.Slot }

// StopOp ends something that runs.
type StopOp struct {
	Name    string
	Pending bool
	Procs   []int // the innermost frame of one of these …
	First   int32 // … where it is within a step, which begins here …
	Resume  int32 // … and ends here, goes on here; -1: it ends
	Own     bool  // a step of this very frame
}

// Invariant holds after every step.
type Invariant struct {
	OnEnd int  // procedure at whose end it is looked at; -1: after every op
	Fixed bool // depends on nothing but printed values, so once is enough
	Words string
	That  *formula.Value
	Pos   source.Pos
	Cites []syntax.Ident
}
