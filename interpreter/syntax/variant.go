package syntax

import (
	"reflect"
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// Variant is an overlay of a game: readings, values of cards, declarations that replace those
// with the same name, and patches of procedures, rulings and bots.
type Variant struct {
	Ident    `yaml:"variant,required" decl:"variant"`
	Names    Names         `yaml:"names"`
	About    string        `yaml:"about"`
	BuildsOn []Ident       `yaml:"builds_on" ref:"variant"` // variants applied before this one, in order
	Text     Ident         `yaml:"follows" ref:"text"`      // the rule text that a ruleset follows
	Readings []ReadingPick `yaml:"readings"`
	Cards    []CardChange  `yaml:"cards" is:"{any}"`
	Patches  []*Patch      `yaml:"patch" is:"[patch]"`
	Adds     *Game
	Node     *source.Node // the root of the file
}

// ReadingPick puts a reading of a ruling in force.
type ReadingPick struct {
	Ruling  Ident `yaml:",key,path" ref:"ruling"`
	Reading Ident `yaml:",value"`
}

// CardChange is a card in a variant: changed values of a card of the game or, with Kind, a new
// card. It is decoded when its kind is known.
type CardChange struct {
	Ident `ref:"card"`
	Kind  Ident `ref:"kind"`
	Key   *source.Node
	Node  *source.Node
}

// DecodeVariant decodes the file of a variant.
func DecodeVariant(n *source.Node, d *source.Diagnostics) *Variant {
	m, v := OpenMap(n, d, "a variant"), &Variant{Node: n, Adds: &Game{}}
	m.seen, m.more = register{}, "rules of a game belong in cards/GAME, and only variants in variants/GAME"
	m.fill(v, nil)
	m.fill(&v.Adds.Additions, nil)
	m.Close()
	return v
}

func (v *Variant) check(m *Fields) {
	for _, p := range products(Pairs(m.Take("cards"), m.Diags, "the cards of a variant"), m.Diags) {
		c := CardChange{Ident: ident(p.Key, m.Diags, plainName), Key: p.Key, Node: p.Val}
		if k := p.Val.Get("kind"); k != nil {
			c.Kind = ident(k, m.Diags, plainName)
		}
		v.Cards = append(v.Cards, c)
	}
	for _, p := range Items(m.Take("patch"), m.Diags, "the patches of a variant") {
		v.Patches = append(v.Patches, decodePatch(p, m.Diags))
	}
	if v.Name == "default" {
		m.Diags.Hint(v.Pos, "choose another name",
			"`default` cannot be the name of a variant, because it means the game without variants")
	}
}

// DecodeCard decodes a card of kind k in a variant. If the game has the card, only the given
// values change, and `copies: 0` removes the card.
func DecodeCard(k *Kind, c CardChange, d *source.Diagnostics) *Card {
	n := *c.Node
	n.Pairs = slices.DeleteFunc(slices.Clone(n.Pairs), func(p source.Pair) bool { return p.Key.Value == "kind" })
	least := 0
	if c.Kind.Name != "" {
		least = 1
	}
	return k.card(c.Key, &n, least, d)
}

// Patch changes one place of the game. It inserts steps before, after or instead of a step, or
// at the start or end of a procedure; it adds branches or options to a step, readings to a
// ruling, or lines to a bot; or it removes a step or a line.
type Patch struct {
	StepsPatch
	Readings []*NewReading // only for a ruling
	Lines    []Preference  // only for a bot
	Pos      source.Pos
	Step     source.Pos // of the step that At names in words, once it is found; otherwise zero
}

// StepsPatch is a patch of a procedure.
type StepsPatch struct {
	// procedures.NAME/STEP, procedures.NAME, rulings.KEY, bots.NAME or bots.NAME/LINE
	At Ident `yaml:"at,required,any" what:"a patch"`
	// branches, options or conditions, decoded when the step is known
	Add     []source.Pair `yaml:"add" is:"an_addition_to_a_step"`
	Before  *Block        `yaml:"before"`
	After   *Block        `yaml:"after"`
	Instead *Block        `yaml:"instead"`
	Remove  bool          `yaml:"remove"`
}

// stepAddition has the conditions that a patch adds to a step. Other keys are branches or options.
type stepAddition struct {
	If       *Cond `yaml:"if" what:"an addition to a step" rest:"steps/(an_addition_to_an_option)"`
	Where    *Cond `yaml:"where"`
	Together *Cond `yaml:"together"`
	While    *Cond `yaml:"while"`
}

// OptionAddition is a new option of a `may`, or a condition for an option that it has.
type OptionAddition struct {
	If    *Cond   `yaml:"if" what:"an addition to an option"`
	Do    *Block  `yaml:"do"`
	Cites Clauses `yaml:"cites"`
}

// IsCondition reports whether an addition to a step is a condition, and not a branch or an option with steps.
func IsCondition(n *source.Node) bool {
	return n.Kind != source.List && n.Get("do") == nil && n.Get("variant") == nil
}

// rulingPatch adds readings to a ruling of the game.
type rulingPatch struct {
	At       Ident         `yaml:"at,required,any" what:"a patch of a ruling"`
	Readings []*NewReading `yaml:"add,required"`
}

// botPatch adds lines to a bot of the game, or removes lines.
type botPatch struct {
	At     Ident        `yaml:"at,required,any" what:"a patch of a bot"`
	Lines  []Preference `yaml:"add"`
	Remove bool         `yaml:"remove"`
}

// NewReading is a reading that a variant adds to a ruling, with a branch for each place where
// the game depends on the ruling. The branches are decoded where they are inserted.
type NewReading struct {
	Ident  `yaml:",key" what:"a new reading"`
	Says   *source.Node `yaml:"says,required" is:"text"`
	As     Ident        `yaml:"as"` // the reading whose branches it uses where it has none of its own
	Else   NewBranch    `yaml:",inline"`
	In     []NewBranch  `yaml:"in"` // branches for procedures, formulas, cards …
	Ruling Ident        `ref:"ruling"`
	Key    *source.Node
}

// NewBranch is a branch of a new reading, for steps and for formulas. With If it is an exception: if the formula is
// false, the branch of the reading `as` applies. The steps Then follow those of the reading `as`, or of the exception.
type NewBranch struct {
	Ident `yaml:",key,any" what:"the branch of a new reading"`
	If    *source.Node `yaml:"if" is:"formula"`
	Do    *source.Node `yaml:"do" is:"steps"`
	Is    *source.Node `yaml:"is" is:"formula"`
	Then  *source.Node `yaml:"then" is:"steps"`
}

// Parts returns the steps and formulas of the branch.
func (b NewBranch) Parts() []*source.Node {
	return slices.DeleteFunc([]*source.Node{b.Do, b.Is, b.Then}, func(n *source.Node) bool { return n == nil })
}

func (r *NewReading) check(m *Fields) {
	for _, b := range r.Branches() {
		switch {
		case b.If != nil && len(b.Parts()) == 0:
			m.Diags.Hint(b.If.Pos, "add `do` or `is`", "this exception has no steps and no formula")
		case b.If != nil && r.As.Name == "":
			m.Diags.Hint(b.If.Pos, "add `as: READING`", "an exception needs the reading that applies otherwise")
		case b.Then != nil && r.As.Name == "":
			m.Diags.Hint(b.Then.Pos, "add `as: READING`, or write the steps under `do`",
				"the steps of `then` follow those of another reading")
		case b.Then != nil && b.Do != nil && b.If == nil:
			m.Diags.Hint(b.Then.Pos, "write these steps at the end of `do`, or leave out `do`",
				"the steps of `do` replace those of the reading %s, which `then` would follow", r.As.Name)
		}
	}
}

// Branches returns the branches for single places, and then the one for all other places.
func (r *NewReading) Branches() []NewBranch { return append(slices.Clip(r.In), r.Else) }

func decodePatch(n *source.Node, d *source.Diagnostics) *Patch {
	p := &Patch{Pos: n.Pos}
	at := n.Get("at")
	if at != nil {
		p.At = Ident{at.Value, at.Pos}
	}
	m := OpenMap(n, d, "a patch")
	m.shape = shapeOf(patchShape(at))
	add := Pairs(m.Take("add"), d, "what a patch adds")
	if add != nil && len(add) == 0 {
		d.Add(m.Take("add").Pos, "`add` is empty")
	}
	switch m.shape {
	case shapeFor(reflect.TypeFor[rulingPatch]()):
		var in rulingPatch
		m.fill(&in, nil)
		_, ruling, _ := strings.Cut(p.At.Name, ".")
		for i, r := range in.Readings {
			r.Ruling, r.Key = Ident{ruling, p.At.Pos}, add[i].Key
		}
		p.Readings = in.Readings
	case shapeFor(reflect.TypeFor[botPatch]()):
		var in botPatch
		m.fill(&in, nil)
		p.Lines, p.Remove = in.Lines, in.Remove
		if !p.Remove {
			m.Need("add")
		}
	default:
		m.fill(&p.StepsPatch, nil)
		p.Add = add
		p.checkSteps(m)
	}
	m.Close()
	return p
}

func (p *StepsPatch) checkSteps(m *Fields) {
	switch removes := p.Remove || p.Instead != nil; {
	case p.Before.empty() && p.After.empty() && p.Add == nil && !removes:
		m.complain("a patch needs `before`, `after`, `instead`, `add` or `remove: true`")
	case p.Remove && p.Instead != nil, removes && p.Add != nil:
		m.complain("a patch can have only one of `instead`, `add` and `remove`")
	}
}
