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

// A player who chooses among hidden pieces chooses among their backs. Pieces that the player
// cannot distinguish, by zone, position in a stack, and marks that the player may read, are one
// option. These options follow the known ones, in an order that depends only on information
// that the player has. Chance then draws which piece of the option is taken, in a request of
// its own. Until then the name has a value made by ref.Piece.Owed.
//
// Scenarios may let players name the exact piece (Named), which disables all this.

// blind reports whether v is a piece, or a place on a piece, that the asked seat does not know.
func (r *Request) blind(v int32, of schema.Base) bool {
	if r.By < 0 || r.m.Omniscient {
		return false
	}
	if of == schema.Zone {
		v = int32(r.m.Env.World.Zones[v].Piece)
	} else if of != schema.Piece {
		return false
	}
	return v >= 0 && !r.m.Env.World.Knows(r.By, ref.Piece(v))
}

// LeavesOpen reports whether several pieces or places belong to the option with value v, so
// that chance draws one of them.
func (r *Request) LeavesOpen(v int32) bool {
	if v < 0 || r.Kind != AskChoice && r.Kind != AskTarget && r.Kind != AskPlay {
		return false
	}
	return r.blind(v, r.Type.Base) || r.Kind != AskTarget && r.Type.Base == schema.Piece && r.mixed(ref.Piece(v))
}

// backOf returns the appearance of piece v, or of place v on a piece.
func (r *Request) backOf(v int32, of schema.Base) state.Back {
	e, x := &r.m.Env, state.Back{Value: v, Piece: ref.Piece(v)}
	if of == schema.Zone {
		x.Piece = e.World.Zones[v].Piece
	}
	x.Place, x.Kinds = placeIn(e, x.Piece), e.World.Backs(r.By, x.Piece)
	return x
}

// offerBacks adds options for the candidates that the asked seat does not know, and sorts these
// candidates in the order of the options.
func (r *Request) offerBacks(unknown []int32) {
	r.backs = r.backs[:0]
	for _, v := range unknown {
		r.backs = append(r.backs, r.backOf(v, r.Type.Base))
	}
	slices.SortFunc(r.backs, func(a, b state.Back) int {
		return cmp.Or(r.m.Env.World.CompareBacks(r.By, a, b), cmp.Compare(a.Value, b.Value))
	})
	for i, x := range r.backs {
		last := int32(-1)
		if i > 0 && r.m.Env.World.CompareBacks(r.By, r.backs[i-1], x) == 0 {
			last = int32(len(r.Options) - 1)
		}
		unknown[i] = x.Value
		r.group = append(r.group, r.offerAs(last, x.Value))
	}
}

// placeIn returns the number of blocks above a piece in its stack, or 0 in a zone without
// order.
func placeIn(e *formula.Env, p ref.Piece) (n int32) {
	z := e.World.In(p)
	if !e.World.Zones[z].Stack {
		return 0
	}
	for q := e.World.Head(z); q != p; q = e.World.Next(q) {
		e.Work++
		if !e.World.Glued(q) {
			n++
		}
	}
	return n
}

// answerWords returns the words of the frame that a choice fills.
func (k *Stack) answerWords(c *program.ChooseOp) []int32 {
	e := k.env
	at := e.Base + c.Slot.At
	if !c.IsList() {
		return e.World.Stack[at : at+1]
	}
	off, n := e.Base+int(e.World.Stack[at]), int(e.World.Stack[at+1])
	return e.World.Stack[off : off+n]
}

// nextOwed returns the index of the first word for which chance has yet to draw a piece, or -1.
func nextOwed(words []int32) int {
	return slices.IndexFunc(words, func(v int32) bool { return ref.OwedAt(v).Exists() })
}

// oweHidden marks, in the answer to a choice, the pieces that chance has yet to draw. It
// reports whether there are any.
func (r *Request) oweHidden() (some bool) {
	words := r.m.Stack.answerWords(r.choose)
	for i, p := range words {
		if r.LeavesOpen(p) {
			words[i], some = ref.Piece(p).Owed(), true
		}
	}
	return some
}

// askOwed asks for the next piece that chance has yet to draw for a choice. owes is false if there is none; waits is
// false if only one card is possible.
func (x opRun) askOwed(c *program.ChooseOp, who ref.Seat) (owes, waits bool) {
	if !c.Blind {
		return false, false
	}
	words := x.m.Stack.answerWords(c)
	at := nextOwed(words)
	if at < 0 {
		return false, false
	}
	resume := x.m.silence() // these events were already reported
	r := x.newRequest(AskChoice, c.Request, who)
	r.choose, r.Type = c, c.Elem
	r.collect(c)
	resume()
	if c.Repeats {
		words = words[at : at+1] // a drawn piece may be drawn again
		at = 0
	}
	return true, x.askMeant(c.Request, c.Elem, who, ref.OwedAt(words[at]), words)
}

// askMeant asks chance for a piece from the option of piece p, except those in taken.
func (x opRun) askMeant(name string, of schema.Type, who ref.Seat, p ref.Piece, taken []int32) (waits bool) {
	r := x.newRequest(AskDraw, name, Chance)
	r.For, r.Type = who, of
	i := slices.Index(r.cand, int32(p))
	for k, q := range r.cand {
		if i >= 0 && r.group[k] == r.group[i] && !slices.Contains(taken, q) {
			same := int32(-1)
			if of.Base == schema.Piece {
				same = r.optionLike(ref.Referee, ref.Piece(q))
			}
			r.offerAs(same, q)
		}
	}
	switch len(r.Options) {
	case 0: // the candidates have changed
		x.m.Env.World.Fail(x.op.Step.Pos, name+" was chosen unseen, and is no longer there")
		return false
	case 1:
		return x.m.takeForced(theFirst...)
	}
	return true
}

// storeDrawn stores the piece that chance has drawn: it replaces an owed piece, or puts the drawn one first in the
// order of a step.
func (m *Match) storeDrawn(p ref.Piece) {
	r, e := &m.req, &m.Env
	switch op := r.op.Do.(type) {
	case *program.WindowOp:
		r.By, r.window = r.For, op
		window{op: op, m: m, base: e.Base}.drawn(r, p)
	case *program.ChooseOp:
		words := m.Stack.answerWords(op)
		words[nextOwed(words)] = int32(p)
		if nextOwed(words) >= 0 {
			e.World.Stack[state.AtPC] = int32(r.pc)
		}
	default:
		opRun{m, r.op}.takeDrawn(p)
	}
}
