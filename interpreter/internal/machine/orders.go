package machine

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// The rounds of a loop, the pieces of a move to several places and the tied pieces of a pick follow the
// declaration of the pieces. A player who does not know them would learn from a question, a die or a sentence
// in a round, or from where a piece goes, which of two pieces is declared first. So the pieces that all know
// come first; among those in one zone, and in a stack at one place, that a player does not know, chance draws
// the next. Package program marks the steps for which this matters (its orders.go).

// Order is called with the pieces that a step has yet to take, before it takes the first. If pieces are Named, it
// may put another one first; else chance has drawn the first.
type Order func(request string, pieces []int32)

// takeFirst reports that a step takes the first of the pieces.
func (m *Match) takeFirst(pieces []int32, op *program.Op) {
	if m.Order != nil {
		m.Order(m.P.OrderName(op), pieces)
	}
}

// sortUnknownLast sorts pieces for a step: those that all know, then the others by where they lie.
func sortUnknownLast(e *formula.Env, list []int32) {
	slices.SortStableFunc(list, func(p, q int32) int {
		switch known, other := knownToAll(e, p), knownToAll(e, q); {
		case known && other:
			return 0
		case known:
			return -1
		case other:
			return 1
		}
		return cmp.Or(cmp.Compare(e.In(p), e.In(q)), cmp.Compare(placeIn(e, p), placeIn(e, q)))
	})
}

// knownToAll reports whether all seats know a piece.
func knownToAll(e *formula.Env, p int32) bool {
	for seat := range e.Players() {
		if !e.Knows(seat, p) {
			return false
		}
	}
	return true
}

// askNext asks chance which piece of a sorted list comes next, among those that lie with the first. It does
// not ask if all know the first, or if only equal cards lie there; then the first comes next.
func (m *Match) askNext(list []int32, op *program.Op) (waits bool) {
	e := &m.Env
	if knownToAll(e, list[0]) {
		return false
	}
	e.Work += len(list)
	r := m.newRequest(AskDraw, m.P.OrderName(op), Chance, op)
	r.For, r.Type = e.Who, schema.Type{Base: schema.Piece}
	r.cand = Candidates(e, list, r.cand[:0])
	slices.Sort(r.cand)
	for _, p := range r.cand {
		r.offerAs(r.optionLike(-1, p), p)
	}
	return len(r.Options) > 1
}

// Candidates appends to out the pieces of a sorted list that can come next.
func Candidates(e *formula.Env, list, out []int32) []int32 {
	if knownToAll(e, list[0]) {
		return append(out, list[0])
	}
	for _, p := range list {
		if e.In(p) == e.In(list[0]) && placeIn(e, p) == placeIn(e, list[0]) && !knownToAll(e, p) {
			out = append(out, p)
		}
	}
	return out
}

// listFrom returns the elements of a list of a frame from the index in another word on.
func (k *Stack) listFrom(base int, list, at *formula.Slot) []int32 {
	s := k.env.S
	off, n := base+int(s[base+list.At]), int(s[base+list.At+1])
	return s[off+int(s[base+at.At]) : off+n]
}

// PutFirst swaps the first piece of a list with piece p.
func PutFirst(list []int32, p int32) {
	i := slices.Index(list, p)
	list[0], list[i] = list[i], list[0]
}

// askMove draws the next piece of a move to several places. The match stays at the op until all are drawn, and
// then moves them.
func (m *Match) askMove(op *program.Op, do *program.MoveOp) (waits bool) {
	e := &m.Env
	if m.Named {
		pieces := e.Keep(do.Pieces.List(e))
		sortUnknownLast(e, pieces)
		for i := range pieces {
			m.takeFirst(pieces[i:], op)
		}
		m.stepRun(op.Step).movePieces(pieces, do)
		return false
	}
	base := e.Base
	drawn := base + do.Drawn.At
	if e.S[drawn] == schema.Nothing {
		pieces := e.Keep(do.Pieces.List(e))
		if e.Err != nil {
			return false
		}
		sortUnknownLast(e, pieces)
		m.Stack.setList(base, do.Order, pieces)
		e.S[drawn] = 0
	}
	if list := m.Stack.listFrom(base, do.Order, do.Drawn); len(list) > 0 {
		if m.askNext(list, op) {
			return true
		}
		m.takeFirst(list, op)
		e.S[drawn]++
		e.S[state.AtPC] = m.pc
		return false
	}
	e.S[drawn] = 0
	pieces := e.Keep(m.Stack.listFrom(base, do.Order, do.Drawn))
	m.Stack.setList(base, do.Order, nil)
	e.S[drawn] = schema.Nothing
	m.stepRun(op.Step).movePieces(pieces, do)
	return false
}

// drawnMove takes piece p, which chance has drawn, as the next of a move.
func (m *Match) drawnMove(op *program.Op, do *program.MoveOp, p int32) {
	e := &m.Env
	list := m.Stack.listFrom(e.Base, do.Order, do.Drawn)
	PutFirst(list, p)
	m.takeFirst(list, op)
	e.S[e.Base+do.Drawn.At]++
	e.S[state.AtPC] = m.req.pc
}

// askPick picks a piece. If a tie leaves unseen pieces, chance draws one of them.
func (m *Match) askPick(op *program.Op, do *program.PickOp) (waits bool) {
	e, sr := &m.Env, m.stepRun(op.Step)
	watch, notes := m.Observer, e.Notes
	if !m.Named {
		m.Observer, e.Notes = nil, nil // they learn of the classes when the piece is picked
	}
	tied, told := sr.candidates(do)
	m.Observer, e.Notes = watch, notes
	if e.Err != nil {
		return false
	}
	v := int32(schema.Nothing)
	if len(tied) > 0 {
		sortUnknownLast(e, tied)
		if !m.Named && m.askNext(tied, op) {
			return true
		}
		m.takeFirst(tied, op)
		v = tied[0]
	}
	if !m.Named && (watch != nil || notes != nil) {
		_, told = sr.candidates(do)
	}
	sr.setPicked(do, told, v)
	return false
}

// drawnPick picks piece p, which chance has drawn.
func (m *Match) drawnPick(op *program.Op, do *program.PickOp, p int32) {
	sr := m.stepRun(op.Step)
	m.takeFirst([]int32{p}, op)
	_, told := sr.candidates(do)
	sr.setPicked(do, told, p)
}
