package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// askDraw takes one card off a stack. A card on top whose place is known just
// comes; one of a block of unknown order is a question to chance, equal cards
// being one answer as many times as likely.
func (m *Match) askDraw(op *program.Op, d *program.DrawOp) bool {
	e := &m.Env
	left := e.S[e.Base+d.Left.At]
	from, to := d.From.Num(e), d.To.Num(e)
	if e.Err != nil || left <= 0 {
		return false
	}
	if from <= 0 || to <= 0 {
		e.Fail(m.P.Steps[op.Step].Pos, "there is no place to draw from or to")
		return false
	}
	if !m.ordered(from, op.Step) || e.Head(from) < 0 && !m.refill(from, op.Step) {
		return false
	}
	top := e.Head(from)
	if !e.Glued(top) {
		m.drawn(op, d, top, to)
		return false
	}
	r := m.newRequest(AskDraw, d.Request, Chance, op)
	r.For = e.Who
	r.Type = schema.Type{Base: schema.Piece}
	for p := top; ; p = e.Next(p) {
		g := m.like(r, p)
		if g < 0 {
			r.offer(p, 1, 1)
		} else {
			r.Options[g].Count++
			r.Options[g].Weight++
		}
		if !e.Glued(p) {
			break
		}
	}
	if len(r.Options) == 1 {
		return m.forced(theFirst...)
	}
	return true
}

// ordered reports whether zone z has a top and an order; if not, that is a fault.
func (m *Match) ordered(z, step int32) bool {
	if !m.Env.Zones[z].Decl.Stack {
		m.Env.Fail(m.P.Steps[step].Pos, "zone "+m.Env.ZoneName(z)+" has no order: declare it `order: stack`")
		return false
	}
	return true
}

// drawn moves the card drawn and stays at the op while more are to be drawn.
func (m *Match) drawn(op *program.Op, d *program.DrawOp, p, to int32) {
	e := &m.Env
	base := e.Base
	if !m.place1(p, to, d.Bottom, d.Face, op.Step) {
		return
	}
	m.did(op.Step)
	if m.Meter != nil {
		m.came(p)
	}
	if d.As != nil {
		e.S[base+d.As.At] = p
	}
	e.S[base+d.Left.At]--
	if e.S[base+d.Left.At] > 0 {
		e.S[state.AtPC] = m.pc
	}
}

// refill follows a stack's `when_empty`.
func (m *Match) refill(z int32, step int32) bool {
	e := &m.Env
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
		if !m.place1(p, z, true, "", step) {
			return false
		}
	}
	e.Shuffle(z)
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Shuffled, Step: step, To: z})
	}
	return true
}
