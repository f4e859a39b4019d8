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

// Joined reports whether what lies so is of one block with the next.
func Joined(flags int32) bool { return flags&glued != 0 }
