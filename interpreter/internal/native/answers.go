package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
)

// What lists answer: how long they are, what is in them, whether something holds.

// until writes a loop over what each goes through, which do leaves by writing stop. Then
// what comes first must come first, for it may be at fault.
func (c *code) until(each func(do func(x string)), do func(x, stop string)) {
	label := "L" + c.name()
	copies := c.copies
	c.line("%s:", label)
	c.line("for {")
	each(func(x string) { do(x, "break "+label) })
	c.line("break %s", label)
	c.line("}")
	c.copies = copies
}

// ofList is a word that a list gives.
func (c *code) ofList(v *formula.Value) string {
	t := v.Tree()
	of := t.Of
	n := c.name()
	switch t.Op {
	case formula.Top:
		return fmt.Sprintf("topOf(%s, %d)", c.num(of[0]), t.At)
	case formula.Length:
		return c.length(of[0])
	case formula.Count:
		c.counted(t, n)
	case formula.Find:
		c.line("%s := int32(nothing)", n)
		c.until(func(do func(string)) { c.eachWith(t, asListed, do) }, func(x, stop string) {
			c.line("%s = %s", n, x)
			c.line("%s", stop)
		})
	case formula.First:
		c.line("%s := int32(nothing)", n)
		c.until(func(do func(string)) { c.each(of[0], asListed, do) }, func(x, stop string) {
			if pile(of[0]) {
				x = "placed(" + x + ")"
			}
			c.line("%s = %s", n, x)
			c.line("%s", stop)
		})
	case formula.Last:
		c.line("%s := int32(nothing)", n)
		c.each(of[0], asListed, func(x string) { c.line("%s = %s", n, x) })
		if pile(of[0]) {
			c.block(fmt.Sprintf("if %s >= 0", n), func() { c.line("placed(%s)", n) })
		}
	case formula.Index:
		if first := of[0].Tree(); first.Op == formula.Clockwise && of[1].Tree().Op == formula.Constant && of[1].K >= 0 {
			return fmt.Sprintf("onFrom(%s, %d)", c.some(first.Of[0]), of[1].K)
		}
		list, len := c.list(of[0])
		c.line("%s := index(%s, %s, %s)", n, list, len, c.num(of[1]))
		if pile(of[0]) {
			c.line("placed(%s)", n)
		}
	case formula.Sum:
		c.line("%s := int64(0)", n)
		c.each(of[0], anyOrder, func(x string) {
			if len(of) > 1 {
				c.with(t.At, x, func() { x = c.scratch(func() string { return c.bind(c.number(of[1])) }) })
			}
			c.line("%s += int64(%s)", n, x)
		})
		return "checked(" + n + ")"
	case formula.Max, formula.Min:
		op := ">"
		if t.Op == formula.Min {
			op = "<"
		}
		c.line("%s := int32(nothing)", n)
		c.each(of[0], anyOrder, func(x string) {
			c.block(fmt.Sprintf("if %s == nothing || %s %s %s", n, x, op, n), func() { c.line("%s = %s", n, x) })
		})
		return "number(" + n + ")"
	default:
		c.fail("a word made by %d", t.Op)
	}
	return n
}

// length is how long a list is.
func (c *code) length(v *formula.Value) string {
	t := v.Tree()
	switch t.Op {
	case formula.Lying:
		if t.At == 1 {
			z := c.place(t.Of[0])
			if !c.maybe(t.Of[0]) {
				return "size(" + z + ")"
			}
			return fmt.Sprintf("sizeOf(%s)", z)
		}
	case formula.Concat:
		n := c.name()
		c.line("%s := int32(0)", n)
		for _, l := range t.Of {
			c.line("%s += %s", n, c.length(l))
		}
		return n
	case formula.Invoke, formula.InvokeOf:
		defer c.entered(t)()
		return c.length(t.Of[0])
	case formula.Players, formula.Clockwise:
		if t.Op == formula.Clockwise {
			c.unseen(c.some(t.Of[0]))
		}
		return "players"
	case formula.Word:
		return fmt.Sprintf("ld(%s+%d)", c.frame, 4*t.At+4)
	case formula.Local:
		_, n := c.list(v)
		return n
	}
	n := c.name()
	c.line("%s := int32(0)", n)
	c.each(v, anyOrder, func(x string) {
		c.line("_ = %s", x)
		c.line("%s++", n)
	})
	return n
}

// counted counts those in a list of which a condition holds.
func (c *code) counted(t *formula.Node, n string) {
	c.line("%s := int32(0)", n)
	c.eachWith(t, anyOrder, func(x string) {
		c.line("_ = %s", x)
		c.line("%s++", n)
	})
}

// anyOfSet is whether a list has any elements, or any of which t's condition holds, where
// that can be told by the set of what lies in a zone.
func (c *code) anyOfSet(list *formula.Value, t *formula.Node) (yes string, ok bool) {
	before := c.apart(func() {
		var leave func()
		var some pieces
		list, some, leave = c.settledSet(list)
		if some != nil && t != nil {
			var rest []*formula.Value
			if some, rest = c.sift(some, t.Of[1], t.At); len(rest) > 0 {
				some = nil
			}
		}
		if some != nil && !c.maybe(list.Tree().Of[0]) {
			c.charge(fmt.Sprint(c.look()))
			c.ifPlace(list.Tree().Of[0], func(z string) { yes, ok = c.meets(z, some), true })
		}
		leave()
	})
	if ok {
		c.put(before)
	}
	return yes, ok
}

// settledSet is what lies in a place, and which of that a list has: none (nil), if that
// cannot be told before a match. What it returns besides gives back what locals mean.
func (c *code) settledSet(list *formula.Value) (zone *formula.Value, some pieces, leave func()) {
	t := list.Tree()
	switch t.Op {
	case formula.Lying:
		if d, ok := zoned(list); ok {
			some = c.holding(d)
		}
		return list, some, func() {}
	case formula.Filter:
		zone, some, leave = c.settledSet(t.Of[0])
		if some != nil {
			var rest []*formula.Value
			if some, rest = c.sift(some, t.Of[1], t.At); len(rest) > 0 {
				some = nil
			}
		}
		return zone, some, leave
	case formula.Invoke, formula.InvokeOf:
		outer := c.entered(t)
		zone, some, inner := c.settledSet(t.Of[0])
		return zone, some, func() {
			inner()
			outer()
		}
	}
	return list, nil, func() {}
}

// yesOfList is a yes or no that a list gives.
func (c *code) yesOfList(v *formula.Value) string {
	t := v.Tree()
	of := t.Of
	n := c.name()
	switch t.Op {
	case formula.Empty:
		return c.isEmpty(of[0])
	case formula.Any, formula.All, formula.None:
		found := t.Op == formula.Any
		if t.Op != formula.All {
			if yes, ok := c.anyOfSet(of[0], t); ok {
				if !found {
					yes = "!(" + yes + ")"
				}
				return yes
			}
		}
		c.line("%s := %v", n, !found)
		leave := func(x, stop string) {
			c.line("_ = %s", x)
			c.line("%s = %v", n, found)
			c.line("%s", stop)
		}
		if t.Op != formula.All {
			c.until(func(do func(string)) { c.eachWith(t, asListed, do) }, leave)
			break
		}
		c.until(func(do func(string)) { c.each(of[0], asListed, do) }, func(x, stop string) {
			y := ""
			c.with(t.At, x, func() { y = c.scratch(func() string { return c.yes(of[1]) }) })
			c.block("if !("+y+")", func() { leave(x, stop) })
		})
	case formula.One:
		c.counted(t, n)
		return n + " == 1"
	case formula.Contains, formula.ContainsCard:
		return c.contains(t, n)
	case formula.Find, formula.First, formula.Last, formula.Index:
		return c.ofList(v) + " == 1"
	default:
		c.fail("a yes or no made by %d", t.Op)
	}
	return n
}

// isEmpty is whether a list is empty.
func (c *code) isEmpty(v *formula.Value) string {
	switch t := v.Tree(); t.Op {
	case formula.Lying:
		if t.At == 1 {
			return c.length(v) + " == 0"
		}
	case formula.Word, formula.Local:
		return c.length(v) + " == 0"
	case formula.Invoke, formula.InvokeOf:
		defer c.entered(t)()
		return c.isEmpty(t.Of[0])
	case formula.Filter:
		if yes, ok := c.anyOfSet(v, nil); ok {
			return "!(" + yes + ")"
		}
	}
	n := c.name()
	c.line("%s := true", n)
	c.until(func(do func(string)) { c.each(v, asListed, do) }, func(x, stop string) {
		c.line("_ = %s", x)
		c.line("%s = false", n)
		c.line("%s", stop)
	})
	return n
}

func (c *code) contains(t *formula.Node, n string) string {
	x := c.bind(c.num(t.Of[0]))
	l := t.Of[1].Tree()
	if t.Op == formula.Contains && l.Op == formula.Lying {
		z := c.bind(c.num(l.Of[0]))
		if !c.maybe(t.Of[0]) && !c.maybe(l.Of[0]) {
			return inZone(x, z, l.At)
		}
		return fmt.Sprintf("(%s >= 0 && %s > 0 && %s)", x, z, inZone(x, z, l.At))
	}
	c.line("%s := false", n)
	c.until(func(do func(string)) { c.each(t.Of[1], asListed, do) }, func(y, stop string) {
		if t.Op == formula.ContainsCard {
			y = fmt.Sprintf("wordOfCard(%s)", y)
		}
		c.block(fmt.Sprintf("if %s == %s", y, x), func() {
			c.line("%s = true", n)
			c.line("%s", stop)
		})
	})
	return n
}

func inZone(p, z string, places int32) string {
	if places == 1 {
		return fmt.Sprintf("in(%s) == %s", p, z)
	}
	return fmt.Sprintf("uint32(in(%s)-%s) < %d", p, z, places)
}
