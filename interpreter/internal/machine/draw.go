package machine

import (
	"cmp"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// draw draws one card from a stack. A known top card is drawn without a request. For a block
// of unknown order chance is asked, and equal cards are one option.
func (a asker) draw(d *program.DrawOp) bool {
	e := &a.m.Env
	again := a.m.again
	a.m.again = false
	left := e.S[e.Base+d.Left.At]
	from, to := d.From.Num(e), d.To.Num(e)
	if e.Err != nil || left <= 0 {
		return false
	}
	if from <= 0 || to <= 0 {
		a.m.Env.Fail(a.op.Step.Pos, "there is no place to draw from or to")
		return false
	}
	if !a.stepRun().isStack(from) || e.Head(from) < 0 && !a.stepRun().refill(from) {
		return false
	}
	top := e.Head(from)
	if !e.Glued(top) {
		a.takeCard(d, top, to)
		return false
	}
	// The request for the previous card, without that card, is still valid if the next one is
	// drawn from the same block.
	if r := &a.m.req; !again || r.op != a.op || r.pc != a.m.pc || r.Options[0].Value != top {
		r = a.newRequest(AskDraw, d.Request, Chance)
		r.For = e.Who
		r.Type = schema.Type{Base: schema.Piece}
		r.offerBlock(top)
	}
	if len(a.m.req.Options) == 1 {
		return a.m.takeForced(theFirst...)
	}
	return true
}

// isStack reports whether zone z is a stack. If not, it records a fault.
func (sr stepRun) isStack(z int32) bool {
	if sr.m.Env.Zones[z].Stack {
		return true
	}
	sr.fail("zone " + sr.m.Env.ZoneName(z) + " has no order: declare it `order: stack`")
	return false
}

// takeCard moves the drawn card. The match stays at the op as long as further cards are to be
// drawn.
func (a asker) takeCard(d *program.DrawOp, p, to int32) {
	e := &a.m.Env
	base := e.Base
	if !a.stepRun().placeOne(p, to, d.Place == "bottom", cmp.Or(d.Face, faceIn(e, to)), true) {
		return
	}
	a.m.reportChange(a.op.Step)
	if a.m.Meter != nil {
		a.m.Meter.SawCard(e.Pieces[p].Card)
	}
	if d.As != nil {
		e.S[base+d.As.At] = p
	}
	e.S[base+d.Left.At]--
	if e.S[base+d.Left.At] > 0 {
		e.S[state.AtPC] = a.m.pc
	}
}

// refill executes the `when_empty` of a stack. It reports whether the stack has cards
// afterwards.
func (sr stepRun) refill(z int32) bool {
	e := &sr.m.Env
	info := &e.Zones[z]
	d := info.Decl.Refill
	if d == nil {
		return false
	}
	from := int32(d.First)
	if d.Scope == schema.OfPlayer && info.Seat >= 0 {
		from += info.Seat * int32(d.Cells)
	}
	if e.Head(from) < 0 {
		return false
	}
	for p := e.Head(from); p >= 0; p = e.Head(from) {
		if !sr.placeOne(p, z, true, faceIn(e, z), true) {
			return false
		}
	}
	e.Shuffle(z)
	if sr.m.Observer != nil {
		sr.m.Observer.Event(Event{Kind: Shuffled, Step: sr.step, To: z})
	}
	return true
}
