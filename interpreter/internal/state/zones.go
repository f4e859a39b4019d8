package state

import (
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// append adds p at the end of z or, if z is not ordered, at its sorted position, which is often
// next to another copy.
func (w *World) append(p ref.Piece, z ref.Place) {
	prev, next := w.Tail(z), ref.NoPiece
	switch {
	case w.Zones[z].Stack || prev < p:
	case p > 0 && w.In(p-1) == z:
		prev, next = p-1, w.Next(p-1)
	case w.In(p+1) == z: // the next copy is in z, so the tail is greater
		prev, next = w.prev(p+1), p+1
	default:
		for prev > p {
			prev, next = w.prev(prev), prev
		}
	}
	w.insert(p, z, prev, next)
}

// DownIn reports whether p is face down after a step without `face` moves it to zone z. The
// `face` of z decides. If z has none, the piece keeps its side, but is turned up when it leaves
// a zone with `face: down`.
func (w *World) DownIn(p ref.Piece, z ref.Place) bool {
	to := &w.Zones[z]
	return to.Down || !to.Up && w.FaceDown(p) && !w.Zones[w.In(p)].Down
}

// Place moves a piece to zone z, at the top or bottom of a stack; DownIn decides its side.
// Pieces on it move with it; in a stack they are put beside it. Misfit must have returned NoPiece.
func (w *World) Place(p ref.Piece, z ref.Place, top bool) {
	w.SetFace(p, w.DownIn(p, z))
	w.remove(p)
	info := &w.Zones[z]
	if top && info.Stack {
		w.insert(p, z, ref.NoPiece, w.Head(z))
	} else {
		w.append(p, z)
	}
	if info.Stack && w.Pieces[p].Bears {
		w.eachOn(p, func(on ref.Place) {
			for w.Head(on) >= 0 {
				w.Place(w.Head(on), z, top)
			}
		})
	}
}

// eachOn calls f for every place on piece p.
func (w *World) eachOn(p ref.Piece, f func(z ref.Place)) {
	kind := w.Kinds[w.Pieces[p].Kind]
	for _, d := range kind.On {
		on := w.PlaceOn(d, p)
		for c := range ref.Place(d.Cells) {
			f(on + c)
		}
	}
}

// Misfit returns a piece that may not be in z if p is placed there: p itself or, in a stack, a
// piece on it. It returns NoPiece if all may.
func (w *World) Misfit(p ref.Piece, z ref.Place) ref.Piece {
	info := &w.Zones[z]
	if !info.Holds.Has(int(w.Pieces[p].Kind)) {
		return p
	}
	bad := ref.NoPiece
	if info.Stack && w.Pieces[p].Bears {
		w.eachOn(p, func(on ref.Place) {
			for q := w.Head(on); q >= 0 && bad < 0; q = w.Next(q) {
				bad = w.Misfit(q, z)
			}
		})
	}
	return bad
}

// On reports whether zone z is on piece p, directly or indirectly.
func (w *World) On(z ref.Place, p ref.Piece) bool {
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
func (w *World) PlaceAll(pieces []int32, z ref.Place, top bool) {
	top = top && w.Zones[z].Stack
	last := ref.NoPiece // the previously placed piece, if it is in the same block
	for k := range pieces {
		i := k
		if top {
			i = len(pieces) - 1 - k
		}
		p := ref.Piece(pieces[i])
		joined := false // whether p is glued to the next piece to be placed
		if top && i > 0 {
			joined = w.inBlock(ref.Piece(pieces[i-1]), p)
		} else if !top && i+1 < len(pieces) {
			joined = w.inBlock(p, ref.Piece(pieces[i+1]))
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

// Shuffle makes the order of zone z unknown.
func (w *World) Shuffle(z ref.Place) {
	w.forgetOrder(z)
	var buf [256]ref.Piece
	all := buf[:0]
	for p := w.Head(z); p >= 0; p = w.Next(p) {
		all = append(all, p)
	}
	slices.Sort(all)
	for _, p := range all {
		w.remove(p)
	}
	prev := ref.NoPiece
	for _, p := range all {
		w.insert(p, z, prev, ref.NoPiece)
		if prev >= 0 {
			w.glue(prev)
		}
		prev = p
	}
}

// Held appends the pieces in the zone of an owner, or in all its places, to list.
func (w *World) Held(d *schema.ZoneDecl, owner ref.Seat, list []int32) []int32 {
	return w.Lying(d.Of(int32(owner)), int32(d.Cells), list)
}
