package state

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// A zone is a doubly linked list of its pieces. The head of a stack is its top. Consecutive
// pieces in unknown order form a block: each piece but the last is glued to the next one, and
// the block is sorted by piece. So shuffling only discards information, and equal knowledge has
// equal words. A block has at least two pieces; the position of a single piece is known.

const (
	faceDown = 1 << iota
	glued
)

// The words of a zone, and those of a piece.
const (
	zoneHead = iota
	zoneTail
	zoneCount
)

const (
	pieceIn = iota
	pieceNext
	piecePrev
	pieceFlags
)

type (
	zoneWords  = [schema.ZoneWords]int32
	pieceWords = [schema.PieceWords]int32
)

// emptyZone has the words of a zone without pieces.
var emptyZone = zoneWords{int32(ref.NoPiece), int32(ref.NoPiece), 0}

// knownAt is the index of the lowest flag for Shown: one for each seat (secret_known.go).
const knownAt = 2

// Placement has the words of zones, pieces and fields, and the times of their changes.
type Placement struct {
	words   []int32
	Touched bool // a value that invariants can read has changed
	Timed   bool // some value of a field may be temporary
	pieces  int  // index of the words of the first piece
	fields  int  // index of the words of the first field
	records bool // accessors add to reads
	reads   Reads
	changes *changes
}

func newPlacement(s *schema.Schema) Placement {
	return Placement{pieces: s.Layout.Pieces, fields: s.Layout.Pieces + schema.PieceWords*len(s.Pieces),
		changes: &changes{}}
}

// zone and piece return words, whose reads and changes the caller records.
func (w *Placement) zone(z ref.Place) *zoneWords {
	return (*zoneWords)(w.words[schema.ZoneWords*int(z):])
}

func (w *Placement) piece(p ref.Piece) *pieceWords {
	return (*pieceWords)(w.words[w.pieces+schema.PieceWords*int(p):])
}

// Len returns the number of pieces in zone z.
func (w *Placement) Len(z ref.Place) int32 {
	w.read(contentMark(z))
	return w.words[schema.ZoneWords*int(z)+zoneCount]
}

// Head returns the first and Tail the last piece of zone z, or NoPiece.
func (w *Placement) Head(z ref.Place) ref.Piece {
	w.read(contentMark(z))
	return ref.Piece(w.words[schema.ZoneWords*int(z)+zoneHead])
}

func (w *Placement) Tail(z ref.Place) ref.Piece {
	w.read(contentMark(z))
	return ref.Piece(w.words[schema.ZoneWords*int(z)+zoneTail])
}

// Next returns the piece after p in its zone, or NoPiece.
func (w *Placement) Next(p ref.Piece) ref.Piece {
	w.readAround(p)
	return ref.Piece(w.words[w.pieces+schema.PieceWords*int(p)+pieceNext])
}

// prev returns the piece before p in its zone, or NoPiece.
func (w *Placement) prev(p ref.Piece) ref.Piece {
	w.readAround(p)
	return ref.Piece(w.words[w.pieces+schema.PieceWords*int(p)+piecePrev])
}

// Lying appends the pieces in n places from z on to a list.
func (w *Placement) Lying(z ref.Place, n int32, list []int32) []int32 {
	if w.records {
		w.readPlaces(z, n)
	}
	words, next := w.words, w.pieces+pieceNext
	for ; n > 0; z, n = z+1, n-1 {
		for p := words[schema.ZoneWords*int(z)+zoneHead]; p >= 0; p = words[next+schema.PieceWords*int(p)] {
			list = append(list, p)
		}
	}
	return list
}

// In returns the zone of p.
func (w *Placement) In(p ref.Piece) ref.Place {
	w.read(pieceMark(p))
	return ref.Place(w.words[w.pieces+schema.PieceWords*int(p)+pieceIn])
}

// flags returns the flags of p. Only Glued and Flags may use the glue.
func (w *Placement) flags(p ref.Piece) int32 {
	w.read(pieceMark(p))
	return w.words[w.pieces+schema.PieceWords*int(p)+pieceFlags]
}

// FaceDown reports whether p is face down.
func (w *Placement) FaceDown(p ref.Piece) bool { return w.flags(p)&faceDown != 0 }

// Glued reports whether p and the next piece are in one block.
func (w *Placement) Glued(p ref.Piece) bool {
	w.readAround(p)
	return w.words[w.pieces+schema.PieceWords*int(p)+pieceFlags]&glued != 0
}

// Placed reports whether the position of p in its zone is known.
func (w *Placement) Placed(p ref.Piece) bool {
	prev := w.prev(p)
	return !w.Glued(p) && (prev < 0 || !w.Glued(prev))
}

// SetFace turns p face down or up.
func (w *Placement) SetFace(p ref.Piece, down bool) {
	f := &w.piece(p)[pieceFlags]
	if now := *f&faceDown != 0; now != down {
		*f ^= faceDown
		w.Touched = true
		w.changes.note(pieceMark(p))
	}
}

// glue joins p and the next piece in one block.
func (w *Placement) glue(p ref.Piece) {
	r := w.piece(p)
	r[pieceFlags] |= glued
	w.changes.note(contentMark(ref.Place(r[pieceIn])))
}

// Glue joins p and the next piece of its stack in one block of unknown order.
func (w *Placement) Glue(p ref.Piece) {
	if w.Next(p) >= 0 {
		w.glue(p)
	}
}

// inBlock reports whether q is below p in the same block.
func (w *Placement) inBlock(p, q ref.Piece) bool {
	for w.Glued(p) {
		if p = w.Next(p); p == q {
			return true
		}
	}
	return false
}

// remove removes p from its zone. It is followed by insert, which records that p changes.
func (w *Placement) remove(p ref.Piece) {
	r := w.piece(p)
	w.changes.note(contentMark(ref.Place(r[pieceIn])))
	z := w.zone(ref.Place(r[pieceIn]))
	next, prev := ref.Piece(r[pieceNext]), ref.Piece(r[piecePrev])
	if prev >= 0 {
		q := w.piece(prev)
		q[pieceNext] = int32(next)
		if r[pieceFlags]&glued == 0 {
			q[pieceFlags] &^= glued
		}
	} else {
		z[zoneHead] = int32(next)
	}
	if next >= 0 {
		w.piece(next)[piecePrev] = int32(prev)
	} else {
		z[zoneTail] = int32(prev)
	}
	z[zoneCount]--
	r[pieceFlags] &^= glued
}

// insert links p into z between prev and next; these are NoPiece at the ends.
func (w *Placement) insert(p ref.Piece, z ref.Place, prev, next ref.Piece) {
	w.Touched = true
	w.changes.note(contentMark(z))
	w.changes.note(pieceMark(p))
	r, at := w.piece(p), w.zone(z)
	r[pieceIn], r[pieceNext], r[piecePrev] = int32(z), int32(next), int32(prev)
	if prev >= 0 {
		w.piece(prev)[pieceNext] = int32(p)
	} else {
		at[zoneHead] = int32(p)
	}
	if next >= 0 {
		w.piece(next)[piecePrev] = int32(p)
	} else {
		at[zoneTail] = int32(p)
	}
	at[zoneCount]++
}

// Shown returns the set of seats that know p although they may not see it.
func (w *Placement) Shown(p ref.Piece) uint32 { return uint32(w.flags(p)) >> knownAt }

func (w *Placement) setShown(p ref.Piece, seats uint32) {
	f := &w.piece(p)[pieceFlags]
	if now := *f&(1<<knownAt-1) | int32(seats<<knownAt); now != *f {
		*f, w.Touched = now, true
		w.changes.note(pieceMark(p))
	}
}

// Word returns word i, which belongs to a field.
func (w *Placement) Word(i int) int32 {
	w.read(wordMark(i))
	return w.words[i]
}

// Write sets word i.
func (w *Placement) Write(i int, v int32) {
	if w.set(i, v) {
		w.Touched = true
	}
}

// set sets a word without Touched, for words that no invariant can read. It reports whether the word changes.
func (w *Placement) set(i int, v int32) (changes bool) {
	if w.words[i] == v {
		return false
	}
	w.words[i] = v
	w.changes.note(wordMark(i))
	return true
}
