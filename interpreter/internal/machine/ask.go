package machine

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// newRequest begins the request of the op.
func (x opRun) newRequest(kind AskKind, name string, by ref.Seat) *Request {
	r := &x.m.req
	r.m = x.m
	r.Kind, r.Name, r.By, r.For = kind, name, by, by
	r.Options, r.Least, r.Most = r.Options[:0], 1, 1
	r.List, r.Repeats, r.Optional, r.Type = false, false, false, schema.Type{}
	r.pc, r.op = x.m.pc, x.op
	r.choose, r.may, r.window = nil, nil, nil
	return r
}

// ask runs the op. It reports whether the match must wait for an answer. If not, the
// op is completed.
func (x opRun) ask() bool {
	switch do := x.op.Do.(type) {
	case *program.ChooseOp:
		return x.choose(do)
	case *program.MayOp:
		return x.may(do)
	case *program.RollOp:
		return x.roll(do)
	case *program.DrawOp:
		return x.draw(do)
	case *program.MoveOp:
		return x.moveInOrder(do)
	case *program.PickOp:
		return x.pickInOrder(do)
	}
	return window{op: x.op.Do.(*program.WindowOp), m: x.m, base: x.m.Env.Base}.ask(x.op)
}

// theFirst is the answer to a request with a single option.
var theFirst = []int32{0}

// takeForced applies the only possible answer without asking.
func (m *Match) takeForced(a ...int32) bool {
	m.Env.Work += len(a)
	m.tell(m.req.answered(Forced, a))
	m.Env.Begin()
	m.apply(a)
	return false
}

// choose makes the request of a `choose`, or answers it without asking if only one answer is
// possible. It reports whether the match waits for an answer.
func (x opRun) choose(c *program.ChooseOp) bool {
	e := &x.m.Env
	who := Chance
	if !c.Chance {
		who = playerOf(e, c.By)
	}
	if owes, waits := x.askOwed(c, who); owes {
		return waits
	}
	least, most := 1, 1
	if c.IsList() {
		least, most = 0, -1
		if c.Least != nil {
			least = int(amount(e, c.Least))
		}
		if c.Most != nil {
			most = least
			if c.Most != c.Least {
				most = int(amount(e, c.Most))
			}
		}
	}
	r := x.newRequest(AskChoice, c.Request, who)
	r.choose, r.List, r.Repeats, r.Optional, r.Type = c, c.IsList(), c.Repeats, c.Optional.Yes(&x.m.Env), c.Elem
	r.Least, r.Most = least, most
	if e.World.Err != nil || noPlayer(e, who, x.op) {
		return false
	}
	if least == 0 && most == 0 && c.Together == nil && !r.Optional {
		return x.m.takeForced() // no option exists, or none may be chosen
	}
	total := r.candidates(c)
	if e.World.Err != nil {
		return false
	}
	if r.Most < 0 || !c.Repeats && r.Most > total {
		r.Most = total
	}
	few := total < r.Least && !(c.Repeats && total > 0)
	if few && c.IfAny {
		r.Least, few = total, false
	}
	switch {
	case total == 0 && c.IfAny, r.Optional && (few || total == 0):
		return x.m.takeForced()
	case few, r.Least > r.Most:
		r.cannotAsk(total, few)
		return false
	case r.Optional:
		return true
	case r.Most == 0 && c.Together == nil:
		return x.m.takeForced()
	}
	if answer, only := r.onlyAnswer(); only {
		return x.m.takeForced(answer...)
	}
	return e.World.Err == nil
}

// cannotAsk records the fault that a choice requires more options than exist.
func (r *Request) cannotAsk(total int, few bool) {
	why := r.Name + " asks for at least " + itoa(r.Least) + " and at most " + itoa(r.Most)
	if few {
		why = r.Name + " asks for " + itoa(r.Least) + " of " + itoa(total) +
			": say `optional`, `if_any`, or ask for fewer" + r.refusals()
	}
	if r.m.Env.World.Err == nil {
		r.m.Env.World.Err = state.NoAnswer(r.op.Step.Pos, why, r.By)
	}
}

// refusals describes the conditions of `where` that refused the candidates of a choice, or returns "".
func (r *Request) refusals() string {
	e := &r.m.Env
	if r.choose == nil || r.choose.Where == nil || e.World.Err != nil {
		return ""
	}
	from, n := slices.Clone(r.choose.From.List(e)), 0
	var words []string
	for _, v := range from {
		e.Refuel()
		e.SetIt(v)
		p := r.choose.Where.Failing(e)
		if p == nil {
			continue
		}
		n++
		if p.Words != "" && !slices.Contains(words, p.Words) {
			words = append(words, p.Words)
		}
	}
	if e.World.Err != nil || n == 0 {
		return ""
	}
	out := "; `where` refuses " + itoa(n) + " of " + itoa(len(from))
	if len(words) > 0 {
		out += ", because this is false: " + strings.Join(words, ", ")
	}
	return out
}

// playerOf returns the player under `by`, or `me` if there is no `by`.
func playerOf(e *formula.Env, by *formula.Expr) ref.Seat {
	if by == nil {
		return e.Who
	}
	return ref.Seat(by.Num(e))
}

// noPlayer reports whether there is no player to ask. This is a fault.
func noPlayer(e *formula.Env, who ref.Seat, op *program.Op) bool {
	if who != schema.Nothing {
		return false
	}
	e.World.Fail(op.Step.Pos, "there is nobody to ask")
	return true
}

// may makes the request of a `may` from the options whose conditions hold. It reports whether the
// match waits for an answer.
func (x opRun) may(c *program.MayOp) bool {
	e := &x.m.Env
	who := playerOf(e, c.By)
	if noPlayer(e, who, x.op) {
		return false
	}
	r := x.newRequest(AskOption, c.Request, who)
	must := c.Must.Yes(&x.m.Env)
	r.may, r.Optional = c, !must
	for i := range c.Options {
		o := &c.Options[i]
		e.Refuel()
		if p := o.If.Failing(e); p != nil {
			x.m.tellRefused(x.op.Step, who, schema.Nothing, o.Name, p, r)
		} else {
			r.offer(int32(i))
		}
	}
	if e.World.Err != nil {
		return false
	}
	switch {
	case len(r.Options) == 0 && must:
		x.m.Env.World.Fail(x.op.Step.Pos, "no option is possible here, and declining is not allowed")
		return false
	case len(r.Options) == 0:
		return x.m.takeForced()
	case len(r.Options) == 1 && must:
		return x.m.takeForced(theFirst...)
	}
	return true
}

// roll makes the request by which chance rolls the next die. It reports whether the match waits
// for an answer.
func (x opRun) roll(c *program.RollOp) bool {
	e := &x.m.Env
	sides := int32(6)
	if c.Sides != nil {
		sides = c.Sides.Num(e)
	}
	left := &e.World.Stack[e.Base+c.Left.At]
	if c.Dice != nil && *left == schema.Nothing {
		*left = amount(e, c.Dice)
		x.m.Stack.setList(e.Base, c.Slot, nil)
		left = &e.World.Stack[e.Base+c.Left.At]
	}
	if c.Dice != nil && *left <= 0 {
		*left = schema.Nothing
		return false
	}
	if sides < 1 || sides > 1000 {
		x.m.Env.World.Fail(x.op.Step.Pos, "a die has 1 to 1000 sides, not "+itoa(int(sides)))
		return false
	}
	r := x.newRequest(AskRoll, c.Request, Chance)
	r.For, r.Type = playerOf(e, c.By), schema.Type{Base: schema.Number}
	for i := int32(1); i <= sides; i++ {
		r.offer(i)
	}
	if sides == 1 {
		return x.m.takeForced(theFirst...)
	}
	return true
}
