package state

import (
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// What a seat may know is settled here, for the table that is drawn for it, the
// scenarios that look through its eyes and the formulas of its bot alike.
//
//   - `seen_by` of a zone says who sees what lies in it. The owner of a zone that
//     lies on a piece is the owner of that piece, and of a piece that he does not
//     know nobody knows what lies on it.
//   - What a seat has seen, or was shown, it may know where it does not see it: see
//     known.go.
//   - `seen_by` of a mark says who reads it, also of a piece that he does not know.
//     Without one it is read with the piece, and so is what its owner alone reads.
//   - A face says nothing by itself: what is turned over before all eyes stays
//     known. Only where a zone says `face: down` did its pieces come to lie
//     unseen, so there a piece that lies face down is known to the zone's owner
//     alone, even if all see the zone.
//   - While a sealed block is open, no player sees, or counts, the pieces in the
//     zones of others that this block moves pieces from or to, nor reads the
//     fields of others that it sets. All else stays as visible as it is.

// Sees reports whether a seat may look at what lies in zone z.
func (w *World) Sees(seat, z int32) bool {
	info := &w.Zones[z]
	if info.Open {
		return true
	}
	by, _ := info.Decl.SeenBy.Says()
	return (by == syntax.ByAll || w.among(seat, info.Decl.SeenBy, w.Holder(z), info.Piece)) && w.Counts(seat, z)
}

// among reports whether a seat is one of those who see what is of an owner; piece is
// that of which it is, if it is of one.
func (w *World) among(seat int32, by *syntax.SeenBy, owner, piece int32) bool {
	switch by.Sight {
	case syntax.ByOwner:
		return owner == seat
	case syntax.ByOthers:
		return owner != seat
	case syntax.ByNobody:
		return false
	case syntax.BySome:
		return w.Seers(by, owner, piece)>>uint(seat)&1 != 0
	}
	return true
}

// Counts reports whether a seat may know how many pieces lie in zone z.
func (w *World) Counts(seat, z int32) bool {
	info := &w.Zones[z]
	if info.Open {
		return true
	}
	if info.Piece != schema.Nothing && !w.Knows(seat, info.Piece) {
		return false
	}
	return !w.Seals(info.Decl) || w.Holder(z) == seat
}

// Knows reports whether a seat may know which piece it is that lies where p lies.
// A card that is being played lies nowhere, and everybody knows it.
func (w *World) Knows(seat, p int32) bool {
	return w.Spots(seat, p) || w.Remembers && w.Shown(p)>>uint(seat)&1 != 0
}

// Spots reports whether a seat sees p where it lies.
func (w *World) Spots(seat, p int32) bool {
	z := w.In(p)
	if z == 0 || w.Zones[z].Open {
		return true
	}
	if !w.Sees(seat, z) {
		return false
	}
	return !w.FaceDown(p) || w.Zones[z].Decl.Face != "down" || w.Holder(z) == seat
}

// Reads reports whether a seat may read field f of the player or piece of.
func (w *World) Reads(seat int32, f *schema.Field, of int32) bool {
	owner, piece := int32(schema.Nothing), int32(schema.Nothing)
	switch f.Scope {
	case schema.OfPlayer:
		owner = of
	case schema.OfPiece:
		if owner, piece = w.OwnerOf(of), of; f.Mark && !f.Worn() && !w.Knows(seat, of) {
			return false
		}
	}
	return (!f.Hidden() || w.among(seat, f.SeenBy, owner, piece)) && (!f.Sealed.Has(w.sealedBlock()) || owner == seat)
}

// Open reports whether every seat may know which piece p is.
func (w *World) Open(p int32) bool {
	for seat := range w.Players() {
		if !w.Knows(seat, p) {
			return false
		}
	}
	return true
}

// Holder is the player whose zone z is, or the piece on which it lies.
func (w *World) Holder(z int32) int32 {
	info := &w.Zones[z]
	if info.Piece != schema.Nothing {
		return w.OwnerOf(info.Piece)
	}
	return info.Seat
}

// OwnerOf is the player whose piece p is: by its making, else by the zone in
// which it lies, or in which what it lies on lies.
func (w *World) OwnerOf(p int32) int32 {
	for range 8 { // pieces on pieces on pieces
		if o := w.Pieces[p].Owner; o != schema.Nothing {
			return o
		}
		z := &w.Zones[w.In(p)]
		if z.Seat != schema.Nothing || z.Piece == schema.Nothing {
			return z.Seat
		}
		p = z.Piece
	}
	return schema.Nothing
}

// ZoneName names a zone for messages: "market", "ann.supply", "fish.with".
func (w *World) ZoneName(z int32) string {
	info := &w.Zones[z]
	switch {
	case info.Seat != schema.Nothing:
		return w.Seats[info.Seat] + "." + info.Decl.Name
	case info.Piece != schema.Nothing:
		return w.Cards[w.Pieces[info.Piece].Card].Name + "." + info.Decl.Name
	}
	return info.Decl.Name
}
