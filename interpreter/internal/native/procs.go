package native

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
)

// writer writes a program as Go.
type writer struct {
	*layout
	out     strings.Builder
	metered bool
	grows   bool     // a list of a run that is pending may grow, and move those above it
	names   int      // made up in the function that is being written
	goes    []func() // functions that the kernel calls back
	left    []string // what is left to the machine, and why
}

// opFuel is what an op costs: the machine runs machine.DefaultSteps of them.
const opFuel = 1

// looks are the elements that may be looked at for the price of an op. The machine, which
// does machine.DefaultWork of that, has long conditions cost more: up to nine times.
const looks = 16

// proc writes a procedure as a function. It is entered at an op, and ends in one of
// the ways that Run knows. Ops are written one after the other; those that can be
// entered, or gone to, have a label.
func (w *writer) proc(p *program.Proc) {
	w.names = 0
	entries, targets := map[int32]bool{p.Entry: true}, map[int32]bool{}
	if p.AtEnd >= 0 {
		entries[p.AtEnd] = true
	}
	bodies, costs := map[int32]string{}, make([]int, p.End-p.Entry)
	cost := func(from, to int32) (sum int) {
		for _, n := range costs[from-p.Entry : to-p.Entry] {
			sum += n
		}
		return sum
	}
	for pc := p.Entry; pc < p.End; pc++ {
		body, n, known := w.op(p, pc)
		bodies[pc], costs[pc-p.Entry] = body, n
		if !known {
			for _, to := range w.after(pc) {
				entries[to] = true
			}
		}
		switch w.p.Ops[pc].Code {
		case program.Choose: // of a list that goes together: the machine may have to look for one
			entries[pc], entries[pc+1] = true, true
		case program.May, program.Ask, program.Roll, program.Draw:
			entries[pc] = true
		case program.Call, program.Window:
			entries[pc+1] = true
		}
	}
	for _, s := range w.p.Stops {
		if s.Resume >= 0 {
			entries[s.Resume] = true
		}
	}
	for pc := p.Entry; pc < p.End; pc++ {
		if strings.Contains(bodies[pc], "goto ") {
			for _, to := range slices.Compact(slices.Sorted(slices.Values(w.after(pc)))) {
				if jump := fmt.Sprintf("goto L%d\n", to); strings.Contains(bodies[pc], jump) {
					targets[to] = true
					if to <= pc { // this may be a loop
						bodies[pc] = strings.ReplaceAll(bodies[pc], jump, fmt.Sprintf("spend(%d)\n", cost(to, pc+1))+jump)
					}
				}
			}
		}
	}
	within := func(pc int32) bool { return pc >= p.Entry && pc < p.End }
	w.line("// %s", p.Name)
	w.line("func p%d(at, f, me int32) int32 {", p.Index)
	w.line("_ = ld(Zones+me*12)") // even of nobody that is an address
	w.line("spend(%d)", cost(p.Entry, p.End))
	w.line("if at != %d {", p.Entry)
	for _, pc := range slices.Sorted(maps.Keys(entries)) {
		if within(pc) {
			w.line("if at == %d {", pc)
			w.line("goto L%d", pc)
			w.line("}")
		}
	}
	w.line(`panic("this op cannot be entered")`)
	w.line("}")
	for pc := p.Entry; pc < p.End; pc++ {
		if entries[pc] || targets[pc] {
			w.line("L%d:", pc)
		}
		w.line("{ // %s", w.p.Ops[pc].Code)
		w.out.WriteString(bodies[pc])
		w.line("}")
	}
	w.line(`panic("the procedure has no end")`)
	w.line("}")
	w.line("")
	w.push(p)
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// after lists where the match may be after an op.
func (w *writer) after(pc int32) []int32 {
	op := w.p.Ops[pc]
	out := []int32{pc, pc + 1}
	if op.To >= 0 {
		out = append(out, op.To)
	}
	switch op.Code {
	case program.May:
		for i := range w.p.Mays[op.A].Options {
			out = append(out, w.p.Mays[op.A].Options[i].To)
		}
	case program.Switch:
		out = append(out, w.p.Switches[op.A].To...)
	case program.EachBegin:
		out = append(out, w.p.Ops[pc+1].To)
	case program.Return:
		if at := w.p.Procs[w.p.Steps[op.Step].Proc].AtEnd; at >= 0 {
			out = append(out, at)
		}
	}
	return out
}

// op writes what an op does, and says what it costs. What cannot be said is left to the
// machine: the match leaves the native code, and comes back when that op is done.
func (w *writer) op(p *program.Proc, pc int32) (body string, cost int, known bool) {
	c := w.code()
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(unknown)
			if !ok {
				panic(r)
			}
			w.left = append(w.left, fmt.Sprintf("%d %s %s: %s", pc, w.p.Ops[pc].Code, w.p.Steps[w.p.Ops[pc].Step].Pos, u.what))
			body, cost, known = fmt.Sprintf("st(atPC, %d)\nreturn machine\n", pc), opFuel, false
		}
	}()
	c.proc = p
	c.saw(pc)
	c.op(p, pc)
	if c.took {
		body = "free = 0\n"
	}
	return body + c.out.String(), opFuel + c.cost, true
}

// saw notes that an op has run.
func (c *code) saw(pc int32) {
	if c.w.metered {
		c.line("st(%d, 1)", c.consts["Seen"]+4*pc)
	}
}

func (w *writer) code() *code {
	return &code{text: newText(&w.names), layout: w.layout, w: w, me: "me", frame: "f", locals: map[int32]local{}, copies: 1}
}

// push writes how a frame is made.
func (w *writer) push(p *program.Proc) {
	w.line("//wasm:inline")
	w.line("func push%d(me, back int32) int32 {", p.Index)
	w.line("f := Top")
	w.line("Top = f + %d", 4*p.Size)
	w.line("room(0)") // beyond what it is now
	w.line("st(f+framePrev, wordOf(frame))")
	w.line("st(f+frameProc, %d)", p.Index)
	w.line("st(f+frameReturn, back)")
	w.line("st(f+frameMe, me)")
	w.line("st(f+frameBy, me)")
	for i := 5; i < p.Size; i++ {
		if i+1 < p.Size {
			w.line("st64(f+%d, %d)", 4*i, uint64(uint32(p.Blank[i]))|uint64(uint32(p.Blank[i+1]))<<32)
			i++
			continue
		}
		w.line("st(f+%d, %s)", 4*i, literal(p.Blank[i]))
	}
	w.line("frame = f")
	w.line("return f")
	w.line("}")
	w.line("")
}

func (c *code) op(p *program.Proc, pc int32) {
	op := &c.p.Ops[pc]
	switch op.Code {
	case program.Jump:
		c.line("goto L%d", op.To)
	case program.Unless:
		c.block("if !("+c.all(c.p.Conds[op.A])+")", func() { c.line("goto L%d", op.To) })
	case program.Switch:
		c.branch(c.p.Switches[op.A], op)
	case program.Choose:
		c.chooses(c.p.Chooses[op.A], pc)
	case program.May:
		c.may(c.p.Mays[op.A], op, pc)
	case program.Roll:
		c.roll(c.p.Rolls[op.A], pc)
	case program.DrawBegin:
		d := c.p.Draws[op.A]
		c.line("st(f+%d, %s)", 4*d.Left.At, c.amount(d.Number))
		if d.As != nil {
			c.line("st(f+%d, nothing)", 4*d.As.At)
		}
	case program.Draw:
		c.draw(c.p.Draws[op.A], pc)
	case program.Shuffle:
		z := c.p.Zones[op.A]
		if z.Type.Decl == nil || !z.Type.Decl.Stack {
			c.fail("to shuffle what may have no order")
		}
		c.ifPlace(z, func(z string) { c.line("shuffle(%s)", z) })
	case program.Move:
		c.move(c.p.Moves[op.A])
	case program.Discard:
		c.discard(c.p.Lists[op.A])
	case program.Flip:
		c.flip(c.p.Flips[op.A])
	case program.Set:
		c.set(c.p.Sets[op.A])
	case program.EachBegin:
		c.eachBegin(c.p.Loops[op.A], pc)
	case program.EachNext:
		c.eachNext(c.p.Loops[op.A], op)
	case program.Anew:
		for _, s := range c.p.Anew[op.A] {
			c.anew(s)
		}
	case program.Call:
		c.call(c.p.Calls[op.A], pc)
	case program.Window:
		c.window(c.p.Windows[op.A], pc)
	case program.Ask:
		c.ask(c.p.Windows[op.A], pc)
	case program.Pick:
		c.pick(c.p.Picks[op.A])
	case program.Finish:
		c.each(c.p.Lists[op.A], asListed, func(p string) { c.line("st(atWinners, ld(atWinners)|1<<(%s&31))", p) })
		c.line("st(atPC, %d)", pc+1)
		c.line("return finish()")
	case program.Stop:
		c.stop(c.p.Stops[op.A], pc)
	case program.Return:
		c.leave(p, pc)
	case program.Begin:
		c.begin(c.p.Procs[op.A])
	default:
		c.fail("this verb")
	}
}

// anew has a name begin anew.
func (c *code) anew(s *formula.Slot) {
	if s.T().List {
		c.setOwn(s, "0", "0")
	} else {
		c.line("st(f+%d, nothing)", 4*s.At)
	}
}

// amount is how many of something a step wants.
func (c *code) amount(v *formula.Value) string {
	if v.Tree().Op == formula.Constant && v.K >= 0 {
		return literal(v.K)
	}
	return "amount(" + c.num(v) + ")"
}

func (c *code) branch(s *program.SwitchOp, op *program.Op) {
	on := c.bind(c.num(s.On))
	for i, l := range s.Labels {
		if l.Any {
			c.unseen(on)
			c.line("goto L%d", s.To[i])
			return
		}
		c.block("if "+fits(on, l), func() { c.line("goto L%d", s.To[i]) })
	}
	c.line("goto L%d", op.To)
}

func (c *code) eachBegin(l *program.Loop, pc int32) {
	list, n := c.kept(l.In)
	if !l.Sealed { // nothing is bound, and nothing given back
		c.block(fmt.Sprintf("if %s == 0", n), func() {
			c.saw(pc + 1)
			c.line("goto L%d", c.p.Ops[pc+1].To)
		})
	}
	c.setOwn(l.List, list, n)
	c.line("st(f+%d, 0)", 4*l.At.At)
	c.line("st(f+%d, me)", 4*l.Saved.At)
	if l.Sealed {
		c.line("st(atSealed, 1)")
	}
}

func (c *code) eachNext(l *program.Loop, op *program.Op) {
	i := c.bind(fmt.Sprintf("ld(f+%d)", 4*l.At.At))
	c.block(fmt.Sprintf("if uint32(%s) >= uint32(ld(f+%d))", i, 4*l.List.At+4), func() {
		c.block(fmt.Sprintf("if %s != nothing", i), func() {
			if l.Me {
				c.line("st(f+frameMe, ld(f+%d))", 4*l.Saved.At)
			}
			if l.Sealed {
				c.line("st(atSealed, 0)")
			}
			c.line("st(f+%d, nothing)", 4*l.At.At)
			c.line("st(f+%d, nothing)", 4*l.Saved.At)
			c.setOwn(l.List, "0", "0")
			if l.Me {
				c.line("me = ld(f+frameMe)")
			}
		})
		c.line("goto L%d", op.To)
	})
	v := c.bind(fmt.Sprintf("ld(f+(ld(f+%d)+%s)<<2)", 4*l.List.At, i))
	c.line("st(f+%d, %s+1)", 4*l.At.At, i)
	switch {
	case l.Me:
		c.line("st(f+frameMe, %s)", v)
		c.line("me = %s", v)
		if l.Sealed {
			c.line("st(atSealed, 1+%s)", v)
		}
	case l.Var != nil:
		c.line("st(f+%d, %s)", 4*l.Var.At, v)
	default:
		c.line("_ = %s", v)
	}
}

// kept is a list that outlives what the state does next.
func (c *code) kept(v *formula.Value) (list, n string) {
	list, n = c.list(v)
	if at := v; at != nil {
		for op := at.Tree().Op; op == formula.Invoke || op == formula.InvokeOf; op = at.Tree().Op {
			at = at.Tree().Of[0]
		}
		switch at.Tree().Op {
		case formula.Word, formula.Local, formula.Slice:
			c.took = true
			list = c.bind(fmt.Sprintf("keep(%s, %s)", list, n))
		}
	}
	return list, n
}

// counts adds to counters.
func (c *code) counts(spans []int, player string) {
	for _, i := range spans {
		c.line("count(%d, %s)", c.counter(i), player)
	}
}
