package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// window is an open window, with the base of its frame.
type window struct {
	op   *program.WindowOp
	m    *Match
	base int
}

// openWindow starts the frame of a window.
func (m *Match) openWindow(w *program.WindowOp) {
	e := &m.Env
	order := e.Keep(w.Asks.List(e))
	opener, me := e.Base, e.Who
	if e.World.Err != nil {
		return
	}
	base := m.Stack.push(w.Proc, me, ref.PC(e.World.Stack[state.AtPC]))
	e.World.Stack[base+state.FramePending] = int32(opener)
	e.World.Stack[base+w.Turn.At], e.World.Stack[base+w.Plays.At], e.World.Stack[base+w.Passes.At] = 0, 0, 0
	m.Stack.setList(base, w.Order, order)
}

// ask asks the next player who can play a card, or ends the window. It skips players without a playable card;
// secret_view.go explains how much other players may learn from that.
func (w window) ask(op *program.Op) bool {
	e := &w.m.Env
	card := e.World.Stack[w.base+w.op.Card.At]
	if p := ref.OwedAt(card); p.Exists() {
		return w.askPlayed(op, p)
	}
	if card != schema.Nothing {
		return w.askTarget(op)
	}
	n := e.World.Stack[w.base+w.op.Order.At+1]
	for {
		if e.World.Stack[w.base+w.op.Turn.At] >= n ||
			w.op.Again.Yes(e) && e.World.Stack[w.base+w.op.Passes.At] >= n || w.enough() {
			return false // the next op ends the window
		}
		seat := w.seat()
		r := opRun{w.m, op}.newRequest(AskPlay, w.op.Name, seat)
		r.window, r.Optional = w.op, true
		r.Type = schema.Type{Base: schema.Piece}
		w.playable(r, seat)
		if e.World.Err != nil {
			return false
		}
		if len(r.Options) > 0 {
			if w.op.Must.Yes(e) {
				w.m.takeForced(theFirst...)
				return false
			}
			return true
		}
		if w.m.Observer != nil {
			w.m.Observer.Event(Event{Kind: Skipped, Step: op.Step, Who: seat, Text: w.op.Name,
				On: !w.mustNotPlay(seat) && w.mightFit(seat)})
		}
		w.pass()
	}
}

// seat returns the player who is next in the window.
func (w window) seat() ref.Seat {
	s := w.m.Env.World.Stack
	return ref.Seat(s[w.base+int(s[w.base+w.op.Order.At])+int(s[w.base+w.op.Turn.At])])
}

// mustNotPlay reports whether a seat must not play in a window. It does not change the match.
func (w window) mustNotPlay(seat ref.Seat) bool {
	fault := w.m.Env.World.Err
	why := w.shutOut(seat)
	w.m.Env.World.Err = fault
	return why != nil
}

// mightFit reports whether a seat holds hidden cards of a kind that the window plays. Other
// seats know no more about whether it can play.
func (w window) mightFit(seat ref.Seat) bool {
	for _, d := range w.op.Zones {
		first := d.Of(int32(seat))
		for other := range w.m.Env.World.Players() {
			for z := first; z < first+ref.Place(d.Cells); z++ {
				if other != seat && w.m.Env.World.Len(z) > 0 && !w.m.Env.World.Sees(other, z) {
					return true
				}
			}
		}
	}
	return false
}

// pass continues with the next player.
func (w window) pass() {
	w.m.Env.World.Stack[w.base+w.op.Passes.At]++
	w.nextTurn()
}

// nextTurn gives the turn to the next player; after the last one to the first, if the window asks again.
func (w window) nextTurn() {
	s := w.m.Env.World.Stack
	s[w.base+w.op.Turn.At]++
	if w.op.Again.Yes(&w.m.Env) && s[w.base+w.op.Turn.At] >= s[w.base+w.op.Order.At+1] {
		s[w.base+w.op.Turn.At] = 0
	}
}

// inOpener calls f while formulas can use the local names of the procedure that opened the window.
func (w window) inOpener(f func()) {
	s := w.m.Env.World.Stack
	opener := int(s[w.base+state.FramePending])
	w.m.evaluateFor(opener, ref.Seat(s[opener+state.FrameMe]), f)
}

// withCard calls f while formulas can use the names of a card that a seat plays: the card, `pending`, and `me`, its
// player.
func (w window) withCard(card ref.Piece, seat ref.Seat, f func()) {
	e := &w.m.Env
	e.World.Stack[w.base+state.FrameCard] = int32(card)
	w.m.evaluateFor(w.base, seat, f)
	e.World.Stack[w.base+state.FrameCard] = schema.Nothing
}

// evaluateFor calls f while formulas can use the names of the frame at base, for a seat.
func (m *Match) evaluateFor(base int, seat ref.Seat, f func()) {
	e := &m.Env
	was, who := e.Base, e.Who
	e.Base, e.Who = base, seat
	e.Refuel()
	f()
	e.Base, e.Who = was, who
}

// enough reports whether the maximum number of cards has been played in the window.
func (w window) enough() bool {
	if w.op.AtMost == nil {
		return false
	}
	e, most := &w.m.Env, int32(0)
	w.inOpener(func() { most = w.op.AtMost.Num(e) })
	return e.World.Stack[w.base+w.op.Plays.At] >= most
}

// shutOut returns the reason why a seat must not play any card, or nil.
func (w window) shutOut(seat ref.Seat) (why *program.CondPart) {
	if w.op.Who == nil {
		return nil
	}
	e := &w.m.Env
	w.inOpener(func() {
		e.SetIt(int32(seat))
		why = w.op.Who.Failing(e)
	})
	return why
}

// playable adds options for the cards that a seat may play now.
func (w window) playable(r *Request, seat ref.Seat) {
	e := &w.m.Env
	r.cand = r.cand[:0]
	for _, z := range w.op.Zones {
		r.cand = e.World.Held(z, seat, r.cand)
	}
	if !slices.ContainsFunc(r.cand, func(p int32) bool { return w.op.Cards[e.World.Pieces[p].Card] != nil }) {
		return
	}
	bar := w.shutOut(seat)
	if len(w.op.Zones) > 1 || w.op.Zones[0].Stack || w.op.Zones[0].Cells > 1 { // otherwise they are in order already
		slices.Sort(r.cand)
	}
	eyes := seat
	if w.m.Named {
		eyes = ref.Referee
	}
	r.makeOptions(false, eyes, func(p ref.Piece) bool {
		c := w.op.Cards[e.World.Pieces[p].Card]
		// an unknown card cannot be named
		if c == nil || e.World.Err != nil || !slices.Contains(c.From, e.World.Zones[e.World.In(p)].Decl) ||
			!e.World.Knows(seat, p) {
			return true
		}
		why := bar
		if why == nil {
			why = w.unplayable(c, p, seat)
		}
		return r.isRefused(int32(p), why)
	})
}

// askPlayed asks chance which card is played: one of the cards that look to the player like p.
func (w window) askPlayed(op *program.Op, p ref.Piece) (waits bool) {
	seat := w.seat()
	r := opRun{w.m, op}.newRequest(AskPlay, w.op.Name, seat)
	resume := w.m.silence() // these events were already reported
	w.playable(r, seat)
	resume()
	return opRun{w.m, op}.askMeant(w.op.Name, schema.Type{Base: schema.Piece}, seat, p, nil)
}

// unplayable returns the reason why a seat cannot play a card, or nil.
func (w window) unplayable(c *program.PlayCard, p ref.Piece, seat ref.Seat) (why *program.CondPart) {
	e := &w.m.Env
	w.withCard(p, seat, func() {
		why = c.Needs.Failing(e)
		if why == nil && c.Target != nil && hasNoTarget(e, c.Target) {
			why = &c.Nobody
		}
	})
	return why
}

// hasNoTarget reports whether a formula for the targets of a card has none.
func hasNoTarget(e *formula.Env, target *formula.Expr) bool {
	if target.IsList() {
		return len(target.List(e)) == 0
	}
	return target.Num(e) == schema.Nothing
}

// play executes the answer of a player in a window.
func (w window) play(r *Request, a []int32) {
	e := &w.m.Env
	e.World.Stack[state.AtPC] = int32(r.pc) // the window continues to ask
	if len(a) == 0 {
		w.m.tell(Event{Kind: Passed, Step: r.op.Step, Who: r.By, Text: w.op.Name})
		w.pass()
		return
	}
	p := ref.Piece(r.Options[a[0]].Value)
	countSpans(e, w.m.P.MaxPlayers, w.op.Counts, r.By)
	e.World.Stack[w.base+w.op.Plays.At]++
	e.World.Stack[w.base+w.op.Passes.At] = 0
	if r.mixed(p) {
		e.World.Stack[w.base+w.op.Card.At] = ref.Piece(p).Owed()
		return
	}
	w.playOf(r, p)
}

// playOf starts to play a card. If several targets are possible, the target is asked next.
func (w window) playOf(r *Request, p ref.Piece) {
	e := &w.m.Env
	c := w.op.Cards[e.World.Pieces[p].Card]
	if c.Chooses() {
		e.World.Stack[w.base+w.op.Card.At] = int32(p) // the target follows
		return
	}
	target := int32(schema.Nothing)
	if c.Target != nil {
		w.withCard(p, r.By, func() { target = c.Target.Num(e) })
	}
	w.startPlay(r, p, r.By, target)
}

// drawnPlay continues with the card or target that chance has drawn.
func (w window) drawnPlay(r *Request, p ref.Piece) {
	e := &w.m.Env
	if !ref.OwedAt(e.World.Stack[w.base+w.op.Card.At]).Exists() {
		w.playOn(r, int32(p))
		return
	}
	e.World.Stack[state.AtPC], e.World.Stack[w.base+w.op.Card.At] = int32(r.pc), schema.Nothing
	w.playOf(r, p)
}

// askTarget asks for the target of the played card.
func (w window) askTarget(op *program.Op) bool {
	e := &w.m.Env
	seat, p := w.seat(), ref.Piece(e.World.Stack[w.base+w.op.Card.At])
	r := opRun{w.m, op}.newRequest(AskTarget, w.op.TargetName, seat)
	r.window = w.op
	c := w.op.Cards[e.World.Pieces[p].Card]
	r.Type = c.Target.Type.Elem()
	w.withCard(p, seat, func() {
		r.cand = append(r.cand[:0], c.Target.List(e)...)
		r.sortCandidates(r.Type.Base)
	})
	r.makeOptions(w.op.Blind, ref.NoSeat, func(ref.Piece) bool { return false })
	owed := ref.OwedAt(e.World.Stack[w.base+state.FrameTarget])
	switch {
	case e.World.Err != nil:
		return false
	case owed.Exists():
		return opRun{w.m, op}.askMeant(w.op.TargetName, r.Type, seat, owed, nil)
	case len(r.Options) == 1:
		return w.m.takeForced(theFirst...)
	}
	return true
}

// HasTarget reports whether the card that waits for its target has a possible one. It is true
// if no card waits.
func (m *Match) HasTarget() bool {
	op, base := m.Stack.Aiming()
	if op == nil {
		return true
	}
	e, w := &m.Env, window{op: op, m: m, base: base}
	p := ref.Piece(e.World.Stack[base+w.op.Card.At])
	c := w.op.Cards[e.World.Pieces[p].Card]
	if !c.Chooses() {
		return false
	}
	some := false
	w.withCard(p, w.seat(), func() { some = !hasNoTarget(e, c.Target) })
	return some && e.World.Err == nil
}

// target executes the choice of a target.
func (w window) target(r *Request, a []int32) {
	e := &w.m.Env
	e.World.Stack[state.AtPC] = int32(r.pc)
	on := r.Options[a[0]].Value
	if w.op.Blind && r.blind(on, r.Type.Base) {
		e.World.Stack[w.base+state.FrameTarget] = ref.Piece(on).Owed()
		return
	}
	w.playOn(r, on)
}

// playOn plays the card that waits for its target on the given target.
func (w window) playOn(r *Request, target int32) {
	e := &w.m.Env
	e.World.Stack[state.AtPC] = int32(r.pc)
	p := ref.Piece(e.World.Stack[w.base+w.op.Card.At])
	e.World.Stack[w.base+w.op.Card.At], e.World.Stack[w.base+state.FrameTarget] = schema.Nothing, schema.Nothing
	w.startPlay(r, p, r.By, target)
}

// startPlay plays a card: it removes the card from its zone and starts the `playing` of its kind.
func (w window) startPlay(r *Request, p ref.Piece, seat ref.Seat, target int32) {
	e := &w.m.Env
	c := w.op.Cards[e.World.Pieces[p].Card]
	w.m.reportChange(r.op.Step)
	from := e.World.In(p)
	e.World.Place(p, 0, false) // where all players know it
	w.m.tell(Event{Kind: Played, Step: r.op.Step, Who: r.By, Piece: p, Target: target, Text: w.op.Name, Pos: c.Pos})
	w.m.tell(moved(e, r.op.Step, seat, p, from))
	w.nextTurn()
	opener := e.World.Stack[w.base+state.FramePending]
	frame := w.m.Stack.push(c.Playing, seat, r.pc)
	e.World.Stack[frame+state.FrameCard] = int32(p)
	e.World.Stack[frame+state.FrameTarget] = target
	e.World.Stack[frame+state.FramePending] = opener
}
