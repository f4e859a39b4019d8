package machine

import (
	"fmt"
	"slices"
	"strconv"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// fail records a fault of the step.
func (x opRun) fail(why string) { x.m.Env.World.Fail(x.op.Step.Pos, why) }

// do executes a verb that neither asks nor branches.
func (x opRun) do() {
	switch op := x.op.Do.(type) {
	case *program.SetOp:
		x.set(op)
	case *program.MoveOp:
		x.move(op)
	case *program.DiscardOp:
		x.discard(x.m.Env.Keep(op.Pieces.List(&x.m.Env)), op.Public)
	case *program.PickOp:
		x.pick(op)
	case *program.FlipOp:
		x.flip(op)
	case *program.ShuffleOp:
		x.shuffle(op)
	case *program.ShowOp:
		x.show(op)
	case *program.FinishOp:
		x.finish(op)
	default:
		panic(fmt.Sprintf("opRun.do in verbs.go has no case for %T", op))
	}
}

// shuffle makes the order of a stack unknown.
func (x opRun) shuffle(op *program.ShuffleOp) {
	e := &x.m.Env
	z := ref.Place(op.Zone.Num(e))
	if e.World.Err != nil || z <= 0 || !x.isStack(z) {
		return
	}
	e.Work += int(e.World.Len(z))
	e.World.Shuffle(z)
	x.m.tell(Event{Kind: Shuffled, Step: x.op.Step, To: z})
	if e.World.Len(z) > 1 {
		x.m.reportChange(x.op.Step)
	}
}

// mayLie reports whether piece p may move to zone z. If not, it records a fault.
func (x opRun) mayLie(p ref.Piece, z ref.Place) bool {
	e := &x.m.Env
	e.Work += 1 + int(e.World.Len(z))>>4
	if e.World.Zones[z].Piece == schema.Nothing && e.World.Stack[state.AtSealed] == 0 && e.World.Misfit(p, z) < 0 {
		return true
	}
	return x.mayLieSlow(p, z)
}

// mayLieSlow is the slow path of mayLie.
func (x opRun) mayLieSlow(p ref.Piece, z ref.Place) bool {
	e := &x.m.Env
	if e.World.On(z, p) {
		x.fail(e.World.Cards[e.World.Pieces[p].Card].Name + " cannot lie on itself")
		return false
	}
	if seat, open := x.m.Sealed(); open && seat >= 0 &&
		(e.World.Holder(z) != seat || e.World.Holder(e.World.In(p)) != seat) {
		x.fail("a sealed block moves pieces between the player's own zones, not from " + e.World.ZoneName(e.World.In(p)) + " to " +
			e.World.ZoneName(z))
		return false
	}
	if seat, open := x.m.Sealed(); open && seat >= 0 && e.World.In(p) != 0 &&
		!(e.World.Seals(e.World.Zones[z].Decl) && e.World.Seals(e.World.Zones[e.World.In(p)].Decl)) {
		x.fail("others would see in this sealed block that a piece moves from " + e.World.ZoneName(e.World.In(p)) + " to " +
			e.World.ZoneName(z))
		return false
	}
	if q := e.World.Misfit(p, z); q >= 0 {
		x.fail("zone " + e.World.ZoneName(z) + " does not hold " + e.World.Kinds[e.World.Pieces[q].Kind].Name + " (" +
			e.World.Cards[e.World.Pieces[q].Card].Name + ")")
		return false
	}
	return true
}

// placeOne moves one piece. It reports whether that was possible. plain means that all seats can tell which piece
// moves: it was the top of its stack, or was shown to all.
func (x opRun) placeOne(p ref.Piece, z ref.Place, bottom bool, face string, plain bool) bool {
	if !x.mayLie(p, z) {
		return false
	}
	was := [1]state.Witnesses{x.m.Env.World.Watch(p)}
	x.m.Env.World.Place(p, z, !bottom)
	x.arrive([]int32{int32(p)}, was[:], face, plain)
	return true
}

// arrive turns pieces that one step has moved to the `face` of the step, if given, updates who knows them and reports
// their moves. was has their witnesses. plain means that all seats can tell which pieces move.
func (x opRun) arrive(pieces []int32, was []state.Witnesses, face string, plain bool) {
	e := &x.m.Env
	if face != "" {
		for _, p := range pieces {
			e.World.SetFace(ref.Piece(p), face == "down")
		}
	}
	if e.World.Remembers {
		e.Work += len(pieces) * len(pieces) >> 6
	}
	e.World.Follow(pieces, was, plain)
	if x.m.Meter != nil {
		for _, p := range pieces {
			x.m.Meter.SawCard(e.World.Pieces[p].Card)
		}
	}
	if x.m.Observer != nil {
		for i, p := range pieces {
			x.m.Observer.Event(moved(e, x.op.Step, e.Who, ref.Piece(p), was[i].From))
		}
	}
}

// send moves pieces to one zone and adds their witnesses to x.m.seen. It keeps their order and their blocks of
// unknown order. A step that moves pieces to several zones sends all of them and then calls arrive once for all:
// a seat that saw some arrive before others leave could not tell any more which have left.
func (x opRun) send(pieces []int32, z ref.Place, bottom bool) bool {
	for _, p := range pieces {
		if !x.mayLie(ref.Piece(p), z) {
			return false
		}
		x.m.seen = append(x.m.seen, x.m.Env.World.Watch(ref.Piece(p)))
	}
	if len(pieces) == 1 {
		x.m.Env.World.Place(ref.Piece(pieces[0]), z, !bottom)
	} else {
		x.m.Env.World.PlaceAll(pieces, z, !bottom)
	}
	return true
}

// movePacket moves pieces to one zone, if no others move in the same step. public means that all seats can tell which
// pieces move. If there are several, the seats still do not learn in which order they lie in the zone.
func (x opRun) movePacket(pieces []int32, z ref.Place, bottom bool, face string, public bool) bool {
	if len(pieces) == 1 {
		return x.placeOne(ref.Piece(pieces[0]), z, bottom, face, public)
	}
	if x.m.seen = x.m.seen[:0]; !x.send(pieces, z, bottom) {
		return false
	}
	x.arrive(pieces, x.m.seen, face, false)
	return true
}

// move moves pieces to a zone or to places, or a number of tokens.
func (x opRun) move(op *program.MoveOp) {
	e := &x.m.Env
	if op.Number != nil {
		x.moveTokens(op)
		return
	}
	x.movePieces(e.Keep(op.Pieces.List(e)), op)
}

// movePieces moves pieces to a zone or to places.
func (x opRun) movePieces(pieces []int32, op *program.MoveOp) {
	e := &x.m.Env
	var moved bool
	if op.To.IsList() {
		moved = x.moveToEach(pieces, e.Keep(op.To.List(e)), op)
	} else {
		z := ref.Place(op.To.Num(e))
		if e.World.Err != nil || len(pieces) == 0 {
			return
		}
		if z <= 0 {
			e.World.Fail(op.To.Pos, "the zone or place to move to is nothing")
			return
		}
		stays := x.m.Observer != nil && liesSo(e, pieces, z, op.Face)
		moved = x.movePacket(pieces, z, op.Place == "bottom", op.Face, op.Public) && !stays
	}
	if moved && len(pieces) > 0 {
		x.m.reportChange(x.op.Step)
	}
}

// liesSo reports whether pieces are already in a zone, on the side that a step requires. It is
// false for a stack, where the order of moves matters.
func liesSo(e *formula.Env, pieces []int32, z ref.Place, face string) bool {
	for _, p := range pieces {
		down := face == "down" || face == "" && e.World.DownIn(ref.Piece(p), z)
		if e.World.In(ref.Piece(p)) != z || e.World.Zones[z].Stack || e.World.FaceDown(ref.Piece(p)) != down {
			return false
		}
	}
	return true
}

// moveToEach moves one piece to each place, in order.
func (x opRun) moveToEach(pieces, places []int32, op *program.MoveOp) bool {
	if len(places) < len(pieces) {
		x.m.Env.World.Fail(op.To.Pos, itoa(len(pieces))+" pieces and only "+itoa(len(places))+" places for them")
		return false
	}
	first, ok := 0, true // of the pieces that move at once; a piece that moves twice is one of the next
	x.m.seen = x.m.seen[:0]
	for i, p := range pieces {
		if slices.Contains(pieces[first:i], p) {
			x.arrive(pieces[first:i], x.m.seen, op.Face, false)
			first, x.m.seen = i, x.m.seen[:0]
		}
		if ok = x.send(pieces[i:i+1], ref.Place(places[i]), op.Place == "bottom"); !ok {
			pieces = pieces[:i]
			break
		}
	}
	x.arrive(pieces[first:], x.m.seen, op.Face, false)
	return ok
}

// moveTokens moves a number of tokens of one card, or all if there are fewer.
func (x opRun) moveTokens(op *program.MoveOp) {
	e := &x.m.Env
	what, n := op.Pieces.Num(e), amount(e, op.Number)
	from, to := ref.Place(op.From.Num(e)), ref.Place(op.To.Num(e))
	if e.World.Err != nil || what == schema.Nothing || from <= 0 || to <= 0 {
		return
	}
	card := e.World.CardNamed(ref.Word(what))
	if op.Pieces.Type.Base == schema.Piece {
		card = e.World.Cards[e.World.Pieces[what].Card]
	}
	if card == nil {
		e.World.Fail(op.Pieces.Pos,
			strconv.Quote(e.World.Symbols.Text(ref.Word(what)))+" is not a card, so there are no tokens of it to move")
		return
	}
	moved := false
	for p := copyIn(e, from, card, ref.NoPiece); p >= 0 && n > 0; n-- {
		next := copyIn(e, from, card, p)
		if !x.placeOne(p, to, op.Place == "bottom", op.Face, false) {
			return
		}
		moved, p = true, next
	}
	if moved {
		x.m.reportChange(x.op.Step)
	}
}

// copyIn returns the next copy of a card after piece p in a zone (the first if p is NoPiece), or NoPiece.
// Zones without order are sorted by piece, so visiting the copies is faster than visiting the
// zone.
func copyIn(e *formula.Env, z ref.Place, card *schema.Card, p ref.Piece) ref.Piece {
	if e.World.Zones[z].Stack {
		if p < 0 {
			p = e.World.Head(z)
		} else {
			p = e.World.Next(p)
		}
		for p >= 0 && int(e.World.Pieces[p].Card) != card.Index {
			p = e.World.Next(p)
		}
		return p
	}
	for q := max(p+1, ref.Piece(card.First)); q < ref.Piece(card.First+card.N); q++ {
		if e.World.In(q) == z {
			return q
		}
	}
	return ref.NoPiece
}

// amount evaluates the number in a step, which must not be negative.
func amount(e *formula.Env, f *formula.Expr) int32 {
	n := f.Num(e)
	switch {
	case n >= 0:
		return n
	case n == schema.Nothing:
		e.World.Fail(f.Pos, "the number is nothing; it must be at least 0")
	default:
		e.World.Fail(f.Pos, "the number must be at least 0, not "+itoa(int(n)))
	}
	return 0
}

// faceIn returns the side of pieces that are drawn, discarded or reshuffled to zone z.
func faceIn(e *formula.Env, z ref.Place) (face string) {
	if e.World.Zones[z].Down {
		return "down"
	}
	return "up"
}

// discard moves each piece to the discard zone of its kind. Pieces for the same zone are moved
// together.
func (x opRun) discard(pieces []int32, public bool) {
	e := &x.m.Env
	for rest := pieces; len(rest) > 0; {
		pile := x.pileOf(ref.Piece(rest[0]))
		if pile <= 0 {
			return
		}
		k := 0
		x.m.bunch = x.m.bunch[:0]
		for _, p := range rest {
			if d := e.World.Kinds[e.World.Pieces[p].Kind].Discards; d != nil && d.Of(0) == pile {
				x.m.bunch = append(x.m.bunch, p)
			} else {
				rest[k] = p
				k++
			}
		}
		rest = rest[:k]
		if !x.movePacket(x.m.bunch, pile, false, faceIn(e, pile), public && len(pieces) == 1) {
			return
		}
	}
	if len(pieces) > 0 {
		x.m.reportChange(x.op.Step)
	}
}

// pileOf returns the discard zone of a piece.
func (x opRun) pileOf(p ref.Piece) ref.Place {
	k := x.m.Env.World.Kinds[x.m.Env.World.Pieces[p].Kind]
	if k.Discards == nil {
		x.fail(k.Name + " has no discard pile")
		return 0
	}
	return k.Discards.Of(0)
}

// flip turns pieces over, or to a given side.
func (x opRun) flip(op *program.FlipOp) {
	e := &x.m.Env
	changed := false
	for _, p := range op.Pieces.List(e) {
		down := op.Face == "down" || op.Face == "" && !e.World.FaceDown(ref.Piece(p))
		if e.World.FaceDown(ref.Piece(p)) != down {
			was := [1]state.Witnesses{e.World.Watch(ref.Piece(p))}
			e.World.SetFace(ref.Piece(p), down)
			e.World.Follow([]int32{p}, was[:], true)
			changed = true
			x.m.tell(Event{Kind: Flipped, Step: x.op.Step, Piece: ref.Piece(p), On: down, Who: e.Who})
		}
	}
	if changed {
		x.m.reportChange(x.op.Step)
	}
}

// show reveals pieces to players.
func (x opRun) show(op *program.ShowOp) {
	e := &x.m.Env
	pieces := e.Keep(op.Pieces.List(e))
	var to uint32
	for _, seat := range op.To.List(e) {
		to |= 1 << uint(seat)
	}
	if e.World.Err != nil || len(pieces) == 0 || to == 0 {
		return
	}
	news := false
	for _, p := range pieces {
		news = e.World.Show(ref.Piece(p), to) || news
	}
	x.m.tell(Event{Kind: Shown, Step: x.op.Step, Answer: pieces, Value: int32(to), Who: e.Who})
	if news {
		x.m.reportChange(x.op.Step)
	}
}
