package state

import (
	"math/bits"

	"moraine/interpreter/internal/schema"
)

// What a seat has seen of pieces that it does not see where they lie is remembered, in
// games that need it (schema.Schema.Remembers): a bit for each seat among the flags of
// a piece. It is set by a step that shows the piece, and where the piece goes from
// where the seat saw it to where it does not. It is lost as the zone is shuffled; and
// as some piece goes, unseen, from a zone that the seat does not see to another: of
// all that it knew to lie there, any may be what has gone. Only what comes off the top
// of a stack, or was alone, or all of a zone that goes at once, cannot be mistaken.
//
// So what a bit tells follows from what the seat has been told, and from nothing else.

// knownAt is the lowest bit of the flags that says who knows a piece.
const knownAt = 2

// Shown is the set of seats that know p, wherever it lies.
func (w *World) Shown(p int32) uint32 { return uint32(w.W[w.at(p, pieceFlags)]) >> knownAt }

func (w *World) setShown(p int32, seats uint32) {
	f := &w.W[w.at(p, pieceFlags)]
	if now := *f&(1<<knownAt-1) | int32(seats<<knownAt); now != *f {
		*f, w.Touched = now, true
	}
}

// Show makes p known to seats, for as long as its place is. It reports whether that
// was news to one of them.
func (w *World) Show(p int32, seats uint32) bool {
	news := seats &^ (w.seeing(p) | w.Shown(p))
	if news != 0 {
		w.setShown(p, w.Shown(p)|news)
	}
	return news != 0
}

// seeing is the set of seats that see p where it lies.
func (w *World) seeing(p int32) (seats uint32) {
	for seat := range w.Players() {
		if w.Spots(seat, p) {
			seats |= 1 << uint(seat)
		}
	}
	return seats
}

// Witnesses are the seats that see, and that know, a piece which is about to go.
type Witnesses struct {
	from      int32
	saw, knew uint32
}

// Watch notes who knows p, before it goes elsewhere or is turned over.
func (w *World) Watch(p int32) Witnesses {
	if !w.Remembers {
		return Witnesses{}
	}
	return Witnesses{w.In(p), w.seeing(p), w.Shown(p)}
}

// Follow settles who knows p where it lies now. plain says that it can be no other
// piece that has gone.
func (w *World) Follow(p int32, was Witnesses, plain bool) {
	if !w.Remembers {
		return
	}
	see, knows := w.seeing(p), was.saw
	if was.from == 0 || was.from == w.In(p) && !w.Zones[was.from].Stack || plain || w.Len(was.from) == 0 {
		knows |= was.knew
	} else if misled := w.everybody() &^ (was.saw | see); misled != 0 {
		for q := w.Head(was.from); q >= 0; q = w.Next(q) {
			w.setShown(q, w.Shown(q)&^misled)
		}
	}
	w.setShown(p, knows&^w.lastingly(see))
}

// lastingly is the set of seats that need not remember p while it lies there.
func (w *World) lastingly(see uint32) uint32 {
	if bits.OnesCount32(see) == int(w.Players()) {
		return see
	}
	return 0
}

func (w *World) everybody() uint32 { return 1<<uint(w.Players()) - 1 }

// forgetOrder has all forget what they know to lie in a zone that is shuffled.
func (w *World) forgetOrder(z int32) {
	if !w.Remembers {
		return
	}
	for p := w.Head(z); p >= 0; p = w.Next(p) {
		w.setShown(p, 0)
	}
}

// Backs are the kinds of which a piece may be, for all that a seat knows of it.
func (w *World) Backs(seat, p int32) schema.KindSet {
	kind := w.Pieces[p].Kind
	if w.Knows(seat, p) {
		return 1 << uint(kind)
	}
	return w.Kinds[kind].Backs
}
