// Package ref has the numbers by which a match refers to its things. The values of formulas and the words of a state
// are 32-bit integers; they get one of these types where they leave the evaluator or the state.
package ref

import "math"

type (
	Piece int32 // a piece, in the order of declaration: by kind, card, owner and copy
	Place int32 // a zone, or a place of a zone with a layout; 0 for pieces that are out of the match
	Seat  int32 // a player, in the order of the seats
	Card  int32 // a card, in the order of declaration
	Kind  int32 // a kind of pieces, in the order of declaration
	Word  int32 // a word of a game's texts: a name, or the value of a field
	Cell  int32 // a place within its zone, from 0
	Proc  int32 // a procedure, in the order of declaration
	PC    int32 // an operation of a procedure
)

// NoPiece ends the list of the pieces in a zone, and is the result of searches that find nothing.
const NoPiece Piece = -1

// Seats that are no players. NoSeat is the value nothing of a formula; the others are roles.
const (
	NoSeat  Seat = math.MinInt32
	Chance  Seat = -1 // the decider of rolls, draws and random choices
	Referee Seat = -2 // a viewer who knows everything
)

// NoProc stands for no procedure.
const NoProc Proc = -1

// AnySeat, in place of a seat, stands for a procedure or counter of any player.
const AnySeat Seat = -1

// Exists reports whether p is a piece: neither NoPiece nor the value nothing.
func (p Piece) Exists() bool { return p >= 0 }

// Exists reports whether z is a place of the match: neither nothing nor the place of pieces that are out of it.
func (z Place) Exists() bool { return z > 0 }

// At returns the place of a cell of the zone that begins at z.
func (z Place) At(c Cell) Place { return z + Place(c) }

// Zone returns the first place of the zone of which z is a cell.
func (z Place) Zone(c Cell) Place { return z - Place(c) }

// IsPlayer reports whether s is the seat of a player.
func (s Seat) IsPlayer() bool { return s >= 0 }

// In reports whether the player s is in a set of seats.
func (s Seat) In(set uint32) bool { return set>>uint(s)&1 != 0 }

// A player can choose among hidden pieces by their backs. Until chance draws the real piece, the frame stores an owed
// piece: a negative number (Owed) for the piece that stands for the chosen option.

// Owed returns the word of a frame for which chance has yet to draw a piece from the option of p.
func (p Piece) Owed() int32 { return -2 - int32(p) }

// OwedAt returns the piece for which Owed has made a word, or NoPiece for any other word.
func OwedAt(word int32) Piece {
	if word == math.MinInt32 || word > -2 {
		return NoPiece
	}
	return Piece(-2 - word)
}
