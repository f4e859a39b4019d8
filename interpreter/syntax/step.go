package syntax

import "moraine/interpreter/source"

// Block is a list of steps.
type Block struct {
	Pos   source.Pos
	Steps []*Step
}

func (b *Block) empty() bool { return b == nil || len(b.Steps) == 0 }

// Step is one sentence of a rule: exactly one verb, and the small words that
// any step may carry.
type Step struct {
	Pos   source.Pos // of the step's first key
	ID    Ident
	If    *Cond
	Cites []Ident
	Note  string
	Says  []Sentence // what is told when it is carried out, one line; nil: what play makes of it
	Verb  string     // as written: "choose"
	Do    Do
}

// Do is what a step does: a pointer to one of the twenty verbs below. Each type
// documents its verb's operands; the operands' YAML keys are the field names in
// lower case with underscores.
type Do any

// Formula is a value: text for expr, a YAML list of values, or a choice
// between formulas that a ruling (at load) or a value (at run time) makes.
// Exactly one of Text (with IsText), List, Ruling, Switch is set.
type Formula struct {
	Node   *source.Node // where the text (or list, or map) stands
	IsText bool
	Text   string
	List   []*Formula
	Ruling *Branches
	Switch *Branches
	Cites  []Ident
}

// Branches is a choice: On is the ruling's key or the formula switched on.
type Branches struct {
	Key  Ident    // ruling
	On   *Formula // switch
	List []Branch
	Pos  source.Pos
}

// Labels are those of all branches.
func (b *Branches) Labels() (all []Ident) {
	for _, br := range b.List {
		all = append(all, br.Label)
	}
	return all
}

// Taken is the index of the branch that a reading takes: its own, else `else`;
// -1: there is none.
func (b *Branches) Taken(reading string) int {
	other := -1
	for i, br := range b.List {
		switch {
		case br.Label.Name == reading:
			return i
		case br.Else && other < 0:
			other = i
		}
	}
	return other
}

// Branch is a reading, a value, a range of numbers ("1-2") or `else`. Steps is
// set in a step's branches, Is in a formula's; Variant when the branch is left
// to a variant (`{variant: X}`).
type Branch struct {
	Label   Ident
	Else    bool
	Is      *Formula
	Steps   *Block
	Cites   []Ident
	Variant Ident
}

// Cond is a condition: Worded has one entry with empty words for a bare
// formula, or one entry a reason, in order.
type Cond struct {
	Pos    source.Pos
	Worded []Worded
}

// Worded is a condition with the reason that it gives when it fails.
type Worded struct {
	Words Ident // empty name: no words
	Is    *Formula
}

// Choose: a player picks from a list; Name is the answer.
type Choose struct {
	Name     Ident
	From     *Formula
	By       *Formula // nil: me; the text "chance": at random
	Where    *Cond
	Together *Cond
	AtLeast  *Formula
	AtMost   *Formula
	Exactly  *Formula
	Repeats  bool
	Optional *Formula // settled at load; nil: no
	IfAny    bool
}

// IsList reports whether the answer is a list.
func (c *Choose) IsList() bool { return c.AtLeast != nil || c.AtMost != nil || c.Exactly != nil }

// May: a player does one of the options, or declines.
type May struct {
	Options   []MayOption
	By        *Formula
	Again     *Formula // like Must settled at load, so that a ruling can decide it; nil: no
	Must      *Formula
	Otherwise *Block
}

// MayOption is an option of May.
type MayOption struct {
	Ident
	If    *Cond
	Do    *Block
	Cites []Ident
}

// OpenWindow (verb window): players are asked in order for a card.
type OpenWindow struct{ Name Ident }

// Roll: dice are thrown; with Dice the answer is a list.
type Roll struct {
	Name        Ident
	By          *Formula // nil: me
	Dice, Sides *Formula // nil: one die, six sides
}

// Shuffle: the zone's order becomes unknown.
type Shuffle struct{ Zone *Formula }

// Draw: cards come off the top one by one.
type Draw struct {
	Number   *Formula
	From, To *Formula
	As       Ident
	Place    string // "top", "bottom" or ""
	Face     string // "up", "down" or ""
}

// Move: pieces go elsewhere. With Number, Pieces is a card of which so many
// tokens go from From.
type Move struct {
	Pieces, To   *Formula
	Number, From *Formula
	Place, Face  string
}

// Discard: each piece goes to the discard zone of its kind.
type Discard struct{ Pieces *Formula }

// Flip: pieces turn over, or to Face.
type Flip struct {
	Pieces *Formula
	Face   string
}

// Show: players get to know pieces where they lie.
type Show struct{ Pieces, To *Formula }

// Set: names, counters or marks get values, in order.
type Set struct {
	Sets  []SetTo
	Until *Until
}

// SetTo is one assignment; Target is a name or a path ("pending.storm").
type SetTo struct {
	Target *Formula
	Value  *Formula
}

// Until says when a set ends: when the procedure (run with `me` = Of, or
// anybody's) next ends, or next starts.
type Until struct {
	Start bool
	Proc  Ident
	Of    *Formula
	Pos   source.Pos
}

// Pick: the rules pick, nobody is asked.
type Pick struct {
	Name   Ident
	From   *Formula
	Where  *Cond
	Prefer []Worded
	Toward []*Formula
}

// If: steps under a condition.
type If struct {
	Cond     *Cond
	Do, Else *Block // Else may be nil
}

// Switch: the branch with this value.
type Switch struct{ Branches *Branches }

// ByRuling (verb ruling): the branch of the reading in force.
type ByRuling struct{ Branches *Branches }

// Each: once for each of a list. Name "me" makes the element the one for whom
// the steps run.
type Each struct {
	Name   Ident
	In     *Formula
	Do     *Block
	Sealed *Formula // settled at load; nil: no
}

// While: again and again; looked at before each round.
type While struct {
	Cond *Cond
	Do   *Block
}

// Call: run named steps ("hunt", "card.effect", "event.happens").
type Call struct {
	Target Ident
	With   []Arg
}

// Arg is an entry of `with:`.
type Arg struct {
	Ident
	Value *Formula
}

// Stop: end a procedure, a step by its id, or `pending`.
type Stop struct{ Name Ident }

// Finish: the match is over; these win.
type Finish struct{ Players *Formula }
