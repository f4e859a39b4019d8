package syntax

import (
	"reflect"
	"strings"

	"moraine/interpreter/source"
)

// verbStructs are the verbs of the language in the order of its documentation. The tag `verb` marks the
// key that is the verb; the other fields are its operands.
var verbStructs = []Do{
	Choose{}, May{}, OpenWindow{}, Roll{}, Shuffle{}, Draw{}, Move{}, Discard{}, Flip{}, Show{},
	Set{}, Pick{}, If{}, Switch{}, ByRuling{}, Each{}, While{}, Call{}, Stop{}, Finish{},
}

// Choose: a player picks from a list; Name is the answer.
type Choose struct {
	Name     Ident    `yaml:"choose,verb,local" decl:"name"`
	From     *Formula `yaml:"from,required"`
	By       *Formula `yaml:"by"` // nil: me; the text "chance": at random
	Where    *Cond    `yaml:"where"`
	AtLeast  *Formula `yaml:"at_least"`
	AtMost   *Formula `yaml:"at_most"`
	Exactly  *Formula `yaml:"exactly"`
	Together *Cond    `yaml:"together"`
	Repeats  bool     `yaml:"repeats"`
	Optional *Formula `yaml:"optional"` // settled at load; nil: no
	IfAny    bool     `yaml:"if_any"`
}

// IsList reports whether the answer is a list.
func (c *Choose) IsList() bool { return c.AtLeast != nil || c.AtMost != nil || c.Exactly != nil }

func (c *Choose) check(m *Fields) {
	if c.Name.Name == "play" {
		sayable(c.Name, m.Diags)
	}
	if c.Exactly != nil && (c.AtLeast != nil || c.AtMost != nil) {
		m.Diags.Add(c.Exactly.Node.Pos, "`exactly` leaves nothing for `at_least` and `at_most` to say")
	}
}

// May: a player does one of the options, or declines.
type May struct {
	Options   []MayOption `yaml:"may,verb"`
	By        *Formula    `yaml:"by"`
	Again     *Formula    `yaml:"again"` // settled at load, so that a ruling can decide it; nil: no
	Must      *Formula    `yaml:"must"`  // likewise
	Otherwise *Block      `yaml:"otherwise"`
}

func (y *May) check(m *Fields) {
	if options := m.Take("may"); options.Kind == source.Map && len(y.Options) == 0 {
		m.Diags.Add(options.Pos, "`may` has no options")
	}
}

// MayOption is an option of May: its steps, bare or as {if, do, cites}.
type MayOption struct {
	Ident `yaml:",key,option" what:"an option" decl:"option"`
	If    *Cond   `yaml:"if"`
	Do    *Block  `yaml:"do,required,short"`
	Cites []Ident `yaml:"cites,clause"`
}

// DecodeOption reads an option of `may`.
func DecodeOption(p source.Pair, d *source.Diagnostics) MayOption {
	o := MayOption{Ident: spellings["option"](p.Key, d)}
	readInto(p.Val, d, &o)
	return o
}

// OpenWindow (verb window): players are asked in order for a card.
type OpenWindow struct {
	Name Ident `yaml:"window,verb" ref:"window"`
}

// Roll: dice are thrown; with Dice the answer is a list.
type Roll struct {
	Name  Ident    `yaml:"roll,verb,local" decl:"name"`
	By    *Formula `yaml:"by"`    // nil: me
	Dice  *Formula `yaml:"dice"`  // nil: one
	Sides *Formula `yaml:"sides"` // nil: six
}

// Shuffle: the zone's order becomes unknown.
type Shuffle struct {
	Zone *Formula `yaml:"shuffle,verb,says"`
}

// Draw: cards come off the top one by one.
type Draw struct {
	Number *Formula `yaml:"draw,verb"`
	From   *Formula `yaml:"from,required"`
	To     *Formula `yaml:"to,required"`
	As     Ident    `yaml:"as,local" decl:"name"`
	Place  string   `yaml:"place" words:"top|bottom"`
	Face   string   `yaml:"face" words:"up|down"`
}

// Move: pieces go elsewhere. With Number, Pieces is a card of which so many tokens go from From.
type Move struct {
	Pieces *Formula `yaml:"move,verb,says"`
	To     *Formula `yaml:"to,required"`
	Number *Formula `yaml:"number"`
	From   *Formula `yaml:"from"`
	Place  string   `yaml:"place" words:"top|bottom"`
	Face   string   `yaml:"face" words:"up|down"`
}

func (v *Move) check(m *Fields) {
	if (v.Number == nil) != (v.From == nil) {
		m.complain("`number` and `from` go together: so many tokens of a sort, from a place")
	}
}

// Discard: each piece goes to the discard zone of its kind.
type Discard struct {
	Pieces *Formula `yaml:"discard,verb,says"`
}

// Flip: pieces turn over, or to Face.
type Flip struct {
	Pieces *Formula `yaml:"flip,verb,says"`
	Face   string   `yaml:"face" words:"up|down"`
}

// Show: players get to know pieces where they lie.
type Show struct {
	Pieces *Formula `yaml:"show,verb"`
	To     *Formula `yaml:"to,required"`
}

// Set: names, counters or marks get values, in order.
type Set struct {
	Sets  []SetTo `yaml:"set,verb,says" is:"{formula}"`
	Until *Until  `yaml:"until"`
}

// SetTo is one assignment. Target is a name or a path ("pending.storm").
type SetTo struct {
	Target *Formula
	Value  *Formula
}

func (s *Set) check(m *Fields) {
	for _, p := range Pairs(m.Take("set"), m.Diags, "the names to `set`") {
		if !strings.Contains(p.Key.Value, ".") {
			local(p.Key, m.Diags) // it may make the name
		}
		target := &Formula{Node: p.Key, IsText: true, Text: p.Key.Value}
		s.Sets = append(s.Sets, SetTo{target, DecodeFormula(p.Val, m.Diags)})
	}
	if m.Take("set").Kind == source.Map && len(s.Sets) == 0 {
		m.complain("`set` sets nothing")
	}
}

// Until is the end of a set: the next end, or start, of a procedure that runs with `me` = Of, or for
// any player.
type Until struct {
	Of    *Formula `yaml:"of" what:"'until'"`
	Proc  Ident    `yaml:"end|start,path,in=Start" ref:"procedure"`
	Start bool
	Pos   source.Pos
}

// Pick: the rules pick without asking a player.
type Pick struct {
	Name   Ident      `yaml:"pick,verb,says,local" decl:"name"`
	From   *Formula   `yaml:"from,required"`
	Where  *Cond      `yaml:"where"`
	Prefer []Worded   `yaml:"prefer"`
	Toward []*Formula `yaml:"toward"`
}

// If: steps under a condition.
type If struct {
	Cond *Cond  `yaml:"if,verb"`
	Do   *Block `yaml:"do,required"`
	Else *Block `yaml:"else"` // may be nil
}

// Switch: the branch with this value.
type Switch struct {
	Branches *Branches `yaml:"switch,verb" is:"formula" rest:"steps/(a_branch)"`
}

func (s *Switch) check(m *Fields) { s.Branches = m.branches("switch", branchSteps) }

// ByRuling (verb ruling): the branch of the reading in force.
type ByRuling struct {
	Branches *Branches `yaml:"ruling,verb" is:"name" rest:"steps/(a_branch)"`
}

func (r *ByRuling) check(m *Fields) { r.Branches = m.branches("ruling", branchSteps) }

// Each: once for each of a list. With the name "me" the steps run for the element.
type Each struct {
	Name   Ident    `yaml:"each,verb,element" decl:"name"`
	In     *Formula `yaml:"in,required"`
	Do     *Block   `yaml:"do,required"`
	Sealed *Formula `yaml:"sealed"` // settled at load; nil: no
}

// While: again and again; the condition is tested before each round.
type While struct {
	Cond *Cond  `yaml:"while,verb"`
	Do   *Block `yaml:"do,required"`
}

// Call: run named steps ("hunt", "card.effect", "event.happens").
type Call struct {
	Target Ident `yaml:"call,verb,says,path" ref:"call procedure"`
	With   []Arg `yaml:"with"`
}

// Arg is an entry of `with:`; `me` may be among them.
type Arg struct {
	Ident `yaml:",key"`
	Value *Formula `yaml:",value"`
}

// Stop: end a procedure, a step by its id, or `pending`.
type Stop struct {
	Name Ident `yaml:"stop,verb,path" ref:"procedure step"`
}

// Finish: the match is over; these win.
type Finish struct {
	Players *Formula `yaml:"finish,verb,says"`
}

// Verbs returns the verbs of the language in the order of its documentation.
func Verbs() (out []string) {
	for _, do := range verbStructs {
		out = append(out, shapeFor(reflect.TypeOf(do)).fields[0].keys[0])
	}
	return out
}

// verbStruct returns the struct of a verb, or nil.
func verbStruct(verb string) reflect.Type {
	shapes()
	return structOfVerb[verb]
}
