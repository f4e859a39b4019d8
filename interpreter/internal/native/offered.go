package native

import (
	"fmt"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// What can be chosen, as a word of a set: pieces of kinds that are all in the same word.

// offered are the pieces that a choice offers, by the name of a word, and which word of
// a set that is; it is not ok if they may be of several.
func (c *code) offered(ch *program.ChooseOp) (pieces string, w int, ok bool) {
	if w = c.wordOf(ch.Elem); w < 0 {
		return "", 0, false
	}
	pieces = c.name()
	words, united := c.union(ch.From)
	if united && ch.Where == nil && words[w] != "" {
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

// offer adds a piece to a word.
func (c *code) offer(pieces, x string) { c.line("%s |= 1 << (uint64(%s) & 63)", pieces, x) }

// wordOf is which word of a set all pieces of a type are in; -1: there is none.
func (c *code) wordOf(t schema.Type) int {
	if t.Base != schema.Piece {
		return -1
	}
	return c.only(func(p int) bool { return t.Kinds.Has(int(c.p.Pieces[p].Kind)) }).word()
}

// ofWord is what the kernel is to know of a word of pieces: which they are, which of those
// come again, after others of the same card, and from which number on they are.
func (c *code) ofWord(pieces string, w int) string {
	again := c.only(func(p int) bool { return p > 0 && c.p.Pieces[p].Card == c.p.Pieces[p-1].Card })
	return fmt.Sprintf("%s, %#x, %d", pieces, again[w], 64*w)
}
