package state

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// This file defines the information that a seat may know. Views, scenarios that check views,
// and the formulas of bots depend on it.
//
//   - `seen_by` of a zone lists the seats that see its pieces. A zone on a piece has the owner of that piece; pieces
//     on an unknown piece are unknown.
//   - A seat may also know a piece that it does not see, because it saw the piece before: see secret_known.go.
//   - `seen_by` of a mark lists the seats that may read it, even on an unknown piece. A mark without `seen_by`, or
//     with `seen_by: owner`, is read together with the piece.
//   - A face alone hides nothing: a piece turned over in sight stays known. But in a zone with `face: down` pieces
//     arrive unseen, so there a face-down piece is known only to the owner of the zone, even if all seats see the
//     zone.
//   - While a sealed block is open, a player neither sees nor counts pieces in zones of others from or to which the
//     block moves pieces, and cannot read fields of others that it sets. Everything else stays visible.

// Sees reports whether a seat sees the pieces in zone z.
func (w *World) Sees(seat ref.Seat, z ref.Place) bool {
	info := &w.Zones[z]
	if info.Open {
		return true
	}
	by, _ := info.Decl.SeenBy.Says()
	return (by == syntax.ByAll || w.among(seat, info.Decl.SeenBy, w.Holder(z), info.Piece)) && w.Counts(seat, z)
}

// among reports whether `seen_by` includes a seat, for an owner and possibly a piece.
func (w *World) among(seat ref.Seat, by *syntax.SeenBy, owner ref.Seat, piece ref.Piece) bool {
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

// Counts reports whether a seat may know the number of pieces in zone z.
func (w *World) Counts(seat ref.Seat, z ref.Place) bool {
	info := &w.Zones[z]
	if info.Open {
		return true
	}
	if info.Piece != schema.Nothing && !w.Knows(seat, info.Piece) {
		return false
	}
	return !w.Seals(info.Decl) || w.Holder(z) == seat
}

// Knows reports whether a seat may know the identity of p. A card that is being played is in no
// zone and known to all.
func (w *World) Knows(seat ref.Seat, p ref.Piece) bool {
	return w.Spots(seat, p) || w.Remembers && w.Shown(p)>>uint(seat)&1 != 0
}

// Spots reports whether a seat sees p in its zone.
func (w *World) Spots(seat ref.Seat, p ref.Piece) bool {
	z := w.In(p)
	return z == 0 || w.SpotsIn(seat, z, w.FaceDown(p))
}

// SpotsIn reports whether a seat sees a piece that lies face up or down in zone z. In a zone with `face: down` only its
// holder sees pieces that lie face down.
func (w *World) SpotsIn(seat ref.Seat, z ref.Place, down bool) bool {
	info := &w.Zones[z]
	return info.Open || w.Sees(seat, z) && (!down || !info.Down || w.Holder(z) == seat)
}

// Reads reports whether a seat may read field f of a player or piece; `of` is that player or
// piece.
func (w *World) Reads(seat ref.Seat, f *schema.Field, of int32) bool {
	owner, piece := ref.NoSeat, ref.NoPiece
	switch f.Scope {
	case schema.OfPlayer:
		owner = ref.Seat(of)
	case schema.OfPiece:
		owner, piece = w.OwnerOf(ref.Piece(of)), ref.Piece(of)
		if f.Mark && !f.Worn() && !w.Knows(seat, ref.Piece(of)) {
			return false
		}
	}
	return (!f.Hidden() || w.among(seat, f.SeenBy, owner, piece)) &&
		(!f.Sealed.Has(w.Stack.sealedBlock()) || owner == seat)
}

// Holder returns the player who owns zone z, or who owns the piece on which it is.
func (w *World) Holder(z ref.Place) ref.Seat {
	info := &w.Zones[z]
	if info.Piece != schema.Nothing {
		return w.OwnerOf(info.Piece)
	}
	return info.Seat
}

// OwnerOf returns the owner of piece p: a fixed owner, or else the owner of the zone in which
// it is, directly or on another piece.
func (w *World) OwnerOf(p ref.Piece) ref.Seat {
	for range 8 { // the limit on the depth of pieces on pieces
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

// ZoneName returns the name of a zone for messages: "market", "ann.supply", "fish.with".
func (w *World) ZoneName(z ref.Place) string {
	info := &w.Zones[z]
	switch {
	case info.Seat != schema.Nothing:
		return w.Seats[info.Seat] + "." + info.Decl.Name
	case info.Piece != schema.Nothing:
		return w.Cards[w.Pieces[info.Piece].Card].Name + "." + info.Decl.Name
	}
	return info.Decl.Name
}
