package state

import (
	"slices"

	"moraine/interpreter/internal/schema"
)

// append adds p at the end of z or, if z is not ordered, at its sorted position, which is often
// next to another copy.
func (w *World) append(p, z int32) {
	prev, next := w.Tail(z), int32(-1)
	switch {
	case w.Zones[z].Stack || prev < p:
	case p > 0 && w.In(p-1) == z:
		prev, next = p-1, w.Next(p-1)
	case w.In(p+1) == z: // the next copy is in z, so the tail is greater
		prev, next = w.Globals[w.at(p+1, piecePrev)], p+1
	default:
		for prev > p {
			prev, next = w.Globals[w.at(prev, piecePrev)], prev
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
	w.SetFace(p, w.DownIn(p, z))
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
