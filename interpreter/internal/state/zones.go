package state

import "moraine/interpreter/internal/schema"

// A zone is a doubly linked list through the pieces that lie in it. In a stack
// the head is the top. A run of pieces whose order nobody knows is a block:
// each but the last is glued to the next, and the block is sorted by piece, so
// that a shuffle is forgetting and equal knowledge is equal words. A block of
// one is known; there is no glue to say otherwise.

const (
	faceDown = 1 << iota
	glued
)

// Len is the number of pieces in zone z.
func (w *World) Len(z int32) int32 { return w.W[w.Layout.Count+int(z)] }

// Head and Tail are the first and last piece of zone z, or -1.
func (w *World) Head(z int32) int32 { return w.W[w.Layout.Head+int(z)] }
func (w *World) Tail(z int32) int32 { return w.W[w.Layout.Tail+int(z)] }

// Next is the piece after p in its zone, or -1.
func (w *World) Next(p int32) int32 { return w.W[w.Layout.Next+int(p)] }

// In is the zone in which p lies.
func (w *World) In(p int32) int32 { return w.W[w.Layout.In+int(p)] }

// FaceDown reports whether p lies face down.
func (w *World) FaceDown(p int32) bool { return w.W[w.Layout.Flags+int(p)]&faceDown != 0 }

// Glued reports whether p and the next piece are of one block.
func (w *World) Glued(p int32) bool { return w.W[w.Layout.Flags+int(p)]&glued != 0 }

// Turn lays p face down or up.
func (w *World) Turn(p int32, down bool) {
	at := w.Layout.Flags + int(p)
	if down {
		w.W[at] |= faceDown
	} else {
		w.W[at] &^= faceDown
	}
}

func (w *World) glue(p int32, on bool) {
	at := w.Layout.Flags + int(p)
	if on {
		w.W[at] |= glued
	} else {
		w.W[at] &^= glued
	}
}

// remove takes p out of its zone.
func (w *World) remove(p int32) {
	l := &w.Layout
	z := int(w.W[l.In+int(p)])
	next, prev := w.W[l.Next+int(p)], w.W[l.Prev+int(p)]
	if prev >= 0 {
		w.W[l.Next+int(prev)] = next
		if !w.Glued(p) {
			w.glue(prev, false)
		}
	} else {
		w.W[l.Head+z] = next
	}
	if next >= 0 {
		w.W[l.Prev+int(next)] = prev
	} else {
		w.W[l.Tail+z] = prev
	}
	w.W[l.Count+z]--
	w.glue(p, false)
}

// insert links p into z between prev and next (-1 at the ends).
func (w *World) insert(p, z, prev, next int32) {
	l := &w.Layout
	w.W[l.In+int(p)] = z
	w.W[l.Next+int(p)], w.W[l.Prev+int(p)] = next, prev
	if prev >= 0 {
		w.W[l.Next+int(prev)] = p
	} else {
		w.W[l.Head+int(z)] = p
	}
	if next >= 0 {
		w.W[l.Prev+int(next)] = p
	} else {
		w.W[l.Tail+int(z)] = p
	}
	w.W[l.Count+int(z)]++
}

// append puts p at the end of z, or where it sorts if z has no order.
func (w *World) append(p, z int32) {
	prev := w.Tail(z)
	if !w.Zones[z].Decl.Stack {
		for prev >= 0 && prev > p {
			prev = w.W[w.Layout.Prev+int(prev)]
		}
	}
	next := w.Head(z)
	if prev >= 0 {
		next = w.Next(prev)
	}
	w.insert(p, z, prev, next)
}

// Place moves one piece to zone z, on top or at the bottom of a stack. It comes
// to lie face up, or down where the zone says so; what lies on it goes with it, save into a stack, where it
// parts and lies beside it. The caller has checked that z may hold it.
func (w *World) Place(p, z int32, top bool) {
	w.remove(p)
	w.Turn(p, w.Zones[z].Decl.Face == "down")
	if top && w.Zones[z].Decl.Stack {
		w.insert(p, z, -1, w.Head(z))
	} else {
		w.append(p, z)
	}
	if w.Zones[z].Decl.Stack {
		w.part(p, z, top)
	}
}

func (w *World) part(p, z int32, top bool) {
	kind := w.Kinds[w.Pieces[p].Kind]
	for _, zone := range kind.Kind.Zones {
		d := kind.Zones[zone.Name]
		on := int32(d.First + (int(p)-kind.First)*d.Cells)
		for c := range int32(d.Cells) {
			for w.Head(on+c) >= 0 {
				w.Place(w.Head(on+c), z, top)
			}
		}
	}
}

// PlaceAll moves pieces, in order, as one packet: the first of them ends on
// top. Neighbours of one block that stay neighbours stay a block. Pieces are
// moved one by one, the packet growing at the end that is farther from the
// rest of the zone.
func (w *World) PlaceAll(pieces []int32, z int32, top bool) {
	top = top && w.Zones[z].Decl.Stack
	var last int32 = -1 // the piece placed before, if glued to this one
	for k := range pieces {
		i := k
		if top {
			i = len(pieces) - 1 - k
		}
		p := pieces[i]
		joined := false // p and the piece to be placed after it
		if top && i > 0 {
			joined = w.Glued(pieces[i-1]) && w.Next(pieces[i-1]) == p
		} else if !top && i+1 < len(pieces) {
			joined = w.Glued(p) && w.Next(p) == pieces[i+1]
		}
		w.Place(p, z, top)
		if last >= 0 && w.Zones[z].Decl.Stack {
			if top && w.Next(p) == last {
				w.glue(p, true)
			} else if !top && w.Next(last) == p {
				w.glue(last, true)
			}
		}
		last = -1
		if joined {
			last = p
		}
	}
}

// Shuffle forgets the order of zone z.
func (w *World) Shuffle(z int32) {
	var buf [256]int32
	all := buf[:0]
	for p := w.Head(z); p >= 0; p = w.Next(p) {
		all = append(all, p)
	}
	sortPieces(all)
	for _, p := range all {
		w.remove(p)
	}
	prev := int32(-1)
	for _, p := range all {
		w.insert(p, z, prev, -1)
		if prev >= 0 {
			w.glue(prev, true)
		}
		prev = p
	}
}

func sortPieces(a []int32) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}

// Held calls f for every piece of a laid-out zone or a plain one, in order.
func (w *World) Held(d *schema.ZoneDecl, owner int32, list []int32) []int32 {
	first := int32(d.First) + owner*int32(d.Cells)
	for c := first; c < first+int32(d.Cells); c++ {
		for p := w.Head(c); p >= 0; p = w.Next(p) {
			list = append(list, p)
		}
	}
	return list
}

// Glue makes p and the next piece of its stack one block, of unknown order.
func (w *World) Glue(p int32) {
	if w.Next(p) >= 0 {
		w.glue(p, true)
	}
}
