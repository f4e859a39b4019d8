package native

import (
	"fmt"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// The ops that ask. Where only one answer is possible it is taken; else the lots of
// whoever is asked decide, if the match is not to wait here.

// lots are the lots of a player, or of chance.
func (c *code) lots(who string) string {
	if who == "-1" {
		return "Lots"
	}
	return "lotsOf(" + who + ")"
}

// waits has the match wait at an op, if no more decisions may be taken.
func (c *code) waits(pc int32) {
	c.block(fmt.Sprintf("if !decide(%d)", pc), func() { c.line("return waiting") })
}

// came notes that a card was drawn, chosen or played.
func (c *code) came(p string) {
	if c.w.metered {
		c.line("st(%d+cardOf(%s)<<2, 1)", c.consts["Seen"]+4*int32(len(c.p.Ops)), p)
	}
}

func (c *code) may(m *program.MayOp, op *program.Op, pc int32) {
	who := c.me
	if m.By != nil {
		who = c.some(m.By)
	}
	var offered []string
	n := c.name()
	c.line("%s := int32(0)", n)
	for i := range m.Options {
		yes := c.all(m.Options[i].If)
		o := c.name()
		c.line("%s := %s", o, yes)
		c.block("if "+o, func() { c.line("%s++", n) })
		offered = append(offered, o)
	}
	i := c.name()
	if m.Must {
		c.block(fmt.Sprintf("if %s == 0", n), func() { c.line(`panic("nothing can be done here")`) })
		c.line("%s := int32(0)", i)
		c.block(fmt.Sprintf("if %s > 1", n), func() {
			c.waits(pc)
			c.line("%s = below(%s, %s)", i, c.lots(who), n)
		})
	} else {
		c.block(fmt.Sprintf("if %s == 0", n), func() { c.line("goto L%d", op.To) })
		c.waits(pc)
		c.line("%s := below(%s, %s+1)", i, c.lots(who), n)
	}
	for k, o := range offered {
		c.block("if "+o, func() {
			c.block(fmt.Sprintf("if %s == 0", i), func() {
				c.counts(m.Options[k].Counts, who)
				c.line("goto L%d", m.Options[k].To)
			})
			c.line("%s--", i)
		})
	}
	c.line("goto L%d", op.To)
}

func (c *code) roll(r *program.RollOp, pc int32) {
	sides := "6"
	if r.Sides != nil {
		sides = c.bind(c.num(r.Sides))
		c.block(fmt.Sprintf("if %s < 1 || %s > 1000", sides, sides), func() { c.line(`panic("a die has 1 to 1000 sides")`) })
	}
	left := 4 * r.Left.At
	if r.Dice != nil {
		c.block(fmt.Sprintf("if ld(f+%d) == nothing", left), func() {
			c.line("st(f+%d, %s)", left, c.amount(r.Dice))
			c.setOwn(r.Slot, "0", "0")
		})
		c.block(fmt.Sprintf("if ld(f+%d) <= 0", left), func() {
			c.line("st(f+%d, nothing)", left)
			c.line("goto L%d", pc+1)
		})
	}
	v := c.name()
	c.line("%s := int32(1)", v)
	throw := func() {
		c.waits(pc)
		c.line("%s = 1+below(%s, %s)", v, c.lots("-1"), sides)
	}
	if sides == "6" {
		throw()
	} else {
		c.block(fmt.Sprintf("if %s > 1", sides), throw)
	}
	if r.Dice == nil {
		c.line("st(f+%d, %s)", 4*r.Slot.At, v)
		return
	}
	c.took = true
	c.line("addTo(f, %d, %s)", 4*r.Slot.At, v)
	c.line("st(f+%d, ld(f+%d)-1)", left, left)
	c.line("goto L%d", pc)
}

func (c *code) draw(d *program.DrawOp, pc int32) {
	left := c.bind(fmt.Sprintf("ld(f+%d)", 4*d.Left.At))
	done := func(cond string) {
		c.block("if "+cond, func() { c.line("goto L%d", pc+1) })
	}
	if z := d.From.Type.Decl; z == nil || !z.Stack {
		c.fail("to draw from what may have no order")
	}
	from, to := c.place(d.From), c.place(d.To)
	done(left + " <= 0")
	c.there(d.From, from)
	c.there(d.To, to)
	c.took = true // to shuffle what fills the stack again
	done(fmt.Sprintf("topNode(%s) < 0 && !refill(%s)", from, from))
	p := c.name()
	c.line("%s := topNode(%s)", p, from)
	first, words, runs := c.wordsOf(d.From.Type.Decl)
	known := func() { c.put1(p, d.From.Type.Kinds, d.To, to, d.Bottom, d.Face) }
	c.line("if %s >= NumPieces {", p)
	b := c.name()
	c.line("%s := %s", b, p)
	c.line("if uncertain(%s) {", b)
	c.waits(pc)
	c.line("%s = drawn(%s, %d, %d, %s, %s)", p, b, first, words, runs, c.lots("-1"))
	c.line("} else {")
	c.line("%s = onwardIn(%s, 0)", p, b)
	c.line("}")
	z := d.To.Type.Decl
	if z != nil && z != d.From.Type.Decl && c.sure(d.From.Type.Kinds, z) { // else it may come to lie on its block
		how := 0
		if z.Stack {
			how = 2 - int(top(d.Bottom))
		}
		down := bit(d.Face == "down" || d.Face == "" && z.Face == "down")
		c.line("leaveFor(%s, %s, %d, %d, %s, %s, %d, %d)", p, b, first, words, from, to, how, down)
		if z.Stack {
			c.block(fmt.Sprintf("if Heaped != 0 && laden(%s)", p), func() { c.line("part(%s, %s, %d)", p, to, top(d.Bottom)) })
		}
	} else {
		known()
	}
	c.line("} else { // whose place is known")
	known()
	c.line("}")
	c.came(p)
	if d.As != nil {
		c.line("st(f+%d, %s)", 4*d.As.At, p)
	}
	c.line("st(f+%d, %s-1)", 4*d.Left.At, left)
	c.block(fmt.Sprintf("if %s > 1", left), func() { c.line("goto L%d", pc) })
}

// wordsOf is the first word of the sets of blocks of a stack, how many there are, and in two
// of them the first cards of each name. If the cards of one name begin in one word and end in
// another, that is as good as if there were more.
func (c *code) wordsOf(d *schema.ZoneDecl) (first, words int, runs string) {
	held := c.holding(d)
	end := 0
	first = len(held)
	starts := make(pieces, len(held)+2) // the first word of none is behind the last
	split := false
	for i := range c.p.Pieces {
		if !held.has(i) {
			continue
		}
		x := c.p.Cards[c.p.Pieces[i].Card]
		first, end = min(first, i/64), i/64+1
		split = split || x.First/64 != (x.First+x.N-1)/64
		if i == x.First {
			starts.add(i)
		}
	}
	if words = end - first; split {
		words = max(words, 3)
	}
	return first, words, fmt.Sprintf("%#x, %#x", starts[first], starts[first+1])
}

// counter is where the counter of a span stands, that of anybody first.
func (c *code) counter(span int) int32 {
	return c.consts["State"] + 4*int32(state.HeaderLen+span*(c.p.MaxPlayers+1))
}
