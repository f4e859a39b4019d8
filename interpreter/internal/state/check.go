package state

import (
	"fmt"

	"moraine/interpreter/internal/ref"
)

// Check returns the first contradiction between the words of zones and pieces: each piece is in the list of one zone,
// the one that it names; the list is linked in both directions and counted; the pieces of a block in unknown order, and
// those of a zone without order, are sorted; nothing is glued to the end of a zone. An operation that leaves the words
// otherwise is wrong, whatever the rules say.
func (w *World) Check() error {
	listed := 0
	for z := range w.Zones {
		n, err := w.checkZone(ref.Place(z))
		if err != nil {
			return fmt.Errorf("the pieces of zone %d: %w", z, err)
		}
		listed += n
	}
	if listed != len(w.Pieces) {
		return fmt.Errorf("the zones have %d pieces; there are %d", listed, len(w.Pieces))
	}
	return nil
}

func (w *World) checkZone(z ref.Place) (n int, err error) {
	words, before := w.zone(z), ref.NoPiece
	joined := false // the piece before is glued to this one
	for p := ref.Piece(words[zoneHead]); p >= 0; p = ref.Piece(w.piece(p)[pieceNext]) {
		r := w.piece(p)
		switch {
		case n == len(w.Pieces):
			return n, fmt.Errorf("their list is a ring")
		case ref.Place(r[pieceIn]) != z:
			return n, fmt.Errorf("piece %d says that it is in zone %d", p, r[pieceIn])
		case ref.Piece(r[piecePrev]) != before:
			return n, fmt.Errorf("piece %d follows %d and names %d", p, before, r[piecePrev])
		case before > p && (joined || !w.Zones[z].Stack):
			return n, fmt.Errorf("piece %d follows %d, which is not sorted", p, before)
		}
		before, joined = p, r[pieceFlags]&glued != 0
		n++
	}
	switch {
	case joined:
		return n, fmt.Errorf("piece %d is glued to nothing", before)
	case ref.Piece(words[zoneTail]) != before:
		return n, fmt.Errorf("the last one is %d, and the tail is %d", before, words[zoneTail])
	case int(words[zoneCount]) != n:
		return n, fmt.Errorf("%d are listed, and %d counted", n, words[zoneCount])
	}
	return n, nil
}
