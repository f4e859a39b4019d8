package syntax

import (
	"reflect"
	"strings"

	"moraine/interpreter/source"
)

// verbStructs are the verbs of the language in the order of the documentation. The tag `verb`
// marks the key of the verb; the other fields are its operands.
var verbStructs = []Do{
	Choose{}, May{}, OpenWindow{}, Roll{}, Shuffle{}, Draw{}, Move{}, Discard{}, Flip{}, Show{},
	Set{}, Pick{}, If{}, Switch{}, ByRuling{}, Each{}, While{}, Call{}, Stop{}, Finish{},
}

// Choose lets a player pick from a list; Name holds the answer.
type Choose struct {
	Name     Ident    `yaml:"choose,verb,local" decl:"name"`
	From     *Formula `yaml:"from,required"`
	By       *Formula `yaml:"by"` // nil for `me`; the text "chance" for a random choice
	Where    *Cond    `yaml:"where"`
	AtLeast  *Formula `yaml:"at_least"`
	AtMost   *Formula `yaml:"at_most"`
	Exactly  *Formula `yaml:"exactly"`
	Together *Cond    `yaml:"together"`
	Repeats  bool     `yaml:"repeats"`
	Optional *Formula `yaml:"optional"` // evaluated at load; nil for no
	IfAny    bool     `yaml:"if_any"`
}

// IsList reports whether the answer is a list.
func (c *Choose) IsList() bool { return c.AtLeast != nil || c.AtMost != nil || c.Exactly != nil }

func (c *Choose) check(m *Fields) {
	if c.Name.Name == "play" {
		checkScenarioWord(c.Name, m.Diags)
	}
	if c.Exactly != nil && (c.AtLeast != nil || c.AtMost != nil) {
		m.Diags.Add(c.Exactly.Node.Pos, "`exactly` cannot be combined with `at_least` or `at_most`")
	}
}

// May lets a player take one of the options, or decline.
type May struct {
	Options   []MayOption `yaml:"may,verb"`
	By        *Formula    `yaml:"by"`
	Again     *Formula    `yaml:"again"` // evaluated at load, so that a ruling can decide it; nil for no
	Must      *Formula    `yaml:"must"`  // evaluated at load; nil for no
	Otherwise *Block      `yaml:"otherwise"`
}

func (y *May) check(m *Fields) {
	if options := m.Take("may"); options.Kind == source.Map && len(y.Options) == 0 {
		m.Diags.Add(options.Pos, "`may` has no options")
	}
}

// MayOption is an option of May: its steps, as a list or as {if, do, cites}.
type MayOption struct {
	Ident `yaml:",key,option" what:"an option" decl:"option"`
	If    *Cond   `yaml:"if"`
	Do    *Block  `yaml:"do,required,short"`
	Cites Clauses `yaml:"cites"`
	Added *Cond   // the part of If that variants add
}

// DecodeOption decodes an option of `may`.
func DecodeOption(p source.Pair, d *source.Diagnostics) MayOption {
	o := MayOption{Ident: spellings["option"](p.Key, d)}
	readInto(p.Val, d, &o)
	return o
}

// OpenWindow (verb `window`) asks players in order for a card.
type OpenWindow struct {
	Name Ident `yaml:"window,verb" ref:"window"`
}

// Roll throws dice. With Dice, the result is a list.
type Roll struct {
	Name  Ident    `yaml:"roll,verb,local" decl:"name"`
	By    *Formula `yaml:"by"`    // nil for `me`
	Dice  *Formula `yaml:"dice"`  // nil for one
	Sides *Formula `yaml:"sides"` // nil for six
}

// Shuffle makes the order of a zone unknown.
type Shuffle struct {
	Zone *Formula `yaml:"shuffle,verb,says,zone"`
}

// Draw takes cards from the top of a zone, one by one.
type Draw struct {
	Number *Formula `yaml:"draw,verb,says"`
	From   *Formula `yaml:"from,required,zone"`
	To     *Formula `yaml:"to,required,zone"`
	As     Ident    `yaml:"as,local" decl:"name"`
	Place  string   `yaml:"place" words:"top|bottom"`
	Face   string   `yaml:"face" words:"up|down"`
}

// Move moves pieces to another zone. With Number, Pieces is a card, and that many tokens of it
// are moved out of From.
type Move struct {
	Pieces *Formula `yaml:"move,verb,says"`
	To     *Formula `yaml:"to,required,zone"`
	Number *Formula `yaml:"number"`
	From   *Formula `yaml:"from,zone"`
	Place  string   `yaml:"place" words:"top|bottom"`
	Face   string   `yaml:"face" words:"up|down"`
}

func (v *Move) check(m *Fields) {
	if (v.Number == nil) != (v.From == nil) {
		m.complain("`number` and `from` must be used together, to move equal tokens")
	}
}

// Discard moves each piece to the discard zone of its kind.
type Discard struct {
	Pieces *Formula `yaml:"discard,verb,says"`
}

// Flip turns pieces over, or to the side Face.
type Flip struct {
	Pieces *Formula `yaml:"flip,verb,says"`
	Face   string   `yaml:"face" words:"up|down"`
}

// Show reveals pieces to players without moving them.
type Show struct {
	Pieces *Formula `yaml:"show,verb"`
	To     *Formula `yaml:"to,required"`
}

// Set assigns values to local names, counters or marks, in order.
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
	sets := m.Take("set")
	if to, is, ok := assignment(sets); ok {
		m.Diags.Hint(sets.Pos, "write `set: {"+to+": "+is+"}`", "the names to `set` are a map; found %s",
			sets.Describe())
		return
	}
	for _, p := range Pairs(sets, m.Diags, "the names to `set`") {
		if to, is, ok := assignment(p.Key); ok && p.Val.Tag == source.Null {
			m.Diags.Hint(p.Key.Pos, "write `"+to+": "+is+"`", "%q is not a name", p.Key.Value)
			continue
		}
		if !strings.ContainsAny(p.Key.Value, ".[") {
			localName(p.Key, m.Diags) // the assignment may declare the name
		}
		target := &Formula{Node: p.Key, IsText: true, Text: p.Key.Value}
		s.Sets = append(s.Sets, SetTo{target, DecodeFormula(p.Val, m.Diags)})
	}
	if sets.Kind == source.Map && len(sets.Pairs) == 0 {
		m.complain("`set` sets nothing")
	}
}

// assignment splits a text such as `price = offer` into the name and its value.
func assignment(n *source.Node) (to, is string, ok bool) {
	if n.Kind != source.Scalar {
		return "", "", false
	}
	to, is, ok = strings.Cut(n.Value, "=")
	to, is = strings.TrimSpace(to), strings.TrimSpace(is)
	return to, is, ok && to != "" && is != "" && !strings.ContainsAny(to, "<>!") && !strings.HasPrefix(is, "=")
}

// Until is the end of a temporary value: the next end, or start, of a procedure that runs with
// `me` = Of, or for any player.
type Until struct {
	Of    *Formula `yaml:"of" what:"'until'"`
	Proc  Ident    `yaml:"end|start,path,in=Start" ref:"procedure"`
	Start bool
	Pos   source.Pos
}

// Pick selects from a list by rule, without asking a player.
type Pick struct {
	Name   Ident      `yaml:"pick,verb,says,local" decl:"name"`
	From   *Formula   `yaml:"from,required"`
	Where  *Cond      `yaml:"where"`
	Prefer []Worded   `yaml:"prefer"`
	Toward []*Formula `yaml:"toward"`
}

// If runs steps under a condition.
type If struct {
	Cond *Cond  `yaml:"if,verb"`
	Do   *Block `yaml:"do,required"`
	Else *Block `yaml:"else"` // may be nil
}

// Switch runs the branch with the given value.
type Switch struct {
	Branches *Branches `yaml:"switch,verb" is:"formula" rest:"steps/(a_branch)"`
}

func (s *Switch) check(m *Fields) { s.Branches = m.branches("switch", branchSteps) }

// ByRuling (verb `ruling`) runs the branch for the reading in force.
type ByRuling struct {
	Branches *Branches `yaml:"ruling,verb" is:"name" rest:"steps/(a_branch)"`
}

func (r *ByRuling) check(m *Fields) { r.Branches = m.branches("ruling", branchSteps) }

// Each runs steps for each element of a list. With the name "me", `me` is the element.
type Each struct {
	Name   Ident    `yaml:"each,verb,element" decl:"name"`
	In     *Formula `yaml:"in,required"`
	Do     *Block   `yaml:"do,required"`
	Sealed *Formula `yaml:"sealed"` // evaluated at load; nil for no
}

// While repeats steps as long as a condition is true. The condition is tested before each
// round.
type While struct {
	Cond *Cond  `yaml:"while,verb"`
	Do   *Block `yaml:"do,required"`
}

// Call runs named steps ("hunt", "card.effect", "event.happens").
type Call struct {
	Target Ident `yaml:"call,verb,says,path" ref:"call procedure"`
	With   []Arg `yaml:"with"`
}

// Arg is an entry of `with:`. Its name may be `me`.
type Arg struct {
	Ident `yaml:",key"`
	Value *Formula `yaml:",value"`
}

// Stop ends a procedure, a step with an id, or `pending`.
type Stop struct {
	Name Ident `yaml:"stop,verb,path" ref:"procedure step"`
}

// Finish ends the match; Players are the winners.
type Finish struct {
	Players *Formula `yaml:"finish,verb,says"`
}

// Verbs returns the verbs of the language in the order of the documentation.
func Verbs() (out []string) {
	for _, do := range verbStructs {
		out = append(out, shapeFor(reflect.TypeOf(do)).fields[0].keys[0])
	}
	return out
}

// ZonesOf returns the operands of a verb that are zones: those with the option `zone`.
func ZonesOf(do Do) (out []*Formula) {
	v := reflect.ValueOf(do).Elem()
	for _, f := range shapeFor(v.Type()).zones {
		if zone := v.FieldByIndex(f.index).Interface().(*Formula); zone != nil {
			out = append(out, zone)
		}
	}
	return out
}

// verbStruct returns the struct of a verb, or nil.
func verbStruct(verb string) reflect.Type {
	shapes()
	return structOfVerb[verb]
}
