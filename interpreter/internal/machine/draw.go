package machine

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// askDraw takes one card off a stack. A known top card is drawn at once; for a block of unknown order chance
// is asked, with equal cards as one option.
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
		m.fault(op.Step, "there is no place to draw from or to")
		return false
	}
	if !m.isStack(from, op.Step) || e.Head(from) < 0 && !m.refill(from, op.Step) {
		return false
	}
	top := e.Head(from)
	if !e.Glued(top) {
		m.takeCard(op, d, top, to)
		return false
	}
	// The request of the last card, without that card, still fits if the next comes off the same block.
	if r := &m.req; !again || r.op != op || r.pc != m.pc || r.Options[0].Value != top {
		r = m.newRequest(AskDraw, d.Request, Chance, op)
		r.For = e.Who
		r.Type = schema.Type{Base: schema.Piece}
		m.offerBlock(r, top)
	}
	if len(m.req.Options) == 1 {
		return m.takeForced(theFirst...)
	}
	return true
}

// offerBlock offers the cards of a block, equal ones as one option. A block is sorted, so copies of a card
// lieSo side by side and are mostly equal.
func (m *Match) offerBlock(r *Request, top int32) {
	e := &m.Env
	card, last := int32(-1), int32(-1) // of the last option
	for p := top; ; p = e.Next(p) {
		i := int32(-1)
		if c := e.Pieces[p].Card; c != card {
			card = c
		} else if i = last; !m.Env.Alike(r.Options[i].Value, p) {
			i = m.optionLike(r, -1, p)
		}
		last = max(last, r.offerAs(i, p))
		if !e.Glued(p) {
			return
		}
	}
}

// removeOne removes one card of option i from the request, and reports whether the remaining options are those
// that a new request would have.
func (m *Match) removeOne(r *Request, i int32) (same bool) {
	o, e := &r.Options[i], &m.Env
	p := o.Value
	o.Count--
	if o.Count == 0 {
		r.Options = slices.Delete(r.Options, int(i), int(i)+1)
		return true
	}
	if !e.Glued(p) || !m.Env.Alike(p, e.Next(p)) {
		return false
	}
	o.Value = e.Next(p)
	return true
}

// isStack reports whether zone z is a stack; if not, that is a fault.
func (m *Match) isStack(z int32, step *program.Step) bool {
	if m.Env.Zones[z].Stack {
		return true
	}
	m.fault(step, "zone "+m.Env.ZoneName(z)+" has no order: declare it `order: stack`")
	return false
}

// takeCard moves the drawn card. While more are to be drawn, the match stays at the op.
func (m *Match) takeCard(op *program.Op, d *program.DrawOp, p, to int32) {
	e := &m.Env
	base := e.Base
	if !m.placeOne(p, to, d.Place == "bottom", cmp.Or(d.Face, m.faceIn(to)), op.Step, true) {
		return
	}
	m.reportChange(op.Step)
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

// refill carries out the `when_empty` of a stack, and reports whether it has cards then.
func (m *Match) refill(z int32, step *program.Step) bool {
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
		if !m.placeOne(p, z, true, m.faceIn(z), step, true) {
			return false
		}
	}
	e.Shuffle(z)
	if m.Observer != nil {
		m.tellShuffled(step, z)
	}
	return true
}
