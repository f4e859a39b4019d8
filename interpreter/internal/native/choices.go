package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// Choices: of one of what a list has, or of several.

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
		c.candidates(ch, who, pc)
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

// candidates writes what finds the options of a choice for a player.
func (c *code) candidates(ch *program.ChooseOp, who string, pc int32) {
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
			if ch.Blind {
				c.block(fmt.Sprintf("if !seen(%s, %s)", x, who), func() {
					c.line("st(atPC, %d)", pc)
					c.line("return machine")
				})
			}
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
		none, found := "candidates == 0", ""
		if flags == 0 {
			if pieces, w, ok := c.offered(ch); ok {
				none, found = pieces+" == 0", fmt.Sprintf("candidatesOf(%s)", c.ofWord(pieces, w))
			}
		}
		if found == "" {
			c.candidates(ch, who, pc)
		}
		if ch.Together == nil && !ch.Optional && !ch.Repeats && least == "0" {
			c.line("if %s {", none)
			c.setOwn(ch.Slot, "0", "0")
			c.line("} else {")
			defer c.line("}")
		}
		c.line("%s", found)
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
