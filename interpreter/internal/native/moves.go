package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// The steps that move pieces, or turn them: one by one, in lists, or by words of the sets
// of what lies in zones.

// face is how pieces come to lie: 0 up, 1 down, -1 as the zone says.
func face(said string) int {
	switch said {
	case "up":
		return 0
	case "down":
		return 1
	}
	return -1
}

func top(bottom bool) int32 { return 1 - bit(bottom) }

func (c *code) move(m *program.MoveOp) {
	if m.Number != nil {
		c.tokens(m)
		return
	}
	if p, ok := c.single(m.Pieces); ok && !m.To.IsList() {
		z := c.place(m.To)
		c.ifSome(m.Pieces, p, func() {
			c.there(m.To, z)
			c.put1(p, m.Pieces.Type.Kinds, m.To, z, m.Bottom, m.Face)
		})
		return
	}
	if !c.moveAtOnce(m) {
		c.moveList(m)
	}
}

// moveAtOnce moves what lies in a zone, or those of which something holds, by words of
// sets, where that can be: from stack to stack all, and to where nothing has an order.
func (c *code) moveAtOnce(m *program.MoveOp) bool {
	list, cond, local := m.Pieces, (*formula.Value)(nil), int32(0)
	if t := list.Tree(); t.Op == formula.Filter {
		list, cond, local = t.Of[0], t.Of[1], t.At
	}
	from, ok := zoned(list)
	to := m.To.Type.Decl
	if !ok || m.To.IsList() || to == nil || from.Stack != to.Stack || c.maybe(m.To) {
		return false
	}
	zone := list.Tree().Of[0]
	if from.Stack {
		if cond != nil || m.Face != "" || from == to || to.Scope == schema.OfPiece {
			return false
		}
		z := c.bind(c.num(m.To)) // even if there is no place to move from
		c.ifPlace(zone, func(x string) {
			c.pile(x, from, nil, z, to, m.Bottom, func() { c.moveList(m) })
		})
		return true
	}
	some, rest := c.holding(from), []*formula.Value(nil)
	if cond != nil {
		some, rest = c.sift(some, cond, local)
	}
	if !c.sure(m.Pieces.Type.Kinds, to) || some.words() > 2 {
		return false
	}
	down := bit(m.Face == "down" || m.Face == "" && to.Face == "down")
	z := c.place(m.To)
	c.ifPlace(zone, func(x string) {
		if some.words() == 0 {
			c.unseen(x, z)
		}
		moved := map[int]string{}
		for w, mask := range some {
			if mask != 0 {
				moved[w] = c.chosenBits(x, w, mask, rest, local)
			}
		}
		for w := range some {
			if m := moved[w]; m != "" {
				c.block(fmt.Sprintf("if %s != 0", m), func() {
					c.line("transfer(%s, %d, %s, %s, %d)", m, w, x, z, down)
					c.line("spend(ones(%s))", m)
					c.line("recount(%s, %s, ones(%s))", x, z, m)
				})
			}
		}
	})
	return true
}

// pile moves all of some pieces that lie in a stack to another, if nothing else lies
// there, and nothing takes a closer look.
func (c *code) pile(x string, from *schema.ZoneDecl, some pieces, z string, to *schema.ZoneDecl, bottom bool, look func()) {
	all := c.holding(from)
	if some == nil {
		some = all
	}
	able := c.holding(to)
	for w := range able {
		able[w] &= some[w]
	}
	others := c.meets(x, all.without(able))
	c.line("if %s || !plain() {", others)
	look()
	c.line("} else {")
	c.line("pile(%s, %s, %d)", x, z, top(bottom))
	c.line("}")
}

// chosenBits is what lies in a place, of a mask, and of which conditions hold.
func (c *code) chosenBits(z string, w int, mask uint64, conds []*formula.Value, local int32) string {
	n := c.name()
	if len(conds) == 0 {
		c.line("%s := %s", n, c.masked(z, w, mask))
		return n
	}
	c.line("%s := uint64(0)", n)
	only := make(pieces, numWords(c.p))
	only[w] = mask
	c.eachOfSet(z, only, func(p string) {
		c.with(local, p, func() {
			holds := c.scratch(func() string { return c.both(conds) })
			c.block("if "+holds, func() { c.line("%s |= 1 << (uint64(%s) & 63)", n, p) })
		})
	})
	return n
}

// moveList moves the pieces of a list.
func (c *code) moveList(m *program.MoveOp) {
	list, n := c.list(m.Pieces) // to move pieces moves no lists
	if m.To.IsList() {
		places, have := c.kept(m.To)
		c.line("spread(%s, %s, %s, %s, %d, %d)", list, n, places, have, top(m.Bottom), face(m.Face))
		return
	}
	z := c.place(m.To)
	c.block(fmt.Sprintf("if %s > 0", n), func() {
		c.there(m.To, z)
		if m.Face == "" && c.sure(m.Pieces.Type.Kinds, m.To.Type.Decl) {
			c.line("placeAll(%s, %s, %s, %d)", list, n, z, top(m.Bottom))
			return
		}
		c.line("packet(%s, %s, %s, %d, %d)", list, n, z, top(m.Bottom), face(m.Face))
	})
}

// put1 puts one piece of some kinds into a zone.
func (c *code) put1(p string, kinds schema.KindSet, to *formula.Value, z string, bottom bool, said string) {
	d := to.Type.Decl
	if !c.sure(kinds, d) {
		c.line("moveTo(%s, %s, %d, %d)", p, z, top(bottom), face(said))
		return
	}
	down := bit(said == "down" || said == "" && d.Face == "down")
	switch {
	case !d.Stack:
		c.line("settle(%s, %s, %d)", p, z, down)
		return
	case bottom:
		c.line("toBottom(%s, %s, %d)", p, z, down)
	default:
		c.line("toTop(%s, %s, %d)", p, z, down)
	}
	for i, k := range c.p.Kinds {
		if len(k.On) > 0 && (kinds == 0 || kinds.Has(i)) {
			c.block(fmt.Sprintf("if laden(%s)", p), func() { c.line("part(%s, %s, %d)", p, z, top(bottom)) })
			return
		}
	}
}

// there breaks off if a place where something is to be put is none.
func (c *code) there(v *formula.Value, z string) {
	if v.Tree().Op != formula.Constant && c.maybe(v) {
		c.block(fmt.Sprintf("if %s <= 0", z), func() { c.line(`panic("there is no such place")`) })
	}
}

// single is the one piece of which a list is made, if it says that it is.
func (c *code) single(v *formula.Value) (p string, ok bool) {
	if t := v.Tree(); t.Op == formula.Listed && len(t.Of) == 1 {
		return c.bind(c.num(t.Of[0])), true
	}
	return "", false
}

// ifSome writes what is done with the one piece of a list, if there is one.
func (c *code) ifSome(v *formula.Value, p string, do func()) {
	if c.maybe(v.Tree().Of[0]) {
		c.block(fmt.Sprintf("if %s != nothing", p), do)
		return
	}
	do()
}

func (c *code) tokens(m *program.MoveOp) {
	what, n := c.bind(c.num(m.Pieces)), c.bind(c.amount(m.Number))
	from, to := c.bind(c.num(m.From)), c.bind(c.num(m.To))
	move := func(card, first, count string) {
		c.line("tokens(%s, %s, %s, %s, %s, %s, %d, %d)", card, first, count, n, from, to, top(m.Bottom), face(m.Face))
	}
	c.block(fmt.Sprintf("if %s != nothing && %s > 0 && %s > 0", what, from, to), func() {
		if m.Pieces.Tree().Op == formula.Constant && m.Pieces.Type.Base == schema.Word {
			card := c.p.CardNamed(m.Pieces.K)
			if card == nil {
				c.fail("tokens of a word")
			}
			move(fmt.Sprint(card.Index), fmt.Sprint(card.First), fmt.Sprint(card.N))
			return
		}
		card := "cardOf(" + what + ")"
		if m.Pieces.Type.Base == schema.Word {
			at, words := c.byWord()
			c.block(fmt.Sprintf("if %s >= %d", what, words), func() { c.line(`panic("no card is called so")`) })
			card = fmt.Sprintf("some(ld(%d+%s<<2))", at, what)
		}
		card = c.bind(card)
		var cards []int32
		for _, x := range c.p.Cards {
			cards = append(cards, int32(x.First), int32(x.N))
		}
		at := c.bind(fmt.Sprintf("%d+%s<<3", c.table(cards), card))
		move(card, "ld("+at+")", "ld("+at+"+4)")
	})
}

// byWord is a table of the card that each word names, or -1, and for how many words.
func (c *code) byWord() (table int32, n int) {
	most := int32(0)
	for _, x := range c.p.Cards {
		most = max(most, x.Sym)
	}
	words := make([]int32, most+1)
	for i := range words {
		words[i] = -1
		if x := c.p.CardNamed(int32(i)); x != nil {
			words[i] = int32(x.Index)
		}
	}
	return c.table(words), len(words)
}

// pileOf is where pieces of some kinds are discarded to, if that is one place.
func (c *code) pileOf(kinds schema.KindSet) *formula.Value {
	var d *schema.ZoneDecl
	for i, k := range c.p.Kinds {
		if kinds != 0 && !kinds.Has(i) {
			continue
		}
		if k.Discards == nil || d != nil && d != k.Discards {
			return nil
		}
		d = k.Discards
	}
	if d.Scope != schema.OfGame {
		return nil
	}
	return &formula.Value{Type: schema.Type{Base: schema.Zone, Decl: d, Kinds: d.Holds}}
}

func (c *code) discard(v *formula.Value) {
	if p, ok := c.single(v); ok {
		c.ifSome(v, p, func() {
			if pile := c.pileOf(v.Type.Kinds); pile != nil {
				c.put1(p, v.Type.Kinds, pile, fmt.Sprint(pile.Type.Decl.First), false, "")
				return
			}
			c.line("moveTo(%s, some(ld(kindInfo(kindOf(%s))+kindDiscards)-1)+1, 1, -1)", p, p)
		})
		return
	}
	if c.discardAll(v) {
		return
	}
	c.discardList(v)
}

// discardAll discards what lies in a stack, but for pieces that hardly ever lie there, at
// once.
func (c *code) discardAll(v *formula.Value) bool {
	t := v.Tree()
	if t.Op != formula.Filter {
		return false
	}
	d, ok := zoned(t.Of[0])
	if !ok || !d.Stack {
		return false
	}
	all := c.holding(d)
	some, rest := c.sift(all, t.Of[1], t.At)
	pile := c.pileOf(c.kindsOf(some))
	if len(rest) > 0 || pile == nil || !pile.Type.Decl.Stack || pile.Type.Decl == d {
		return false
	}
	to := pile.Type.Decl
	c.ifPlace(t.Of[0].Tree().Of[0], func(x string) {
		c.pile(x, d, some, fmt.Sprint(to.First), to, false, func() { c.discardList(v) })
	})
	return true
}

// discardList discards the pieces of a list.
func (c *code) discardList(v *formula.Value) {
	if pile := c.pileOf(v.Type.Kinds); pile != nil && c.sure(v.Type.Kinds, pile.Type.Decl) {
		list, n := c.list(v) // to move pieces moves no lists
		c.line("placeAll(%s, %s, %d, 1)", list, n, pile.Type.Decl.First)
		return
	}
	list, n := c.kept(v)
	c.took = true
	c.line("discard(%s, %s)", list, n)
}

func (c *code) flip(op *program.FlipOp) {
	turn := func(p string) {
		if op.Face == "" {
			c.line("turn(%s, 1-ld(piece(%s)+pieceFlags)&faceDown)", p, p)
		} else {
			c.line("turn(%s, %d)", p, face(op.Face))
		}
	}
	if op.Pieces.Tree().Op == formula.Lying {
		c.each(op.Pieces, anyOrder, turn)
		return
	}
	list, n := c.kept(op.Pieces)
	c.loop(n, func(i string) { turn(c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i))) })
}
