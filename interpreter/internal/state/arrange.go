package state

// Lying is a piece and how it lies: its face, and whether it is of one block with
// the next.
type Lying struct{ Piece, Flags int32 }

// Flags is how p lies.
func (w *World) Flags(p int32) int32 { return w.W[w.Layout.Flags+int(p)] }

// Arrange makes these pieces, in this order, all that lies in zone z. Whoever takes
// pieces from another zone arranges that one too.
func (w *World) Arrange(z int32, all []Lying) {
	l := &w.Layout
	w.Touched = true
	w.W[l.Head+int(z)], w.W[l.Count+int(z)] = -1, int32(len(all))
	prev := int32(-1)
	for _, a := range all {
		p := int(a.Piece)
		if prev >= 0 {
			w.W[l.Next+int(prev)] = a.Piece
		} else {
			w.W[l.Head+int(z)] = a.Piece
		}
		w.W[l.In+p], w.W[l.Flags+p] = z, a.Flags
		w.W[l.Prev+p], w.W[l.Next+p] = prev, -1
		prev = a.Piece
	}
	w.W[l.Tail+int(z)] = prev
}

// Joined reports whether what lies so is of one block with the next.
func Joined(flags int32) bool { return flags&glued != 0 }
