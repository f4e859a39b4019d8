package native

import (
	"fmt"
	"strings"

	"moraine/interpreter/internal/formula"
)

// Values of which one is chosen: by a condition, a card, a label, or whose run it is.

// inRun is a value seen from another frame.
func (c *code) inRun(v *formula.Value, say func(*formula.Value) string) string {
	t := v.Tree()
	run := c.bind(c.num(t.Of[0]))
	c.block(fmt.Sprintf("if %s <= 0", run), func() { c.line(`panic("it has not run")`) })
	f, me := c.name(), c.name()
	c.line("%s := frameAt(%s)", f, run)
	c.line("%s := ld(%s+frameMe)", me, f)
	c.line("_ = %s", me)
	wasFrame, wasMe := c.frame, c.me
	c.frame, c.me = f, me
	defer func() { c.frame, c.me = wasFrame, wasMe }()
	if len(t.Of) == 2 {
		return say(t.Of[1])
	}
	n := c.name()
	c.line("%s := int32(0)", n)
	c.line("_ = %s", n) // a list is not a word
	c.runs(v, func(x *formula.Value) { c.line("%s = %s", n, say(x)) })
	return n
}

// runs writes what do writes for each procedure whose run a value may be seen from.
func (c *code) runs(v *formula.Value, do func(*formula.Value)) {
	t := v.Tree()
	c.line("switch ld(%s+frameProc) {", c.frame)
	for i, proc := range t.Of[0].Type.Runs {
		c.line("case %d:", proc)
		do(t.Of[1+i])
	}
	c.line("default:")
	c.line(`panic("another procedure")`)
	c.line("}")
}

// chosen is a value that is one of several, as something else says.
func (c *code) chosen(v *formula.Value, say func(*formula.Value) string, first string) string {
	n := c.name()
	c.line("%s := %s", n, first)
	c.choose(v, func(v *formula.Value) { c.line("%s = %s", n, say(v)) })
	return n
}

// choose writes what do writes for the value that is chosen, whichever that is.
func (c *code) choose(v *formula.Value, do func(*formula.Value)) {
	t := v.Tree()
	switch t.Op {
	case formula.Either:
		c.line("if %s {", c.yes(t.Of[0]))
		do(t.Of[1])
		c.line("} else {")
		do(t.Of[2])
		c.line("}")
	case formula.Dispatch:
		c.dispatch(t, do)
	case formula.Switch:
		c.labels(t, do)
	default:
		c.fail("a choice of values by %d", t.Op)
	}
}

// dispatch chooses by the card of a piece.
func (c *code) dispatch(t *formula.Node, do func(*formula.Value)) {
	p := c.some(t.Of[0])
	c.with(t.At, p, func() { c.branches("cardOf("+p+")", t.By, do) })
}

// branches chooses by an index; what stands under several is written once.
func (c *code) branches(on string, by []*formula.Value, do func(*formula.Value)) {
	c.branchesOn(on, len(by), func(i int) any {
		if by[i] == nil {
			return nil
		}
		return by[i]
	}, func(x any) { do(x.(*formula.Value)) }, "there is none")
}

// branchesOn writes a switch on a number below n, a branch for each thing that stands
// under any number. Where there is nothing that is a fault, if it is said so.
func (c *code) branchesOn(on string, n int, at func(i int) any, do func(x any), fault string) {
	var order []any
	cases := map[any][]string{}
	for i := range n {
		x := at(i)
		if x == nil {
			continue
		}
		if cases[x] == nil {
			order = append(order, x)
		}
		cases[x] = append(cases[x], fmt.Sprint(i))
	}
	c.line("switch %s {", on)
	for _, x := range order {
		c.line("case %s:", strings.Join(cases[x], ", "))
		do(x)
	}
	if fault != "" {
		c.line("default:")
		c.line("panic(%q)", fault)
	}
	c.line("}")
}

// labels chooses by the labels of a switch.
func (c *code) labels(t *formula.Node, do func(*formula.Value)) {
	on := c.bind(c.num(t.Of[0]))
	closes, rest := 0, false
	for i, l := range t.Labels {
		if l.Any {
			c.unseen(on)
			do(t.Of[1+i])
			rest = true
			break
		}
		c.line("if %s {", fits(on, l))
		do(t.Of[1+i])
		c.line("} else {")
		closes++
	}
	if !rest {
		c.line(`panic("no branch fits")`)
	}
	c.line("%s", strings.Repeat("}", closes))
}

// fits is whether a value takes a branch.
func fits(on string, l formula.Label) string {
	if l.Lo == l.Hi {
		return fmt.Sprintf("%s == %s", on, literal(l.Lo))
	}
	return fmt.Sprintf("%s >= %d && %s <= %d", on, l.Lo, on, l.Hi)
}
