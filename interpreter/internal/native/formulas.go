package native

import (
	"fmt"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// code writes the steps and formulas of one function. A formula becomes an
// expression; what cannot be said in one is written before it, so what is worked out
// only at need (the right side of an `and`) is written apart first, to see.
type code struct {
	*text
	*layout
	me, frame string // names of the player and the frame
	locals    map[int32]local
	own       map[int]string // what names of a procedure that is not called yet will be
	w         *writer
	took      bool          // room in the arena
	proc      *program.Proc // whose frame it is
	copies    int           // how often what is being written is written
	size      int           // parts of formulas that have been written
	loops     int           // around what is being written
	cost      int           // of what has been written, but for what loops pay for
}

// maxParts is how much of formulas is written out for one op: some double what they use.
const maxParts = 1 << 13

// part counts a part of a formula that is about to be written.
func (c *code) part() {
	if c.size++; c.size > maxParts {
		c.fail("formulas that use too many others")
	}
}

// local is what a local of a formula is called: one word, or a list.
type local struct {
	word    string
	list, n string
	some    bool // never nothing
}

// unknown is thrown where something cannot be said in Go: then package machine does
// that step.
type unknown struct{ what string }

func (c *code) fail(format string, args ...any) { panic(unknown{fmt.Sprintf(format, args...)}) }

// maybe reports whether a value may be nothing.
func (c *code) maybe(v *formula.Value) bool {
	switch t := v.Tree(); t.Op {
	case formula.Constant:
		return v.K == schema.Nothing
	case formula.Me, formula.Plus, formula.Minus, formula.Multiply, formula.Modulo, formula.Length,
		formula.Count, formula.Sum, formula.Largest, formula.Smallest, formula.Times, formula.Copy, formula.CardWord, formula.Face:
		return false
	case formula.Negative, formula.Abs:
		return c.maybe(t.Of[0])
	case formula.Local:
		return !c.locals[t.At].some
	case formula.OfGame, formula.OfPlayer, formula.OfPiece, formula.Printed:
		return t.Field.Type.Null
	case formula.ZoneOfGame, formula.ZoneOfPlayer, formula.ZoneOfPiece, formula.Max, formula.Min:
		return false
	case formula.Invoke, formula.InvokeOf:
		return c.maybeIn(t)
	case formula.Either:
		return c.maybe(t.Of[1]) || c.maybe(t.Of[2])
	}
	return v.Type.Base != schema.YesNo
}

func (c *code) maybeIn(t *formula.Node) bool {
	body := t.Of[0]
	switch body.Tree().Op {
	case formula.Local, formula.Invoke, formula.InvokeOf, formula.Either, formula.Negative, formula.Abs:
		return true // what its locals are is not known yet
	}
	return c.maybe(body)
}

// some is a value that must not be nothing, by name.
func (c *code) some(v *formula.Value) string {
	x := c.bind(c.num(v))
	if c.maybe(v) {
		c.line("some(%s)", x)
	}
	return x
}

// number is a number that must not be nothing.
func (c *code) number(v *formula.Value) string {
	if c.maybe(v) {
		return "number(" + c.num(v) + ")"
	}
	return c.num(v)
}

func literal(k int32) string {
	if k == schema.Nothing {
		return "nothing"
	}
	return fmt.Sprint(k)
}

// num is the value of a formula that is one word.
func (c *code) num(v *formula.Value) string {
	if v.Type.Base == schema.YesNo {
		return c.asWord(v)
	}
	return c.word(v)
}

// asWord is a yes or no as a word, 1 or 0.
func (c *code) asWord(v *formula.Value) string {
	switch t := v.Tree(); t.Op {
	case formula.Constant:
		return literal(v.K)
	case formula.Local, formula.Word, formula.OfGame, formula.OfPlayer, formula.OfPiece, formula.Printed, formula.Row,
		formula.OrElse, formula.Optional, formula.Switch, formula.InRun, formula.Invoke, formula.InvokeOf,
		formula.Either, formula.Dispatch, formula.Index, formula.First, formula.Last, formula.Find:
		return c.word(v)
	}
	x := c.yes(v)
	n := c.name()
	c.line("%s := int32(0)", n)
	c.block("if "+x, func() { c.line("%s = 1", n) })
	return n
}

func (c *code) word(v *formula.Value) string {
	c.part()
	t := v.Tree()
	of := t.Of
	switch t.Op {
	case formula.Constant:
		return literal(v.K)
	case formula.Me:
		return c.me
	case formula.Local:
		if l, ok := c.locals[t.At]; ok {
			return l.word
		}
		c.fail("local %d", t.At)
	case formula.Word:
		if w, told := c.own[int(t.At)]; told && c.frame == notYet {
			return w
		}
		return fmt.Sprintf("ld(%s+%d)", c.frame, 4*t.At)
	case formula.OfGame:
		return fmt.Sprintf("ld(%d)", c.layout.word(t.Field.Slot))
	case formula.OfPlayer:
		p := c.some(of[0])
		return fmt.Sprintf("ld(%d+%s<<2)", c.layout.word(t.Field.Slot), p)
	case formula.OfPiece:
		return c.mark(t.Field, of[0])
	case formula.Printed:
		return c.printed(t.Field, of[0])
	case formula.CardWord:
		return c.ofCard(t.Words, c.some(of[0]))
	case formula.Copy:
		return fmt.Sprintf("copyOf(%s)", c.some(of[0]))
	case formula.Owner:
		return fmt.Sprintf("ownerOf(%s)", c.some(of[0]))
	case formula.Face:
		n := c.name()
		p := c.some(of[0])
		c.line("%s := int32(%d)", n, t.Words[0])
		c.block(fmt.Sprintf("if isDown(%s)", p), func() { c.line("%s = %d", n, t.Words[1]) })
		return n
	case formula.LiesIn:
		n := c.name()
		c.line("%s := in(%s)", n, c.some(of[0]))
		c.block(fmt.Sprintf("if %s == 0", n), func() { c.line("%s = nothing", n) })
		return n
	case formula.ZoneOfGame:
		return fmt.Sprint(t.Zone.First)
	case formula.ZoneOfPlayer:
		return fmt.Sprintf("(%d+%s*%d)", t.Zone.First, c.some(of[0]), t.Zone.Cells)
	case formula.ZoneOfPiece:
		return c.zoneOn(t)
	case formula.Times:
		at := c.consts["State"] + 4*t.At
		if len(of) == 0 {
			return fmt.Sprintf("ld(%d)", at)
		}
		return fmt.Sprintf("ld(%d+%s<<2)", at+4, c.some(of[0]))
	case formula.Row:
		return c.row(t)
	case formula.Negative:
		return "(-" + c.num(of[0]) + ")"
	case formula.Plus, formula.Minus, formula.Multiply, formula.Modulo:
		return c.arithmetic(t)
	case formula.Abs:
		n := c.name()
		c.line("%s := %s", n, c.num(of[0]))
		c.block(fmt.Sprintf("if %s < 0", n), func() { c.line("%s = -%s", n, n) })
		return n
	case formula.Largest, formula.Smallest:
		return c.extreme(t)
	case formula.OrElse:
		n := c.name()
		c.line("%s := int32(%s)", n, c.num(of[0]))
		c.block(fmt.Sprintf("if %s == nothing", n), func() { c.line("%s = %s", n, c.num(of[1])) })
		return n
	case formula.Optional:
		n, x := c.name(), c.bind(c.num(of[0]))
		c.line("%s := int32(nothing)", n)
		c.block(fmt.Sprintf("if %s != nothing", x), func() {
			c.with(t.At, x, func() { c.line("%s = %s", n, c.num(of[1])) })
		})
		return n
	case formula.Either, formula.Dispatch, formula.Switch:
		return c.chosen(v, c.num, "int32(0)")
	case formula.Invoke, formula.InvokeOf:
		defer c.entered(t)()
		return c.num(of[0])
	case formula.InRun:
		return c.inRun(v, c.num)
	}
	return c.ofList(v)
}

// entered gives the locals of a formula that is used their values; what it returns
// gives them back.
func (c *code) entered(t *formula.Node) (leave func()) {
	was := map[int32]local{}
	var now []local
	for i, a := range t.Of[1:] {
		at := t.At + int32(i)
		l := local{some: !a.IsList() && (t.Op == formula.InvokeOf || !c.maybe(a))}
		if t.Op == formula.InvokeOf {
			l.word = c.some(a)
		} else if a.IsList() {
			l.list, l.n = c.list(a)
			c.line("_, _ = %s, %s", l.list, l.n)
		} else {
			l.word = c.bind(c.num(a))
			c.line("_ = %s", l.word) // not every formula looks at what it is given
		}
		was[at] = c.locals[at]
		now = append(now, l)
	}
	for i, l := range now {
		c.locals[t.At+int32(i)] = l
	}
	return func() {
		for at, l := range was {
			c.locals[at] = l
		}
	}
}

// with has a local mean an element while do is written.
func (c *code) with(at int32, element string, do func()) {
	was := c.locals[at]
	c.locals[at] = local{word: element, some: true}
	c.line("_ = %s", element) // not every condition looks at it
	do()
	c.locals[at] = was
}

// ofCard is a word that each card has.
func (c *code) ofCard(words []int32, p string) string {
	at := c.ofPieces(func(i int) int32 { return words[c.p.Pieces[i].Card] })
	return fmt.Sprintf("ld(%d+%s<<4)", at, p)
}

// mark is a field of a piece that lives in the state.
func (c *code) mark(f *schema.Field, of *formula.Value) string {
	p := c.some(of)
	return fmt.Sprintf("ld(%s)", c.markAt(f, of.Type.Kinds, p))
}

// markAt is where a mark of piece p stands.
func (c *code) markAt(f *schema.Field, kinds schema.KindSet, p string) string {
	if kinds == 0 {
		kinds = c.p.AllKinds()
	}
	only := int32(-1)
	for i, k := range c.p.Kinds {
		if !kinds.Has(i) {
			continue
		}
		at := int32(-1)
		if f.At[i] >= 0 {
			at = c.layout.word(f.At[i] - k.First)
		}
		if only >= 0 && at != only || at < 0 {
			words := c.ofPieces(func(p int) int32 {
				k := c.p.Pieces[p].Kind
				if f.At[k] < 0 {
					return -1 << 20 // there is nothing: the memory breaks off
				}
				return c.layout.word(f.At[k] + p - c.p.Kinds[k].First)
			})
			return fmt.Sprintf("ld(%d+%s<<4)", words, p)
		}
		only = at
	}
	return fmt.Sprintf("%d+%s<<2", only, p)
}

// printed is what is printed on a piece's card.
func (c *code) printed(f *schema.Field, of *formula.Value) string {
	p := c.some(of)
	kinds := of.Type.Kinds
	if kinds == 0 {
		kinds = c.p.AllKinds()
	}
	lacks := false
	at := c.ofPieces(func(i int) int32 {
		info := &c.p.Pieces[i]
		v := c.p.Base.Static[int(info.Card)*c.p.Columns()+f.Col]
		lacks = lacks || kinds.Has(int(info.Kind)) && schema.IsAbsent(v)
		return v
	})
	v := fmt.Sprintf("ld(%d+%s<<4)", at, p)
	if lacks {
		v = c.bind(v)
		c.block(fmt.Sprintf("if %s == %d", v, schema.Absent), func() { c.line(`panic("it has none")`) })
	}
	return v
}

func (c *code) zoneOn(t *formula.Node) string {
	kinds := t.Of[0].Type.Kinds
	if kinds == 0 {
		kinds = c.p.AllKinds()
	}
	p := c.some(t.Of[0])
	var d *schema.ZoneDecl
	for i := range c.p.Kinds {
		if !kinds.Has(i) {
			continue
		}
		if t.Zones[i] == nil || d != nil {
			at := c.ofPieces(func(p int) int32 {
				d := t.Zones[c.p.Pieces[p].Kind]
				if d == nil {
					return 0
				}
				return int32(d.First + (p-c.p.Kinds[d.Kind].First)*d.Cells)
			})
			z := c.bind(fmt.Sprintf("ld(%d+%s<<4)", at, p))
			c.block(fmt.Sprintf("if %s == 0", z), func() { c.line(`panic("it has none")`) })
			return z
		}
		d = t.Zones[i]
	}
	return fmt.Sprintf("(%d+%s*%d)", d.First-c.p.Kinds[d.Kind].First*d.Cells, p, d.Cells)
}

// row looks a table up.
func (c *code) row(t *formula.Node) string {
	f := t.Field
	table, key := c.bind(c.num(t.Of[0])), c.bind(c.num(t.Of[1]))
	var starts []int32
	first := 0
	for _, rows := range c.p.Base.Tables {
		starts = append(starts, c.table(rows), int32(len(rows)))
	}
	if f.ByKind >= 0 {
		first = c.p.Kinds[f.ByKind].Cards[0].Index
		c.line("some(%s)", key)
		key = c.bind("cardOf(" + key + ")")
	}
	at := c.bind(fmt.Sprintf("%d+%s<<3", c.table(starts), table))
	c.block(fmt.Sprintf("if %s < %d || %s-%d >= ld(%s+4)", key, first, key, first, at), func() { c.line(`panic("no such row")`) })
	return fmt.Sprintf("ld(ld(%s)+%s<<2-%d)", at, key, 4*first)
}

func (c *code) arithmetic(t *formula.Node) string {
	a, b := c.bind(c.number(t.Of[0])), c.bind(c.number(t.Of[1]))
	switch t.Op {
	case formula.Plus:
		if few(t.Of[0]) && few(t.Of[1]) {
			return fmt.Sprintf("(%s + %s)", a, b)
		}
		return fmt.Sprintf("checked(int64(%s)+int64(%s))", a, b)
	case formula.Minus:
		return fmt.Sprintf("checked(int64(%s)-int64(%s))", a, b)
	case formula.Multiply:
		return fmt.Sprintf("checked(int64(%s)*int64(%s))", a, b)
	}
	if b == "0" { // Go would refuse it
		b = c.name()
		c.line("%s := int32(0)", b)
	}
	return fmt.Sprintf("checked(int64(%s)%%int64(%s))", a, b)
}

// few reports whether a number is known to be far from the largest.
func few(v *formula.Value) bool {
	t := v.Tree()
	switch t.Op {
	case formula.Constant:
		return v.K > -1<<20 && v.K < 1<<20
	case formula.Length, formula.Count:
		return true
	case formula.Invoke, formula.InvokeOf:
		return few(t.Of[0])
	}
	return false
}

// extreme is the largest or smallest of several numbers.
func (c *code) extreme(t *formula.Node) string {
	n := c.name()
	c.line("%s := int32(%s)", n, c.number(t.Of[0]))
	op := ">"
	if t.Op == formula.Smallest {
		op = "<"
	}
	for _, v := range t.Of[1:] {
		x := c.bind(c.number(v))
		c.block(fmt.Sprintf("if %s %s %s", x, op, n), func() { c.line("%s = %s", n, x) })
	}
	return n
}
