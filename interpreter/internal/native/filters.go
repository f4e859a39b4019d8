package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
)

// Those in a list of which a condition holds. What is known not to be one of them is not
// even looked at.

// eachWith goes through those in the list of t of which t's condition holds. What is
// known not to be one of them is passed over.
func (c *code) eachWith(t *formula.Node, how order, do func(x string)) {
	list := t.Of[0].Tree()
	tested := func(rest []*formula.Value) func(x string) {
		return func(x string) {
			c.with(t.At, x, func() {
				holds := c.scratch(func() string { return c.both(rest) })
				if holds == "true" {
					do(x)
					return
				}
				c.block("if "+holds, func() { do(x) })
			})
		}
	}
	all := parts(t.Of[1])
	first := all[0].Tree()
	switch d, ok := zoned(t.Of[0]); {
	case list.Op == formula.AllPieces && ofCard(first, t.At):
		c.piecesOf(first, tested(all))
	case list.Op == formula.Lying && bears(first, t.At):
		c.bearer(list, first, tested(all))
	case ok:
		some, rest := c.sift(c.holding(d), t.Of[1], t.At)
		c.ifPlace(list.Of[0], func(z string) {
			if !d.Stack || how != asListed {
				c.eachOfSet(z, some, tested(rest))
				return
			}
			through := func() { c.eachIn(z, d, how, tested(all)) }
			if len(rest) == len(all) {
				through()
				return
			}
			c.block("if "+c.meets(z, some), through)
		})
	default:
		c.each(t.Of[0], how, tested(all))
	}
}

// ofCard reports whether a condition says which card the piece in a local is.
func ofCard(t *formula.Node, local int32) bool {
	if t.Op != formula.Equal || t.Of[1].Tree().Op != formula.Constant {
		return false
	}
	word := t.Of[0].Tree()
	return word.Op == formula.CardWord && isLocal(word.Of[0], local)
}

func isLocal(v *formula.Value, local int32) bool {
	t := v.Tree()
	return t.Op == formula.Local && t.At == local
}

// piecesOf goes through the pieces from the first to the last of a card, or kind.
func (c *code) piecesOf(t *formula.Node, do func(x string)) {
	from, to := int32(0), int32(0)
	for i := range c.p.Pieces {
		if t.Of[0].Tree().Words[c.p.Pieces[i].Card] == t.Of[1].K {
			if to == 0 {
				from = int32(i)
			}
			to = int32(i) + 1
		}
	}
	p := c.name()
	c.line("spend(%d)", to-from)
	c.block(fmt.Sprintf("for %s := int32(%d); %s < %d; %s++", p, from, p, to, p), func() { c.within(func() { do(p) }) })
}

// bears reports whether a condition says that something lies on the piece in a local.
func bears(t *formula.Node, local int32) bool {
	if t.Op != formula.Contains || t.Of[1].Tree().Op != formula.Lying || t.Of[0].Tree().Op != formula.Local || t.Of[0].Tree().At == local {
		return false
	}
	zone := t.Of[1].Tree().Of[0].Tree()
	return zone.Op == formula.ZoneOfPiece && isLocal(zone.Of[0], local)
}

// bearer goes through what lies in a zone and bears a piece: that is one, or none.
func (c *code) bearer(zone, t *formula.Node, do func(x string)) {
	x, z := c.bind(c.num(t.Of[0])), c.bind(c.num(zone.Of[0]))
	if c.maybe(zone.Of[0]) {
		c.fail("what bears something in a zone that may be none")
	}
	p := c.name()
	c.line("%s := bearer(%s)", p, x)
	c.block(fmt.Sprintf("if %s >= 0 && %s", p, inZone(p, z, zone.At)), func() { do(p) })
}
