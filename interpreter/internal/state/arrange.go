package state

import "moraine/interpreter/internal/ref"

// Lying is a piece with its flags: its face, and whether it is glued to the next piece.
type Lying struct {
	Piece ref.Piece
	Flags Flags
}

// Flags has the face of a piece, whether it is glued to the next one, and the seats that know it.
type Flags int32

// Flags returns the flags of p.
func (w *Placement) Flags(p ref.Piece) Flags {
	w.read(contentMark(w.In(p)))
	return Flags(w.flags(p))
}

// Arrange sets the content of zone z to the given pieces, in order. If they come from another
// zone, the caller must arrange that zone, too.
func (w *Placement) Arrange(z ref.Place, all []Lying) {
	w.Touched = true
	*w.zone(z) = emptyZone
	w.changes.note(contentMark(z))
	for _, a := range all {
		w.insert(a.Piece, z, w.Tail(z), ref.NoPiece)
		w.piece(a.Piece)[pieceFlags] = int32(a.Flags) // insert has recorded the change
	}
}

// Put records that p is in zone z, without changing z, and returns the previous zone.
func (w *Placement) Put(p ref.Piece, z ref.Place) (in ref.Place) {
	w.Forget()
	r := w.piece(p)
	in, r[pieceIn] = ref.Place(r[pieceIn]), int32(z)
	return in
}

// WithGlue returns the flags of a piece that is glued to the next one, or not.
func (f Flags) WithGlue(joined bool) Flags {
	f &^= glued
	if joined {
		f |= glued
	}
	return f
}

// Joined reports whether the piece is glued to the next one.
func (f Flags) Joined() bool { return f&glued != 0 }
