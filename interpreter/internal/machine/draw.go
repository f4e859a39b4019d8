package machine

import (
	"cmp"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// draw draws one card from a stack. A known top card is drawn without a request. For a block
// of unknown order chance is asked, and equal cards are one option.
func (x opRun) draw(d *program.DrawOp) bool {
	e := &x.m.Env
	again := x.m.again
	x.m.again = false
	left := e.World.Stack[e.Base+d.Left.At]
	from, to := ref.Place(d.From.Num(e)), ref.Place(d.To.Num(e))
	if e.World.Err != nil || left <= 0 {
		return false
	}
	if from <= 0 || to <= 0 {
		x.m.Env.World.Fail(x.op.Step.Pos, "the zone to draw from or to is nothing")
		return false
	}
	if !x.isStack(from) || e.World.Head(from) < 0 && !x.refill(from) {
		return false
	}
	top := e.World.Head(from)
	if !e.World.Glued(top) {
		x.takeCard(d, top, to)
		return false
	}
	// The request for the previous card, without that card, is still valid if the next one is
	// drawn from the same block.
	if r := &x.m.req; !again || r.op != x.op || r.pc != x.m.pc || ref.Piece(r.Options[0].Value) != top {
		r = x.newRequest(AskDraw, d.Request, Chance)
		r.For = e.Who
		r.Type = schema.Type{Base: schema.Piece}
		r.offerBlock(top)
	}
	if len(x.m.req.Options) == 1 {
		return x.m.takeForced(theFirst...)
	}
	return true
}

// isStack reports whether zone z is a stack. If not, it records a fault.
func (x opRun) isStack(z ref.Place) bool {
	if x.m.Env.World.Zones[z].Stack {
		return true
	}
	x.fail("zone " + x.m.Env.World.ZoneName(z) + " has no order: declare it `order: stack`")
	return false
}

// takeCard moves the drawn card. The match stays at the op as long as further cards are to be
// drawn.
func (x opRun) takeCard(d *program.DrawOp, p ref.Piece, to ref.Place) {
	e := &x.m.Env
	base := e.Base
	if !x.placeOne(p, to, d.Place == "bottom", cmp.Or(d.Face, faceIn(e, to)), true) {
		return
	}
	x.m.reportChange(x.op.Step)
	if d.As != nil {
		e.World.Stack[base+d.As.At] = int32(p)
	}
	e.World.Stack[base+d.Left.At]--
	if e.World.Stack[base+d.Left.At] > 0 {
		e.World.Stack[state.AtPC] = int32(x.m.pc)
	}
}

// refill executes the `when_empty` of a stack. It reports whether the stack has cards
// afterwards.
func (x opRun) refill(z ref.Place) bool {
	e := &x.m.Env
	info := &e.World.Zones[z]
	d := info.Decl.Refill
	if d == nil {
		return false
	}
	from := d.Of(0)
	if d.Scope == schema.OfPlayer && info.Seat >= 0 {
		from = d.Of(int32(info.Seat))
	}
	if e.World.Head(from) < 0 {
		return false
	}
	for p := e.World.Head(from); p >= 0; p = e.World.Head(from) {
		if !x.placeOne(p, z, true, faceIn(e, z), true) {
			return false
		}
	}
	e.World.Shuffle(z)
	x.m.tell(Event{Kind: Shuffled, Step: x.op.Step, To: z})
	return true
}
