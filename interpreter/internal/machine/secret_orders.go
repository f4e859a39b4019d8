package machine

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// A loop over pieces, a move of pieces to several places and a pick with a tie would take the pieces in the order of
// their declaration. This could reveal hidden information: if a player sees a question or a die in the round of an
// unknown piece, or where the piece goes, the player learns which of two pieces is declared first. Therefore the pieces
// that all seats know are taken first. For the others chance draws the next piece among those that a player cannot
// distinguish: the unknown ones in one zone or, in a stack, at one position. Package program marks the steps for which
// this matters (its secret_orders.go).

// Order is a hook, called before a step takes the first of the remaining pieces. If Match.Omniscient is set, it may
// swap another piece to the front; otherwise chance has drawn the first.
type Order func(request string, pieces []int32)

// takeFirst reports that a step takes the first of the pieces.
func (x opRun) takeFirst(pieces []int32) {
	if x.m.Order != nil {
		x.m.Order(x.m.P.OrderName(x.op), pieces)
	}
}

// sortUnknownLast sorts pieces for a step: first those that all seats know, then the others by their zones and
// positions.
func sortUnknownLast(e *formula.Env, list []int32) {
	slices.SortStableFunc(list, func(p, q int32) int {
		switch known, other := knownToAll(e, ref.Piece(p)), knownToAll(e, ref.Piece(q)); {
		case known && other:
			return 0
		case known:
			return -1
		case other:
			return 1
		}
		return cmp.Or(cmp.Compare(e.World.In(ref.Piece(p)), e.World.In(ref.Piece(q))),
			cmp.Compare(placeIn(e, ref.Piece(p)), placeIn(e, ref.Piece(q))))
	})
}

// knownToAll reports whether all seats know a piece.
func knownToAll(e *formula.Env, p ref.Piece) bool {
	for seat := range e.World.Players() {
		if !e.World.Knows(seat, p) {
			return false
		}
	}
	return true
}

// askNext asks chance which piece of a sorted list comes next: one of the pieces in the zone of the first. It does not
// ask if all seats know the first, or if the pieces there are equal cards; then the first comes next.
func (x opRun) askNext(list []int32) (waits bool) {
	e := &x.m.Env
	if knownToAll(e, ref.Piece(list[0])) {
		return false
	}
	e.Work += len(list)
	r := x.newRequest(AskDraw, x.m.P.OrderName(x.op), Chance)
	r.For, r.Type = e.Who, schema.Type{Base: schema.Piece}
	r.cand = Candidates(e, list, r.cand[:0])
	slices.Sort(r.cand)
	for _, p := range r.cand {
		r.offerAs(r.optionLike(ref.Referee, ref.Piece(p)), p)
	}
	return len(r.Options) > 1
}

// Candidates appends to out the pieces of a sorted list that can come next.
func Candidates(e *formula.Env, list, out []int32) []int32 {
	if knownToAll(e, ref.Piece(list[0])) {
		return append(out, list[0])
	}
	for _, p := range list {
		if e.World.In(ref.Piece(p)) == e.World.In(ref.Piece(list[0])) &&
			placeIn(e, ref.Piece(p)) == placeIn(e, ref.Piece(list[0])) && !knownToAll(e, ref.Piece(p)) {
			out = append(out, p)
		}
	}
	return out
}

// listFrom returns the rest of a list in a frame. The name at holds the index of its first element.
func (k *Stack) listFrom(base int, list, at *formula.Slot) []int32 {
	s := k.env.World.Stack
	off, n := base+int(s[base+list.At]), int(s[base+list.At+1])
	return s[off+int(s[base+at.At]) : off+n]
}

// PutFirst swaps the first piece of a list with piece p.
func PutFirst(list []int32, p ref.Piece) {
	i := slices.Index(list, int32(p))
	list[0], list[i] = list[i], list[0]
}

// moveInOrder draws the next piece of a move to several places. The match stays at the op until all are drawn, and
// then moves them.
func (x opRun) moveInOrder(do *program.MoveOp) (waits bool) {
	e := &x.m.Env
	if x.m.Omniscient {
		pieces := e.Keep(do.Pieces.List(e))
		sortUnknownLast(e, pieces)
		for i := range pieces {
			x.takeFirst(pieces[i:])
		}
		x.movePieces(pieces, do)
		return false
	}
	base := e.Base
	drawn := base + do.Drawn.At
	if e.World.Stack[drawn] == schema.Nothing {
		pieces := e.Keep(do.Pieces.List(e))
		if e.World.Err != nil {
			return false
		}
		sortUnknownLast(e, pieces)
		x.m.Stack.setList(base, do.Order, pieces)
		e.World.Stack[drawn] = 0
	}
	if list := x.m.Stack.listFrom(base, do.Order, do.Drawn); len(list) > 0 {
		if x.askNext(list) {
			return true
		}
		x.takeNext(do)
		return false
	}
	e.World.Stack[drawn] = 0
	pieces := e.Keep(x.m.Stack.listFrom(base, do.Order, do.Drawn))
	x.m.Stack.setList(base, do.Order, nil)
	e.World.Stack[drawn] = schema.Nothing
	x.movePieces(pieces, do)
	return false
}

// takeNext takes the first of the pieces that a move has yet to take. The match stays at the op.
func (x opRun) takeNext(do *program.MoveOp) {
	e := &x.m.Env
	x.takeFirst(x.m.Stack.listFrom(e.Base, do.Order, do.Drawn))
	e.World.Stack[e.Base+do.Drawn.At]++
	e.World.Stack[state.AtPC] = int32(x.m.pc)
}

// pickInOrder picks a piece. If a tie leaves unseen pieces, chance draws one of them.
func (x opRun) pickInOrder(do *program.PickOp) (waits bool) {
	e, resume := &x.m.Env, func() {}
	if !x.m.Omniscient {
		resume = x.m.silence() // the classes are reported when the piece is picked
	}
	tied, told := x.candidates(do)
	resume()
	if e.World.Err != nil {
		return false
	}
	v := int32(schema.Nothing)
	if len(tied) > 0 {
		sortUnknownLast(e, tied)
		if !x.m.Omniscient && x.askNext(tied) {
			return true
		}
		x.takeFirst(tied)
		v = tied[0]
	}
	if !x.m.Omniscient && (x.m.Observer != nil || e.Record.Notes != nil) {
		_, told = x.candidates(do)
	}
	x.setPicked(do, told, v)
	return false
}

// takeDrawn takes piece p, which chance has drawn, as the next of a step.
func (x opRun) takeDrawn(p ref.Piece) {
	e := &x.m.Env
	switch do := x.op.Do.(type) {
	case *program.Loop:
		l := loop{op: do, m: x.m, base: e.Base}
		PutFirst(l.toCome(), p)
		l.nextRound(x.op)
	case *program.MoveOp:
		PutFirst(x.m.Stack.listFrom(e.Base, do.Order, do.Drawn), p)
		x.takeNext(do)
	case *program.PickOp:
		x.takeFirst([]int32{int32(p)})
		_, told := x.candidates(do)
		x.setPicked(do, told, int32(p))
	}
}
