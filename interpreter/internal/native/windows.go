package native

import (
	"fmt"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// Windows, and the cards played in them.

// window opens a window.
func (c *code) window(w *program.WindowOp, pc int32) {
	if w.Blind {
		c.fail("a window for cards that may not be seen")
	}
	asks := w.Asks.Tree()
	one := asks.Op == formula.Listed && len(asks.Of) == 1 && !c.maybe(asks.Of[0])
	seat, list, n := "", "", ""
	if one {
		seat = c.bind(c.num(asks.Of[0]))
	} else {
		list, n = c.kept(w.Asks)
	}
	does, ops := "", []int32(nil)
	if one {
		does, ops = c.opens(w, seat)
	}
	c.unlessIdle(does, ops, c.p.Procs[w.Proc].Size+1, func() {
		g := c.name()
		c.line("%s := push%d(me, %d)", g, w.Proc, pc+1)
		c.line("st(%s+framePending, wordOf(f))", g)
		for _, s := range []*formula.Slot{w.Turn, w.Plays, w.Passes} {
			c.line("st(%s+%d, 0)", g, 4*s.At)
		}
		if one {
			c.line("setOne(%s, %s+%d, %s)", g, g, 4*w.Order.At, seat)
		} else {
			c.setTop(c.p.Procs[w.Proc], g, w.Order, list, n)
		}
		c.returned(fmt.Sprintf("p%d(%d, %s, me)", w.Proc, c.p.Procs[w.Proc].Entry, g))
	})
}

// opens is a condition without which a window that asks one player does nothing: he has
// a card that could be played. It is as does has it.
func (c *code) opens(w *program.WindowOp, seat string) (cond string, ops []int32) {
	p := c.p.Procs[w.Proc]
	if !c.quiet(p) || w.AtMost != nil && w.AtMost.Tree().Op != formula.Constant || c.p.Ops[p.Entry].Code != program.Ask || c.p.Ops[p.Entry+1].Code != program.Return {
		return "", nil
	}
	fits := c.fitting(w)
	var any []string
	for _, d := range w.Zones {
		if d.Cells > 1 {
			return "", nil
		}
		any = append(any, "("+c.meets(fmt.Sprintf("(%d+%s)", d.First, seat), fits)+")")
	}
	return strings.Join(any, " || "), []int32{p.Entry, p.Entry + 1}
}

// fitting are the pieces that can be played in a window at all.
func (c *code) fitting(w *program.WindowOp) pieces {
	return c.only(func(p int) bool { return w.Cards[c.p.Pieces[p].Card] != nil })
}

// ask asks the next player of a window who could play, as long as there is one.
func (c *code) ask(w *program.WindowOp, pc int32) {
	slot := func(s *formula.Slot) string { return fmt.Sprintf("ld(f+%d)", 4*s.At) }
	card := c.bind(slot(w.Card))
	c.block(fmt.Sprintf("if %s != nothing", card), func() { c.targets(w, card, pc) })
	turn := c.bind(slot(w.Turn))
	n := fmt.Sprintf("ld(f+%d)", 4*w.Order.At+4)
	c.block(fmt.Sprintf("if %s >= %s", turn, n), func() { c.line("goto L%d", pc+1) })
	if w.Again {
		c.block(fmt.Sprintf("if %s >= %s", slot(w.Passes), n), func() { c.line("goto L%d", pc+1) })
	}
	if w.AtMost != nil {
		c.inOpener(func() {
			most := c.num(w.AtMost)
			c.block(fmt.Sprintf("if %s >= %s", slot(w.Plays), most), func() { c.line("goto L%d", pc+1) })
		})
	}
	seat := c.bind(fmt.Sprintf("ld(f+(ld(f+%d)+%s)<<2)", 4*w.Order.At, turn))
	p := c.name()
	if pieces, word := c.playable(w, seat); word >= 0 {
		c.line("%s := int32(nothing)", p)
		c.block(fmt.Sprintf("if %s != 0", pieces), func() {
			if w.Must {
				c.line("%s = %d+lowest(%s)", p, 64*word, pieces)
				return
			}
			c.oneOf("oneOrNone", p, pieces, word, seat, pc)
		})
		c.block(fmt.Sprintf("if %s == nothing", p), func() { c.passes(w, pc) })
	} else {
		c.block("if options == 0", func() { c.passes(w, pc) })
		c.line("%s := ld(OptionValue)", p)
		if !w.Must {
			c.waits(pc)
			i := c.bind(fmt.Sprintf("below(%s, options+1)", c.lots(seat)))
			c.block(fmt.Sprintf("if %s == options", i), func() { c.passes(w, pc) })
			c.line("%s = ld(OptionValue+%s<<2)", p, i)
		}
	}
	c.came(p)
	c.counts(w.Counts, seat)
	c.line("st(f+%d, %s+1)", 4*w.Plays.At, slot(w.Plays))
	c.line("st(f+%d, 0)", 4*w.Passes.At)
	c.plays(w, p, seat, pc)
}

// passes moves on to the next player.
func (c *code) passes(w *program.WindowOp, pc int32) {
	c.line("st(f+%d, ld(f+%d)+1)", 4*w.Passes.At, 4*w.Passes.At)
	c.moveOn(w)
	c.line("goto L%d", pc)
}

func (c *code) moveOn(w *program.WindowOp) {
	at := 4 * w.Turn.At
	c.line("st(f+%d, ld(f+%d)+1)", at, at)
	if w.Again {
		c.block(fmt.Sprintf("if ld(f+%d) >= ld(f+%d)", at, 4*w.Order.At+4), func() { c.line("st(f+%d, 0)", at) })
	}
}

// inOpener writes something as the procedure sees it that opened the window.
func (c *code) inOpener(do func()) {
	frame, me := c.frame, c.me
	c.frame, c.me = c.name(), c.name()
	c.line("%s := frameAt(ld(f+framePending))", c.frame)
	c.line("%s := ld(%s+frameMe)", c.me, c.frame)
	c.line("_ = %s", c.me)
	do()
	c.frame, c.me = frame, me
}

// playable offers the cards that a seat may play now: as a word of a set, by its name, if
// they can be of no other word; else that is -1, and they are options.
func (c *code) playable(w *program.WindowOp, seat string) (pieces string, word int) {
	fits := c.fitting(w)
	add := "optionPiece(%s)"
	if word = fits.word(); word >= 0 {
		pieces = c.name()
		c.line("%s := uint64(0)", pieces)
		add = pieces + " |= 1 << (uint64(%s) & 63)"
	} else {
		c.line("begin()")
	}
	some := c.name()
	c.line("%s := false", some)
	held := func(do func(z string)) {
		for _, d := range w.Zones {
			z := fmt.Sprintf("(%d+%s*%d)", d.First, seat, d.Cells)
			if d.Cells > 1 {
				c.loop(fmt.Sprintf("int32(%d)", d.Cells), func(i string) { do(c.bind(z + "+" + i)) })
			} else {
				do(z)
			}
		}
	}
	held(func(z string) { c.block("if "+c.meets(z, fits), func() { c.line("%s = true", some) }) })
	if w.Who != nil {
		c.block("if "+some, func() {
			c.inOpener(func() {
				c.with(0, seat, func() { c.line("%s = %s", some, c.all(w.Who)) })
			})
		})
	}
	offer := func(p string) {
		c.block(fmt.Sprintf("if plays%d(f, %s, %s)", w.Proc, seat, p), func() { c.line(add, p) })
	}
	c.block("if "+some, func() {
		if word >= 0 || len(w.Zones) == 1 && w.Zones[0].Cells == 1 {
			held(func(z string) { c.eachOfSet(z, fits, offer) })
			return
		}
		c.took = true
		list, n := c.name(), c.name()
		c.line("%s, %s := take(MaxOptions), int32(0)", list, n)
		held(func(z string) {
			c.eachOfSet(z, fits, func(p string) { c.line("%s = put(%s, %s, %s)", n, list, n, p) })
		})
		c.line("sortList(%s, %s)", list, n)
		c.loop(n, func(i string) { offer(c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i))) })
	})
	return pieces, word
}

// fitting writes the function that says whether a card can be played in a window.
func (w *writer) fitting(win *program.WindowOp) {
	w.line("func plays%d(f, me, p int32) bool {", win.Proc)
	w.line("st(f+frameCard, p)")
	w.line("yes := false")
	c := w.code()
	c.branchesOn("cardOf(p)", len(win.Cards), func(i int) any {
		if win.Cards[i] == nil {
			return nil
		}
		return win.Cards[i]
	}, func(x any) {
		pc := x.(*program.PlayCard)
		holds := c.all(pc.Needs)
		if pc.Target == nil {
			c.line("yes = %s", holds)
			return
		}
		c.block("if "+holds, func() {
			if pc.Target.IsList() {
				c.line("yes = !(%s)", c.isEmpty(pc.Target))
			} else {
				c.line("yes = %s != nothing", c.num(pc.Target))
			}
		})
	}, "")
	if c.cost > 0 {
		w.line("spend(%d)", c.cost)
	}
	if c.took {
		w.line("mark := free")
	}
	w.out.WriteString(c.out.String())
	if c.took {
		w.line("free = mark")
	}
	w.line("st(f+frameCard, nothing)")
	w.line("_ = me")
	w.line("return yes")
	w.line("}")
	w.line("")
}

// plays has a card be played: its target is found, or asked for when the window asks
// again.
func (c *code) plays(w *program.WindowOp, p, seat string, pc int32) {
	target := c.name()
	c.line("%s := int32(nothing)", target)
	c.line("st(f+frameCard, %s)", p)
	me := c.me
	c.me = seat
	c.branchesOn("cardOf("+p+")", len(w.Cards), func(i int) any {
		if w.Cards[i] == nil || w.Cards[i].Target == nil {
			return nil
		}
		if w.Cards[i].Target.IsList() {
			return true
		}
		return w.Cards[i].Target
	}, func(x any) {
		v, single := x.(*formula.Value)
		if single {
			c.line("%s = %s", target, c.num(v))
			return
		}
		c.line("st(f+frameCard, nothing)")
		c.line("st(f+%d, %s)", 4*w.Card.At, p)
		c.line("goto L%d", pc)
	}, "")
	c.me = me
	c.line("st(f+frameCard, nothing)")
	c.begins(w, p, seat, target, pc)
}

// targets asks on whom a card is played.
func (c *code) targets(w *program.WindowOp, p string, pc int32) {
	seat := c.bind(fmt.Sprintf("ld(f+(ld(f+%d)+ld(f+%d))<<2)", 4*w.Order.At, 4*w.Turn.At))
	seats := c.aimsAtPlayers(w)
	aims := c.name()
	if seats {
		c.line("%s := uint64(0)", aims)
	} else {
		c.line("begin()")
	}
	c.line("st(f+frameCard, %s)", p)
	me := c.me
	c.me = seat
	c.branchesOn("cardOf("+p+")", len(w.Cards), func(i int) any {
		if w.Cards[i] == nil || w.Cards[i].Target == nil || !w.Cards[i].Target.IsList() {
			return nil
		}
		return w.Cards[i].Target
	}, func(x any) {
		v := x.(*formula.Value)
		if seats {
			c.each(v, anyOrder, func(s string) { c.offer(aims, s) })
			return
		}
		list, n := c.kept(v)
		c.loop(c.inOrder(v.Type.Base, list, n), func(i string) { c.line("option(ld(%s+%s<<2))", list, i) })
	}, "")
	c.me = me
	c.line("st(f+frameCard, nothing)")
	target := c.name()
	if seats {
		c.block(fmt.Sprintf("if %s == 0", aims), func() { c.line(`panic("there is no target")`) })
		c.line("%s := oneSeat(%s, %s, %s, %d)", target, aims, seat, c.lots(seat), pc)
		c.block(fmt.Sprintf("if %s == notYet", target), func() { c.line("return waiting") })
	} else {
		c.block("if options == 0", func() { c.line(`panic("there is no target")`) })
		c.line("%s := ld(OptionValue)", target)
		c.block("if options > 1", func() {
			c.waits(pc)
			c.line("%s = ld(OptionValue+below(%s, options)<<2)", target, c.lots(seat))
		})
	}
	if c.w.metered {
		c.branchesOn("cardOf("+p+")", len(w.Cards), func(i int) any {
			if x := w.Cards[i]; x != nil && x.Target != nil && x.Target.IsList() && x.Target.Type.Base == schema.Piece {
				return true
			}
			return nil
		}, func(any) { c.came(target) }, "")
	}
	c.line("st(f+%d, nothing)", 4*w.Card.At)
	c.begins(w, p, seat, target, pc)
}

// aimsAtPlayers reports whether whatever is asked for as a target is a player.
func (c *code) aimsAtPlayers(w *program.WindowOp) bool {
	for _, x := range w.Cards {
		if x != nil && x.Target != nil && x.Target.IsList() && x.Target.Type.Base != schema.Player {
			return false
		}
	}
	return c.p.MaxPlayers <= 64
}

// begins plays a card: it leaves the hand, and its kind's `playing` runs.
func (c *code) begins(w *program.WindowOp, p, seat, target string, pc int32) {
	c.line("place(%s, 0, 0)", p)
	c.moveOn(w)
	playing := c.bind(fmt.Sprintf("ld(%d+%s<<4)", c.ofPieces(func(i int) int32 {
		if x := w.Cards[c.p.Pieces[i].Card]; x != nil {
			return int32(x.Playing)
		}
		return -1
	}), p))
	g := c.name()
	c.line("%s := push(%s, %s, %d)", g, playing, seat, pc)
	c.line("st(%s+frameCard, %s)", g, p)
	c.line("st(%s+frameTarget, %s)", g, target)
	c.line("st(%s+framePending, ld(f+framePending))", g)
	c.returned(fmt.Sprintf("enter(%s, %s, %s)", playing, g, seat))
	c.line("goto L%d", pc)
}
