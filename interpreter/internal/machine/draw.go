package machine

import (
	"cmp"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// askDraw draws one card from a stack. A known top card is drawn without a request. For a block
// of unknown order chance is asked, and equal cards are one option.
func (m *Match) askDraw(op *program.Op, d *program.DrawOp) bool {
	e := &m.Env
	again := m.again
	m.again = false
	left := e.S[e.Base+d.Left.At]
	from, to := d.From.Num(e), d.To.Num(e)
	if e.Err != nil || left <= 0 {
		return false
	}
	if from <= 0 || to <= 0 {
		m.Env.Fail(op.Step.Pos, "there is no place to draw from or to")
		return false
	}
	if !m.stepRun(op.Step).isStack(from) || e.Head(from) < 0 && !m.stepRun(op.Step).refill(from) {
		return false
	}
	top := e.Head(from)
	if !e.Glued(top) {
		m.takeCard(op, d, top, to)
		return false
	}
	// The request for the previous card, without that card, is still valid if the next one is
	// drawn from the same block.
	if r := &m.req; !again || r.op != op || r.pc != m.pc || r.Options[0].Value != top {
		r = m.newRequest(AskDraw, d.Request, Chance, op)
		r.For = e.Who
		r.Type = schema.Type{Base: schema.Piece}
		r.offerBlock(top)
	}
	if len(m.req.Options) == 1 {
		return m.takeForced(theFirst...)
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
func (m *Match) takeCard(op *program.Op, d *program.DrawOp, p, to int32) {
	e := &m.Env
	base := e.Base
	if !m.stepRun(op.Step).placeOne(p, to, d.Place == "bottom", cmp.Or(d.Face, faceIn(e, to)), true) {
		return
	}
	m.reportChange(op.Step)
	if m.Meter != nil {
		m.Meter.SawCard(e.Pieces[p].Card)
	}
	if d.As != nil {
		e.S[base+d.As.At] = p
	}
	e.S[base+d.Left.At]--
	if e.S[base+d.Left.At] > 0 {
		e.S[state.AtPC] = m.pc
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
