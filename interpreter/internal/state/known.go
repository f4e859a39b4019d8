package state

import (
	"math/bits"

	"moraine/interpreter/internal/schema"
)

// In some games (schema.Schema.Remembers) seats remember pieces that they have seen. The flags
// of a piece have a bit per seat for this. A step that shows the piece sets the bit, and so
// does a move from a place that the seat sees to one that it does not see. The bit is cleared
// when the zone is shuffled, and when an unseen piece leaves a zone that the seat does not see:
// it may be any of the pieces that the seat knew there, unless it was on top of a stack, was
// alone, or left together with all others.
//
// So these bits depend only on events that the seat may know.

// knownAt is the index of the lowest of these bits.
const knownAt = 2

// Shown returns the set of seats that know p although they may not see it.
func (w *World) Shown(p int32) uint32 { return uint32(w.W[w.at(p, pieceFlags)]) >> knownAt }

func (w *World) setShown(p int32, seats uint32) {
	f := &w.W[w.at(p, pieceFlags)]
	if now := *f&(1<<knownAt-1) | int32(seats<<knownAt); now != *f {
		*f, w.Touched = now, true
	}
}

// Show makes p known to seats as long as it stays in its place. It reports whether this is new
// to one of them.
func (w *World) Show(p int32, seats uint32) bool {
	news := seats &^ (w.seeing(p) | w.Shown(p))
	if news != 0 {
		w.setShown(p, w.Shown(p)|news)
	}
	return news != 0
}

// seeing returns the set of seats that see p in its zone.
func (w *World) seeing(p int32) (seats uint32) {
	for seat := range w.Players() {
		if w.Spots(seat, p) {
			seats |= 1 << uint(seat)
		}
	}
	return seats
}

// Witnesses holds the seats that see a piece, and those that know it, before a move.
type Witnesses struct {
	from      int32
	saw, knew uint32
}

// Watch returns the witnesses of p. It is called before p moves or is turned over.
func (w *World) Watch(p int32) Witnesses {
	if !w.Remembers {
		return Witnesses{}
	}
	return Witnesses{w.In(p), w.seeing(p), w.Shown(p)}
}

// Follow updates the set of seats that know p after a move. plain means that no other piece can
// have moved.
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

// lastingly returns those of the seats in see that see p in its place permanently, so that they
// need not remember it.
func (w *World) lastingly(see uint32) uint32 {
	if bits.OnesCount32(see) == int(w.Players()) {
		return see
	}
	return 0
}

func (w *World) everybody() uint32 { return 1<<uint(w.Players()) - 1 }

// forgetOrder clears the knowledge of all seats about the pieces of a shuffled zone.
func (w *World) forgetOrder(z int32) {
	if !w.Remembers {
		return
	}
	for p := w.Head(z); p >= 0; p = w.Next(p) {
		w.setShown(p, 0)
	}
}

// Backs returns the kinds that a piece may have as far as a seat knows.
func (w *World) Backs(seat, p int32) schema.KindSet {
	kind := w.Pieces[p].Kind
	if w.Knows(seat, p) {
		return 1 << uint(kind)
	}
	return w.Kinds[kind].Backs
}
