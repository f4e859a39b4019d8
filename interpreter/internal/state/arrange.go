package state

// Lying is a piece and how it lies: its face, and whether it is of one block with
// the next.
type Lying struct{ Piece, Flags int32 }

// Flags is how p lies.
func (w *World) Flags(p int32) int32 { return w.W[w.at(p, pieceFlags)] }

// Arrange makes these pieces, in this order, all that lies in zone z. Whoever takes
// pieces from another zone arranges that one too.
func (w *World) Arrange(z int32, all []Lying) {
	w.Touched = true
	*w.zone(z) = zoneWords{-1, -1, 0}
	for _, a := range all {
		w.insert(a.Piece, z, w.Tail(z), -1)
		w.W[w.at(a.Piece, pieceFlags)] = a.Flags
	}
}

// Put says of p that it lies in zone z, and nothing of z, and returns where it lay.
func (w *World) Put(p, z int32) (in int32) {
	at := w.at(p, pieceIn)
	in, w.W[at] = w.W[at], z
	return in
}

// Join is how a piece lies that else lies so, of one block with the next or not.
func Join(flags int32, joined bool) int32 {
	if flags &^= glued; joined {
		flags |= glued
	}
	return flags
}

// Joined reports whether what lies so is of one block with the next.
func Joined(flags int32) bool { return flags&glued != 0 }
