package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

func (m *Match) openWindow(w *program.WindowOp) {
	e := &m.Env
	order := e.Keep(w.Asks.List(e))
	opener, me := e.Base, e.Who
	if e.Err != nil {
		return
	}
	base := m.Stack.push(w.Proc, me, e.S[state.AtPC])
	e.S[base+state.FramePending] = int32(opener)
	e.S[base+w.Turn.At], e.S[base+w.Plays.At], e.S[base+w.Passes.At] = 0, 0, 0
	m.Stack.setList(base, w.Order, order)
}

// askWindow asks the next player who can play a card, or ends the window. Players without a fitting card are
// skipped; view.go explains what the table may learn from that.
func (m *Match) askWindow(op *program.Op, w *program.WindowOp) bool {
	e := &m.Env
	base := e.Base
	switch p := e.S[base+w.Card.At]; {
	case meant(p) >= 0:
		return m.askPlayed(op, w, base, meant(p))
	case p != schema.Nothing:
		return m.askTarget(op, w)
	}
	n := e.S[base+w.Order.At+1]
	for {
		turn := e.S[base+w.Turn.At]
		if turn >= n || w.Again.Yes(e) && e.S[base+w.Passes.At] >= n || m.enough(w, base) {
			return false // the op after this one ends the window
		}
		seat := e.S[base+int(e.S[base+w.Order.At])+int(turn)]
		r := m.newRequest(AskPlay, w.Name, seat, op)
		r.window, r.Optional = w, true
		r.Type = schema.Type{Base: schema.Piece}
		m.playable(r, w, base, seat)
		if e.Err != nil {
			return false
		}
		if len(r.Options) > 0 {
			if w.Must.Yes(e) {
				m.takeForced(theFirst...)
				return false
			}
			return true
		}
		if m.Observer != nil {
			m.Observer.Event(Event{Kind: Skipped, Step: op.Step, Who: seat, Text: w.Name, On: !m.out(w, base, seat) && m.mightFit(w, seat)})
		}
		m.pass(w, base)
	}
}

// out reports whether a seat may not play in a window, without any effect on the match.
func (m *Match) out(w *program.WindowOp, base int, seat int32) bool {
	fault := m.Env.Err
	why := m.shutOut(w, base, seat)
	m.Env.Err = fault
	return why != nil
}

// mightFit reports whether a seat holds hidden cards of a kind that the window plays. That is all that other
// seats know of its chances.
func (m *Match) mightFit(w *program.WindowOp, seat int32) bool {
	for _, d := range w.Zones {
		first := int32(d.First) + seat*int32(d.Cells)
		for other := range m.Env.Players() {
			for z := first; z < first+int32(d.Cells); z++ {
				if other != seat && m.Env.Len(z) > 0 && !m.Env.Sees(other, z) {
					return true
				}
			}
		}
	}
	return false
}

// pass moves on to the next player.
func (m *Match) pass(w *program.WindowOp, base int) {
	s := m.Env.S
	s[base+w.Passes.At]++
	s[base+w.Turn.At]++
	if w.Again.Yes(&m.Env) && s[base+w.Turn.At] >= s[base+w.Order.At+1] {
		s[base+w.Turn.At] = 0
	}
}

// inOpener makes formulas see the names of the procedure that opened the window, and returns the previous
// view for back.
func (m *Match) inOpener(base int) (back view) {
	e := &m.Env
	back = view{e.Base, e.Who}
	e.Base = int(e.S[base+state.FramePending])
	e.Who = e.S[e.Base+state.FrameMe]
	e.Refuel()
	return back
}

// view is whose names formulas see.
type view struct {
	base int
	who  int32
}

func (m *Match) back(v view) { m.Env.Base, m.Env.Who = v.base, v.who }

// enough reports whether as many cards have been played in the window as may be.
func (m *Match) enough(w *program.WindowOp, base int) bool {
	if w.AtMost == nil {
		return false
	}
	back := m.inOpener(base)
	most := w.AtMost.Num(&m.Env)
	m.back(back)
	return m.Env.S[base+w.Plays.At] >= most
}

// shutOut is why a seat may play nothing at all.
func (m *Match) shutOut(w *program.WindowOp, base int, seat int32) *program.CondPart {
	if w.Who == nil {
		return nil
	}
	back := m.inOpener(base)
	m.Env.SetIt(seat)
	why := w.Who.Failing(&m.Env)
	m.back(back)
	return why
}

// playable offers the cards that a seat may play now.
func (m *Match) playable(r *Request, w *program.WindowOp, base int, seat int32) {
	e := &m.Env
	m.cand = m.cand[:0]
	for _, z := range w.Zones {
		m.cand = e.Held(z, seat, m.cand)
	}
	if !slices.ContainsFunc(m.cand, func(p int32) bool { return w.Cards[e.Pieces[p].Card] != nil }) {
		return
	}
	bar := m.shutOut(w, base, seat)
	if len(w.Zones) > 1 || w.Zones[0].Stack || w.Zones[0].Cells > 1 { // else they lie in order
		slices.Sort(m.cand)
	}
	k := 0
	m.group = m.group[:0]
	for _, p := range m.cand {
		c := w.Cards[e.Pieces[p].Card]
		if c == nil || e.Err != nil || !slices.Contains(c.From, e.Zones[e.In(p)].Decl) || !e.Knows(seat, p) { // an unknown card cannot be named
			continue
		}
		why := bar
		if why == nil {
			why = m.unplayable(c, base, p, seat)
		}
		if why != nil {
			m.tellRefused(r.op.Step, seat, p, "", why, r)
			continue
		}
		eyes := seat
		if m.Named {
			eyes = -1
		}
		m.cand[k] = p
		k++
		m.group = append(m.group, r.offerAs(m.optionLike(r, eyes, p), p))
	}
	m.cand = m.cand[:k]
}

// askPlayed asks chance which card was meant among those that look to their holder like p.
func (m *Match) askPlayed(op *program.Op, w *program.WindowOp, base int, p int32) (waits bool) {
	e := &m.Env
	seat := e.S[base+int(e.S[base+w.Order.At])+int(e.S[base+w.Turn.At])]
	r := m.newRequest(AskPlay, w.Name, seat, op)
	watch, resume := m.Observer, m.pauseNotes()
	m.Observer = nil // the observer has had these events
	m.playable(r, w, base, seat)
	m.Observer = watch
	resume()
	return m.askMeant(op, w.Name, schema.Type{Base: schema.Piece}, seat, p, nil)
}

// unplayable returns the reason why a seat cannot play a card; nil if it can.
func (m *Match) unplayable(c *program.PlayCard, base int, p, seat int32) (why *program.CondPart) {
	e := &m.Env
	before := view{e.Base, e.Who}
	e.Base, e.Who = base, seat // `needs` and `target` see `pending`, the card, and as `me` its player
	e.S[base+state.FrameCard] = p
	e.Refuel()
	why = c.Needs.Failing(e)
	if why == nil && c.Target != nil && m.nowhere(c.Target) {
		why = &c.Nobody
	}
	m.back(before)
	e.S[base+state.FrameCard] = schema.Nothing
	return why
}

// nowhere reports whether a card has no target.
func (m *Match) nowhere(target *formula.Value) bool {
	if target.IsList() {
		return len(target.List(&m.Env)) == 0
	}
	return target.Num(&m.Env) == schema.Nothing
}

// play applies the answer of a player in a window.
func (m *Match) play(r *Request, a []int32) {
	e := &m.Env
	w, base := r.window, e.Base
	e.S[state.AtPC] = r.pc // the window goes on asking
	if len(a) == 0 {
		if m.Observer != nil {
			m.Observer.Event(Event{Kind: Passed, Step: r.op.Step, Who: r.By, Text: w.Name})
		}
		m.pass(w, base)
		return
	}
	p := r.Options[a[0]].Value
	m.count(w.Counts, r.By)
	e.S[base+w.Plays.At]++
	e.S[base+w.Passes.At] = 0
	if m.mixed(r.By, p) {
		e.S[base+w.Card.At] = owed(p)
		return
	}
	m.playOf(r, w, base, p)
}

// playOf begins to play a card: if it may have several targets, one is asked for next.
func (m *Match) playOf(r *Request, w *program.WindowOp, base int, p int32) {
	e := &m.Env
	c := w.Cards[e.Pieces[p].Card]
	if c.Chooses() {
		e.S[base+w.Card.At] = p // and then its target
		return
	}
	target := int32(schema.Nothing)
	if c.Target != nil {
		who := e.Who
		e.Who, e.S[base+state.FrameCard] = r.By, p
		target = c.Target.Num(e)
		e.Who, e.S[base+state.FrameCard] = who, schema.Nothing
	}
	m.begins(r, w, base, p, r.By, target)
}

// askTarget asks for the target of the played card.
func (m *Match) askTarget(op *program.Op, w *program.WindowOp) bool {
	e := &m.Env
	base := e.Base
	seat := e.S[base+int(e.S[base+w.Order.At])+int(e.S[base+w.Turn.At])]
	p := e.S[base+w.Card.At]
	r := m.newRequest(AskTarget, w.TargetName, seat, op)
	r.window = w
	c := w.Cards[e.Pieces[p].Card]
	who := e.Who
	e.Who, e.S[base+state.FrameCard] = seat, p
	r.Type = c.Target.Type.Elem()
	m.cand = append(m.cand[:0], c.Target.List(e)...)
	m.sortCandidates(r.Type.Base)
	k := 0
	m.group, m.unknown = m.group[:0], m.unknown[:0]
	for _, t := range m.cand {
		if w.Blind && m.blind(seat, t, r.Type.Base) {
			m.unknown = append(m.unknown, t)
			continue
		}
		m.cand[k], k = t, k+1
		m.group = append(m.group, int32(len(r.Options)))
		r.offer(t)
	}
	m.cand = append(m.cand[:k], m.unknown...)
	m.offerBacks(r, m.cand[k:])
	e.Who, e.S[base+state.FrameCard] = who, schema.Nothing
	switch p := meant(e.S[base+state.FrameTarget]); {
	case e.Err != nil:
		return false
	case p >= 0:
		return m.askMeant(op, w.TargetName, r.Type, seat, p, nil)
	case len(r.Options) == 1:
		return m.takeForced(theFirst...)
	}
	return true
}

// HasTarget reports whether the card that waits for its target has one; true if none waits.
func (m *Match) HasTarget() bool {
	w, base := m.Stack.Aiming()
	if w == nil {
		return true
	}
	e := &m.Env
	p := e.S[base+w.Card.At]
	c := w.Cards[e.Pieces[p].Card]
	if !c.Chooses() {
		return false
	}
	before := view{e.Base, e.Who}
	e.Base, e.Who, e.S[base+state.FrameCard] = base, e.S[base+int(e.S[base+w.Order.At])+int(e.S[base+w.Turn.At])], p
	e.Refuel()
	some := !m.nowhere(c.Target)
	m.back(before)
	e.S[base+state.FrameCard] = schema.Nothing
	return some && e.Err == nil
}

func (m *Match) target(r *Request, a []int32) {
	e := &m.Env
	w, base := r.window, e.Base
	e.S[state.AtPC] = r.pc
	on := r.Options[a[0]].Value
	if w.Blind && m.blind(r.By, on, r.Type.Base) {
		e.S[base+state.FrameTarget] = owed(on)
		return
	}
	m.aims(r, on)
}

// aims plays the card that waits for its target.
func (m *Match) aims(r *Request, on int32) {
	e := &m.Env
	w, base := r.window, e.Base
	e.S[state.AtPC] = r.pc
	p := e.S[base+w.Card.At]
	e.S[base+w.Card.At], e.S[base+state.FrameTarget] = schema.Nothing, schema.Nothing
	m.begins(r, w, base, p, r.By, on)
}

// begins plays a card: it leaves the hand, and the `playing` of its kind runs.
func (m *Match) begins(r *Request, w *program.WindowOp, base int, p, seat, target int32) {
	e := &m.Env
	c := w.Cards[e.Pieces[p].Card]
	m.reportChange(r.op.Step)
	from := e.In(p)
	e.Place(p, 0, false) // where everybody knows it
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Played, Step: r.op.Step, Who: r.By, Piece: p, To: target, Text: w.Name, Pos: c.Pos})
		m.tellMoved(r.op.Step, seat, p, from)
	}
	e.S[base+w.Turn.At]++
	if w.Again.Yes(e) && e.S[base+w.Turn.At] >= e.S[base+w.Order.At+1] {
		e.S[base+w.Turn.At] = 0
	}
	opener := e.S[base+state.FramePending]
	frame := m.Stack.push(c.Playing, seat, r.pc)
	e.S[frame+state.FrameCard] = p
	e.S[frame+state.FrameTarget] = target
	e.S[frame+state.FramePending] = opener
}

// TargetType returns the type of the target of a piece played in a window; Unknown if there is none.
func (m *Match) TargetType(piece int32, window string) schema.Type {
	for _, w := range m.P.Windows {
		if c := w.Cards[m.Env.Pieces[piece].Card]; w.Name == window && c != nil && c.Target != nil {
			if c.Target.IsList() {
				return c.Target.Type.Elem()
			}
			return c.Target.Type
		}
	}
	return schema.Type{}
}
