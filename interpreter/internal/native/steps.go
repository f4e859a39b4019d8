package native

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// The steps that change something.

func (c *code) set(op *program.SetOp) {
	last := c.howLong(op)
	for i := range op.List {
		c.assign(&op.List[i], last)
	}
}

// lasts is how long a value is to last.
type lasts struct {
	timed int    // -1: for ever
	seat  string // whose run ends it
}

func (c *code) howLong(op *program.SetOp) lasts {
	if op.Of == nil {
		return lasts{op.Until, "-1"}
	}
	seat := c.name()
	c.line("%s := some(%s)", seat, c.num(op.Of)) // before anything is set
	return lasts{op.Until, seat}
}

func (c *code) assign(a *program.Assign, last lasts) {
	switch {
	case a.Slot != nil:
		c.assignName(a.Value, "f", a.Slot)
	case a.Pending != nil:
		run := c.bind("frameAt(ld(f+framePending))")
		c.line("switch ld(%s+frameProc) {", run)
		for _, p := range slices.Sorted(maps.Keys(a.Pending)) {
			c.line("case %d:", p)
			c.assignName(a.Value, run, a.Pending[p])
		}
		c.line("default:")
		c.line(`panic("the run that is pending has no such name")`)
		c.line("}")
		c.line("f = frame")
	case a.Of == nil:
		c.assignWord(a.Field, fmt.Sprint(c.layout.word(a.Field.Slot)), fmt.Sprint(c.layout.word(a.Field.Slot+a.Field.UntilAt)), literal(firstOf(a.Field)), a.Value, last)
	case a.Of.IsList():
		list, n := c.kept(a.Of)
		c.loop(n, func(i string) { c.assignTo(a, c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i)), last) })
	default:
		x := c.bind(c.num(a.Of))
		c.block(fmt.Sprintf("if %s != nothing", x), func() { c.assignTo(a, x, last) })
	}
}

func (c *code) assignName(v *formula.Value, run string, slot *formula.Slot) {
	if slot.T().List {
		list, n := c.kept(v)
		if run == "f" {
			c.setOwn(slot, list, n)
			return
		}
		c.line("setList(%s, %d, %s, %s)", run, 4*slot.At, list, n)
		return
	}
	c.line("st(%s+%d, %s)", run, 4*slot.At, c.num(v))
}

func (c *code) assignTo(a *program.Assign, x string, last lasts) {
	f := a.Field
	if f.Scope == schema.OfPlayer {
		c.assignWord(f, fmt.Sprintf("%d+%s<<2", c.layout.word(f.Slot), x), fmt.Sprintf("%d+%s<<3", c.layout.word(f.Slot+f.UntilAt), x), literal(firstOf(f)), a.Value, last)
		return
	}
	defer c.line("unlike(%s)", x)
	at := c.markAt(f, a.Of.Type.Kinds, x)
	if !f.Until {
		c.assignWord(f, at, "", "", a.Value, last)
		return
	}
	at = c.bind(at)
	i := c.bind(fmt.Sprintf("%s-%d", at, c.layout.word(f.Slot)))
	until := fmt.Sprintf("%d+%s<<1", c.layout.word(f.Slot+f.UntilAt), i)
	c.assignWord(f, at, until, fmt.Sprintf("ld(%d+%s)", c.table(f.Firsts), i), a.Value, last)
}

// firstOf is what each word of a field of the game or of players begins with.
func firstOf(f *schema.Field) int32 { return f.Firsts[0] }

// assignWord gives a word of a field its value, for as long as it is to last; until
// when another lasted is forgotten.
func (c *code) assignWord(f *schema.Field, at, until, first string, v *formula.Value, last lasts) {
	c.line("st(%s, %s)", at, c.num(v))
	switch {
	case last.timed >= 0:
		c.line("setTimed(%s, %s, %s, %d, %s)", at, until, first, last.timed, last.seat)
	case f.Until:
		c.line("st64(%s, 0)", until)
	}
}

// setOwn gives a list of the procedure that runs its elements, which do not lie on the
// stack.
func (c *code) setOwn(slot *formula.Slot, list, n string) { c.setTop(c.proc, "f", slot, list, n) }

// setTop gives a list of the frame on top, of a procedure, its elements.
func (c *code) setTop(p *program.Proc, frame string, slot *formula.Slot, list, n string) {
	where := fmt.Sprintf("%s, %s+%d, %s", frame, frame, 4*slot.At, c.later(p, frame, slot))
	if n == "0" {
		c.block(fmt.Sprintf("if ld(%s+%d) != 0", frame, 4*slot.At+4), func() { c.line("clearTop(%s)", where) })
		return
	}
	c.line("setTop(%s, %s, %s)", where, list, n)
}

// later is 0 if none of the lists that lie behind one in a frame has any elements.
func (c *code) later(p *program.Proc, frame string, slot *formula.Slot) string {
	var any []string
	var slots []int32
	for _, at := range p.Lists {
		if at > slot.At {
			any = append(any, fmt.Sprintf("ld(%s+%d)", frame, 4*at+4))
			slots = append(slots, 4*int32(at))
		}
	}
	if any == nil {
		return "0"
	}
	return fmt.Sprintf("behind(%s, %d)", strings.Join(any, "|"), c.table(append(slots, 0)))
}

// pick picks by rule: the first class that has any, then the farthest in each
// direction in turn, then the first.
func (c *code) pick(op *program.PickOp) {
	list, n := c.kept(op.From)
	held := c.name()
	c.line("%s := %s", held, n)
	keep := func(holds func(x string) string) {
		k := c.name()
		c.line("%s := int32(0)", k)
		c.loop(held, func(i string) {
			x := c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i))
			c.with(0, x, func() {
				c.block("if "+holds(x), func() { c.line("%s = put(%s, %s, %s)", k, list, k, x) })
			})
		})
		c.line("%s = %s", held, k)
	}
	if op.Where != nil {
		keep(func(string) string { return c.scratch(func() string { return c.all(op.Where) }) })
	}
	if len(op.Prefer) > 0 {
		c.prefers(op, list, held, keep)
	}
	for _, t := range op.Toward {
		way := c.bind(c.num(t))
		place := func(x string) string {
			if op.From.Type.Base == schema.Piece {
				return "in(" + x + ")"
			}
			return x
		}
		c.block(fmt.Sprintf("if %s != nothing && %s > 1", way, held), func() {
			best := c.name()
			c.line("%s := int32(nothing)", best)
			c.loop(held, func(i string) {
				d := c.bind(fmt.Sprintf("far(%s, %s)", place(fmt.Sprintf("ld(%s+%s<<2)", list, i)), way))
				c.block(fmt.Sprintf("if %s > %s", d, best), func() { c.line("%s = %s", best, d) })
			})
			keep(func(x string) string { return fmt.Sprintf("far(%s, %s) == %s", place(x), way, best) })
		})
	}
	c.line("st(f+%d, nothing)", 4*op.Slot.At)
	c.block(fmt.Sprintf("if %s > 0", held), func() { c.line("st(f+%d, ld(%s))", 4*op.Slot.At, list) })
}

func (c *code) prefers(op *program.PickOp, list, held string, keep func(func(string) string)) {
	done := c.name()
	c.line("%s := false", done)
	for i := range op.Prefer {
		holds := func(string) string { return c.scratch(func() string { return c.yes(op.Prefer[i].Is) }) }
		c.block("if !"+done, func() {
			c.loop(held, func(i string) {
				c.with(0, c.bind(fmt.Sprintf("ld(%s+%s<<2)", list, i)), func() {
					c.block("if "+holds(""), func() { c.line("%s = true", done) })
				})
			})
			c.block("if "+done, func() { keep(holds) })
		})
	}
	c.line("_ = %s", done)
}
