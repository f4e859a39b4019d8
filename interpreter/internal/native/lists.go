package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
)

// Lists are not made where they are only gone through: `sum(filter(me.hand, …), …)` is
// one loop over the pieces in the hand. What goes over the elements of a list is
// written inside that loop, once or, where a list is two put together, once for each.

// order is in which order a list is gone through.
type order int

const (
	asListed order = iota
	anyOrder       // whoever looks at it looks at all
	byNumber       // and wants pieces by their numbers
)

// each writes a loop over a list, with what do writes for an element inside.
func (c *code) each(v *formula.Value, how order, do func(x string)) {
	c.part()
	t := v.Tree()
	of := t.Of
	switch t.Op {
	case formula.Lying:
		c.eachLying(of[0], t.At, how, do)
	case formula.LyingAt:
		c.each(of[0], asListed, func(z string) { c.eachIn(z, of[0].Type.Decl, how, do) })
	case formula.Filter:
		c.eachWith(t, how, do)
	case formula.Map:
		c.each(of[0], how, func(x string) {
			c.with(t.At, x, func() {
				y := c.scratch(func() string { return c.bind(c.num(of[1])) })
				if !c.maybe(of[1]) {
					do(y)
					return
				}
				c.block(fmt.Sprintf("if %s != nothing", y), func() { do(y) })
			})
		})
	case formula.Players:
		c.loop("players", do)
	case formula.Others:
		c.seats(fmt.Sprintf("%s+1", c.me), "players-1", do)
	case formula.Clockwise:
		c.seats(c.some(of[0]), "players", do)
	case formula.AllPieces:
		c.loop("int32(NumPieces)", do)
	case formula.Places:
		c.ifPlace(of[0], func(z string) {
			c.loop(fmt.Sprintf("int32(%d)", t.Zone.Cells), func(i string) { do(c.bind(z + "+" + i)) })
		})
	case formula.Range:
		i, hi := c.name(), c.bind(c.number(of[1]))
		c.block(fmt.Sprintf("for %s := int32(%s); %s <= %s; %s++", i, c.number(of[0]), i, hi, i), func() {
			c.line("spend(1)")
			c.within(func() { do(i) })
		})
	case formula.Concat:
		if c.copies*len(of) > 4 {
			c.eachOfList(v, do)
			return
		}
		copies := c.copies
		c.copies *= len(of)
		for _, l := range of {
			c.each(l, how, do)
		}
		c.copies = copies
	case formula.Either:
		copies := c.copies
		c.copies *= 2
		c.line("if %s {", c.yes(of[0]))
		c.each(of[1], how, do)
		c.line("} else {")
		c.each(of[2], how, do)
		c.line("}")
		c.copies = copies
	case formula.Invoke, formula.InvokeOf:
		leave := c.entered(t)
		c.each(of[0], how, do)
		leave()
	default:
		c.eachOfList(v, do)
	}
}

// eachOfSet is eachBit, which is paid for.
func (c *code) eachOfSet(z string, some pieces, do func(x string)) {
	c.charge(fmt.Sprintf("size(%s)", z))
	c.within(func() { c.eachBit(z, some, do) })
}

// charge has a look at what lies in a place be paid for: within loops there and then, alone
// with the op, as it looks at no more than all pieces.
func (c *code) charge(within string) {
	if c.loops > 0 {
		c.line("spend(%s)", within)
	} else {
		c.cost += c.look()
	}
}

// look is what it costs to look at all pieces: the machine allows far more of that than
// ops.
func (c *code) look() int { return opFuel * (1 + len(c.p.Pieces)/looks) }

// within writes what stands in a loop.
func (c *code) within(do func()) {
	c.loops++
	do()
	c.loops--
}

// eachOfList goes through a list that has been made.
func (c *code) eachOfList(v *formula.Value, do func(x string)) {
	list, n := c.list(v)
	c.loop(n, func(i string) { do(c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i))) })
}

// loop counts up to a number.
func (c *code) loop(n string, do func(i string)) {
	i, n := c.name(), c.bind(n)
	c.line("spend(%s)", n)
	c.block(fmt.Sprintf("for %s := range %s", i, n), func() {
		c.line("_ = %s", i)
		c.within(func() { do(i) })
	})
}

// seats goes round the table.
func (c *code) seats(first, n string, do func(x string)) {
	s := c.name()
	c.line("%s := %s", s, first)
	c.block(fmt.Sprintf("if %s >= players", s), func() { c.line("%s -= players", s) })
	c.loop(n, func(string) {
		x := c.name()
		c.line("%s := %s", x, s)
		c.block(fmt.Sprintf("if %s++; %s == players", s, s), func() { c.line("%s = 0", s) })
		do(x)
	})
}

// eachLying goes through what lies in a zone, in all its places.
func (c *code) eachLying(zone *formula.Value, places int32, how order, do func(x string)) {
	c.ifPlace(zone, func(z string) { c.eachPlace(z, places, zone.Type.Decl, how, do) })
}

// ifPlace writes what is done with a place, if there is one.
func (c *code) ifPlace(v *formula.Value, do func(z string)) {
	z := c.place(v)
	if !c.maybe(v) {
		do(z)
		return
	}
	c.block(fmt.Sprintf("if %s != nothing", z), func() { do(z) })
}

// place is a place, by name if that is not a number or a player's: an address has those
// in itself.
func (c *code) place(v *formula.Value) string {
	if op := v.Tree().Op; op == formula.ZoneOfGame || op == formula.ZoneOfPlayer {
		return c.num(v)
	}
	return c.bind(c.num(v))
}

// eachPlace goes through what lies in some places, from z on.
func (c *code) eachPlace(z string, places int32, d *schema.ZoneDecl, how order, do func(x string)) {
	if places == 1 {
		c.eachIn(z, d, how, do)
		return
	}
	c.loop(fmt.Sprintf("int32(%d)", places), func(i string) { c.eachIn(c.bind(z+"+"+i), d, how, do) })
}

// eachIn goes through what lies in one place of a zone, which may not be known.
func (c *code) eachIn(z string, d *schema.ZoneDecl, how order, do func(x string)) {
	switch {
	case d == nil:
		c.took = true
		list, n := c.name(), c.name()
		c.line("%s := take(MaxOptions)", list)
		c.line("%s := listed(%s, 0, %s)", n, list, z)
		c.line("free = %s - Arena + %s<<2", list, n)
		c.loop(n, func(i string) { do(c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i))) })
	case !d.Stack || how != asListed:
		c.eachOfSet(z, c.holding(d), do)
	default:
		p := c.name()
		c.charge(fmt.Sprintf("size(%s)", z))
		c.block(fmt.Sprintf("for %s := head(%s); %s >= 0; %s = next(%s)", p, z, p, p, p), func() { c.within(func() { do(p) }) })
	}
}

// scratch has what is written take no more of the arena than it gives back.
func (c *code) scratch(say func() string) string {
	took := c.took
	c.took = false
	x := ""
	written := c.apart(func() { x = say() })
	if c.took {
		mark := c.name()
		c.line("%s := free", mark)
		c.put(written)
		c.line("free = %s", mark)
	} else {
		c.put(written)
	}
	c.took = c.took || took
	return x
}

// list makes a list, and returns where it lies and how long it is.
func (c *code) list(v *formula.Value) (list, n string) {
	c.part()
	t := v.Tree()
	of := t.Of
	switch t.Op {
	case formula.Local:
		if l, ok := c.locals[t.At]; ok {
			return l.list, l.n
		}
		c.fail("list local %d", t.At)
	case formula.Word:
		at := c.frame + fmt.Sprintf("+%d", 4*t.At)
		return c.bind(fmt.Sprintf("%s+ld(%s)<<2", c.frame, at)), c.bind(fmt.Sprintf("ld(%s+4)", at))
	case formula.Invoke, formula.InvokeOf:
		defer c.entered(t)()
		return c.list(of[0])
	case formula.Reverse:
		return c.made("reversed", of[0])
	case formula.Unique:
		return c.made("unique", of[0])
	case formula.Slice:
		return c.slice(t)
	}
	list, n = c.name(), c.name()
	c.took = true
	c.line("%s, %s := take(MaxOptions), int32(0)", list, n)
	c.build(v, list, n)
	c.line("free = %s - Arena + %s<<2", list, n)
	return list, n
}

// at writes what is done with the place where a piece or place is, if it is anywhere.
func (c *code) at(v *formula.Value, do func(z string)) {
	x := c.bind(c.num(v))
	where := func() {
		if v.Type.Base == schema.Piece {
			do("in(" + x + ")")
		} else {
			do(x)
		}
	}
	if !c.maybe(v) {
		where()
		return
	}
	c.block(fmt.Sprintf("if %s != nothing", x), where)
}

// made is a list that the kernel makes of another, which it writes over.
func (c *code) made(how string, of *formula.Value) (list, n string) {
	from, len := c.list(of)
	list, n = c.name(), c.name()
	c.took = true
	c.line("%s := keep(%s, %s)", list, from, len)
	c.line("%s := %s(%s, %s)", n, how, list, len)
	return list, n
}

// build puts the elements of a list where they are to lie.
func (c *code) build(v *formula.Value, list, n string) {
	put := func(x string) { c.line("%s = put(%s, %s, %s)", n, list, n, x) }
	t := v.Tree()
	switch t.Op {
	case formula.Listed:
		for _, x := range t.Of {
			y := c.bind(c.num(x))
			if c.maybe(x) {
				c.block(fmt.Sprintf("if %s != nothing", y), func() { put(y) })
			} else {
				put(y)
			}
		}
	case formula.Dispatch, formula.Switch:
		c.choose(v, func(x *formula.Value) { c.build(x, list, n) })
	case formula.InRun:
		c.inRun(v, func(x *formula.Value) string { c.build(x, list, n); return "0" })
	case formula.OrList:
		z := c.bind(c.num(t.Of[0]))
		c.line("if %s != nothing {", z)
		c.eachPlace(z, t.At, t.Of[0].Type.Decl, asListed, put)
		c.line("} else {")
		c.build(t.Of[1], list, n)
		c.line("}")
	case formula.SortBy:
		keys := c.name()
		c.build(t.Of[0], list, n)
		c.line("%s := take(%s)", keys, n)
		c.loop(n, func(i string) {
			c.with(t.At, c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i)), func() {
				c.line("st(%s+%s<<2, %s)", keys, i, c.scratch(func() string { return c.num(t.Of[1]) }))
			})
		})
		c.line("sortBy(%s, %s, %s)", list, keys, n)
	case formula.Concat: // copied once, however many there are
		copies := c.copies
		c.copies = 1
		for _, l := range t.Of {
			c.each(l, asListed, put)
		}
		c.copies = copies
	case formula.Neighbours:
		c.at(t.Of[0], func(z string) { c.line("%s = neighbours(%s, %s)", n, list, z) })
	case formula.Line:
		c.at(t.Of[0], func(z string) {
			c.line("%s = line(%s, %s, %s, %s)", n, list, z, c.num(t.Of[1]), c.number(t.Of[2]))
		})
	case formula.Ring:
		i := c.bind(c.number(t.Of[1]))
		c.ifPlace(t.Of[0], func(z string) { c.line("%s = ring(%s, %s, %d, %s)", n, list, z, t.Zone.Size[0], i) })
	case formula.Cycle:
		all, size := c.list(t.Of[0])
		step := "1"
		start := c.bind(c.num(t.Of[1]))
		if len(t.Of) > 2 {
			way := c.bind(c.num(t.Of[2]))
			step = c.name()
			c.line("%s := int32(1)", step)
			c.block(fmt.Sprintf("if %s == %d || %s == %d", way, t.Words[0], way, t.Words[1]), func() { c.line("%s = -1", step) })
		}
		c.line("%s = cycle(%s, %s, %s, %s, %s)", n, list, all, size, start, step)
	case formula.Lying, formula.LyingAt, formula.Filter, formula.Map, formula.Players, formula.Others, formula.Clockwise,
		formula.AllPieces, formula.Places, formula.Range, formula.Either, formula.Local, formula.Word, formula.Invoke, formula.InvokeOf,
		formula.Reverse, formula.Unique, formula.Slice:
		c.each(v, asListed, put)
	default:
		c.fail("a list made by %d", t.Op)
	}
}

func (c *code) slice(t *formula.Node) (list, n string) {
	from, size := c.list(t.Of[0])
	a, b := c.bind("clamp("+c.number(t.Of[1])+", "+size+")"), size
	if len(t.Of) > 2 {
		b = c.bind("clamp(" + c.number(t.Of[2]) + ", " + size + ")")
	}
	list, n = c.name(), c.name()
	c.line("%s, %s := %s, int32(0)", list, n, from)
	c.block(fmt.Sprintf("if %s < %s", a, b), func() {
		if pile(t.Of[0]) {
			c.line("cut(%s, %s, %s)", from, size, a)
			c.line("cut(%s, %s, %s)", from, size, b)
		}
		c.line("%s, %s = %s+%s<<2, %s-%s", list, n, from, a, b, a)
	})
	return list, n
}

// pile reports whether a list is what lies in a zone, whose order may be unknown.
func pile(v *formula.Value) bool {
	t := v.Tree()
	return t.Op == formula.Lying && (t.Of[0].Type.Decl == nil || t.Of[0].Type.Decl.Stack)
}
