package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// A window is an automaton. Its state is in words of its own frame, so a snapshot has it. In the table, card is the
// word of WindowOp.Card and target is state.FrameTarget; an owed word stands for a piece that chance has yet to draw.
//
//	state           card     target   asks                         answer          next state
//	askingPlayer    nothing  nothing  the next player for a card   pass            askingPlayer, for the next player
//	                                                               a known card    choosingTarget, or started
//	                                                               a hidden card   drawingCard
//	drawingCard     owed     nothing  chance for the card          the card        choosingTarget, or started
//	choosingTarget  piece    nothing  the player for the target    a known target  started
//	                                                               a hidden one    drawingTarget
//	drawingTarget   piece    owed     chance for the target        the target      started
//
// Started means that the card begins to take effect in a frame above, and that the window is askingPlayer again. The
// window ends when all players have had their turns, all have passed (`again`), or enough cards have been played.
//
// The functions ask, askCard, askTarget and askDrawn make the requests; answer and drawn receive the answers. Each
// transition has a function: pass, chooseCard, takeCard, chooseTarget and startPlay.

// windowState is a state of the automaton.
type windowState uint8

const (
	askingPlayer windowState = iota
	drawingCard
	choosingTarget
	drawingTarget
)

// window is an open window, with the base of its frame.
type window struct {
	op   *program.WindowOp
	m    *Match
	base int
}

// state returns the state of a window.
func (w window) state() windowState {
	card := *w.word(w.op.Card)
	switch {
	case card == schema.Nothing:
		return askingPlayer
	case ref.OwedAt(card).Exists():
		return drawingCard
	case ref.OwedAt(*w.target()).Exists():
		return drawingTarget
	}
	return choosingTarget
}

// word returns the word of a name that the frame of every window has: Turn, Plays, Passes or Card. It is valid until a
// frame begins or a list grows.
func (w window) word(slot *formula.Slot) *int32 { return &w.m.Env.World.Stack[w.base+slot.At] }

// target returns the word of the target, which is nothing unless chance has yet to draw it.
func (w window) target() *int32 { return &w.m.Env.World.Stack[w.base+state.FrameTarget] }

// players returns the number of players that the window asks.
func (w window) players() int32 { return w.m.Env.World.Stack[w.base+w.op.Order.At+1] }

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

// ask makes the request of the window's state, or ends the window. It reports whether the match waits for an answer.
func (w window) ask(op *program.Op) (waits bool) {
	switch w.state() {
	case drawingCard, drawingTarget:
		return w.askDrawn(op)
	case choosingTarget:
		return w.askTarget(op)
	}
	return w.askCard(op)
}

// askCard asks the next player who can play a card. It skips players without a playable card; secret_view.go explains
// how much other players may learn from that.
func (w window) askCard(op *program.Op) (waits bool) {
	e, n := &w.m.Env, w.players()
	for {
		if *w.word(w.op.Turn) >= n || w.op.Again.Yes(e) && *w.word(w.op.Passes) >= n || w.enough() {
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

// pass gives the turn of a player who plays nothing to the next one.
func (w window) pass() {
	*w.word(w.op.Passes)++
	w.nextTurn()
}

// nextTurn gives the turn to the next player; after the last one to the first, if the window asks again.
func (w window) nextTurn() {
	turn := w.word(w.op.Turn)
	*turn++
	if w.op.Again.Yes(&w.m.Env) && *turn >= w.players() {
		*turn = 0
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
	return *w.word(w.op.Plays) >= most
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
	if w.m.Omniscient {
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

// askDrawn asks chance for the card or the target that the player has chosen unseen: one of those that look to the
// player like it.
func (w window) askDrawn(op *program.Op) (waits bool) {
	e, seat, x := &w.m.Env, w.seat(), opRun{w.m, op}
	if w.state() == drawingTarget {
		r := w.targets(op)
		if e.World.Err != nil {
			return false
		}
		return x.askMeant(w.op.TargetName, r.Type, seat, ref.OwedAt(*w.target()), nil)
	}
	r := x.newRequest(AskPlay, w.op.Name, seat)
	resume := w.m.silence() // these events were already reported
	w.playable(r, seat)
	resume()
	return x.askMeant(w.op.Name, schema.Type{Base: schema.Piece}, seat, ref.OwedAt(*w.word(w.op.Card)), nil)
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

// answer receives the answer of a player: a card, a target, or none to pass.
func (w window) answer(r *Request, a []int32) {
	w.m.Env.World.Stack[state.AtPC] = int32(r.pc) // the window continues to ask
	switch {
	case len(a) == 0:
		w.m.tell(Event{Kind: Passed, Step: r.op.Step, Who: r.By, Text: w.op.Name})
		w.pass()
	case w.state() == choosingTarget:
		w.chooseTarget(r, r.Options[a[0]].Value)
	default:
		w.chooseCard(r, ref.Piece(r.Options[a[0]].Value))
	}
}

// drawn receives the card or target that chance has drawn.
func (w window) drawn(r *Request, p ref.Piece) {
	w.m.Env.World.Stack[state.AtPC] = int32(r.pc) // the window continues to ask
	if w.state() == drawingTarget {
		w.startPlay(r, w.card(), int32(p))
	} else {
		w.takeCard(r, p)
	}
}

// chooseCard counts the card that a player plays, and takes it unless chance must draw it.
func (w window) chooseCard(r *Request, p ref.Piece) {
	countSpans(&w.m.Env, w.m.P.MaxPlayers, w.op.Counts, r.By)
	*w.word(w.op.Plays)++
	*w.word(w.op.Passes) = 0
	if r.mixed(p) {
		*w.word(w.op.Card) = p.Owed()
	} else {
		w.takeCard(r, p)
	}
}

// takeCard starts to play a card, unless the player chooses among its targets first.
func (w window) takeCard(r *Request, p ref.Piece) {
	e := &w.m.Env
	c := w.op.Cards[e.World.Pieces[p].Card]
	if c.Chooses() {
		*w.word(w.op.Card) = int32(p)
		return
	}
	target := int32(schema.Nothing)
	if c.Target != nil {
		w.withCard(p, r.By, func() { target = c.Target.Num(e) })
	}
	w.startPlay(r, p, target)
}

// card returns the card that waits for its target.
func (w window) card() ref.Piece { return ref.Piece(*w.word(w.op.Card)) }

// targets makes a request with the targets of the card that waits for one.
func (w window) targets(op *program.Op) *Request {
	e, seat, p := &w.m.Env, w.seat(), w.card()
	r := opRun{w.m, op}.newRequest(AskTarget, w.op.TargetName, seat)
	r.window = w.op
	c := w.op.Cards[e.World.Pieces[p].Card]
	r.Type = c.Target.Type.Elem()
	w.withCard(p, seat, func() {
		r.cand = append(r.cand[:0], c.Target.List(e)...)
		r.sortCandidates(r.Type.Base)
	})
	r.makeOptions(w.op.Blind, ref.NoSeat, func(ref.Piece) bool { return false })
	return r
}

// askTarget asks the player for the target of the card.
func (w window) askTarget(op *program.Op) (waits bool) {
	r := w.targets(op)
	switch {
	case w.m.Env.World.Err != nil:
		return false
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
	p := w.card()
	c := w.op.Cards[e.World.Pieces[p].Card]
	if !c.Chooses() {
		return false
	}
	some := false
	w.withCard(p, w.seat(), func() { some = !hasNoTarget(e, c.Target) })
	return some && e.World.Err == nil
}

// chooseTarget starts to play the card on a target, a player or a piece, unless chance must draw that piece.
func (w window) chooseTarget(r *Request, on int32) {
	if w.op.Blind && r.blind(on, r.Type.Base) {
		*w.target() = ref.Piece(on).Owed()
	} else {
		w.startPlay(r, w.card(), on)
	}
}

// startPlay plays a card on a target, a player, a piece or nothing: it removes the card from its zone and starts the
// `playing` of its kind. The turn goes to the next player.
func (w window) startPlay(r *Request, p ref.Piece, target int32) {
	e, seat := &w.m.Env, r.By
	*w.word(w.op.Card), *w.target() = schema.Nothing, schema.Nothing
	c := w.op.Cards[e.World.Pieces[p].Card]
	w.m.reportChange(r.op.Step)
	from := e.World.In(p)
	e.World.Place(p, 0, false) // where all players know it
	w.m.tell(Event{Kind: Played, Step: r.op.Step, Who: seat, Piece: p, Target: target, Text: w.op.Name, Pos: c.Pos})
	w.m.tell(moved(e, r.op.Step, seat, p, from))
	w.nextTurn()
	opener := e.World.Stack[w.base+state.FramePending]
	frame := w.m.Stack.push(c.Playing, seat, r.pc)
	e.World.Stack[frame+state.FrameCard] = int32(p)
	e.World.Stack[frame+state.FrameTarget] = target
	e.World.Stack[frame+state.FramePending] = opener
}
