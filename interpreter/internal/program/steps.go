package program

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

var (
	numberType = schema.Type{Base: schema.Number}
	playerType = schema.Type{Base: schema.Player}
	zoneType   = schema.Type{Base: schema.Zone}
)

// list compiles a formula for a list. A zone is converted to its pieces, a single value to a
// list with one element, and nothing to an empty list.
func (od operands) list(f *syntax.Formula, what string) *formula.Value {
	return od.b.listIn(f, od.scope, what)
}

func (b *builder) listIn(f *syntax.Formula, sc *formula.Scope, what string) *formula.Value {
	v := b.Compile(f, sc)
	if !v.OK() {
		return v
	}
	l := formula.AsList(v)
	if l == nil {
		b.diags.Add(f.Node.Pos, "%s is a list; this is %s", what, b.Describe(v.Type))
		return &formula.Value{Pos: v.Pos}
	}
	return l
}

// must reports a value, or elements of a list, with another type than be.
func (b *builder) must(v *formula.Value, be schema.Base, pos source.Pos, what string) {
	if v.OK() && v.Type.Base != be && v.Type.Base != schema.Empty {
		b.diags.Add(pos, what+"; this is %s", b.Describe(v.Type))
	}
}

func (od operands) numberOf(f *syntax.Formula, what string) *formula.Value {
	if f == nil {
		return nil
	}
	return od.b.Want(f, od.scope, numberType, what)
}

// sides compiles the number of sides of dice. It is evaluated before each die, so for several
// dice it must not depend on the result.
func (od operands) sides(do *syntax.Roll, slot *formula.Slot) *formula.Value {
	if do.Dice == nil || do.Sides == nil || slot == nil {
		return od.numberOf(do.Sides, "`sides`")
	}
	read := slot.Read
	slot.Read = false
	v := od.numberOf(do.Sides, "`sides`")
	if slot.Read {
		od.b.diags.Hint(do.Sides.Node.Pos, "copy the value to another name first", "`sides` is the number of sides of all dice, so it cannot use their result %s", slot.Name)
	}
	slot.Read = slot.Read || read
	return v
}

func (od operands) by(f *syntax.Formula) *formula.Value {
	if f == nil {
		return nil
	}
	return od.b.Want(f, od.scope, playerType, "`by`")
}

func (od operands) roll(s *syntax.Step, do *syntax.Roll) *RollOp {
	slot := od.proc.Slot(do.Name.Name)
	return &RollOp{
		Request: od.proc.Request + "." + do.Name.Name, Slot: slot, By: od.by(do.By),
		Dice: od.numberOf(do.Dice, "`dice`"), Sides: od.sides(do, slot), Left: od.b.decls.slots[s][0],
	}
}

func (od operands) choose(do *syntax.Choose) *ChooseOp {
	c := &ChooseOp{
		Choose: do, Request: od.proc.Request + "." + do.Name.Name, Slot: od.proc.Slot(do.Name.Name),
	}
	if do.By != nil && do.By.IsText && do.By.Text == "chance" {
		c.Chance = true
	} else {
		c.By = od.by(do.By)
	}
	c.From = od.list(do.From, "what is chosen from")
	c.Elem = c.From.Type.Elem()
	switch {
	case do.Exactly != nil:
		c.Least = od.numberOf(do.Exactly, "`exactly`")
		c.Most = c.Least
	default:
		c.Least, c.Most = od.numberOf(do.AtLeast, "`at_least`"), od.numberOf(do.AtMost, "`at_most`")
	}
	if c.Repeats && c.Most == nil {
		od.b.diags.Hint(do.Name.Pos, "add `exactly` or `at_most`", "a choice with repetitions needs a maximum number")
	}
	sc := *od.scope
	sc.It = c.Elem
	c.Where = od.b.makeCond(do.Where, &sc)
	c.Together = od.b.makeCond(do.Together, od.scope)
	c.Optional = od.b.flag(do.Optional, "optional", func(d *source.Diagnostics) {
		if c.Chance {
			d.Add(do.Name.Pos, "a choice by chance cannot be `optional`")
		}
	})
	return c
}

func (uw *unitWriter) verbDraw(s *syntax.Step, do *syntax.Draw) {
	d := &DrawOp{
		Draw:   do,
		Number: uw.in.numberOf(do.Number, "how many are drawn"), From: uw.b.Want(do.From, uw.in.scope, zoneType, "`from`"),
		To: uw.b.Want(do.To, uw.in.scope, zoneType, "`to`"), Left: uw.b.decls.slots[s][0],
		Request: uw.in.proc.Request + ".draw",
	}
	if z := d.From.Type.Decl; d.From.OK() && z != nil && !z.Stack {
		uw.b.diags.Hint(do.From.Node.Pos, "declare it `order: stack`", "cannot draw from zone %s, because it is not a stack", z.Name)
	}
	uw.in.onePlace(d.To, do.To)
	if d.From.OK() {
		uw.in.holds(d.To, d.From.Type.Kinds, do.To)
	}
	if do.As.Name != "" {
		d.As = uw.in.proc.Slot(do.As.Name)
	}
	uw.emit(DrawBegin, d)
	uw.emit(Ask, d)
}
