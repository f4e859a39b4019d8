package program

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
)

// certain is what is so in every match from its beginning: which fields and names never have but one
// value, and which nobody reads. Scenarios, which may begin with anything and look at everything, can see
// more.
type certain struct {
	*live
	fields map[*schema.Field]int32 // that no step gives another value than they begin with
	names  map[nameOf]int32        // of which all steps give the same value, before anything else
	read   map[*schema.Field]bool
	heard  map[nameOf]bool // names that are read
	unread map[*SetOp][]bool

	knows map[valueIn]result // what known has found, until findValues takes something out
	safes map[*formula.Value]bool
	looks int // at so many formulas known and safe have looked, of which tests bound the number
}

// valueIn is a formula as a procedure reads it.
type valueIn struct {
	proc int
	of   *formula.Value
}

// result is what a formula always comes to, if it does.
type result struct {
	k  int32
	ok bool
}

// nameOf is a name in the frame of a procedure.
type nameOf struct{ proc, at int }

// SameInMatches tells that two programs do the same in every match from its beginning: what only matters
// to a value that never comes about, or that nobody reads, is not looked at, and neither is which values
// might be nothing. Formulas that would be a fault are never left out.
func SameInMatches(a, b *Program) bool {
	x, y := a.certain(), b.certain()
	return (&comparison{a: x, b: y}).all(x.parts(), y.parts())
}

func (p *Program) certain() *certain {
	c := &certain{live: p.live(), safes: map[*formula.Value]bool{}}
	c.sure = c
	for {
		c.findValues()
		c.findReaders()
		n := count(c.idle)
		c.shut()
		if c.settle(); count(c.idle) == n {
			return c
		}
	}
}

func count(list []bool) (n int) {
	for _, is := range list {
		if is {
			n++
		}
	}
	return n
}

// each hands over the ops that run.
func (c *certain) each(f func(proc int, op Op, at int32)) {
	for i, p := range c.Procs {
		for j := p.Entry; c.reached[i] && j < p.End; j++ {
			if !c.idle[j] {
				f(i, c.Ops[j], j)
			}
		}
	}
}

// findValues finds what never has but one value. It begins with all that might, and takes out what is
// given another.
func (c *certain) findValues() {
	c.fields, c.names, c.knows = map[*schema.Field]int32{}, map[nameOf]int32{}, map[valueIn]result{}
	for _, list := range [][]*schema.Field{c.GameFields, c.PlayerFields, c.PieceFields} {
		for _, f := range list {
			if n := len(f.Firsts); n > 0 && len(slices.Compact(slices.Clone(f.Firsts))) == 1 {
				c.fields[f] = f.Firsts[0]
			}
		}
	}
	for i, p := range c.Procs {
		for j := p.Entry + 1; c.reached[i] && j < p.End && c.Ops[j].Code == Set; j++ {
			for _, a := range c.Sets[c.Ops[j].A].List {
				if name := (nameOf{i, 0}); a.Slot != nil && a.Value.Settled() && !a.Slot.T().List {
					name.at = a.Slot.At
					if _, twice := c.names[name]; !twice {
						c.names[name] = a.Value.K
					}
				}
			}
		}
	}
	for more := true; more; {
		more = false
		c.each(func(proc int, op Op, _ int32) {
			c.given(proc, op, func(f *schema.Field, name nameOf, v *formula.Value) {
				var k int32
				known := false
				if v != nil {
					k, known = c.known(proc, v)
				}
				if is, once := c.fields[f]; f != nil && once && !(known && k == is) {
					delete(c.fields, f)
					clear(c.knows)
					more = true
				}
				if is, once := c.names[name]; f == nil && once && !(known && k == is) {
					delete(c.names, name)
					clear(c.knows)
					more = true
				}
			})
		})
	}
}

// given hands over what an op gives a value; nil: any.
func (c *certain) given(proc int, op Op, f func(*schema.Field, nameOf, *formula.Value)) {
	slots := func(all ...*formula.Slot) {
		for _, s := range all {
			if s != nil {
				f(nil, nameOf{proc, s.At}, nil)
			}
		}
	}
	switch op.Code {
	case Set:
		for _, a := range c.Sets[op.A].List {
			switch {
			case a.Field != nil:
				f(a.Field, nameOf{}, a.Value)
			case a.Slot != nil:
				f(nil, nameOf{proc, a.Slot.At}, a.Value)
			}
			for p, s := range a.Pending {
				f(nil, nameOf{p, s.At}, a.Value)
			}
		}
	case Choose:
		slots(c.Chooses[op.A].Slot)
	case Roll:
		slots(c.Rolls[op.A].Slot, c.Rolls[op.A].Left)
	case DrawBegin, Draw:
		slots(c.Draws[op.A].As, c.Draws[op.A].Left)
	case Pick:
		slots(c.Picks[op.A].Slot)
	case EachBegin, EachNext:
		slots(c.Loops[op.A].Var)
	case Anew:
		slots(c.Anew[op.A]...)
	case Call:
		call := c.Calls[op.A]
		procs := []int{call.Proc}
		if call.Proc < 0 {
			procs = c.CardProcs[call.Has]
		}
		for _, p := range procs {
			for _, a := range call.Args {
				f(nil, nameOf{p, a.Slot.At}, nil)
			}
		}
		for _, g := range call.Gives {
			slots(g.To)
		}
	case Window, Ask:
		w := c.Windows[op.A]
		for _, s := range []*formula.Slot{w.Order, w.Turn, w.Plays, w.Passes, w.Card} {
			if s != nil {
				f(nil, nameOf{w.Proc, s.At}, nil)
			}
		}
	}
}

// findReaders finds what is read by anything but what gives values that nobody reads, which it lists.
func (c *certain) findReaders() {
	c.read, c.heard, c.unread = map[*schema.Field]bool{}, map[nameOf]bool{}, map[*SetOp][]bool{}
	reads := func(proc int, all ...*formula.Value) {
		for _, v := range all {
			v.Reads(proc, func(r formula.Read) {
				if r.Field != nil {
					c.read[r.Field] = true
				}
				if r.Op == formula.Word {
					c.heard[nameOf{r.Proc, r.At}] = true
				}
			})
		}
	}
	reads(-1, sights(c.Program)...)
	for _, i := range c.Invariants {
		reads(-1, i.That)
	}
	for _, o := range c.Offers {
		reads(-1, formulas(o.If)...)
	}
	for _, w := range c.Windows {
		reads(w.Proc, formulas(w)...)
	}
	for _, p := range c.Pictures {
		reads(-1, formulas(p)...)
	}
	if c.Turn != nil {
		c.read[c.Turn] = true
	}
	for i, p := range c.Procs {
		for _, s := range p.Gives {
			c.heard[nameOf{i, s.At}] = true
		}
	}
	c.each(func(proc int, op Op, _ int32) {
		for _, s := range c.Steps[op.Step].Says {
			for _, shown := range s.Line {
				reads(proc, formulas(shown)...)
			}
		}
		if op.Code == Set {
			s := c.Sets[op.A]
			c.unread[s] = slices.Repeat([]bool{true}, len(s.List))
			reads(proc, s.Of)
			return
		}
		reads(proc, formulas(c.Program.operand(op))...)
	})
	for more := true; more; {
		more = false
		c.each(func(proc int, op Op, _ int32) {
			if op.Code != Set {
				return
			}
			s := c.Sets[op.A]
			for i, a := range s.List {
				if c.unread[s][i] && (c.isRead(proc, a) || s.Of != nil || !c.safe(a.Value) || a.Of != nil && !c.safe(a.Of)) {
					c.unread[s][i], more = false, true
					reads(proc, a.Value, a.Of)
				}
			}
		})
	}
}

func (c *certain) isRead(proc int, a Assign) bool {
	for p, s := range a.Pending {
		if c.heard[nameOf{p, s.At}] {
			return true
		}
	}
	return a.Field != nil && !c.idleField(a.Field) || a.Slot != nil && c.heard[nameOf{proc, a.Slot.At}]
}

// idleField tells of a field that nobody reads it, or that it never has but one value.
func (c *certain) idleField(f *schema.Field) bool {
	_, once := c.fields[f]
	return once || !c.read[f]
}

// shut finds the ops that a condition which always comes out the same never lets run, or that give values
// which nobody reads.
func (c *certain) shut() {
	c.each(func(proc int, op Op, at int32) {
		switch op.Code {
		case Set:
			c.idle[at] = !slices.Contains(c.unread[c.Sets[op.A]], false)
		case Unless:
			if k, known := c.holds(proc, c.Conds[op.A]); known && !k {
				for j := at; j < op.To; j++ {
					c.idle[j] = true
				}
			} else if last := op.To - 1; known && c.Steps[op.Step].Else && c.Ops[last].Code == Jump && c.Ops[last].To > op.To {
				c.idle[at] = true
				for j := last; j < c.Ops[last].To; j++ {
					c.idle[j] = true
				}
			} else if known && c.Steps[op.Step].Verb != "while" {
				c.idle[at] = true
			}
		}
	})
}

// holds tells whether a condition always comes out the same, and how.
func (c *certain) holds(proc int, cond *Cond) (k, known bool) {
	k, known = true, true
	for _, part := range cond.Parts {
		switch is, always := c.known(proc, part.Is); {
		case always && is == 0 && known:
			return false, true
		case !always:
			known = false
		}
	}
	return k, known
}

// known is what a formula of a procedure always comes to, if it does.
func (c *certain) known(proc int, v *formula.Value) (k int32, ok bool) {
	if v.Settled() {
		return v.K, true
	}
	if v.Type.List {
		return 0, false
	}
	at := valueIn{proc, v} // named formulas are shared
	if was, found := c.knows[at]; found {
		return was.k, was.ok
	}
	k, ok = c.find(proc, v)
	c.knows[at] = result{k, ok}
	return k, ok
}

func (c *certain) find(proc int, v *formula.Value) (k int32, ok bool) {
	c.looks++
	of := func(i int) (int32, bool) { return c.known(proc, v.Of[i]) }
	switch v.Op {
	case formula.OfGame, formula.OfPlayer, formula.OfPiece:
		k, ok = c.fields[v.Field]
		return k, ok && c.safe(v)
	case formula.Word:
		k, ok = c.names[nameOf{proc, int(v.At)}]
		return k, ok
	case formula.Opposite:
		k, ok = of(0)
		return 1 - k, ok && (k == 0 || k == 1)
	case formula.Holds:
		k, ok = of(0)
		return max(k, 0), ok
	case formula.Both, formula.Or:
		decides := int32(0)
		if v.Op == formula.Or {
			decides = 1
		}
		a, one := of(0)
		b, other := of(1)
		switch {
		case one && a == decides, other && b == decides && c.safe(v.Of[0]):
			return decides, true
		}
		return 1 - decides, one && other
	case formula.Equal, formula.Less, formula.LessEq, formula.More, formula.MoreEq:
		a, one := of(0)
		b, other := of(1)
		if v.Op == formula.Equal && a == b || v.Op == formula.Less && a < b || v.Op == formula.LessEq && a <= b || v.Op == formula.More && a > b || v.Op == formula.MoreEq && a >= b {
			k = 1
		}
		return k, one && other && (v.Op == formula.Equal || a != schema.Nothing && b != schema.Nothing)
	case formula.Either:
		if cond, known := of(0); known {
			return of(2 - int(cond&1))
		}
	case formula.Invoke:
		k, ok = of(0)
		return k, ok && !slices.ContainsFunc(v.Of[1:], func(v *formula.Value) bool { return !c.safe(v) })
	case formula.InvokeOf:
		k, ok = of(0)
		return k, ok && c.safe(v.Of[1]) && !maybeNothing(v.Of[1])
	}
	return 0, false
}

// bare is a formula without the parts that never decide anything; as it is, where there are none.
func (c *certain) bare(proc int, v *formula.Value) *formula.Value {
	for v != nil && v.OK() && !v.Settled() {
		next := v
		switch v.Op {
		case formula.Both, formula.Or:
			leaves := int32(1)
			if v.Op == formula.Or {
				leaves = 0
			}
			if k, known := c.known(proc, v.Of[0]); known && k == leaves {
				next = v.Of[1]
			} else if k, known := c.known(proc, v.Of[1]); known && k == leaves {
				next = v.Of[0]
			}
		case formula.Either:
			if k, known := c.known(proc, v.Of[0]); known {
				next = v.Of[2-k&1]
			}
		}
		if next == v {
			break
		}
		v = next
	}
	return v
}

// maybeNothing tells of a formula that nobody knows it to come to something.
func maybeNothing(v *formula.Value) bool {
	switch v.Op {
	case formula.Me, formula.OfGame:
		return v.Op == formula.OfGame && v.Type.Null
	case formula.Local, formula.Constant:
		return v.Type.Null || v.Op == formula.Constant && v.K == schema.Nothing
	}
	return true
}

// safe tells of a formula that it is no fault, whatever the state; of many that are none it does not know.
func (c *certain) safe(v *formula.Value) bool {
	if v == nil || v.Settled() {
		return true
	}
	is, found := c.safes[v]
	if !found {
		is = c.findSafe(v)
		c.safes[v] = is
	}
	return is
}

func (c *certain) findSafe(v *formula.Value) bool {
	c.looks++
	switch v.Op {
	case formula.Me, formula.Local, formula.Word, formula.OfGame, formula.Stopped, formula.Times, formula.ZoneOfGame,
		formula.Players, formula.Others, formula.AllPieces:
	case formula.Opposite, formula.Both, formula.Or, formula.Holds, formula.Equal, formula.IsCard, formula.Either, formula.OrElse,
		formula.Listed, formula.Lying, formula.Length, formula.Empty, formula.Contains, formula.ContainsCard, formula.SameBag, formula.SameCards,
		formula.Filter, formula.Map, formula.Count, formula.Any, formula.All, formula.None, formula.One, formula.Find, formula.Concat,
		formula.Unique, formula.Reverse, formula.Invoke:
	case formula.OfPlayer, formula.ZoneOfPlayer, formula.CardWord, formula.Copy, formula.Owner, formula.LiesIn, formula.Face, formula.InvokeOf:
		if maybeNothing(v.Of[len(v.Of)-1]) {
			return false
		}
	case formula.OfPiece, formula.Printed:
		if of := v.Of[0]; maybeNothing(of) || v.Type.Base == schema.Table || c.some(of.Type.Kinds)&^v.Field.Kinds != 0 {
			return false
		}
	case formula.Less, formula.LessEq, formula.More, formula.MoreEq:
		if maybeNothing(v.Of[0]) || maybeNothing(v.Of[1]) {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(v.Of, func(of *formula.Value) bool { return !c.safe(of) })
}
