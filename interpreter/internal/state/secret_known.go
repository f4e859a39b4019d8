package state

import (
	"math/bits"

	"moraine/interpreter/internal/ref"
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

// Show makes p known to seats as long as it stays in its place. It reports whether this is new
// to one of them.
func (w *World) Show(p ref.Piece, seats uint32) bool {
	news := seats &^ (w.seeing(p) | w.Shown(p))
	if news != 0 {
		w.setShown(p, w.Shown(p)|news)
	}
	return news != 0
}

// seeing returns the set of seats that see p in its zone.
func (w *World) seeing(p ref.Piece) (seats uint32) {
	for seat := range w.Players() {
		if w.Spots(seat, p) {
			seats |= 1 << uint(seat)
		}
	}
	return seats
}

// Witnesses holds the zone of a piece before a move, and the seats that saw it or knew it there.
type Witnesses struct {
	From      ref.Place
	saw, knew uint32
}

// Watch returns the witnesses of p. It is called before p moves or is turned over.
func (w *World) Watch(p ref.Piece) Witnesses {
	if !w.Remembers {
		return Witnesses{From: w.In(p)}
	}
	return Witnesses{From: w.In(p), saw: w.seeing(p), knew: w.Shown(p)}
}

// Follow updates which seats know pieces that have moved at once, and the pieces that stayed behind. plain means that
// no other piece can have moved, so that every seat can follow them.
func (w *World) Follow(pieces []int32, was []Witnesses, plain bool) {
	if !w.Remembers {
		return
	}
	for i, p := range pieces {
		from := was[i].From
		if from == 0 || plain || w.stays(ref.Piece(p), from) {
			continue
		}
		was[i].knew &= w.followed(pieces, was, i)
		// A seat that saw the piece neither before nor after cannot tell which of the pieces of the zone has left.
		if misled := w.everybody() &^ (was[i].saw | w.seeing(ref.Piece(p))); misled != 0 {
			for q := w.Head(from); q >= 0; q = w.Next(q) {
				w.setShown(q, w.Shown(q)&^misled)
			}
		}
	}
	for i, p := range pieces { // only now, so that a piece that came is not taken for one that has left
		knows := was[i].saw | was[i].knew
		if !plain && w.stays(ref.Piece(p), was[i].From) {
			knows = was[i].saw | w.Shown(ref.Piece(p))
		}
		w.setShown(ref.Piece(p), knows&^w.lastingly(w.seeing(ref.Piece(p))))
	}
}

// stays reports whether a piece has moved within a zone that has no order.
func (w *World) stays(p ref.Piece, from ref.Place) bool {
	return w.In(p) == from && !w.Zones[from].Stack
}

// followed returns the seats that can tell where piece i has gone: all, if all pieces of its zone went there, too.
// Those that went to another place do not matter to a seat that saw them.
func (w *World) followed(pieces []int32, was []Witnesses, i int) uint32 {
	from, to, came, seats := was[i].From, w.In(ref.Piece(pieces[i])), int32(0), w.everybody()
	if from == to {
		return 0
	}
	for k, q := range pieces {
		switch in := w.In(ref.Piece(q)); {
		case in == from && was[k].From != from:
			came++
		case was[k].From == from && in != to:
			seats &= was[k].saw | w.seeing(ref.Piece(q))
		}
	}
	if came < w.Len(from) {
		return 0
	}
	return seats
}

// lastingly returns the seats of the set see that will always see p in its place, so that they need not remember it.
// This is known only if all players see it.
func (w *World) lastingly(see uint32) uint32 {
	if bits.OnesCount32(see) == int(w.Players()) {
		return see
	}
	return 0
}

func (w *World) everybody() uint32 { return 1<<uint(w.Players()) - 1 }

// forgetOrder clears the knowledge of all seats about the pieces of a shuffled zone.
func (w *World) forgetOrder(z ref.Place) {
	if !w.Remembers {
		return
	}
	for p := w.Head(z); p >= 0; p = w.Next(p) {
		w.setShown(p, 0)
	}
}

// Backs returns the kinds that a piece may have as far as a seat knows.
func (w *World) Backs(seat ref.Seat, p ref.Piece) schema.KindSet {
	kind := w.Pieces[p].Kind
	if w.Knows(seat, p) {
		return 1 << uint(kind)
	}
	return w.Kinds[kind].Backs
}
