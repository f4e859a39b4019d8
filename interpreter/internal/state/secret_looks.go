package state

import (
	"cmp"
	"slices"

	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// Back is the appearance of an unknown piece, or of a place on one, to a seat.
type Back struct {
	Value int32 // the piece, or the place on it
	Piece ref.Piece
	Place int32 // position of the piece in its stack
	Kinds schema.KindSet
}

// Same reports whether two pieces are equal cards: the same card, print, face, owner,
// marks, contents and zone.
func (w *World) Same(p, q ref.Piece) bool {
	return p == q || w.In(p) == w.In(q) && w.Alike(p, q)
}

// Alike reports whether two pieces are equal cards. Their zones need not be equal.
func (w *World) Alike(p, q ref.Piece) bool { return w.LooksAlike(ref.Referee, p, q) }

// LooksAlike reports whether two pieces look the same to a seat. It ignores marks that the seat
// may not read, and contents that it does not know. If the seat is no player, it ignores
// nothing.
func (w *World) LooksAlike(seat ref.Seat, p, q ref.Piece) bool {
	a, b := &w.Pieces[p], &w.Pieces[q]
	if w.Data.Rows[p] != w.Data.Rows[q] || a.Owner != b.Owner || w.FaceDown(p) != w.FaceDown(q) {
		return false
	}
	kind := w.Kinds[a.Kind]
	if !kind.Veiled {
		seat = ref.Referee
	}
	for n, at := range kind.MarkAt {
		f, i, j := kind.Marks[n], at+int(p), at+int(q)
		if seat >= 0 {
			if reads := w.Reads(seat, f, int32(p)); reads != w.Reads(seat, f, int32(q)) {
				return false
			} else if !reads {
				continue
			}
		}
		if w.Word(i) != w.Word(j) || f.Until && w.endsApart(f, i, j) {
			return false
		}
	}
	for _, d := range kind.On {
		zp, zq := w.PlaceOn(d, p), w.PlaceOn(d, q)
		for c := range ref.Place(d.Cells) {
			if !w.contentsLookAlike(seat, zp+c, zq+c) {
				return false
			}
		}
	}
	return true
}

// contentsLookAlike reports whether the contents of two zones on pieces look the same to a
// seat.
func (w *World) contentsLookAlike(seat ref.Seat, y, z ref.Place) bool {
	if seat < 0 {
		p, q := w.Head(y), w.Head(z)
		for p >= 0 && q >= 0 && w.Alike(p, q) {
			p, q = w.Next(p), w.Next(q)
		}
		return p < 0 && q < 0
	}
	if counts := w.Counts(seat, y); counts != w.Counts(seat, z) {
		return false
	} else if !counts {
		return true
	}
	return slices.EqualFunc(w.looksIn(seat, y), w.looksIn(seat, z), func(a, b Back) bool {
		if knows := w.Knows(seat, a.Piece); knows != w.Knows(seat, b.Piece) {
			return false
		} else if knows {
			return w.LooksAlike(seat, a.Piece, b.Piece)
		}
		return w.compareLooks(seat, a, b) == 0
	})
}

// endsApart reports whether two values of a field end at different times.
func (w *World) endsApart(f *schema.Field, i, j int) bool {
	x, y := UntilAt(f, i), UntilAt(f, j)
	return w.Word(x) != w.Word(y) || w.Word(x+1) != w.Word(y+1)
}

// looksIn returns the appearance of the pieces in a zone: for a stack in its order, otherwise
// sorted with unknown pieces last.
func (w *World) looksIn(seat ref.Seat, z ref.Place) (out []Back) {
	for p := w.Head(z); p >= 0; p = w.Next(p) {
		out = append(out, Back{Piece: p, Kinds: w.Backs(seat, p)})
	}
	if !w.Zones[z].Stack {
		slices.SortStableFunc(out, func(a, b Back) int {
			switch x, y := w.Knows(seat, a.Piece), w.Knows(seat, b.Piece); {
			case x && y:
				return 0
			case x:
				return -1
			case y:
				return 1
			}
			return w.compareLooks(seat, a, b)
		})
	}
	return out
}

// CompareBacks orders unknown pieces by position and by appearance to a seat. It returns 0 if
// the seat cannot distinguish them.
func (w *World) CompareBacks(seat ref.Seat, a, b Back) int {
	order := cmp.Or(cmp.Compare(w.In(a.Piece), w.In(b.Piece)), cmp.Compare(a.Place, b.Place),
		w.compareLooks(seat, a, b))
	if order == 0 && ref.Piece(a.Value) != a.Piece { // places
		y, z := &w.Zones[a.Value], &w.Zones[b.Value]
		return cmp.Or(cmp.Compare(y.Decl.Name, z.Decl.Name), cmp.Compare(y.Cell, z.Cell))
	}
	return order
}

// compareLooks orders unknown pieces by appearance to a seat, regardless of their position.
func (w *World) compareLooks(seat ref.Seat, a, b Back) int {
	if order := cmp.Or(cmp.Compare(a.Kinds, b.Kinds), cmp.Compare(w.Flags(a.Piece)&1, w.Flags(b.Piece)&1)); order != 0 {
		return order
	}
	for _, f := range w.PieceFields {
		if !f.Worn() {
			continue
		}
		if order := cmp.Compare(w.worn(seat, f, a.Piece), w.worn(seat, f, b.Piece)); order != 0 {
			return order
		}
	}
	return 0
}

// worn returns the value of a mark on a piece that the seat does not know, or Nothing if it may
// not read the mark.
func (w *World) worn(seat ref.Seat, f *schema.Field, p ref.Piece) int32 {
	if at := w.MarkSlot(f, p); at >= 0 && w.Reads(seat, f, int32(p)) {
		return w.Word(at)
	}
	return schema.Nothing
}
