package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// What can be chosen, as a word of a set: pieces of which it is known that no other word
// has any.

// offered are the pieces that a choice offers, by the name of a word, and which word of
// a set that is; it is not ok if they may be of several.
func (c *code) offered(ch *program.ChooseOp) (pieces string, w int, ok bool) {
	if w = c.possible(ch.From).word(); w < 0 || ch.Blind {
		return "", 0, false
	}
	pieces = c.name()
	words, united := c.union(ch.From)
	if united && words[w] != "" && c.always(ch.Where) {
		c.line("%s := %s", pieces, words[w])
		return pieces, w, true
	}
	c.line("%s := uint64(0)", pieces)
	offer := func(x string) {
		c.with(0, x, func() {
			holds := c.scratch(func() string { return c.all(ch.Where) })
			c.block("if "+holds, func() { c.offer(pieces, x) })
		})
	}
	if united {
		c.within(func() { c.eachOfWords(words, offer) })
	} else {
		c.each(ch.From, anyOrder, offer)
	}
	return pieces, w, true
}

// always reports whether it is known now that a condition holds of anything.
func (c *code) always(cond *program.Cond) bool {
	before, holds := *c, ""
	c.apart(func() { c.with(0, "0", func() { holds = c.all(cond) }) })
	*c = before
	return holds == "true"
}

// offer adds a piece to a word.
func (c *code) offer(pieces, x string) { c.line("%s |= 1 << (uint64(%s) & 63)", pieces, x) }

// possible are the pieces that a list can have, as far as that can be told now.
func (c *code) possible(v *formula.Value) pieces {
	switch t := v.Tree(); t.Op {
	case formula.Lying:
		if d, ok := zoned(v); ok {
			return c.holding(d)
		}
	case formula.Filter:
		some, _ := c.sift(c.possible(t.Of[0]), t.Of[1], t.At)
		return some
	case formula.Invoke, formula.InvokeOf:
		return c.possible(t.Of[0])
	case formula.Concat:
		all := make(pieces, numWords(c.p))
		for _, l := range t.Of {
			for w, some := range c.possible(l) {
				all[w] |= some
			}
		}
		return all
	}
	of := v.Type.Elem()
	return c.only(func(p int) bool { return of.Base == schema.Piece && of.Kinds.Has(int(c.p.Pieces[p].Kind)) })
}

// ofWord is what the kernel is to know of a word of pieces: which they are, which of those
// come again, after others of the same card, and from which number on they are.
func (c *code) ofWord(pieces string, w int) string {
	again := c.only(func(p int) bool { return p > 0 && c.p.Pieces[p].Card == c.p.Pieces[p-1].Card })
	return fmt.Sprintf("%s, %#x, %d", pieces, again[w], 64*w)
}

// oneOf has somebody choose from a word of pieces, in one of two ways, or waits.
func (c *code) oneOf(how, v, pieces string, w int, who string, pc int32) {
	c.line("%s = %s(%s, %s, %d)", v, how, c.ofWord(pieces, w), c.lots(who), pc)
	c.block(fmt.Sprintf("if %s == notYet", v), func() { c.line("return waiting") })
}
