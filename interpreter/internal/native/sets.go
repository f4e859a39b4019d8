package native

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
)

// What lies in a zone is a set of bits, and of many conditions it is known before any
// match of which pieces they hold: what they ask is printed on the cards. So `any(zone,
// .kind == "a")` is whether two sets have anything in common, and who goes through
// `filter(zone, .kind == "a" and …)` goes through those bits alone.
//
// A set is gone through by the numbers of the pieces. That is the order of what lies in
// a zone that is no stack; of a stack it will do for who looks at all, in whatever order.
// But for who stops at the first it will not: a fault may lie behind it.

// pieces are some pieces of the game, in words of 64 bits.
type pieces []uint64

func (s pieces) has(p int) bool { return s[p/64]>>(p%64)&1 != 0 }

func (s pieces) add(p int) { s[p/64] |= 1 << (p % 64) }

// without are those that are not among some others.
func (s pieces) without(others pieces) pieces {
	out := slices.Clone(s)
	for w := range out {
		out[w] &^= others[w]
	}
	return out
}

// words is in how many words there are any.
func (s pieces) words() (n int) {
	for _, w := range s {
		n += int(bit(w != 0))
	}
	return n
}

// word is the one word in which there are any; -1: there are none, or several.
func (s pieces) word() int {
	if s.words() != 1 {
		return -1
	}
	return slices.IndexFunc(s, func(w uint64) bool { return w != 0 })
}

// only are those of some pieces for which something holds.
func (c *code) only(holds func(p int) bool) pieces {
	out := make(pieces, numWords(c.p))
	for p := range c.p.Pieces {
		if holds(p) {
			out.add(p)
		}
	}
	return out
}

// kindsOf are the kinds of some pieces.
func (c *code) kindsOf(some pieces) (kinds schema.KindSet) {
	for p := range c.p.Pieces {
		if some.has(p) {
			kinds |= 1 << uint(c.p.Pieces[p].Kind)
		}
	}
	return kinds
}

// holding are the pieces that a zone can hold.
func (c *code) holding(d *schema.ZoneDecl) pieces {
	return c.only(func(p int) bool { return d.Holds.Has(int(c.p.Pieces[p].Kind)) })
}

// sift leaves of some pieces those of which a condition on a local holds, as far as that
// can be told now, and returns what of the condition cannot, in order.
func (c *code) sift(all pieces, cond *formula.Value, local int32) (pieces, []*formula.Value) {
	rest := parts(cond)
	for len(rest) > 0 {
		told := true
		next := c.only(func(p int) bool {
			if !told || !all.has(p) {
				return false
			}
			k, ok := c.told(rest[0], local, p)
			told = ok
			return k == 1
		})
		if !told {
			break
		}
		all, rest = next, rest[1:]
	}
	return all, rest
}

// parts are those of which a condition is put together by `and`, in order.
func parts(v *formula.Value) []*formula.Value {
	if t := v.Tree(); t.Op == formula.Both {
		return append(parts(t.Of[0]), parts(t.Of[1])...)
	}
	return []*formula.Value{v}
}

// told is what a formula is if its local is piece p, if that can be told before a match
// and is no fault.
func (c *code) told(v *formula.Value, local int32, p int) (k int32, ok bool) {
	t := v.Tree()
	switch t.Op {
	case formula.Constant:
		return v.K, true
	case formula.CardWord:
		return t.Words[c.p.Pieces[p].Card], isLocal(t.Of[0], local)
	case formula.Printed:
		k = c.p.Base.Static[int(c.p.Pieces[p].Card)*c.p.Columns()+t.Field.Col]
		return k, isLocal(t.Of[0], local) && !schema.IsAbsent(k)
	case formula.Opposite:
		k, ok = c.told(t.Of[0], local, p)
		return 1 - k, ok && k != schema.Nothing
	case formula.Equal, formula.Less, formula.LessEq, formula.More, formula.MoreEq:
		x, ok := c.told(t.Of[0], local, p)
		y, ok2 := c.told(t.Of[1], local, p)
		if !ok || !ok2 {
			return 0, false
		}
		if t.Op == formula.Equal {
			return bit(x == y), true
		}
		return bit(compares(t.Op, x, y)), x != schema.Nothing && y != schema.Nothing
	}
	return 0, false
}

func compares(op formula.Op, x, y int32) bool {
	switch op {
	case formula.Less:
		return x < y
	case formula.LessEq:
		return x <= y
	case formula.More:
		return x > y
	}
	return x >= y
}

// zoned is the zone whose pieces a list is, if it is a place and one that has a set.
func zoned(v *formula.Value) (d *schema.ZoneDecl, ok bool) {
	t := v.Tree()
	if t.Op != formula.Lying || t.At != 1 {
		return nil, false
	}
	d = t.Of[0].Type.Decl
	return d, d != nil
}

// meets is whether any of some pieces lies at place z.
func (c *code) meets(z string, some pieces) string {
	var words []string
	for w, m := range some {
		if m != 0 {
			words = append(words, c.masked(z, w, m))
		}
	}
	if len(words) == 0 {
		c.unseen(z)
		return "false"
	}
	return "(" + strings.Join(words, "|") + ") != 0"
}

// masked is a word of the set of what lies at place z, or of what of it is of a mask.
func (c *code) masked(z string, w int, mask uint64) string {
	word := fmt.Sprintf("ld64(%d+%s*12)", c.consts["Sets"]+int32(w)*c.consts["ZoneStride"], z)
	if mask == ^uint64(0) {
		return word
	}
	return fmt.Sprintf("%s&%#x", word, mask)
}

// unseen says that nobody may look at some values, which then need not have had names.
func (c *code) unseen(values ...string) {
	for _, v := range values {
		c.line("_ = %s", v)
	}
}

// eachBit goes through those of some pieces that lie at place z, by number.
func (c *code) eachBit(z string, some pieces, do func(p string)) {
	if some.words() == 0 {
		c.unseen(z)
		return
	}
	if some.words() <= 2 {
		words := make([]string, len(some))
		for w, m := range some {
			if m != 0 {
				words[w] = c.masked(z, w, m)
			}
		}
		c.eachOfWords(words, do)
		return
	}
	var masks []int32
	for _, m := range some {
		masks = append(masks, int32(m), int32(m>>32))
	}
	last := len(some) - 1
	for some[last] == 0 {
		last--
	}
	first := slices.IndexFunc(some, func(m uint64) bool { return m != 0 })
	w := c.name()
	c.block(fmt.Sprintf("for %s := int32(%d); %s <= %d; %s++", w, first, w, last, w), func() {
		c.eachOfWord(fmt.Sprintf("ld64(setAt(%s, %s))&ld64(%d+%s<<3)", z, w, c.table(masks), w), w+"<<6", do)
	})
}

// eachOfWords goes through a set, of which no more than two words are not empty.
func (c *code) eachOfWords(words []string, do func(p string)) {
	var used []int
	for w, word := range words {
		if word != "" {
			used = append(used, w)
		}
	}
	switch len(used) {
	case 1:
		c.eachOfWord(words[used[0]], fmt.Sprint(64*used[0]), do)
	case 2: // what is done is written once
		a, b := used[0], used[1]
		v, p, high, base := c.name(), c.name(), c.name(), c.name()
		c.line("%s, %s, %s := %s, %s, int32(%d)", v, high, base, words[a], words[b], 64*a)
		c.block(fmt.Sprintf("for %s|%s != 0", v, high), func() {
			c.block(fmt.Sprintf("if %s == 0", v), func() { c.line("%s, %s, %s = %s, 0, %d", v, high, base, high, 64*b) })
			c.line("%s := %s+lowest(%s)", p, base, v)
			c.line("%s &= %s - 1", v, v)
			do(p)
		})
	}
}

// eachOfWord goes through a word of a set, of the pieces from a number on.
func (c *code) eachOfWord(word, base string, do func(p string)) {
	v, p := c.name(), c.name()
	c.block(fmt.Sprintf("for %s := %s; %s != 0; %s &= %s - 1", v, word, v, v, v), func() {
		c.line("%s := %s+lowest(%s)", p, base, v)
		do(p)
	})
}

// union is the set of what lies in several places, by its words, if a list is all that.
func (c *code) union(v *formula.Value) (words []string, ok bool) {
	words = make([]string, numWords(c.p))
	var places []string
	used := make(pieces, len(words))
	before := c.apart(func() {
		ok = c.unite(v, func(z string, some pieces) {
			places = append(places, z)
			if some.words() == 0 {
				c.unseen(z)
			}
			for w, m := range some {
				switch {
				case m == 0:
				case words[w] == "":
					words[w] = c.masked(z, w, m)
				default:
					words[w] += "|" + c.masked(z, w, m)
				}
				used[w] |= m
			}
		})
	})
	if !ok || used.words() > 2 {
		return nil, false
	}
	c.put(before)
	for _, z := range places {
		c.charge(fmt.Sprintf("size(%s)", z))
	}
	return words, true
}

// unite adds up the places of which a list has some pieces each, as far as it goes, and
// reports whether that is the list.
func (c *code) unite(v *formula.Value, add func(z string, some pieces)) bool {
	switch t := v.Tree(); t.Op {
	case formula.Concat:
		for _, l := range t.Of {
			if !c.unite(l, add) {
				return false
			}
		}
		return true
	case formula.Invoke, formula.InvokeOf:
		defer c.entered(t)()
		return c.unite(t.Of[0], add)
	}
	list, some, leave := c.settledSet(v)
	defer leave()
	if some == nil || c.maybe(list.Tree().Of[0]) {
		return false
	}
	add(c.place(list.Tree().Of[0]), some)
	return true
}
