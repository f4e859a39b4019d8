// Package program compiles the procedures of a game to ops.
//
// A Program is immutable and shared by all matches. Each procedure has a Unit: ops, numbered from 0. An op
// is a code with a typed operand, and knows its step, with the position in the YAML and the clauses. A
// program holds all branches of all rulings; configurations differ in the readings in force.
//
//	program.go   ops and their operands
//	declare.go   procedures, their names, and the types of names
//	check.go     compiling a game
//	unit.go      ops of a procedure as they are written
//	build.go     blocks and control flow
//	readings.go  configurations: readings in force, and facts that follow from them
//	loops.go     `each` and `while`
//	ends.go      restrictions of `at_end`
//	verbs.go     the verbs that are one op: operands and checks
//	steps.go     the checks of verbs that ask
//	assign.go    targets and durations of `set`
//	names.go     types of names, once all are known
//	windows.go   windows and the cards played in them
//	offers.go    side offers
//	pictures.go  pictures of pieces, and sentences of steps
//	contexts.go  information shown with questions, and at the end of a match
//	questions.go texts for things that are never shown
//	hiding.go    names that would hide others
//	sights.go    pieces that a seat may not know
//	sealed.go    zones and fields that a sealed block hides
//	measures.go  statistics and invariants
//	bots.go      formulas of bots
//	link.go      counters, durations and measures, by procedure
//	reach.go     procedures that can run
//	access.go    the parts of the state that steps read and change
//	same.go      comparison of two programs
//	live.go      programs without ops that have no effect
package program

import (
	"iter"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Code is the kind of an op; the comment names its operand.
type Code uint8

const (
	Jump      Code = iota // go to To
	Branch                // go to the branch that readings take: *BranchOp, or to To. It does not count as an op
	Unless                // go to To unless a condition holds: *Cond
	Do                    // carry out a verb that neither asks nor branches: one of the structs in verbs.go
	Ask                   // ask a player or chance: *ChooseOp; *MayOp (To: declined); *RollOp; *DrawOp, until no card is left to draw; *WindowOp
	Window                // open a window, push its frame: *OpenOp
	DrawBegin             // evaluate the number of cards to draw: *DrawOp
	Switch                // go to a branch: *SwitchOp; To: none fits
	EachBegin             // evaluate the list of a loop: *Loop
	EachNext              // its next round, or go to To: *Loop
	Anew                  // clear names at the start of a round: *AnewOp
	Call                  // push a frame: *CallOp
	Stop                  // *StopOp
	Return                // end of the procedure, or of its at_end
	Begin                 // the procedure starts: counters, fields that reset
)

var codeNames = [...]string{"jump", "branch", "unless", "do", "ask", "window", "draw_begin", "switch", "each_begin", "each_next", "anew", "call", "stop", "return", "begin"}

func (c Code) String() string { return codeNames[c] }

// Name returns the code of an op; for Do and Ask the verb.
func (op *Op) Name() string {
	switch {
	case op.Code != Do && op.Code != Ask:
		return op.Code.String()
	case op.Step.Syntax != nil:
		return op.Step.Verb
	case op.Code == Ask:
		return op.Code.String() // in a window's frame
	}
	return "set" // the first value of a name
}

// Op is one instruction.
type Op struct {
	Code Code
	To   int32 // op of the same unit to go to
	Step *Step
	Do   any // its operand; nil: none
}

// Step is the source of ops: a step of a procedure, or a procedure or window as a whole.
type Step struct {
	Syntax *syntax.Step // nil: the procedure or window as a whole
	Verb   string
	ID     string
	Pos    source.Pos
	Cites  []syntax.Ident
	Proc   int
	In     string // its procedure or window
	Says   []Sentence
	Index  int   // in Unit.Steps
	First  int32 // the step's first op
	End    int32 // the op after its last
	Else   bool  // an `if` that has an `else` with steps, …
	other  int32 // … which begins here
	named  bool  // `stop` can name its ID
}

// Has reports whether an op belongs to the step.
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

// Step returns the step with an id under any readings; nil if there is none.
func (u *Unit) Step(id string) *Step {
	if i := slices.IndexFunc(u.Steps, func(s *Step) bool { return s.named && s.ID == id }); i >= 0 {
		return u.Steps[i]
	}
	return nil
}

// Spoken are the operands whose names scenarios, bots and players use.
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

// Program is a compiled game under some readings. Programs for other readings share everything else.
type Program struct {
	*schema.Schema
	Procs  []*Proc
	Units  []*Unit // by procedure
	Spoken         // of all units
	Rest
	Readings    map[string]string // ruling key → reading in force
	InForce     []byte            // the same by ruling: Env.Readings of a match
	*facts                        // that follow from the readings
	Asked       map[string]bool   // rulings that the rules ask
	Declared    []int             // rulings that declarations ask, so that every match does
	procs       map[string]int    // by name
	Start       int               // the procedure that is the match
	Windows     []*WindowOp
	Offers      []*Offer
	CardProcs   map[string][]int // each_has steps → procedure by card, or -1
	HeaderLen   int
	Spans       []formula.Span // the counters of the header
	Timed       []Timed
	TimedFields []*schema.Field // fields that steps set for a time
	opsBefore   []int           // by procedure, the number of ops in those before it; last the sum
	stepsBefore []int
	compiler    *formula.Compiler
	unused      []*formula.Value // unused formulas
	checks      []flagCheck      // of flags that readings decide
	stops       []*StopOp        // of steps of other procedures
}

// Rest are the formulas that belong to no procedure.
type Rest struct {
	Invariants []*Invariant
	Measures   []*Measure
	Bots       map[string]map[string]*formula.Value
	Pictures   []Picture                         // by card
	Contexts   []*Context                        // by procedure; nil: none
	Endings    []*Ending                         // by procedure; nil: none
	Sights     map[*syntax.SeenBy]*formula.Value // formulas of `seen_by`
}

// Proc returns the procedure of that name, or nil.
func (p *Program) Proc(name string) *Proc {
	if i, ok := p.procs[name]; ok {
		return p.Procs[i]
	}
	return nil
}

// OpNumber returns the number of a procedure's op among all ops of the program.
func (p *Program) OpNumber(proc, op int32) int { return p.opsBefore[proc] + int(op) }

// StepNumber returns the number of a step among all steps of the program.
func (p *Program) StepNumber(s *Step) int { return p.stepsBefore[s.Proc] + s.Index }

// CountOps returns the number of ops.
func (p *Program) CountOps() int { return p.opsBefore[len(p.Procs)] }

// CountSteps returns the number of steps.
func (p *Program) CountSteps() int { return p.stepsBefore[len(p.Procs)] }

// Steps yields all steps with their numbers.
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

// Whole returns the step that stands for a procedure as a whole.
func (p *Program) Whole(proc int32) *Step { return p.Units[proc].Steps[0] }

// Proc is a procedure or window.
type Proc struct {
	*formula.Proc
	Decl        *syntax.Procedure // nil for windows
	Request     string            // the first part of the names of its requests
	Blank       []int32           // a new frame
	Restarts    []Words           // counters that restart with it
	Counts      []int             // counters of its starts
	Resets      []schema.Reset    // fields that it resets when it starts
	EndsTimed   []int             // indices into Timed: values set until it ends
	StartsTimed []int             // indices into Timed: values set until it starts
	Gives       []*formula.Slot
	Claims      []int // indices into Invariants: checked when it ends
	OnStart     []int // indices into Measures: taken when it starts
	OnEnd       []int // indices into Measures: taken when it ends
	Plain       bool  // it starts without any of that …
	Light       bool  // … and ends so
}

// Words is a range of words of a state.
type Words struct{ From, To int }

// Cond is a condition with the words of its parts.
type Cond struct{ Parts []CondPart }

// Failing returns the first part that does not hold; nil if all hold, and for a nil condition.
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

// CondPart is a part of a condition, with its words.
type CondPart struct {
	Words string
	Is    *formula.Value
	Pos   source.Pos
	Cites []syntax.Ident
}

// ChooseOp asks for a choice.
type ChooseOp struct {
	*syntax.Choose
	Request         string
	Slot            *formula.Slot
	From            *formula.Value // a list
	By              *formula.Value // nil: me
	Chance          bool
	Where, Together *Cond
	Least, Most     *formula.Value // nil: 0, all
	Optional        *formula.Value // nil: no
	Elem            schema.Type
	Blind           bool // the player may not know all candidates
}

// BranchOp goes to one of several ops, by a number that readings decide.
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

// MayOption is an option of a MayOp.
type MayOption struct {
	*syntax.MayOption
	If     *Cond
	To     int32
	Counts []int
}

// OptionAt returns the index of the option to whose steps an op within the `may` belongs; -1 for the `may` itself.
func (do *MayOp) OptionAt(at int32) (i int) {
	i = -1
	for k := range do.Options {
		if to := do.Options[k].To; to <= at && (i < 0 || to > do.Options[i].To) {
			i = k
		}
	}
	return i
}

// WindowOp asks players for cards.
type WindowOp struct {
	*syntax.Window
	TargetName string // the name of the request for a target
	Proc       int    // its own frame
	Opener     int    // procedure that may open it
	Asks       *formula.Value
	Who        *Cond
	Again      *formula.Value // nil: no
	Must       *formula.Value // nil: no
	AtMost     *formula.Value
	Counts     []int
	Cards      []*PlayCard        // by card; nil: not played here
	Zones      []*schema.ZoneDecl // zones of a player from which its cards are played
	Blind      bool               // the player may not know all candidates
	Order      *formula.Slot
	Turn       *formula.Slot
	Plays      *formula.Slot
	Passes     *formula.Slot
	Card       *formula.Slot
}

// PlayCard is how a card is played in windows.
type PlayCard struct {
	Card    *schema.Card
	From    []*schema.ZoneDecl // zones of a player from which it is played
	Target  *formula.Value     // nil: none; a player, or a list to choose from
	Needs   *Cond
	Nobody  CondPart // the refusal if there is no target
	Playing int      // procedure
	Pos     source.Pos
}

// Chooses reports whether the player chooses the target; false for a nil card.
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
	*syntax.Branches
	On     *formula.Value
	Labels []formula.Label
	To     []int32
}

// Loop is an `each`.
type Loop struct {
	*syntax.Each
	Me         bool
	Sealed     *formula.Value // nil: no
	Block      int32          // its number, if it is sealed under some readings
	In         *formula.Value
	List, At   *formula.Slot // the evaluated list, and the number of the round
	Var        *formula.Slot // nil for `me`
	Saved      *formula.Slot // `me` before the loop
	First, End int32         // its ops
	Blind      bool          // it goes through pieces that somebody may not know, in an order that its rounds would tell
}

// AnewOp clears names that each round of a loop sets first.
type AnewOp struct{ Names []*formula.Slot }

// CallOp runs steps.
type CallOp struct {
	Proc   int            // -1: those of a card
	Piece  *formula.Value // the piece whose card has the steps
	Has    string
	Me     *formula.Value // nil: the same
	MeText string         // as written
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

// StopOp ends a procedure or step that is running.
type StopOp struct {
	*syntax.Stop
	Pending bool  // `pending` ends
	Proc    int   // the innermost frame of this procedure ends; -1: none is meant …
	Own     bool  // … but a step of this very frame, which goes on at Resume, …
	Resume  int32 // (else -1)
	within  *Step
}

// OfStep reports whether a step of another procedure is stopped, which continues behind the step.
func (s *StopOp) OfStep() bool { return !s.Pending && !s.Own && s.Proc < 0 }

// Invariant is a condition that must hold after every step.
type Invariant struct {
	OnEnd int  // the procedure at whose end it is checked; -1: after every op
	Fixed bool // depends only on printed values, so that one check is enough
	Words string
	That  *formula.Value
	Pos   source.Pos
	Cites []syntax.Ident
}
