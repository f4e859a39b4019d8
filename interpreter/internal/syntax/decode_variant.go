package syntax

import "moraine/interpreter/internal/source"

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
// as further branches of it; or before or after all of them.
type Patch struct {
	At      Ident // procedures.NAME/STEP or procedures.NAME
	Before  *Block
	After   *Block
	Instead *Block
	Add     []source.Pair // branches or options, which are read once the step is known
	Remove  bool
	Pos     source.Pos
}

// DecodeVariant reads a file of a variant.
func DecodeVariant(n *source.Node, d *source.Diagnostics) *Variant {
	m := OpenMap(n, d, "a variant")
	v := &Variant{Ident: m.Ident("variant"), Names: m.Names(), About: m.Text("about"), BuildsOn: idents(m.Take("builds_on"), d, plainName), Text: m.Ident("follows")}
	for _, p := range Pairs(m.Take("readings"), d, "the readings of a variant") {
		v.Readings = append(v.Readings, ReadingPick{ident(p.Key, d, dottedName), ident(p.Val, d, plainName)})
	}
	for _, p := range Pairs(m.Take("cards"), d, "the cards of a variant") {
		c := CardChange{Ident: ident(p.Key, d, plainName), Key: p.Key, Node: p.Val}
		if k := p.Val.Get("kind"); k != nil {
			c.Kind = ident(k, d, plainName)
		}
		v.Cards = append(v.Cards, c)
	}
	for _, p := range Items(m.Take("patch"), d, "the patches of a variant") {
		v.Patches = append(v.Patches, decodePatch(p, d))
	}
	v.Adds = DecodeAdditions(m)
	m.Need("variant")
	m.Close()
	return v
}

func decodePatch(n *source.Node, d *source.Diagnostics) *Patch {
	m := OpenMap(n, d, "a patch")
	p := &Patch{Before: m.Block("before"), After: m.Block("after"), Instead: m.Block("instead"), Add: Pairs(m.Take("add"), d, "what a patch adds"), Remove: m.Bool("remove"), Pos: n.Pos}
	if at := m.Take("at"); at != nil {
		p.At = Ident{at.Value, at.Pos}
	}
	m.Need("at")
	if p.Before == nil && p.After == nil && p.Instead == nil && p.Add == nil && !p.Remove {
		m.complain("a patch has `before`, `after`, `instead`, `add` or `remove`")
	}
	m.Close()
	return p
}

// DecodeCard reads a card of kind k as a variant writes it. Of a card that the
// game has only what is said is set; it need not be whole.
func DecodeCard(k *Kind, c CardChange, d *source.Diagnostics) *Card {
	n := *c.Node
	n.Pairs = nil
	for _, p := range c.Node.Pairs {
		if p.Key.Value != "kind" {
			n.Pairs = append(n.Pairs, p)
		}
	}
	return k.card(c.Key, &n, d)
}
