package machine

import (
	"fmt"
	"strconv"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// do carries out a verb that neither asks nor branches.
func (m *Match) do(operand any, step *program.Step) {
	switch op := operand.(type) {
	case *program.SetOp:
		m.set(op, step)
	case *program.MoveOp:
		m.move(op, step)
	case *program.DiscardOp:
		m.discard(m.Env.Keep(op.Pieces.List(&m.Env)), step)
	case *program.PickOp:
		m.pick(op, step)
	case *program.FlipOp:
		m.flip(op, step)
	case *program.ShuffleOp:
		m.shuffle(op, step)
	case *program.ShowOp:
		m.show(op, step)
	case *program.FinishOp:
		m.finish(op, step)
	default:
		panic(fmt.Sprintf("no verb has operand %T", op))
	}
}

func (m *Match) shuffle(op *program.ShuffleOp, step *program.Step) {
	e := &m.Env
	z := op.Zone.Num(e)
	if e.Err != nil || z <= 0 || !m.isStack(z, step) {
		return
	}
	e.Work += int(e.Len(z))
	e.Shuffle(z)
	if m.Observer != nil {
		m.tellShuffled(step, z)
	}
	if e.Len(z) > 1 {
		m.reportChange(step)
	}
}

// mayLie reports whether piece p can move to zone z; if not, that is a fault.
func (m *Match) mayLie(p, z int32, step *program.Step) bool {
	e := &m.Env
	e.Work += 1 + int(e.Len(z))>>4
	if e.Zones[z].Piece == schema.Nothing && e.S[state.AtSealed] == 0 && e.Misfit(p, z) < 0 {
		return true
	}
	return m.mayLieSlow(p, z, step)
}

// mayLieSlow is the slow path of mayLie.
func (m *Match) mayLieSlow(p, z int32, step *program.Step) bool {
	e := &m.Env
	if e.On(z, p) {
		m.fault(step, e.Cards[e.Pieces[p].Card].Name+" cannot lie on itself")
		return false
	}
	if seat, open := m.Sealed(); open && seat >= 0 && (e.Holder(z) != seat || e.Holder(e.In(p)) != seat) {
		m.fault(step, "a sealed block moves pieces between the player's own zones, not from "+e.ZoneName(e.In(p))+" to "+e.ZoneName(z))
		return false
	}
	if seat, open := m.Sealed(); open && seat >= 0 && e.In(p) != 0 && !(e.Seals(e.Zones[z].Decl) && e.Seals(e.Zones[e.In(p)].Decl)) {
		m.fault(step, "others would see in this sealed block that a piece moves from "+e.ZoneName(e.In(p))+" to "+e.ZoneName(z))
		return false
	}
	if q := e.Misfit(p, z); q >= 0 {
		m.fault(step, "zone "+e.ZoneName(z)+" does not hold "+e.Kinds[e.Pieces[q].Kind].Name+" ("+e.Cards[e.Pieces[q].Card].Name+")")
		return false
	}
	return true
}

// placeOne moves one piece and reports whether it could. top: all seats know that it is the top of its
// stack.
func (m *Match) placeOne(p, z int32, bottom bool, face string, step *program.Step, top bool) bool {
	if !m.mayLie(p, z, step) {
		return false
	}
	from, was := m.Env.In(p), m.Env.Watch(p)
	m.Env.Place(p, z, !bottom)
	m.turn(p, face)
	m.Env.Follow(p, was, top)
	if m.Observer != nil {
		m.tellMoved(step, m.Env.Who, p, from)
	}
	return true
}

// turn turns a moved piece to the `face` of the step, if there is one.
func (m *Match) turn(p int32, face string) {
	if face != "" {
		m.Env.Turn(p, face == "down")
	}
}

// movePacket moves several pieces to one zone, and keeps their order and the blocks of unknown order.
func (m *Match) movePacket(pieces []int32, z int32, bottom bool, face string, step *program.Step) bool {
	if len(pieces) == 1 {
		return m.placeOne(pieces[0], z, bottom, face, step, false)
	}
	for _, p := range pieces {
		if !m.mayLie(p, z, step) {
			return false
		}
	}
	from := m.origins(pieces)
	m.seen = m.seen[:0]
	for _, p := range pieces {
		m.seen = append(m.seen, m.Env.Watch(p))
	}
	m.Env.PlaceAll(pieces, z, !bottom)
	for i, p := range pieces {
		m.turn(p, face)
		m.Env.Follow(p, m.seen[i], false)
		if m.Observer != nil {
			m.tellMoved(step, m.Env.Who, p, from[i])
		}
	}
	return true
}

// origins returns the zones of pieces before a move, for the observer; nil if there is none.
func (m *Match) origins(pieces []int32) []int32 {
	if m.Observer == nil {
		return nil
	}
	out := make([]int32, len(pieces))
	for i, p := range pieces {
		out[i] = m.Env.In(p)
	}
	return out
}

func (m *Match) move(op *program.MoveOp, step *program.Step) {
	e := &m.Env
	if op.Number != nil {
		m.moveTokens(op, step)
		return
	}
	pieces := e.Keep(op.Pieces.List(e))
	var moved bool
	if op.To.IsList() {
		moved = m.moveToEach(pieces, e.Keep(op.To.List(e)), op, step)
	} else if z := op.To.Num(e); e.Err == nil && len(pieces) > 0 {
		if z <= 0 {
			e.Fail(op.To.Pos, "there is no place to move to")
			return
		}
		stays := m.Observer != nil && m.lieSo(pieces, z, op.Face)
		moved = m.movePacket(pieces, z, op.Place == "bottom", op.Face, step) && !stays
	}
	if moved && len(pieces) > 0 {
		m.reportChange(step)
	}
}

// lieSo reports whether pieces already lie in a zone, on the side that a step asks for. It is false for a
// stack, where the last moved piece matters.
func (m *Match) lieSo(pieces []int32, z int32, face string) bool {
	e := &m.Env
	for _, p := range pieces {
		down := face == "down" || face == "" && e.DownIn(p, z)
		if e.In(p) != z || e.Zones[z].Stack || e.FaceDown(p) != down {
			return false
		}
	}
	return true
}

// moveToEach moves one piece to each place, in order.
func (m *Match) moveToEach(pieces, places []int32, op *program.MoveOp, step *program.Step) bool {
	if len(places) < len(pieces) {
		m.Env.Fail(op.To.Pos, itoa(len(pieces))+" pieces and only "+itoa(len(places))+" places for them")
		return false
	}
	for i, p := range pieces {
		if !m.placeOne(p, places[i], op.Place == "bottom", op.Face, step, false) {
			return false
		}
	}
	return true
}

// moveTokens moves a number of tokens of one card, or as many as there are.
func (m *Match) moveTokens(op *program.MoveOp, step *program.Step) {
	e := &m.Env
	what, n := op.Pieces.Num(e), m.amount(op.Number)
	from, to := op.From.Num(e), op.To.Num(e)
	if e.Err != nil || what == schema.Nothing || from <= 0 || to <= 0 {
		return
	}
	card := e.CardNamed(what)
	if op.Pieces.Type.Base == schema.Piece {
		card = e.Cards[e.Pieces[what].Card]
	}
	if card == nil {
		e.Fail(op.Pieces.Pos, strconv.Quote(e.Text(what))+" is no card, so there are no tokens of it")
		return
	}
	moved := false
	for p := m.copyIn(from, card, -1); p >= 0 && n > 0; n-- {
		next := m.copyIn(from, card, p)
		if !m.placeOne(p, to, op.Place == "bottom", op.Face, step, false) {
			return
		}
		moved, p = true, next
	}
	if moved {
		m.reportChange(step)
	}
}

// copyIn returns the next copy of a card after piece p in a zone, the first if p is -1, or -1 if there is
// none. Zones without order are sorted by piece, so that visiting the copies is faster than visiting the
// zone.
func (m *Match) copyIn(z int32, card *schema.Card, p int32) int32 {
	e := &m.Env
	if e.Zones[z].Stack {
		if p < 0 {
			p = e.Head(z)
		} else {
			p = e.Next(p)
		}
		for p >= 0 && int(e.Pieces[p].Card) != card.Index {
			p = e.Next(p)
		}
		return p
	}
	for q := max(p+1, int32(card.First)); q < int32(card.First+card.N); q++ {
		if e.In(q) == z {
			return q
		}
	}
	return -1
}

// amount evaluates the number of a step, which must not be negative.
func (m *Match) amount(f *formula.Value) int32 {
	n := f.Num(&m.Env)
	switch {
	case n >= 0:
		return n
	case n == schema.Nothing:
		m.Env.Fail(f.Pos, "this says how many, and is nothing")
	default:
		m.Env.Fail(f.Pos, "this says how many, and is less than none")
	}
	return 0
}

// faceIn returns the face of pieces that are drawn, discarded or reshuffled to zone z.
func (m *Match) faceIn(z int32) (face string) {
	if m.Env.Zones[z].Down {
		return "down"
	}
	return "up"
}

// discard moves each piece to the discard pile of its kind, those for one pile as one packet.
func (m *Match) discard(pieces []int32, step *program.Step) {
	e := &m.Env
	for rest := pieces; len(rest) > 0; {
		pile := m.pileOf(rest[0], step)
		if pile <= 0 {
			return
		}
		k := 0
		m.bunch = m.bunch[:0]
		for _, p := range rest {
			if d := e.Kinds[e.Pieces[p].Kind].Discards; d != nil && int32(d.First) == pile {
				m.bunch = append(m.bunch, p)
			} else {
				rest[k] = p
				k++
			}
		}
		rest = rest[:k]
		if !m.movePacket(m.bunch, pile, false, m.faceIn(pile), step) {
			return
		}
	}
	if len(pieces) > 0 {
		m.reportChange(step)
	}
}

// pileOf returns the discard pile of a piece.
func (m *Match) pileOf(p int32, step *program.Step) int32 {
	k := m.Env.Kinds[m.Env.Pieces[p].Kind]
	if k.Discards == nil {
		m.fault(step, k.Name+" has no discard pile")
		return 0
	}
	return int32(k.Discards.First)
}

func (m *Match) flip(op *program.FlipOp, step *program.Step) {
	e := &m.Env
	changed := false
	for _, p := range op.Pieces.List(e) {
		down := op.Face == "down" || op.Face == "" && !e.FaceDown(p)
		if e.FaceDown(p) != down {
			was := e.Watch(p)
			e.Turn(p, down)
			e.Follow(p, was, true)
			changed = true
			if m.Observer != nil {
				m.Observer.Event(Event{Kind: Flipped, Step: step, Piece: p, On: down, Who: e.Who})
			}
		}
	}
	if changed {
		m.reportChange(step)
	}
}

// show lets players know pieces where they lie.
func (m *Match) show(op *program.ShowOp, step *program.Step) {
	e := &m.Env
	pieces := e.Keep(op.Pieces.List(e))
	var to uint32
	for _, seat := range op.To.List(e) {
		to |= 1 << uint(seat)
	}
	if e.Err != nil || len(pieces) == 0 || to == 0 {
		return
	}
	news := false
	for _, p := range pieces {
		news = e.Show(p, to) || news
	}
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Shown, Step: step, Answer: pieces, Value: int32(to), Who: e.Who})
	}
	if news {
		m.reportChange(step)
	}
}
