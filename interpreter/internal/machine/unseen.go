package machine

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Who chooses among pieces that he does not know chooses among backs. What tells them
// apart for him is where they lie, which is the zone and in a stack the place, and
// what he may read on them; those that nothing tells apart are one option. They stand
// behind the options that he knows, in an order that follows from what he can see.
// Of the pieces of such an option, chance draws the one that is meant, a request of
// its own. Until then a name holds instead of a piece that it is owed: see owed.
//
// A script that lets everybody name the very piece asks for that (Named), and then
// all this does not happen.

// owed is a value that a name has while chance is still to draw for it from the option
// that piece p stands for; meant is that piece, or -1 for any other value.
func owed(p int32) int32 { return -2 - p }

func meant(v int32) int32 {
	if v == schema.Nothing || v > -2 {
		return -1
	}
	return -2 - v
}

// blind reports whether a seat is asked about a piece, or a place on a piece, that it does not know.
func (m *Match) blind(seat, v int32, of schema.Base) bool {
	if seat < 0 || m.Named {
		return false
	}
	if of == schema.Zone {
		v = m.Env.Zones[v].Piece
	} else if of != schema.Piece {
		return false
	}
	return v >= 0 && !m.Env.Knows(seat, v)
}

// LeavesOpen reports whether who chooses option value v leaves open which piece or place is meant, so that chance draws it.
func (m *Match) LeavesOpen(r *Request, v int32) bool {
	if v < 0 || r.Kind != AskChoice && r.Kind != AskTarget && r.Kind != AskPlay {
		return false
	}
	return m.blind(r.By, v, r.Type.Base) || r.Kind != AskTarget && r.Type.Base == schema.Piece && m.mixed(r.By, v)
}

// backOf returns the back of piece v, or of place v on a piece.
func (m *Match) backOf(seat, v int32, of schema.Base) state.Back {
	e, x := &m.Env, state.Back{Value: v, Piece: v}
	if of == schema.Zone {
		x.Piece = e.Zones[v].Piece
	}
	x.Place, x.Kinds = m.placeIn(x.Piece), e.Backs(seat, x.Piece)
	return x
}

// offerBacks makes options of candidates that the one who is asked does not know. The
// candidates are then in the order of the options.
func (m *Match) offerBacks(r *Request, unknown []int32) {
	m.backs = m.backs[:0]
	for _, v := range unknown {
		m.backs = append(m.backs, m.backOf(r.By, v, r.Type.Base))
	}
	slices.SortFunc(m.backs, func(a, b state.Back) int {
		return cmp.Or(m.Env.CompareBacks(r.By, a, b), cmp.Compare(a.Value, b.Value))
	})
	for i, x := range m.backs {
		last := int32(-1)
		if i > 0 && m.Env.CompareBacks(r.By, m.backs[i-1], x) == 0 {
			last = int32(len(r.Options) - 1)
		}
		unknown[i] = x.Value
		m.group = append(m.group, r.offerAs(last, x.Value))
	}
}

// placeIn tells where in a stack a piece lies: how many blocks lie above its own. Where
// there is no order, all places are alike.
func (m *Match) placeIn(p int32) (n int32) {
	e := &m.Env
	z := e.In(p)
	if !e.Zones[z].Stack {
		return 0
	}
	for q := e.Head(z); q != p; q = e.Next(q) {
		e.Work++
		if !e.Glued(q) {
			n++
		}
	}
	return n
}

// names are the words of a frame that a choice fills.
func (m *Match) names(c *program.ChooseOp) []int32 {
	e := &m.Env
	at := e.Base + c.Slot.At
	if !c.IsList {
		return e.S[at : at+1]
	}
	off, n := e.Base+int(e.S[at]), int(e.S[at+1])
	return e.S[off : off+n]
}

// defers has a choice, as it was answered, owe the pieces that are to be drawn. It
// reports whether there are any.
func (m *Match) defers(r *Request) (some bool) {
	words := m.names(r.choose)
	for i, p := range words {
		if m.LeavesOpen(r, p) {
			words[i], some = owed(p), true
		}
	}
	return some
}

// owes reports whether chance is to draw what a choice has left open, and asks it; it
// need not wait where only one card can be drawn.
func (m *Match) owes(op *program.Op, c *program.ChooseOp, who int32) (owes, waits bool) {
	if !c.Blind {
		return false, false
	}
	words := m.names(c)
	at := slices.IndexFunc(words, func(v int32) bool { return meant(v) >= 0 })
	if at < 0 {
		return false, false
	}
	watch, again := m.Observer, m.unnoted()
	m.Observer = nil // who watches has been told all this
	r := m.newRequest(AskChoice, c.Request, who, op)
	r.choose, r.Type = c, c.Elem
	m.collect(r, c)
	m.Observer = watch
	again()
	if c.Repeats {
		words = words[at : at+1] // what is drawn may be drawn again
		at = 0
	}
	return true, m.askMeant(op, c.Request, c.Elem, who, meant(words[at]), words)
}

// askMeant asks chance which piece is meant by the option that piece p stands for, but
// none of those that are taken.
func (m *Match) askMeant(op *program.Op, name string, of schema.Type, who, p int32, taken []int32) (waits bool) {
	r := m.newRequest(AskDraw, name, Chance, op)
	r.For, r.Type = who, of
	i := slices.Index(m.cand, p)
	for k, q := range m.cand {
		if i >= 0 && m.group[k] == m.group[i] && !slices.Contains(taken, q) {
			same := int32(-1)
			if of.Base == schema.Piece {
				same = m.like(r, -1, q)
			}
			r.offerAs(same, q)
		}
	}
	switch len(r.Options) {
	case 0: // what there was to choose from is not what it was
		m.fault(op.Step, name+" was chosen unseen, and is no longer there")
		return false
	case 1:
		return m.forced(theFirst...)
	}
	return true
}

// drawsMeant puts the piece that chance has drawn in the place of what is owed, or begins its round of a loop.
func (m *Match) drawsMeant(p int32) {
	if w, ok := m.req.op.Do.(*program.WindowOp); ok {
		m.req.By, m.req.window = m.req.For, w
		base := m.Env.Base
		if meant(m.Env.S[base+w.Card.At]) < 0 {
			m.aims(&m.req, p)
			return
		}
		m.Env.S[state.AtPC], m.Env.S[base+w.Card.At] = m.req.pc, schema.Nothing
		m.playOf(&m.req, w, base, p)
		return
	}
	if l, ok := m.req.op.Do.(*program.Loop); ok {
		m.drawnRound(l, m.req.op, p)
		return
	}
	c := m.req.op.Do.(*program.ChooseOp)
	words := m.names(c)
	at := slices.IndexFunc(words, func(v int32) bool { return meant(v) >= 0 })
	words[at] = p
	if slices.ContainsFunc(words, func(v int32) bool { return meant(v) >= 0 }) {
		m.Env.S[state.AtPC] = m.req.pc
	}
}
