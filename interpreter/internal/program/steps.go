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

// list compiles a formula of a list. A zone stands for its pieces, a single thing for a list of itself,
// nothing for an empty list.
func (b *builder) list(f *syntax.Formula, what string) *formula.Value {
	return b.listIn(f, b.scope, what)
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

// must reports a value, or elements of a list, of another type than be.
func (b *builder) must(v *formula.Value, be schema.Base, pos source.Pos, what string) {
	if v.OK() && v.Type.Base != be && v.Type.Base != schema.Empty {
		b.diags.Add(pos, what+"; this is %s", b.Describe(v.Type))
	}
}

func (b *builder) numberOf(f *syntax.Formula, what string) *formula.Value {
	if f == nil {
		return nil
	}
	return b.Want(f, b.scope, numberType, what)
}

// sides compiles the sides of dice. They are evaluated before each die, so those of several dice cannot
// depend on the result.
func (b *builder) sides(do *syntax.Roll, slot *formula.Slot) *formula.Value {
	if do.Dice == nil || do.Sides == nil || slot == nil {
		return b.numberOf(do.Sides, "`sides`")
	}
	read := slot.Read
	slot.Read = false
	v := b.numberOf(do.Sides, "`sides`")
	if slot.Read {
		b.diags.Hint(do.Sides.Node.Pos, "set another name to it before", "the sides are those of all dice, and %s is what these show", slot.Name)
	}
	slot.Read = slot.Read || read
	return v
}

func (b *builder) by(f *syntax.Formula) *formula.Value {
	if f == nil {
		return nil
	}
	return b.Want(f, b.scope, playerType, "`by`")
}

func (b *builder) verbRoll(s *syntax.Step, do *syntax.Roll) {
	slot := b.proc.Slot(do.Name.Name)
	b.emit(Roll, &RollOp{
		Request: b.proc.Request + "." + do.Name.Name, Slot: slot, By: b.by(do.By),
		Dice: b.numberOf(do.Dice, "`dice`"), Sides: b.sides(do, slot), Left: b.slots[s][0],
	})
}

func (b *builder) verbChoose(do *syntax.Choose) {
	c := &ChooseOp{
		Name: do.Name.Name, Request: b.proc.Request + "." + do.Name.Name, Slot: b.proc.Slot(do.Name.Name),
		IsList: do.IsList(), Repeats: do.Repeats, IfAny: do.IfAny,
	}
	if do.By != nil && do.By.IsText && do.By.Text == "chance" {
		c.Chance = true
	} else {
		c.By = b.by(do.By)
	}
	c.From = b.list(do.From, "what is chosen from")
	c.Elem = c.From.Type.Elem()
	switch {
	case do.Exactly != nil:
		c.Least = b.numberOf(do.Exactly, "`exactly`")
		c.Most = c.Least
		if do.AtLeast != nil || do.AtMost != nil {
			b.diags.Add(do.Exactly.Node.Pos, "`exactly` says it all; leave out `at_least` and `at_most`")
		}
	default:
		c.Least, c.Most = b.numberOf(do.AtLeast, "`at_least`"), b.numberOf(do.AtMost, "`at_most`")
	}
	if c.Repeats && c.Most == nil {
		b.diags.Hint(do.Name.Pos, "say `exactly` or `at_most`", "what may be chosen again and again needs an end")
	}
	sc := *b.scope
	sc.It = c.Elem
	c.Where = b.makeCond(do.Where, &sc)
	c.Together = b.makeCond(do.Together, b.scope)
	c.Optional = b.flag(do.Optional, "optional", func(d *source.Diagnostics) {
		if c.Chance {
			d.Add(do.Name.Pos, "chance declines nothing, so its choice is not `optional`")
		}
	})
	b.emit(Choose, c)
}

func (b *builder) verbDraw(s *syntax.Step, do *syntax.Draw) {
	d := &DrawOp{
		Draw:   do,
		Number: b.numberOf(do.Number, "how many are drawn"), From: b.Want(do.From, b.scope, zoneType, "`from`"),
		To: b.Want(do.To, b.scope, zoneType, "`to`"), Left: b.slots[s][0],
		Request: b.proc.Request + ".draw",
	}
	if z := d.From.Type.Decl; d.From.OK() && z != nil && !z.Stack {
		b.diags.Hint(do.From.Node.Pos, "declare it `order: stack`", "zone %s has no top to draw from", z.Name)
	}
	b.onePlace(d.To, do.To)
	if d.From.OK() {
		b.holds(d.To, d.From.Type.Kinds, do.To)
	}
	if do.As.Name != "" {
		d.As = b.proc.Slot(do.As.Name)
	}
	b.emit(DrawBegin, d)
	b.emit(Draw, d)
}
