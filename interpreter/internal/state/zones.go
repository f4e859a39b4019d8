package state

import (
	"slices"

	"moraine/interpreter/internal/schema"
)

// A zone is a doubly linked list of its pieces. The head of a stack is its top. Consecutive
// pieces in unknown order form a block: each piece but the last is glued to the next one, and
// the block is sorted by piece. So shuffling only discards information, and equal knowledge has
// equal words. A block has at least two pieces; the position of a single piece is known.

const (
	faceDown = 1 << iota
	glued
)

// The words of a zone, and those of a piece.
const (
	zoneHead = iota
	zoneTail
	zoneCount
)

const (
	pieceIn = iota
	pieceNext
	piecePrev
	pieceFlags
)

type (
	zoneWords  = [schema.ZoneWords]int32
	pieceWords = [schema.PieceWords]int32
)

func (w *World) zone(z int32) *zoneWords { return (*zoneWords)(w.W[schema.ZoneWords*int(z):]) }

func (w *World) piece(p int32) *pieceWords {
	return (*pieceWords)(w.W[w.Layout.Pieces+schema.PieceWords*int(p):])
}

// at returns the index of word i of piece p.
func (w *World) at(p int32, i int) int { return w.Layout.Pieces + schema.PieceWords*int(p) + i }

// Len returns the number of pieces in zone z.
func (w *World) Len(z int32) int32 { return w.W[schema.ZoneWords*int(z)+zoneCount] }

// Head returns the first and Tail the last piece of zone z, or -1.
func (w *World) Head(z int32) int32 { return w.W[schema.ZoneWords*int(z)+zoneHead] }
func (w *World) Tail(z int32) int32 { return w.W[schema.ZoneWords*int(z)+zoneTail] }

// Next returns the piece after p in its zone, or -1.
func (w *World) Next(p int32) int32 { return w.W[w.at(p, pieceNext)] }

// In returns the zone of p.
func (w *World) In(p int32) int32 { return w.W[w.at(p, pieceIn)] }

// FaceDown reports whether p is face down.
func (w *World) FaceDown(p int32) bool { return w.W[w.at(p, pieceFlags)]&faceDown != 0 }

// Glued reports whether p and the next piece are in one block.
func (w *World) Glued(p int32) bool { return w.W[w.at(p, pieceFlags)]&glued != 0 }

// Placed reports whether the position of p in its zone is known.
func (w *World) Placed(p int32) bool {
	prev := w.W[w.at(p, piecePrev)]
	return !w.Glued(p) && (prev < 0 || !w.Glued(prev))
}

// Turn turns p face down or up.
func (w *World) Turn(p int32, down bool) {
	f := &w.W[w.at(p, pieceFlags)]
	if now := *f&faceDown != 0; now != down {
		*f ^= faceDown
		w.Touched = true
	}
}

// glue joins p and the next piece in one block.
func (w *World) glue(p int32) { w.W[w.at(p, pieceFlags)] |= glued }

// remove removes p from its zone.
func (w *World) remove(p int32) {
	r := w.piece(p)
	z := w.zone(r[pieceIn])
	next, prev := r[pieceNext], r[piecePrev]
	if prev >= 0 {
		q := w.piece(prev)
		q[pieceNext] = next
		if r[pieceFlags]&glued == 0 {
			q[pieceFlags] &^= glued
		}
	} else {
		z[zoneHead] = next
	}
	if next >= 0 {
		w.W[w.at(next, piecePrev)] = prev
	} else {
		z[zoneTail] = prev
	}
	z[zoneCount]--
	r[pieceFlags] &^= glued
}

// insert links p into z between prev and next; these are -1 at the ends.
func (w *World) insert(p, z, prev, next int32) {
	w.Touched = true
	r, at := w.piece(p), w.zone(z)
	r[pieceIn], r[pieceNext], r[piecePrev] = z, next, prev
	if prev >= 0 {
		w.W[w.at(prev, pieceNext)] = p
	} else {
		at[zoneHead] = p
	}
	if next >= 0 {
		w.W[w.at(next, piecePrev)] = p
	} else {
		at[zoneTail] = p
	}
	at[zoneCount]++
}

// append adds p at the end of z or, if z is not ordered, at its sorted position, which is often
// next to another copy.
func (w *World) append(p, z int32) {
	prev, next := w.Tail(z), int32(-1)
	switch {
	case w.Zones[z].Stack || prev < p:
	case p > 0 && w.In(p-1) == z:
		prev, next = p-1, w.Next(p-1)
	case w.In(p+1) == z: // the next copy is in z, so the tail is greater
		prev, next = w.W[w.at(p+1, piecePrev)], p+1
	default:
		for prev > p {
			prev, next = w.W[w.at(prev, piecePrev)], prev
		}
	}
	w.insert(p, z, prev, next)
}

// DownIn reports whether p is face down after a step without `face` moves it to zone z. The
// `face` of z decides. If z has none, the piece keeps its side, but is turned up when it leaves
// a zone with `face: down`.
func (w *World) DownIn(p, z int32) bool {
	to := &w.Zones[z]
	return to.Down || !to.Up && w.FaceDown(p) && !w.Zones[w.In(p)].Down
}

// Place moves a piece to zone z, at the top or bottom of a stack; DownIn decides its side.
// Pieces on it move with it; in a stack they are put beside it. Misfit must have returned -1.
func (w *World) Place(p, z int32, top bool) {
	w.Turn(p, w.DownIn(p, z))
	w.remove(p)
	info := &w.Zones[z]
	if top && info.Stack {
		w.insert(p, z, -1, w.Head(z))
	} else {
		w.append(p, z)
	}
	if info.Stack && w.Pieces[p].Bears {
		w.eachOn(p, func(on int32) {
			for w.Head(on) >= 0 {
				w.Place(w.Head(on), z, top)
			}
		})
	}
}

// eachOn calls f for every place on piece p.
func (w *World) eachOn(p int32, f func(z int32)) {
	kind := w.Kinds[w.Pieces[p].Kind]
	for _, d := range kind.On {
		on := int32(d.First + (int(p)-kind.First)*d.Cells)
		for c := range int32(d.Cells) {
			f(on + c)
		}
	}
}

// Misfit returns a piece that may not be in z if p is placed there: p itself or, in a stack, a
// piece on it. It returns -1 if all may.
func (w *World) Misfit(p, z int32) int32 {
	info := &w.Zones[z]
	if !info.Holds.Has(int(w.Pieces[p].Kind)) {
		return p
	}
	bad := int32(-1)
	if info.Stack && w.Pieces[p].Bears {
		w.eachOn(p, func(on int32) {
			for q := w.Head(on); q >= 0 && bad < 0; q = w.Next(q) {
				bad = w.Misfit(q, z)
			}
		})
	}
	return bad
}

// On reports whether zone z is on piece p, directly or indirectly.
func (w *World) On(z, p int32) bool {
	for {
		q := w.Zones[z].Piece
		if q == p || q == schema.Nothing {
			return q == p
		}
		z = w.In(q)
	}
}

// PlaceAll moves pieces as one packet: the first one ends up on top. Pieces of one block that
// are given in the order of the block stay a block. The pieces are moved one by one, and the
// packet grows at the end farther from the rest of the zone.
func (w *World) PlaceAll(pieces []int32, z int32, top bool) {
	top = top && w.Zones[z].Stack
	last := int32(-1) // the previously placed piece, if it is in the same block
	for k := range pieces {
		i := k
		if top {
			i = len(pieces) - 1 - k
		}
		p := pieces[i]
		joined := false // whether p is glued to the next piece to be placed
		if top && i > 0 {
			joined = w.inBlock(pieces[i-1], p)
		} else if !top && i+1 < len(pieces) {
			joined = w.inBlock(p, pieces[i+1])
		}
		w.Place(p, z, top)
		if last >= 0 && w.Zones[z].Stack {
			if top && w.Next(p) == last {
				w.glue(p)
			} else if !top && w.Next(last) == p {
				w.glue(last)
			}
		}
		last = -1
		if joined {
			last = p
		}
	}
}

// inBlock reports whether q is below p in the same block.
func (w *World) inBlock(p, q int32) bool {
	for w.Glued(p) {
		if p = w.Next(p); p == q {
			return true
		}
	}
	return false
}

// Shuffle makes the order of zone z unknown.
func (w *World) Shuffle(z int32) {
	w.forgetOrder(z)
	var buf [256]int32
	all := buf[:0]
	for p := w.Head(z); p >= 0; p = w.Next(p) {
		all = append(all, p)
	}
	slices.Sort(all)
	for _, p := range all {
		w.remove(p)
	}
	prev := int32(-1)
	for _, p := range all {
		w.insert(p, z, prev, -1)
		if prev >= 0 {
			w.glue(prev)
		}
		prev = p
	}
}

// Held appends the pieces in the zone of an owner, or in all its places, to list.
func (w *World) Held(d *schema.ZoneDecl, owner int32, list []int32) []int32 {
	first := int32(d.First) + owner*int32(d.Cells)
	for c := first; c < first+int32(d.Cells); c++ {
		for p := w.Head(c); p >= 0; p = w.Next(p) {
			list = append(list, p)
		}
	}
	return list
}

// Glue joins p and the next piece of its stack in one block of unknown order.
func (w *World) Glue(p int32) {
	if w.Next(p) >= 0 {
		w.glue(p)
	}
}
