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
	if e.Err != nil || z <= 0 || !m.ordered(z, step) {
		return
	}
	e.Work += int(e.Len(z))
	e.Shuffle(z)
	if m.Observer != nil {
		m.tellShuffled(step, z)
	}
	if e.Len(z) > 1 {
		m.did(step)
	}
}

// mayLie reports whether piece p can be put into zone z; if not, that is a fault.
func (m *Match) mayLie(p, z int32, step *program.Step) bool {
	e := &m.Env
	e.Work += 1 + int(e.Len(z))>>4
	if e.Zones[z].Piece == schema.Nothing && e.S[state.AtSealed] == 0 && e.Misfit(p, z) < 0 {
		return true
	}
	return m.examined(p, z, step)
}

// examined is mayLie where it takes a closer look.
func (m *Match) examined(p, z int32, step *program.Step) bool {
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

// placeOne moves one piece; top says that it is, for all to see, the top of its stack.
func (m *Match) placeOne(p, z int32, bottom bool, face string, step *program.Step, top bool) bool {
	if !m.mayLie(p, z, step) {
		return false
	}
	from, was := m.Env.In(p), m.Env.Watch(p)
	m.Env.Place(p, z, !bottom)
	m.faced(p, face)
	m.Env.Follow(p, was, top)
	if m.Observer != nil {
		m.tellMoved(step, m.Env.Who, p, from)
	}
	return true
}

// faced turns a piece that has been moved to the `face` of the step, if it has one.
func (m *Match) faced(p int32, face string) {
	if face != "" {
		m.Env.Turn(p, face == "down")
	}
}

// packet moves several pieces to one zone, keeping their order and what is
// unknown of it.
func (m *Match) packet(pieces []int32, z int32, bottom bool, face string, step *program.Step) bool {
	if len(pieces) == 1 {
		return m.placeOne(pieces[0], z, bottom, face, step, false)
	}
	for _, p := range pieces {
		if !m.mayLie(p, z, step) {
			return false
		}
	}
	from := m.froms(pieces)
	m.seen = m.seen[:0]
	for _, p := range pieces {
		m.seen = append(m.seen, m.Env.Watch(p))
	}
	m.Env.PlaceAll(pieces, z, !bottom)
	for i, p := range pieces {
		m.faced(p, face)
		m.Env.Follow(p, m.seen[i], false)
		if m.Observer != nil {
			m.tellMoved(step, m.Env.Who, p, from[i])
		}
	}
	return true
}

// froms remembers, for who watches, where pieces lay.
func (m *Match) froms(pieces []int32) []int32 {
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
		moved = m.spread(pieces, e.Keep(op.To.List(e)), op, step)
	} else if z := op.To.Num(e); e.Err == nil && len(pieces) > 0 {
		if z <= 0 {
			e.Fail(op.To.Pos, "there is no place to move to")
			return
		}
		stays := m.Observer != nil && m.lie(pieces, z, op.Face)
		moved = m.packet(pieces, z, op.Place == "bottom", op.Face, step) && !stays
	}
	if moved && len(pieces) > 0 {
		m.did(step)
	}
}

// lie reports whether pieces lie in a zone already, as a step wants them to. In a
// stack it matters which of them is moved last.
func (m *Match) lie(pieces []int32, z int32, face string) bool {
	e := &m.Env
	for _, p := range pieces {
		down := face == "down" || face == "" && e.DownIn(p, z)
		if e.In(p) != z || e.Zones[z].Stack || e.FaceDown(p) != down {
			return false
		}
	}
	return true
}

// spread moves one piece to each place, in order.
func (m *Match) spread(pieces, places []int32, op *program.MoveOp, step *program.Step) bool {
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

// moveTokens moves a number of tokens of one card, as many as there are.
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
		m.did(step)
	}
}

// copyIn is the next copy of a card after piece p, or the first, that lies in a zone;
// -1: there is none. Zones without order are in the order of their pieces, so there it
// is quicker to look at the copies than at all that lies in the zone.
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

// amount is how many of something a step wants: none or more.
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

// dealt is the side on which pieces come to lie in zone z that are drawn, discarded
// or reshuffled: whatever has turned them over before ends there.
func (m *Match) dealt(z int32) (face string) {
	if m.Env.Zones[z].Down {
		return "down"
	}
	return "up"
}

// discard brings each piece to the discard pile of its kind; those of one pile
// go as one packet.
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
		if !m.packet(m.bunch, pile, false, m.dealt(pile), step) {
			return
		}
	}
	if len(pieces) > 0 {
		m.did(step)
	}
}

// pileOf is where a piece is discarded to.
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
		m.did(step)
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
		m.did(step)
	}
}
