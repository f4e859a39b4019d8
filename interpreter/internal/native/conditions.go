package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// yes is whether a condition holds.
func (c *code) yes(v *formula.Value) string {
	c.part()
	t := v.Tree()
	of := t.Of
	switch t.Op {
	case formula.Constant:
		return fmt.Sprint(v.K == 1)
	case formula.Local, formula.Word, formula.OfGame, formula.OfPlayer, formula.OfPiece, formula.Printed, formula.Row,
		formula.OrElse, formula.Optional, formula.Switch, formula.InRun, formula.Index, formula.First, formula.Last, formula.Find:
		return c.word(v) + " == 1"
	case formula.Stopped:
		return fmt.Sprintf("ld(%s+frameFlags)&%d != 0", c.frame, state.FrameStopped)
	case formula.Opposite:
		return "!(" + c.yes(of[0]) + ")"
	case formula.Both:
		return c.both(parts(v))
	case formula.Or:
		return c.logic(c.yes(of[0]), "||", func() string { return c.yes(of[1]) })
	case formula.Equal:
		return c.equal(of[0], of[1])
	case formula.Less:
		return c.compare(t, "<")
	case formula.LessEq:
		return c.compare(t, "<=")
	case formula.More:
		return c.compare(t, ">")
	case formula.MoreEq:
		return c.compare(t, ">=")
	case formula.Either, formula.Dispatch:
		return c.chosen(v, c.yes, "false")
	case formula.Invoke, formula.InvokeOf:
		defer c.entered(t)()
		return c.yes(of[0])
	case formula.Holds:
		return c.num(of[0]) + " == 1"
	case formula.IsCard:
		p := c.bind(c.num(of[0]))
		if !c.maybe(of[0]) {
			return fmt.Sprintf("wordOfCard(%s) == %s", p, c.num(of[1]))
		}
		w := c.name()
		c.line("%s := int32(nothing)", w)
		c.block(fmt.Sprintf("if %s != nothing", p), func() { c.line("%s = wordOfCard(%s)", w, p) })
		return fmt.Sprintf("%s == %s", w, c.num(of[1]))
	}
	return c.yesOfList(v)
}

// logic is `a and b`, or `a or b`, where b is looked at only at need.
func (c *code) logic(a, op string, say func() string) string {
	b, need := "", ""
	before := c.apart(func() { b = say() })
	if op == "||" {
		need = "!"
	}
	if before == "" {
		return fmt.Sprintf("(%s %s %s)", a, op, b)
	}
	n := c.name()
	c.line("%s := %t", n, op == "||")
	c.line("if %s(%s) {", need, a)
	c.put(before)
	c.line("%s = %s", n, b)
	c.line("}")
	return n
}

func (c *code) equal(a, b *formula.Value) string {
	if a.Type.Base == schema.YesNo && b.Type.Base == schema.YesNo {
		return fmt.Sprintf("((%s) == (%s))", c.yes(a), c.yes(b))
	}
	if a.Tree().Op == formula.Constant {
		a, b = b, a
	}
	if f := a.Tree(); f.Op == formula.Face && b.Tree().Op == formula.Constant {
		p := c.some(f.Of[0])
		switch b.K {
		case f.Words[0]:
			return "!isDown(" + p + ")"
		case f.Words[1]:
			return "isDown(" + p + ")"
		}
	}
	x := c.num(a)
	y := ""
	before := c.apart(func() { y = c.num(b) })
	if before != "" {
		x = c.bind(x)
		c.put(before)
	}
	return fmt.Sprintf("%s == %s", x, y)
}

func (c *code) compare(t *formula.Node, op string) string {
	a := c.number(t.Of[0])
	b := ""
	before := c.apart(func() { b = c.number(t.Of[1]) })
	if before != "" {
		a = c.bind(a)
		c.put(before)
	}
	return fmt.Sprintf("%s %s %s", a, op, b)
}

// all is whether all parts of a condition hold.
func (c *code) all(cond *program.Cond) string {
	if cond == nil {
		return "true"
	}
	var all []*formula.Value
	for _, p := range cond.Parts {
		all = append(all, p.Is)
	}
	return c.both(all)
}

// both is whether all of some conditions hold, each looked at if those before it hold.
func (c *code) both(all []*formula.Value) string {
	if len(all) == 0 {
		return "true"
	}
	a := c.yes(all[0])
	switch {
	case len(all) == 1:
		return a
	case a == "true":
		return c.both(all[1:])
	}
	return c.logic(a, "&&", func() string { return c.both(all[1:]) })
}
