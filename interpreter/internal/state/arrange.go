package state

// Lying is a piece with its flags: its face, and whether it is glued to the next piece.
type Lying struct{ Piece, Flags int32 }

// Flags returns the flags of p.
func (w *Placement) Flags(p int32) int32 { return w.Globals[w.at(p, pieceFlags)] }

// Arrange sets the content of zone z to the given pieces, in order. If they come from another
// zone, the caller must arrange that zone, too.
func (w *Placement) Arrange(z int32, all []Lying) {
	w.Touched = true
	*w.zone(z) = zoneWords{-1, -1, 0}
	for _, a := range all {
		w.insert(a.Piece, z, w.Tail(z), -1)
		w.Globals[w.at(a.Piece, pieceFlags)] = a.Flags
	}
}

// Put records that p is in zone z, without changing z, and returns the previous zone.
func (w *Placement) Put(p, z int32) (in int32) {
	at := w.at(p, pieceIn)
	in, w.Globals[at] = w.Globals[at], z
	return in
}

// WithGlue returns flags with the glue to the next piece set or cleared.
func WithGlue(flags int32, joined bool) int32 {
	if flags &^= glued; joined {
		flags |= glued
	}
	return flags
}

// Joined reports whether flags have the glue to the next piece.
func Joined(flags int32) bool { return flags&glued != 0 }
