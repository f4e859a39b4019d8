package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
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

func (c *code) chooses(ch *program.ChooseOp, pc int32) {
	switch {
	case ch.Repeats && (ch.Together != nil || !ch.IsList):
		c.fail("a choice with repeats that goes together")
	case ch.Together != nil && (!ch.IsList || ch.Chance):
		c.fail("a single choice, or one by chance, that goes together")
	}
	who := c.me
	switch {
	case ch.Chance:
		who = "-1"
	case ch.By != nil:
		who = c.some(ch.By)
	}
	if ch.IsList {
		c.chooseList(ch, who, pc)
		return
	}
	c.chooseOne(ch, who, pc)
}

func (c *code) chooseOne(ch *program.ChooseOp, who string, pc int32) {
	if ch.Chance && ch.Optional {
		c.fail("an optional choice by chance")
	}
	v, none := c.name(), "options == 0"
	pieces, w, offered := "", 0, false
	if !ch.Chance {
		pieces, w, offered = c.offered(ch)
	}
	if offered {
		none = pieces + " == 0"
		c.line("%s := int32(nothing)", v)
		c.block(fmt.Sprintf("if %s != 0", pieces), func() {
			how := "oneOf"
			if ch.Optional {
				how = "oneOrNone"
			}
			c.oneOf(how, v, pieces, w, who, pc)
		})
	} else {
		c.candidates(ch)
		c.line("%s := int32(nothing)", v)
		c.block("if options > 0", func() { c.oneOption(ch, v, who, pc) })
	}
	if !ch.Optional && !ch.IfAny {
		c.block("if "+none, func() { c.line(`panic("there is nothing to choose")`) })
	}
	if ch.Elem.Base == schema.Piece && c.w.metered {
		c.block(fmt.Sprintf("if %s >= 0", v), func() { c.came(v) })
	}
	c.line("st(f+%d, %s)", 4*ch.Slot.At, v)
}

// oneOption chooses one of the options, of which there are some.
func (c *code) oneOption(ch *program.ChooseOp, v, who string, pc int32) {
	if ch.Optional {
		c.waits(pc)
		i := c.bind(fmt.Sprintf("below(%s, options+1)", c.lots(who)))
		c.block(fmt.Sprintf("if %s < options", i), func() { c.line("%s = ld(OptionValue+%s<<2)", v, i) })
		return
	}
	drawn := fmt.Sprintf("ld(OptionValue+below(%s, options)<<2)", c.lots(who))
	if ch.Chance {
		drawn = fmt.Sprintf("weighted(%s)", c.lots(who))
	}
	c.line("%s = ld(OptionValue)", v)
	c.block("if options > 1", func() {
		c.waits(pc)
		c.line("%s = %s", v, drawn)
	})
}

// candidates writes what finds the options of a choice.
func (c *code) candidates(ch *program.ChooseOp) {
	add := "option"
	if ch.IsList || ch.Chance {
		add = "candidate"
	}
	if ch.Elem.Base == schema.Piece {
		add += "Piece"
	}
	c.line("begin()")
	offer := func(x string) {
		c.with(0, x, func() {
			holds := c.scratch(func() string { return c.all(ch.Where) })
			if holds == "true" {
				c.line("%s(%s)", add, x)
				return
			}
			c.block("if "+holds, func() { c.line("%s(%s)", add, x) })
		})
	}
	if ascends(ch.From) {
		c.each(ch.From, byNumber, offer)
		return
	}
	if words, ok := c.union(ch.From); ok {
		c.within(func() { c.eachOfWords(words, offer) })
		return
	}
	list, n := c.kept(ch.From)
	c.block(fmt.Sprintf("if %s > 0", n), func() {
		c.loop(c.inOrder(ch.Elem.Base, list, n), func(i string) { offer(c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i))) })
	})
}

// inOrder puts a list into the order in which requests have their options, each once,
// and returns how many are left.
func (c *code) inOrder(of schema.Base, list, n string) string {
	c.took = true
	switch of {
	case schema.Word:
		return c.bind(fmt.Sprintf("worded(%s, %s)", list, n))
	case schema.Player:
		return c.bind(fmt.Sprintf("seated(%s, %s, %s)", list, n, c.me))
	}
	return c.bind(fmt.Sprintf("ordered(%s, %s)", list, n))
}

// ascends reports whether a list can be gone through in the order in which requests have
// their options.
func ascends(v *formula.Value) bool {
	t := v.Tree()
	switch t.Op {
	case formula.Lying:
		_, ok := zoned(v)
		return ok
	case formula.Filter, formula.Invoke, formula.InvokeOf:
		return ascends(t.Of[0])
	case formula.Range, formula.AllPieces:
		return true
	}
	return false
}

func (c *code) chooseList(ch *program.ChooseOp, who string, pc int32) {
	least, most := "0", "-1"
	if ch.Least != nil {
		least = c.bind(c.amount(ch.Least))
	}
	if ch.Most != nil {
		most = least
		if ch.Most != ch.Least {
			most = c.bind(c.amount(ch.Most))
		}
	}
	which, flags := int32(-1), int32(0)
	if ch.Together != nil {
		which = c.w.together(ch)
	}
	for i, yes := range []bool{ch.Optional, ch.IfAny, ch.Chance, ch.Repeats} {
		flags |= bit(yes) << i
	}
	how := c.name()
	c.line("%s := int32(ended)", how)
	ask := func() {
		none, gather := "candidates == 0", ""
		if flags == 0 {
			if pieces, w, ok := c.offered(ch); ok {
				none, gather = pieces+" == 0", fmt.Sprintf("candidatesOf(%s)", c.ofWord(pieces, w))
			}
		}
		if gather == "" {
			c.candidates(ch)
		}
		if ch.Together == nil && !ch.Optional && !ch.Repeats && least == "0" {
			c.line("if %s {", none)
			c.setOwn(ch.Slot, "0", "0")
			c.line("} else {")
			defer c.line("}")
		}
		c.line("%s", gather)
		slot, lots := fmt.Sprintf("%d, %s", 4*ch.Slot.At, c.later(c.proc, "f", ch.Slot)), c.lots(who)
		switch {
		case flags != 0:
			c.line("%s = chooseList(%d, f, %s, me, %s, %s, %s, %d, %d)", how, which, slot, lots, least, most, flags, pc)
		case which < 0:
			c.line("%s = chooseFew(f, %s, %s, %s, %s, %d)", how, slot, lots, least, most, pc)
		default:
			c.line("%s = chooseFit(%d, f, %s, me, %s, %s, %s, %d)", how, which, slot, lots, least, most, pc)
		}
		c.block(fmt.Sprintf("if %s != ended", how), func() { c.line("return %s", how) })
		if ch.Elem.Base == schema.Piece && c.w.metered {
			list := c.bind(fmt.Sprintf("f+ld(f+%d)<<2", 4*ch.Slot.At))
			c.loop(fmt.Sprintf("ld(f+%d)", 4*ch.Slot.At+4), func(i string) { c.came("ld(" + list + "+" + i + "<<2)") })
		}
	}
	if ch.Together == nil && !ch.Optional && ch.Most != nil {
		c.line("if %s == 0 && %s == 0 {", least, most)
		c.setOwn(ch.Slot, "0", "0")
		c.line("} else {")
		ask()
		c.line("}")
		return
	}
	ask()
}

// together has the kernel ask whether what is chosen goes together, by a number.
func (w *writer) together(ch *program.ChooseOp) int32 {
	c := w.code()
	holds := c.all(ch.Together)
	body, cost, i := c.out.String(), c.cost, len(w.goes)
	w.goes = append(w.goes, func() {
		w.line("func goes%d(f, me int32) bool {", i)
		w.line("_ = me")
		w.line("mark := free")
		w.line("spend(%d)", cost)
		w.out.WriteString(body)
		w.line("free = mark")
		w.line("return %s", holds)
		w.line("}")
	})
	return int32(i)
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
	words := c.wordsOf(d.From.Type.Decl)
	known := func() { c.put1(p, d.From.Type.Kinds, d.To, to, d.Bottom, d.Face) }
	wait := func() { c.block(fmt.Sprintf("if %s < 0", p), func() { c.line("return waiting") }) }
	c.line("if %s >= NumPieces {", p)
	z := d.To.Type.Decl
	elsewhere := z != nil && z != d.From.Type.Decl // else what is drawn may come to lie on its block
	if elsewhere && c.sure(d.From.Type.Kinds, z) {
		how := 0
		if z.Stack {
			how = 2 - int(top(d.Bottom))
		}
		down := bit(d.Face == "down" || d.Face == "" && z.Face == "down")
		c.line("%s = draw(%s, %s, %s, %s, %d, %d, %s, %d)", p, p, words, from, to, how, down, c.lots("-1"), pc)
		wait()
		if z.Stack {
			c.block(fmt.Sprintf("if Heaped != 0 && laden(%s)", p), func() { c.line("part(%s, %s, %d)", p, to, top(d.Bottom)) })
		}
	} else {
		c.line("%s = drawFrom(%s, %s, %s, %d)", p, p, words, c.lots("-1"), pc)
		wait()
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

// wordsOf is the first word of the sets of blocks of a stack, and how many there are.
func (c *code) wordsOf(d *schema.ZoneDecl) string {
	first, end := len(c.p.Pieces), 0 // of the pieces it can hold
	for i, k := range c.p.Kinds {
		if d.Holds.Has(i) {
			first, end = min(first, k.First), max(end, k.First+k.N)
		}
	}
	return fmt.Sprintf("%d, %d", first/64, (end+63)/64-first/64)
}

// counter is where the counter of a span stands, that of anybody first.
func (c *code) counter(span int) int32 {
	return c.consts["State"] + 4*int32(state.HeaderLen+span*(c.p.MaxPlayers+1))
}
