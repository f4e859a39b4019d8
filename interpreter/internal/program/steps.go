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
func (uw *unitWriter) list(f *syntax.Formula, what string) *formula.Expr {
	return uw.b.listIn(f, uw.scope, what)
}

// listIn compiles a formula for a list. what names the list in an error.
func (b *builder) listIn(f *syntax.Formula, sc *formula.Scope, what string) *formula.Expr {
	v := b.c.Compile(f, sc)
	if !v.OK() {
		return v
	}
	l := formula.AsList(v)
	if l == nil {
		b.diags.Add(f.Node.Pos, "%s is a list; this is %s", what, b.p.Describe(v.Type))
		return &formula.Expr{Pos: v.Pos}
	}
	return l
}

// requireType reports an error unless a value, or each element of a list, has type be.
func (b *builder) requireType(v *formula.Expr, be schema.Base, pos source.Pos, what string) {
	if v.OK() && v.Type.Base != be && v.Type.Base != schema.Empty {
		b.diags.Add(pos, what+"; this is %s", b.p.Describe(v.Type))
	}
}

func (uw *unitWriter) numberOf(f *syntax.Formula, what string) *formula.Expr {
	if f == nil {
		return nil
	}
	return uw.b.c.Want(f, uw.scope, numberType, what)
}

// sides compiles the number of sides of dice. It is evaluated before each die, so for several
// dice it must not depend on the result.
func (uw *unitWriter) sides(do *syntax.Roll, slot *formula.Slot) *formula.Expr {
	if do.Dice == nil || do.Sides == nil || slot == nil {
		return uw.numberOf(do.Sides, "`sides`")
	}
	read := slot.Read
	slot.Read = false
	v := uw.numberOf(do.Sides, "`sides`")
	if slot.Read {
		uw.b.diags.Hint(do.Sides.Node.Pos, "copy the value to another name first",
			"`sides` is the number of sides of all dice, so it cannot use their result %s", slot.Name)
	}
	slot.Read = slot.Read || read
	return v
}

func (uw *unitWriter) by(f *syntax.Formula) *formula.Expr {
	if f == nil {
		return nil
	}
	return uw.b.c.Want(f, uw.scope, playerType, "`by`")
}

func (uw *unitWriter) roll(do *syntax.Roll) *RollOp {
	slot := uw.proc.Slot(do.Name.Name)
	return &RollOp{
		Request: uw.proc.Request + "." + do.Name.Name, Slot: slot, By: uw.by(do.By),
		Dice: uw.numberOf(do.Dice, "`dice`"), Sides: uw.sides(do, slot), Left: uw.proc.hidden(numberType),
	}
}

// choose compiles a `choose`. Without bounds, a single element is chosen.
func (uw *unitWriter) choose(do *syntax.Choose) *ChooseOp {
	c := &ChooseOp{
		Choose: do, Request: uw.proc.Request + "." + do.Name.Name, Slot: uw.proc.Slot(do.Name.Name),
	}
	if do.By != nil && do.By.IsText && do.By.Text == "chance" {
		c.Chance = true
	} else {
		c.By = uw.by(do.By)
	}
	c.From = uw.list(do.From, "what is chosen from")
	c.Elem = c.From.Type.Elem()
	switch {
	case do.Exactly != nil:
		c.Least = uw.numberOf(do.Exactly, "`exactly`")
		c.Most = c.Least
	default:
		c.Least, c.Most = uw.numberOf(do.AtLeast, "`at_least`"), uw.numberOf(do.AtMost, "`at_most`")
	}
	if c.Repeats && c.Most == nil {
		uw.b.diags.Hint(do.Name.Pos, "add `exactly` or `at_most`", "a choice with repetitions needs a maximum number")
	}
	sc := *uw.scope
	sc.It = c.Elem
	c.Where = uw.b.makeCond(do.Where, &sc)
	c.Together = uw.b.makeCond(do.Together, uw.scope)
	c.Optional = uw.b.flag(do.Optional, "optional", func(d *source.Diagnostics) {
		if c.Chance {
			d.Add(do.Name.Pos, "a choice by chance cannot be `optional`")
		}
	})
	return c
}

// verbDraw emits the start of a draw, and the question by which chance draws each piece.
func (uw *unitWriter) verbDraw(do *syntax.Draw) {
	d := &DrawOp{
		Draw:   do,
		Number: uw.numberOf(do.Number, "how many are drawn"), From: uw.b.c.Want(do.From, uw.scope, zoneType, "`from`"),
		To: uw.b.c.Want(do.To, uw.scope, zoneType, "`to`"), Left: uw.proc.hidden(numberType),
		Request: uw.proc.Request + ".draw",
	}
	if z := d.From.Type.Decl; d.From.OK() && z != nil && !z.Stack {
		uw.b.diags.Hint(do.From.Node.Pos, "declare it `order: stack`",
			"cannot draw from zone %s, because it is not a stack", z.Name)
	}
	uw.onePlace(d.To, do.To)
	if d.From.OK() {
		uw.holds(d.To, d.From.Type.Kinds, do.To)
	}
	if do.As.Name != "" {
		d.As = uw.proc.Slot(do.As.Name)
	}
	uw.emit(DrawBegin, d)
	uw.emit(Ask, d)
}
