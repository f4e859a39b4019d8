package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/syntax"
)

// AskKind is the kind of a request.
type AskKind uint8

const (
	AskChoice AskKind = iota // pick from a list (`choose`)
	AskOption                // take an option (`may`)
	AskPlay                  // play a card or pass (`window`)
	AskTarget                // choose the target of a played card
	AskRoll                  // the result of a die
	AskDraw                  // the card drawn from a block of unknown order
)

var askNames = [...]string{"choice", "option", "play", "target", "roll", "draw"}

func (k AskKind) String() string { return askNames[k] }

// Chance is the decider of rolls, draws and random choices.
const Chance = ref.Chance

// Request is a decision for which the match waits. It is valid until the next call of Answer or
// Restore.
type Request struct {
	Kind     AskKind
	Name     string   // "hunt.prey", "turn.actions", "before_roll", …
	By       ref.Seat // a seat, or Chance
	For      ref.Seat // the seat that rolls or draws, if By is Chance; otherwise By
	Options  []Option
	Least    int // minimum and maximum number of options; 1 and 1 for a single choice
	Most     int
	List     bool // the answer is a list, which may be empty
	Repeats  bool // an option may be chosen more often than its Count
	Optional bool // it may be declined with an empty answer
	Type     schema.Type
	pc       ref.PC
	op       *program.Op
	choose   *program.ChooseOp
	may      *program.MayOp
	window   *program.WindowOp

	m       *Match
	cand    []int32 // candidates before equal ones are joined
	unknown []int32 // candidates that the asked seat does not know
	backs   []state.Back
	group   []int32 // option of each candidate
	often   []int32 // how often an answer takes each option
	only    []int32 // the only legal answer
	trial   []int32 // an answer being tried
	times   []int32 // by option: how often trial takes it
	chosen  []int32 // the values of an answer
	held    []int32 // the stack before an answer was tried
}

// DrawsOwed reports whether chance draws the piece for a player who has chosen among hidden
// pieces, or the hidden piece that comes next in a step.
func (r *Request) DrawsOwed() bool {
	_, draws := r.op.Do.(*program.DrawOp)
	return r.Kind == AskDraw && !draws
}

// Step returns the step that asks.
func (r *Request) Step() *program.Step { return r.op.Step }

// Option is a possible choice. Equal cards are one option.
type Option struct {
	Value int32 // piece, player, place, number or word; for a `may`, the index of the option
	Count int32 // number of equal pieces; for chance, the weight
}

// OptionName returns the name of option i of a `may`. i counts all options of the `may`, as Option.Value does, and not
// only the offered ones.
func (r *Request) OptionName(i int) string {
	if r.may == nil || i >= len(r.may.Options) {
		return ""
	}
	return r.may.Options[i].Name
}

// OptionCites returns the clauses of option i of a `may`, which is the Value of an Option.
func (r *Request) OptionCites(i int) []syntax.Ident {
	if r.may == nil || i >= len(r.may.Options) {
		return nil
	}
	return r.may.Options[i].Cites
}

// OptionNames returns the names of all options of a `may`, whether offered or not.
func (r *Request) OptionNames() (names []string) {
	if r.may != nil {
		for _, o := range r.may.Options {
			names = append(names, o.Name)
		}
	}
	return names
}

// Window returns the window that asks, or nil.
func (r *Request) Window() *program.WindowOp { return r.window }
