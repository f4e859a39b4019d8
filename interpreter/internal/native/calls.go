package native

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// Runs of procedures: how they are called, begin, end and are stopped.

func (c *code) begin(p *program.Proc) {
	words := map[int32]int32{}
	for _, r := range p.Restarts {
		for i := r.From; i < r.To; i++ {
			words[c.consts["State"]+4*int32(i)] = 0
		}
	}
	for i := range p.Resets {
		r := &p.Resets[i]
		for w := r.From; w < r.From+r.N; w++ {
			words[c.layout.word(w)] = r.Field.Firsts[w-r.Field.Slot] // of equal cards the same: they stay alike
			if f := r.Field; f.Until {
				at := c.layout.word(f.Slot + f.UntilAt + 2*(w-f.Slot))
				words[at], words[at+4] = 0, 0
			}
		}
	}
	c.fill(words)
	c.counts(p.Counts, "me")
	if len(p.StartsTimed) > 0 {
		c.endTimed(p.StartsTimed, "me")
	}
	c.measure(p.OnStart)
}

// fill gives words of the memory their values, two at a time.
func (c *code) fill(words map[int32]int32) {
	for _, at := range slices.Sorted(maps.Keys(words)) {
		v, left := words[at]
		if !left {
			continue
		}
		if next, two := words[at+4]; two {
			c.line("st64(%d, %d)", at, uint64(uint32(v))|uint64(uint32(next))<<32)
			delete(words, at+4)
		} else {
			c.line("st(%d, %s)", at, literal(v))
		}
	}
}

func (c *code) leave(p *program.Proc, pc int32) {
	if p.AtEnd >= 0 { // else a stop leaves nothing to be done here
		c.block("if ld(f+frameFlags)&frameStopped != 0", func() { c.line("return leaveStopped(f)") })
	}
	if p.AtEnd >= 0 && pc < p.AtEnd {
		c.line("st(f+frameFlags, ld(f+frameFlags)|frameEnding)")
		c.line("goto L%d", p.AtEnd)
		return
	}
	if len(p.Gives) > 0 {
		c.line("f = giveBack(f)")
		c.took = true
	}
	if c.w.metered && len(p.OnEnd) > 0 {
		c.line("measureEnd(%d, f)", p.Index)
	}
	if len(p.EndsTimed) == 0 {
		c.line("drop(f)")
	} else {
		c.line("seat := ld(f + frameBy)")
		c.line("drop(f)")
		c.endTimed(p.EndsTimed, "seat")
	}
	c.line("return ended")
}

// endTimed ends what was set until something happens to a seat, if anything may be.
func (c *code) endTimed(which []int, seat string) {
	var list []int32
	things := uint64(0)
	for _, i := range which {
		list = append(list, int32(i))
		things |= 1 << (i << 3 & 63) // thing(i, -1)
	}
	from, to := c.span(list)
	c.block(fmt.Sprintf("if mayEnd(%#x, %s)", things, seat), func() { c.line("endTimed(%d, %d, %s)", from, to, seat) })
}

// stop ends something that runs.
func (c *code) stop(op *program.StopOp, pc int32) {
	c.line("st(atPC, %d)", pc+1)
	switch {
	case op.Pending:
		c.line("return stop(ld(f+framePending), %d)", op.Resume)
	case op.Own:
		c.line("return stop(wordOf(f), %d)", op.Resume)
	default:
		var procs []int32
		for _, p := range op.Procs {
			procs = append(procs, int32(p))
		}
		from, to := c.span(procs)
		c.line("return stop(runs(%d, %d, %d, %d), %d)", from, to, op.First, op.Resume, op.Resume)
	}
}

// measure looks at measures of the procedure that runs.
func (c *code) measure(which []int) {
	if !c.w.metered {
		return
	}
	for _, i := range which {
		ms := c.p.Measures[i]
		c.block("if "+c.all(ms.If), func() {
			value, by := c.bind(c.num(ms.Value)), "0"
			if ms.By != nil {
				by = c.bind(c.num(ms.By))
				if ms.By.Type.Base == schema.Piece {
					n := c.name()
					c.line("%s := %s", n, by)
					c.block(fmt.Sprintf("if %s != nothing", n), func() { c.line("%s = cardOf(%s)", n, n) })
					by = n
				}
			}
			took := func() { c.line("measured(%d, %s, %s)", i, by, value) }
			if ms.Sums() && !ms.Value.Settled() {
				c.block("if "+value+" != nothing", took)
			} else {
				took()
			}
		})
	}
}

func (c *code) call(call *program.CallOp, pc int32) {
	me := c.me
	if call.Proc >= 0 {
		p := c.p.Procs[call.Proc]
		if call.Me != nil {
			me = c.some(call.Me)
		}
		does, ops := "", []int32(nil)
		if len(call.Args) == 0 {
			does, ops = c.does(p, me)
		}
		c.unlessIdle(does, ops, p.Size, func() {
			g := c.name()
			c.line("%s := push%d(%s, %d)", g, call.Proc, me, pc+1)
			c.line("_ = %s", g)
			c.args(call, g, p)
			c.returned(fmt.Sprintf("p%d(%d, %s, %s)", call.Proc, p.Entry, g, me))
		})
		return
	}
	p := c.bind(c.num(call.Piece))
	c.block(fmt.Sprintf("if %s != nothing", p), func() {
		proc := c.bind(fmt.Sprintf("ld(%d+%s<<4)", c.ofPieces(func(i int) int32 {
			return int32(c.p.CardProcs[call.Has][c.p.Pieces[i].Card])
		}), p))
		c.block(fmt.Sprintf("if %s >= 0", proc), func() {
			if call.Me != nil {
				me = c.some(call.Me)
			}
			g := c.name()
			c.line("%s := push(%s, %s, %d)", g, proc, me, pc+1)
			c.line("st(%s+frameCard, %s)", g, p)
			c.line("st(%s+frameTarget, ld(f+frameTarget))", g)
			c.line("st(%s+framePending, ld(f+framePending))", g)
			c.args(call, g, nil)
			c.returned(fmt.Sprintf("enter(%s, %s, %s)", proc, g, me))
		})
	})
}

// notYet is the frame of a procedure that is going to be called.
const notYet = "its own frame"

// fewParts is how much of formulas may be worked out before a call, and once more after.
const fewParts = 24

// does is a condition without which a procedure does nothing: it has only begun when it
// ends. Its ops are those that have run then. It is empty if there is no such condition
// that can be told before the call.
func (c *code) does(p *program.Proc, me string) (cond string, ops []int32) {
	if !c.quiet(p) || c.p.Ops[p.Entry].Code != program.Begin {
		return "", nil
	}
	before := *c
	c.me, c.frame, c.own = me, notYet, map[int]string{}
	told := c.apart(func() { cond, ops = c.goesOn(p) })
	c.me, c.frame, c.own = before.me, before.frame, before.own
	if cond == "" || c.size-before.size > fewParts || strings.Contains(told+cond, notYet) {
		*c = before
		return "", nil
	}
	c.put(told)
	return cond, ops
}

// goesOn is a condition without which a procedure ends as soon as it has begun, having set
// names of its own at most: it asks for that, or goes through a list and does no more.
func (c *code) goesOn(p *program.Proc) (cond string, ops []int32) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(unknown); !ok {
				panic(r)
			}
			cond = ""
		}
	}()
	for pc := p.Entry; ; pc++ {
		op := &c.p.Ops[pc]
		ops = append(ops, pc)
		end := op.To
		switch op.Code {
		case program.Begin:
			continue
		case program.Set:
			if !c.foresee(c.p.Sets[op.A]) {
				return "", nil
			}
			continue
		case program.Unless:
			cond = c.all(c.p.Conds[op.A])
		case program.EachBegin:
			if loop := c.p.Loops[op.A]; !loop.Sealed {
				cond, _ = c.anyOfSet(loop.In, nil)
			}
			ops = append(ops, pc+1)
			end = c.p.Ops[pc+1].To
		default:
			return "", nil
		}
		if c.p.Ops[end].Code != program.Return {
			return "", nil
		}
		return cond, append(ops, end)
	}
}

// foresee works out what a procedure sets before it is called, if those are names of its
// own.
func (c *code) foresee(op *program.SetOp) bool {
	for _, a := range op.List {
		if a.Slot == nil || a.Slot.T().List || op.Of != nil {
			return false
		}
		v := c.bind(c.num(a.Value))
		c.line("_ = %s", v) // not every condition looks at it
		c.own[a.Slot.At] = v
	}
	return true
}

// quiet reports whether nothing happens because a procedure begins, or ends.
func (c *code) quiet(p *program.Proc) bool {
	return p.Plain && p.Light && (!c.w.metered || len(p.OnStart)+len(p.OnEnd) == 0)
}

// unlessIdle writes what calls a procedure, unless that would do nothing. The stack must
// have room for so many words all the same.
func (c *code) unlessIdle(does string, ops []int32, words int, call func()) {
	if does == "" {
		call()
		return
	}
	c.line("if %s {", does)
	call()
	c.line("} else {")
	c.line("room(%d)", 4*words)
	c.cost += opFuel * len(ops)
	for _, pc := range ops {
		c.saw(pc)
	}
	c.line("}")
}

// args lays what a procedure is given into its frame; nil: who knows of which it is.
func (c *code) args(call *program.CallOp, g string, p *program.Proc) {
	for _, a := range call.Args {
		if a.Slot.T().List {
			list, n := c.kept(a.Value)
			if p == nil {
				c.line("setList(%s, %d, %s, %s)", g, 4*a.Slot.At, list, n)
			} else {
				c.setTop(p, g, a.Slot, list, n)
			}
		} else {
			c.line("st(%s+%d, %s)", g, 4*a.Slot.At, c.num(a.Value))
		}
	}
}

// returned goes on only if a procedure that is called comes to its end.
func (c *code) returned(call string) {
	how := c.bind(call)
	c.block(fmt.Sprintf("if %s != ended", how), func() { c.line("return %s", how) })
	if c.w.grows {
		c.line("f = frame")
	}
}
