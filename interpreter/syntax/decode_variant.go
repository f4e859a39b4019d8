package syntax

import (
	"slices"
	"strings"

	"moraine/interpreter/source"
)

// Variant is an overlay of a game: readings, values of cards, declarations that
// take the place of those of the same id, and steps put into procedures.
type Variant struct {
	Ident
	Names    Names
	About    string
	BuildsOn []Ident // laid over the game before it, in this order
	Text     Ident   // the text that it follows, if it is a ruleset
	Readings []ReadingPick
	Cards    []CardChange
	Adds     *Game
	Patches  []*Patch
	Node     *source.Node // the file
}

// ReadingPick puts a reading of a ruling in force.
type ReadingPick struct{ Ruling, Reading Ident }

// CardChange is a card as a variant has it: values of one that the game has, or,
// with Kind, a new one. What it says is read once the kind is known.
type CardChange struct {
	Ident
	Kind Ident
	Key  *source.Node
	Node *source.Node
}

// Patch puts steps into a procedure: before, after or instead of the step At, or
// as further branches of it; or before or after all of them. To a ruling it adds
// readings, to a bot lines, of which it may also remove one.
type Patch struct {
	At       Ident // procedures.NAME/STEP, procedures.NAME, rulings.KEY, bots.NAME or bots.NAME/LINE
	Before   *Block
	After    *Block
	Instead  *Block
	Add      []source.Pair // branches or options, which are read once the step is known
	Readings []*NewReading // what is added to a ruling
	Lines    []Preference  // what is added to a bot
	Remove   bool
	Pos      source.Pos
}

// NewReading is a reading that a variant adds to a ruling, with what it says
// wherever the game asks that ruling. The nodes are read where they are put.
type NewReading struct {
	Ident
	Key    *source.Node
	Ruling Ident
	Says   *source.Node
	As     Ident       // the reading like which it is wherever nothing else is said
	In     []NewBranch // in a procedure, formula, card …
	Else   NewBranch   // in all others
}

// NewBranch is what a new reading says where steps, and where formulas, ask for it.
type NewBranch struct {
	Ident
	Do, Is *source.Node
}

// Branches lists what it says, that of a place before that of all others.
func (r *NewReading) Branches() []NewBranch { return append(slices.Clip(r.In), r.Else) }

// DecodeVariant reads a file of a variant.
func DecodeVariant(n *source.Node, d *source.Diagnostics) *Variant {
	m := OpenMap(n, d, "a variant")
	m.more = "rules that are not a variant belong under cards/GAME"
	v := &Variant{Node: n, Ident: m.Ident("variant"), Names: m.Names(), About: m.Text("about"), BuildsOn: idents(m.Take("builds_on"), d, plainName), Text: m.Ident("follows")}
	for _, p := range Pairs(m.Take("readings"), d, "the readings of a variant") {
		v.Readings = append(v.Readings, ReadingPick{ident(p.Key, d, dottedName), ident(p.Val, d, plainName)})
	}
	for _, p := range products(Pairs(m.Take("cards"), d, "the cards of a variant"), d) {
		c := CardChange{Ident: ident(p.Key, d, plainName), Key: p.Key, Node: p.Val}
		if k := p.Val.Get("kind"); k != nil {
			c.Kind = ident(k, d, plainName)
		}
		v.Cards = append(v.Cards, c)
	}
	for _, p := range Items(m.Take("patch"), d, "the patches of a variant") {
		v.Patches = append(v.Patches, decodePatch(p, d))
	}
	if v.Name == "default" {
		d.Hint(v.Pos, "choose another name", "a variant cannot be called `default`, which is the game without any")
	}
	v.Adds = DecodeAdditions(m)
	m.Close()
	return v
}

func decodePatch(n *source.Node, d *source.Diagnostics) *Patch {
	m := OpenMap(n, d, "a patch")
	p := &Patch{Pos: n.Pos}
	if at := m.Take("at"); at != nil {
		p.At = Ident{at.Value, at.Pos}
	}
	add := Pairs(m.Take("add"), d, "what a patch adds")
	if add != nil && len(add) == 0 {
		d.Add(m.Take("add").Pos, "`add` is empty")
	}
	section, name, _ := strings.Cut(p.At.Name, ".")
	switch section {
	case "rulings":
		m.as("a patch of a ruling")
		for _, a := range add {
			p.Readings = append(p.Readings, decodeNewReading(Ident{name, p.At.Pos}, a, d))
		}
	case "bots":
		m.as("a patch of a bot")
		if p.Remove = m.Bool("remove"); p.Remove && add == nil {
			m.Close()
			return p
		}
		for _, a := range add {
			p.Lines = append(p.Lines, preference(a.Key, a.Val, d))
		}
	default:
		p.Before, p.After, p.Instead, p.Add, p.Remove = m.Block("before"), m.Block("after"), m.Block("instead"), add, m.Bool("remove")
		switch removes := p.Remove || p.Instead != nil; {
		case p.Before.empty() && p.After.empty() && add == nil && !removes:
			m.complain("a patch has something `before`, `after`, `instead` or to `add`, or `remove: true`")
		case p.Remove && p.Instead != nil, removes && add != nil:
			m.complain("a patch has one of `instead`, `add` and `remove`")
		}
		m.Close()
		return p
	}
	m.Need("add")
	m.Close()
	return p
}

func decodeNewReading(ruling Ident, p source.Pair, d *source.Diagnostics) *NewReading {
	m := OpenMap(p.Val, d, "a new reading")
	r := &NewReading{Ident: ident(p.Key, d, plainName), Key: p.Key, Ruling: ruling, Says: m.Take("says"), As: m.Ident("as")}
	r.Else = NewBranch{Do: m.Take("do"), Is: m.Take("is")}
	for _, q := range Pairs(m.Take("in"), d, "what a new reading says in places") {
		in := OpenMap(q.Val, d, "what a new reading says in a place")
		r.In = append(r.In, NewBranch{Ident{q.Key.Value, q.Key.Pos}, in.Take("do"), in.Take("is")})
		in.Close()
	}
	m.Close()
	return r
}

// DecodeCard reads a card of kind k as a variant writes it. Of a card that the
// game has only what is said is set; it need not be whole, and without copies it is
// taken out.
func DecodeCard(k *Kind, c CardChange, d *source.Diagnostics) *Card {
	n := *c.Node
	n.Pairs = nil
	for _, p := range c.Node.Pairs {
		if p.Key.Value != "kind" {
			n.Pairs = append(n.Pairs, p)
		}
	}
	least := 0
	if c.Kind.Name != "" {
		least = 1
	}
	return k.card(c.Key, &n, least, d)
}
