// Package program turns the procedures of a game into ops.
//
// A Program is immutable and shared by every match. Each procedure has a unit: ops, numbered
// from 0, of which each is a code with its operand, typed; each op also knows the step it came
// from, with its place in the YAML and its clauses, so that any moment of a match can be asked
// why. It holds all branches of all rulings: configurations differ in the readings in force.
//
//	program.go   the ops and their operands
//	declare.go   procedures, their names, and the types of those
//	check.go     a game compiled, and its procedures
//	build.go     blocks and control flow
//	readings.go  configurations: readings in force, and what never happens under them
//	loops.go     each and while, and the names that start anew in them
//	ends.go      what an at_end may not do
//	verbs.go     the verbs that neither ask nor branch: operands, and how they are checked
//	steps.go     the verbs that ask
//	assign.go    what `set` can set, and for how long
//	windows.go   windows and the cards played in them
//	pictures.go  how pieces are drawn
//	measures.go  what is collected over many matches, and what always holds
//	bots.go      what bots prefer
//	link.go      what procedures are told that hangs on them
//	reach.go     procedures that can run under the readings in force
//	access.go    at what steps look, and what they change
//	same.go      whether two programs do the same
//	live.go      … without what comes to nothing
package program

import (
	"iter"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Code says what an op does; its operand is named behind it.
type Code uint8

const (
	Jump      Code = iota // go to To
	Branch                // go to the branch that readings take, or to To: *BranchOp. It is no op of its own: nothing counts it
	Unless                // go to To unless a condition holds: *Cond
	Do                    // carry out a verb that neither asks nor branches: one of the structs in verbs.go
	Choose                // ask a choice: *ChooseOp
	May                   // ask options: *MayOp; To: declined
	Window                // open a window, push its frame: *OpenOp
	Ask                   // in a window's frame: ask the next player: *WindowOp
	Roll                  // throw dice: *RollOp
	DrawBegin             // work out how many cards are drawn: *DrawOp
	Draw                  // take one card, as long as any is left to take: *DrawOp
	Switch                // go to a branch: *SwitchOp; To: none fits
	EachBegin             // fix the list of a loop: *Loop
	EachNext              // its next round, or go to To: *Loop
	Anew                  // names start a round without a value: *AnewOp
	Call                  // push a frame: *CallOp
	Stop                  // *StopOp
	Return                // end of the procedure, or of its at_end
	Begin                 // the procedure starts: counters, fields that reset
)

var codeNames = [...]string{"jump", "branch", "unless", "do", "choose", "may", "window", "ask", "roll", "draw_begin", "draw", "switch", "each_begin", "each_next", "anew", "call", "stop", "return", "begin"}

func (c Code) String() string { return codeNames[c] }

// Name returns the code of an op; of Do the verb.
func (op *Op) Name() string {
	switch {
	case op.Code != Do:
		return op.Code.String()
	case op.Step.Syntax == nil:
		return "set" // the first value of a name
	}
	return op.Step.Verb
}

// Op is one instruction.
type Op struct {
	Code Code
	To   int32 // op of the same unit to go to
	Step *Step // that it is part of
	Do   any   // its operand; nil: none
}

// Step is where ops come from.
type Step struct {
	Syntax *syntax.Step // nil: the procedure or window as a whole
	Verb   string
	ID     string
	Pos    source.Pos
	Cites  []syntax.Ident
	Proc   int
	In     string // the procedure or window that it is part of
	Says   []Sentence
	Index  int   // in its unit
	First  int32 // the step's first op
	End    int32 // the op after its last
	Else   bool  // an `if` that has an `else` with steps, …
	other  int32 // … which begins here
	named  bool  // it may be stopped by its ID
}

// Has reports whether an op is one of the step's.
func (s *Step) Has(op int32) bool { return s.First <= op && op < s.End }

// Unit is the code of a procedure.
type Unit struct {
	Ops   []Op
	Steps []*Step // the first is the procedure as a whole
	AtEnd int32   // -1: none
	Loops []*Loop // outer before inner
	Spoken
	regions []Region
}

// Step returns the step of an id, whichever readings are in force; nil: there is none.
func (u *Unit) Step(id string) *Step {
	if i := slices.IndexFunc(u.Steps, func(s *Step) bool { return s.named && s.ID == id }); i >= 0 {
		return u.Steps[i]
	}
	return nil
}

// Spoken are the operands with names that scenarios, bots and players use.
type Spoken struct {
	Chooses []*ChooseOp
	Mays    []*MayOp
	Sets    []*SetOp
}

func (s *Spoken) add(operand any) {
	switch do := operand.(type) {
	case *ChooseOp:
		s.Chooses = append(s.Chooses, do)
	case *MayOp:
		s.Mays = append(s.Mays, do)
	case *SetOp:
		s.Sets = append(s.Sets, do)
	}
}

func (s *Spoken) join(o *Spoken) {
	s.Chooses, s.Mays, s.Sets = append(s.Chooses, o.Chooses...), append(s.Mays, o.Mays...), append(s.Sets, o.Sets...)
}

// Program is a compiled game, and the readings that are in force. Those of other readings share
// all else with it.
type Program struct {
	*schema.Schema
	Procs  []*Proc
	Units  []*Unit // by procedure
	Spoken         // of all units
	Rest
	Readings    map[string]string // ruling key → reading in force
	InForce     []byte            // the same by ruling: Env.Readings of a match
	*facts                        // what these readings make of it
	Asked       map[string]bool   // rulings that something asks
	Declared    []int             // rulings that declarations ask: every match depends on them
	procs       map[string]int    // by name
	Start       int               // procedure that is the whole match
	Windows     []*WindowOp
	Offers      []*Offer
	CardProcs   map[string][]int // each_has steps → procedure by card, or -1
	HeaderLen   int
	Spans       []formula.Span // the counters of the header
	Timed       []Timed
	TimedFields []*schema.Field // that steps set for a time
	opsBefore   []int           // by procedure, how many are in those before it; and in all
	stepsBefore []int
	compiler    *formula.Compiler
	unused      []*formula.Value // formulas that nothing uses
	checks      []flagCheck      // of flags that readings decide
	stops       []*StopOp        // of steps of other procedures
}

// Rest are the formulas of a program that are of no unit.
type Rest struct {
	Invariants []*Invariant
	Measures   []*Measure
	Bots       map[string]map[string]*formula.Value
	Pictures   []Picture                         // by card
	Contexts   []*Context                        // by procedure; nil: none
	Endings    []*Ending                         // by procedure; nil: none
	Sights     map[*syntax.SeenBy]*formula.Value // who sees what, where a formula says so
}

// Proc returns the procedure of that name, or nil.
func (p *Program) Proc(name string) *Proc {
	if i, ok := p.procs[name]; ok {
		return p.Procs[i]
	}
	return nil
}

// OpNumber is that of an op of a procedure among all of the program, StepNumber that of a step.
func (p *Program) OpNumber(proc, op int32) int { return p.opsBefore[proc] + int(op) }
func (p *Program) StepNumber(s *Step) int      { return p.stepsBefore[s.Proc] + s.Index }

// CountOps is how many there are, CountSteps how many steps.
func (p *Program) CountOps() int   { return p.opsBefore[len(p.Procs)] }
func (p *Program) CountSteps() int { return p.stepsBefore[len(p.Procs)] }

// Steps are all, with their numbers.
func (p *Program) Steps() iter.Seq2[int, *Step] {
	return func(yield func(int, *Step) bool) {
		for i, u := range p.Units {
			for j, s := range u.Steps {
				if !yield(p.stepsBefore[i]+j, s) {
					return
				}
			}
		}
	}
}

// Whole is the step that stands for a procedure as a whole.
func (p *Program) Whole(proc int32) *Step { return p.Units[proc].Steps[0] }

// Proc is a procedure, the same in all configurations.
type Proc struct {
	*formula.Proc
	Decl        *syntax.Procedure // nil for windows
	Request     string            // what its requests are called before the dot
	Blank       []int32           // its frame before anything is known
	Restarts    []Words           // words of the header that begin anew with it: counters
	Counts      []int             // counters of how often it begins
	Resets      []schema.Reset    // fields back at their default when it begins
	EndsTimed   []int             // into Timed: set until this ends
	StartsTimed []int             // into Timed: set until this starts
	Gives       []*formula.Slot
	Claims      []int // into Invariants: looked at when it ends
	OnStart     []int // into Measures: looked at when it starts
	OnEnd       []int // into Measures: looked at when it ends
	Plain       bool  // nothing of that happens when it begins …
	Light       bool  // … or when it ends
}

// Words are some words of a state in a row.
type Words struct{ From, To int }

// Cond is a condition with the words of its parts.
type Cond struct{ Parts []CondPart }

// Failing is the first part that does not hold; nil: all do, or there is no condition.
func (c *Cond) Failing(e *formula.Env) *CondPart {
	if c == nil {
		return nil
	}
	for i := range c.Parts {
		if !c.Parts[i].Is.Yes(e) {
			return &c.Parts[i]
		}
	}
	return nil
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
	IfAny           bool
	Optional        *formula.Value // nil: no
	Elem            schema.Type
	Blind           bool // who is asked may not know all that he chooses from
}

// BranchOp goes to one of several places, by a number that readings decide.
type BranchOp struct {
	On *formula.Value
	To []int32
}

// MayOp asks for one of several options.
type MayOp struct {
	Request string
	By      *formula.Value
	Must    *formula.Value // nil: no
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
	Again      *formula.Value // nil: no
	Must       *formula.Value // nil: no
	AtMost     *formula.Value
	Counts     []int
	Cards      []*PlayCard        // by card; nil: it is not played here
	Zones      []*schema.ZoneDecl // zones of a player from which any of them is played
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
	From    []*schema.ZoneDecl // zones of a player from which it is played
	Target  *formula.Value     // nil: none; a player, or a list to choose from
	Needs   *Cond
	Nobody  CondPart // why it cannot be played if there is no target
	Playing int      // procedure
	Pos     source.Pos
}

// Chooses reports whether the target is chosen; of a nil card it is not.
func (c *PlayCard) Chooses() bool { return c != nil && c.Target != nil && c.Target.IsList() }

// OpenOp opens a window.
type OpenOp struct{ Window int }

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
	*syntax.Draw
	Request  string
	Number   *formula.Value
	From, To *formula.Value
	As       *formula.Slot // nil: none
	Left     *formula.Slot
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
	Sealed     *formula.Value // nil: no
	Block      int32          // its number, if it is sealed in some configuration
	In         *formula.Value
	List, At   *formula.Slot // the list as it was fixed, and the round
	Var        *formula.Slot // nil for `me`
	Saved      *formula.Slot // `me` before the loop
	First, End int32         // its ops
	Blind      bool          // it goes through pieces that somebody may not know, in an order that its rounds would tell
}

// AnewOp takes the value of names that a round of a loop makes first.
type AnewOp struct{ Names []*formula.Slot }

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
	Pending bool  // what is pending ends
	Proc    int   // the innermost frame of this procedure ends; -1: none is meant …
	Own     bool  // … but a step of this very frame, which goes on at Resume, …
	Resume  int32 // (else -1)
	pos     source.Pos
	within  *Step
}

// OfStep tells that a step of another procedure is stopped, which goes on behind it.
func (s *StopOp) OfStep() bool { return !s.Pending && !s.Own && s.Proc < 0 }

// Invariant holds after every step.
type Invariant struct {
	OnEnd int  // procedure at whose end it is looked at; -1: after every op
	Fixed bool // depends on nothing but printed values, so once is enough
	Words string
	That  *formula.Value
	Pos   source.Pos
	Cites []syntax.Ident
}
