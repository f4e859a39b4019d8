package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// AskKind is the kind of decision that a request asks for.
type AskKind uint8

const (
	AskChoice AskKind = iota // pick from a list (choose)
	AskOption                // do one of some things (may)
	AskPlay                  // play a card, or pass (window)
	AskTarget                // on whom the card is played
	AskRoll                  // the number of a die
	AskDraw                  // which card comes off a block of unknown order
)

var askNames = [...]string{"choice", "option", "play", "target", "roll", "draw"}

func (k AskKind) String() string { return askNames[k] }

// Chance is the decider of rolls, draws and random choices.
const Chance = -1

// Request is a decision that the match waits for. It is valid until the next Answer or Restore.
type Request struct {
	Kind     AskKind
	Name     string // "hunt.prey", "turn.actions", "before_roll", …
	By       int32  // seat, or Chance
	For      int32  // the seat that throws or draws, if By is Chance; else By
	Options  []Option
	Least    int // how many options are chosen; 1 and 1 for a single choice
	Most     int
	List     bool // the answer is a list, which may be empty
	Repeats  bool // an option may be chosen several times, whatever its Count
	Optional bool // may be declined, by an empty answer
	Type     schema.Type
	pc       int32
	op       *program.Op
	choose   *program.ChooseOp
	may      *program.MayOp
	window   *program.WindowOp

	m       *Match
	cand    []int32 // candidates, before equal ones are joined
	unknown []int32 // candidates that the asked seat does not know
	backs   []state.Back
	group   []int32 // option of each candidate
	unasked []int32 // the only legal answer
	trial   []int32 // an answer that is tried, …
	wheels  []int32 // … and how often it takes each option
	chosen  []int32 // the values of an answer
	held    []int32 // the stack as it was before an answer was tried
}

// DrawsMeant reports whether chance draws which piece a player meant who chose among hidden pieces.
func (r *Request) DrawsMeant() bool { return r.Kind == AskDraw && r.op.Code != program.Draw }

// Step returns the step that asks.
func (r *Request) Step() *program.Step { return r.op.Step }

// Option is one thing that can be chosen. Equal cards are one option.
type Option struct {
	Value int32 // piece, player, place, number, word; or the index of a may's option
	Count int32 // how many equal ones there are: to chance, how likely it is
}

// OptionName returns the name of option i of a may.
func (r *Request) OptionName(i int) string {
	if r.may == nil || i >= len(r.may.Options) {
		return ""
	}
	return r.may.Options[i].Name
}

// OptionCites returns the clauses of option i of a may.
func (r *Request) OptionCites(i int) []syntax.Ident {
	if r.may == nil || i >= len(r.may.Options) {
		return nil
	}
	return r.may.Options[i].Cites
}

// OptionNames returns the names of all options of a may, offered or not.
func (r *Request) OptionNames() (names []string) {
	if r.may != nil {
		for _, o := range r.may.Options {
			names = append(names, o.Name)
		}
	}
	return names
}

// Window returns the window that asks; nil if none does.
func (r *Request) Window() *program.WindowOp { return r.window }
