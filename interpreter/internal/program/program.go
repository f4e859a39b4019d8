// Package program compiles the procedures of a game to ops.
//
// A Program is immutable and shared by all matches. Each procedure has a Unit: ops, numbered from 0. An op
// is a code with a typed operand, and knows its step, with the position in the YAML and the clauses. A
// program holds all branches of all rulings; configurations differ in the readings in force.
//
//	program.go          ops and their operands
//	declare.go          procedures, their names, and the types of names
//	check.go            compiling a game
//	unit.go             ops of a procedure as they are written
//	build.go            blocks and control flow
//	readings.go         configurations: readings in force, and facts that follow from them
//	loops.go            `each` and `while`
//	ends.go             restrictions of `at_end`
//	verbs.go            the verbs that are one op: operands and checks
//	steps.go            the checks of verbs that ask
//	assign.go           targets and durations of `set`; tables.go assignments of tables
//	names.go            types of names, once all are known
//	windows.go          windows and the cards played in them
//	offers.go           side offers
//	shown_pictures.go   pictures of pieces, and sentences of steps
//	shown_contexts.go   information shown with questions, and at the end of a match
//	shown_questions.go  texts for things that are never shown
//	hiding.go           names that would hide others
//	secret_sights.go    pieces that a seat may not know
//	secret_public.go    pieces that all players have been shown
//	secret_orders.go    lists in the order of declaration, and steps for which chance draws an order
//	secret_sealed.go    zones and fields that a sealed block hides
//	measures.go         statistics and invariants
//	bots.go             formulas of bots
//	learned.go          weights by which searches judge positions
//	link.go             counters, durations and measures, by procedure
//	reach.go            procedures that can run
package program

import (
	"iter"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Code is the code of an op. The comments give the type of its operand.
type Code uint8

const (
	Jump   Code = iota // go to To
	Branch             // go to the branch for the reading in force: *BranchOp, or to To; not counted as an op
	Unless             // go to To if a condition is false: *Cond
	Do                 // execute a verb that neither asks nor branches: one of the structs in verbs.go
	// ask a player or chance: *ChooseOp; *MayOp (To: declined); *RollOp; *MoveOp, *PickOp, of unseen pieces; *DrawOp,
	// until no card is left to draw; *WindowOp
	Ask
	Window    // open a window and push its frame: *OpenOp
	DrawBegin // evaluate the number of cards to draw: *DrawOp
	Switch    // go to a branch: *SwitchOp; To if none matches
	EachBegin // evaluate the list of a loop: *Loop
	EachNext  // start the next round, or go to To: *Loop
	Anew      // clear names at the start of a round: *AnewOp
	Call      // call a procedure: *CallOp
	Stop      // *StopOp
	Return    // end the procedure, or its at_end
	Begin     // start the procedure: counters, fields that it resets
)

var codeNames = [...]string{"jump", "branch", "unless", "do", "ask", "window", "draw_begin", "switch", "each_begin",
	"each_next", "anew", "call", "stop", "return", "begin"}

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
	return "set" // the initial value of a local name
}

// Op is one instruction.
type Op struct {
	Code Code
	To   ref.PC // target of a jump, in the same unit
	Step *Step
	Do   any // operand, or nil
}

// Step is the source of ops: a step of a procedure, or a whole procedure or window.
type Step struct {
	Syntax *syntax.Step // nil for a whole procedure or window
	Verb   string
	ID     string
	Pos    source.Pos
	Cites  []syntax.Ident
	Proc   ref.Proc
	In     string // name of its procedure or window
	Says   []Sentence
	Index  int    // index in Unit.Steps
	First  ref.PC // the step's first op
	End    ref.PC // the op after the step's last op
	Else   bool   // an `if` that has an `else` with steps
	other  ref.PC // first op of the `else`
	named  bool   // `stop` can refer to its ID
}

// Has reports whether an op belongs to the step.
func (s *Step) Has(op ref.PC) bool { return s.First <= op && op < s.End }

// Unit is the code of a procedure.
type Unit struct {
	Ops     []Op
	Steps   []*Step // the first one is the whole procedure
	AtEnd   ref.PC  // first op of at_end, or -1
	Loops   []*Loop // outer loops before inner ones
	regions []Region
}

// Step returns the step with an id, under any readings, or nil.
func (u *Unit) Step(id string) *Step {
	if i := slices.IndexFunc(u.Steps, func(s *Step) bool { return s.named && s.ID == id }); i >= 0 {
		return u.Steps[i]
	}
	return nil
}

// operands returns the operands of a type, in the order of their ops.
func operands[T any](units ...*Unit) (all []T) {
	for _, u := range units {
		for _, op := range u.Ops {
			if do, ok := op.Do.(T); ok {
				all = append(all, do)
			}
		}
	}
	return all
}

// Chooses, Mays and Sets return the operands with names that scenarios, bots and players use.
func (p *Program) Chooses() []*ChooseOp { return operands[*ChooseOp](p.Units...) }
func (p *Program) Mays() []*MayOp       { return operands[*MayOp](p.Units...) }
func (p *Program) Sets() []*SetOp       { return operands[*SetOp](p.Units...) }

// Program is a compiled game with readings in force. Programs for different readings share
// everything else.
type Program struct {
	*schema.Schema
	Procs []*Proc
	Units []*Unit // by procedure
	Rest
	Readings    map[string]string   // ruling key → reading in force
	InForce     []byte              // the same as indices, for Env.Readings of a match
	*facts                          // consequences of the readings
	UsedRulings map[string]bool     // rulings on which the rules depend
	Declared    []int               // rulings on which declarations depend, and therefore every match
	procs       map[string]ref.Proc // by name
	Start       ref.Proc            // index of the procedure that runs the match
	Windows     []*WindowOp
	Offers      []*Offer
	CardProcs   map[string][]ref.Proc // name in `each_has` → procedure by card, or -1
	HeaderLen   int
	Spans       []formula.Span // the counters in the header of a state
	Timed       []Timed
	TimedFields []*schema.Field // fields that steps set temporarily
	opsBefore   []int           // by procedure: the number of ops in earlier procedures; the last entry is the total
	stepsBefore []int
	compiler    *formula.Compiler
	unused      []*formula.Expr // unused formulas
	checks      []flagCheck     // for flags that depend on readings
}

// Rest has the formulas that belong to no step.
type Rest struct {
	Invariants []*Invariant
	Measures   []*Measure
	Bots       map[string]map[string]*formula.Expr
	// the bot that plays the trials of searches; "" if the game declares none
	SearchBot string
	Learned   *Learned  // by which searches judge positions; nil if nothing was learned
	Pictures  []Picture // by card
	// by kind: its formulas with a look, which pages show like printed values
	Shown    [][]Named
	Contexts []*Context                       // by procedure; nil if it has none
	Endings  []*Ending                        // by procedure; nil if it has none
	Sights   map[*syntax.SeenBy]*formula.Expr // formulas of `seen_by`
}

// Proc returns the procedure with a name, or nil.
func (p *Program) Proc(name string) *Proc {
	if i, ok := p.procs[name]; ok {
		return p.Procs[i]
	}
	return nil
}

// OpNumber returns the number of a procedure's op in the whole program.
func (p *Program) OpNumber(proc ref.Proc, op ref.PC) int { return p.opsBefore[proc] + int(op) }

// StepNumber returns the number of a step in the whole program.
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

// Whole returns the step that represents a whole procedure.
func (p *Program) Whole(proc ref.Proc) *Step { return p.Units[proc].Steps[0] }

// Proc is a procedure or window.
type Proc struct {
	*formula.Proc
	Decl        *syntax.Procedure // nil for windows
	Request     string            // the first part of the names of its requests
	Blank       []int32           // a new frame
	Restarts    []Words           // counters that it resets
	Counts      []int             // counters of how often it starts
	Resets      []schema.Reset    // fields that it resets
	EndsTimed   []int             // indices into Timed: values set until it ends
	StartsTimed []int             // indices into Timed: values set until it starts
	Gives       []*formula.Slot
	Claims      []int // indices into Invariants: checked when it ends
	OnStart     []int // indices into Measures: taken when it starts
	OnEnd       []int // indices into Measures: taken when it ends
	Plain       bool  // its start does nothing of the above
	Light       bool  // its end does nothing of the above
}

// hidden adds words without a name to the frame, for values that a step keeps while it runs.
func (p *Proc) hidden(t schema.Type) *formula.Slot {
	s := p.AddSlot("", nil)
	s.Type = t
	p.Arrange()
	return s
}

// Words is a range of words of a state.
type Words struct{ From, To int }

// Cond is a condition with the words of its parts.
type Cond struct{ Parts []CondPart }

// Failing returns the first part that is false. It returns nil if all are true, and for a nil
// condition.
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

// CondPart is a conjunct of a condition, with its words.
type CondPart struct {
	Words string
	Is    *formula.Expr
	Pos   source.Pos
	Cites []syntax.Ident
}

// ChooseOp asks for a choice.
type ChooseOp struct {
	*syntax.Choose
	Request         string
	Slot            *formula.Slot
	From            *formula.Expr // a list
	By              *formula.Expr // nil for `me`
	Chance          bool
	Where, Together *Cond
	Least, Most     *formula.Expr // nil for 0, and for all
	Optional        *formula.Expr // nil for no
	Elem            schema.Type
	Blind           bool // the player may not know all candidates
}

// BranchOp goes to one of several ops, selected by readings.
type BranchOp struct {
	On *formula.Expr
	To []ref.PC
}

// MayOp asks for one of several options, or to decline.
type MayOp struct {
	Request string
	By      *formula.Expr
	Must    *formula.Expr // nil for no
	Options []MayOption
}

// MayOption is an option of a MayOp.
type MayOption struct {
	*syntax.MayOption
	If     *Cond
	To     ref.PC
	Counts []int
}

// OptionAt returns the index of the option whose steps contain an op; -1 for the op of the `may` itself.
func (do *MayOp) OptionAt(at ref.PC) (i int) {
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
	TargetName string   // the name of the request for a target
	Proc       ref.Proc // the procedure of its own frame
	Opener     ref.Proc // the procedure that may open it
	Asks       *formula.Expr
	Who        *Cond
	Again      *formula.Expr // nil for no
	Must       *formula.Expr // nil for no
	AtMost     *formula.Expr
	Counts     []int
	Cards      []*PlayCard        // by card; nil if it is not played here
	Zones      []*schema.ZoneDecl // zones of a player from which its cards are played
	Blind      bool               // the player may not know all candidates
	Order      *formula.Slot
	Turn       *formula.Slot
	Plays      *formula.Slot
	Passes     *formula.Slot
	Card       *formula.Slot
}

// PlayCard describes how a card is played in windows.
type PlayCard struct {
	Card    *schema.Card
	From    []*schema.ZoneDecl // zones of a player from which it is played
	Target  *formula.Expr      // a player, or a list from which to choose; nil for no target
	Needs   *Cond
	Nobody  CondPart // the reason for refusal if there is no target
	Playing ref.Proc // the procedure `playing`
	Pos     source.Pos
}

// Chooses reports whether the player chooses the target. It is false for a nil card.
func (c *PlayCard) Chooses() bool { return c != nil && c.Target != nil && c.Target.IsList() }

// OpenOp opens a window.
type OpenOp struct{ Window int }

// RollOp rolls dice.
type RollOp struct {
	Request string
	Slot    *formula.Slot
	By      *formula.Expr
	Dice    *formula.Expr // nil for one
	Sides   *formula.Expr // nil for six
	Left    *formula.Slot // number of dice still to roll, if there are several
}

// DrawOp draws cards from a stack.
type DrawOp struct {
	*syntax.Draw
	Request  string
	Number   *formula.Expr
	From, To *formula.Expr
	As       *formula.Slot // nil if the cards get no name
	Left     *formula.Slot
}

// SwitchOp branches on a value.
type SwitchOp struct {
	*syntax.Branches
	On     *formula.Expr
	Labels []formula.Label
	To     []ref.PC
}

// Loop is an `each`.
type Loop struct {
	*syntax.Each
	Me         bool
	Sealed     *formula.Expr // nil for no
	Block      int32         // number of the block, if it is sealed under some readings
	In         *formula.Expr
	List, At   *formula.Slot // the stored list, and the number of the current round
	Var        *formula.Slot // nil if the loop sets `me`
	Saved      *formula.Slot // `me` before the loop
	First, End ref.PC        // range of its ops
	Blind      bool          // some player may not know its pieces, and the order of its rounds would reveal them
}

// AnewOp clears names that each round of a loop sets first.
type AnewOp struct{ Names []*formula.Slot }

// CallOp calls a procedure, or the steps of a card.
type CallOp struct {
	Proc   ref.Proc      // NoProc for the steps of a card
	Piece  *formula.Expr // the piece whose card has the steps
	Has    string
	Me     *formula.Expr // nil to keep `me`
	MeText string        // as written
	Args   []Arg
	Gives  []Give
}

// Arg passes a value to a parameter.
type Arg struct {
	Slot  *formula.Slot
	Value *formula.Expr
}

// Give copies the value of a name to a name of the caller.
type Give struct{ From, To *formula.Slot }

// StopOp ends a running procedure or step.
type StopOp struct {
	*syntax.Stop
	Pending bool     // ends `pending`
	Proc    ref.Proc // ends the innermost frame of this procedure; NoProc for none
	Own     bool     // ends a step of the running frame, which continues at Resume
	Resume  ref.PC   // -1 unless Own
	within  *Step
}

// OfStep reports whether the op ends a step of another procedure, which continues after the
// step.
func (s *StopOp) OfStep() bool { return !s.Pending && !s.Own && s.Proc < 0 }

// Invariant is a condition that must be true after every step.
type Invariant struct {
	OnEnd ref.Proc // the procedure at whose end it is checked; NoProc to check it after every op
	Fixed bool     // it depends only on printed values, so one check is enough
	Words string
	That  *formula.Expr
	Pos   source.Pos
	Cites []syntax.Ident
}
