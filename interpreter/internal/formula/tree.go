package formula

import (
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
)

// Tables holds the parts of a value that only few values have, so that the others stay small.
type Tables struct {
	Words   []ref.Word         // words of the language, or one for each card
	Zones   []*schema.ZoneDecl // by kind; nil for a kind without the zone
	By      []*Expr            // by card; nil for a card without the formula
	Labels  []Label            // of the branches of a switch
	name    string             // name of the member
	lookup  *lookup            // for Ruled and Ruling
	compute func(*Env) int32   // for Computed
}

// access describes how much a seat may know about a value, in addition to its op. It matters only if a formula is
// evaluated for a seat (secret_look.go).
type access uint8

const (
	asked  access = iota + 1 // for `it`: a candidate that the asked seat may not know
	dealt                    // for `it`: a piece dealt to a place, all of whose properties may be read
	answer                   // for a list: the seat chooses it, so it knows the length
	ofZone                   // for a length: more seats may know the number of pieces in a zone than the pieces
)

// Op is the operation of a value on its operands Args, here called a, b, c.
//
//   - A value is a number (which may stand for a word, player, piece, place or frame), nothing, or a list.
//     Lists cannot contain nothing. A condition is 1 or 0.
//   - An operand that is nothing is a fault, unless the op says otherwise. So is a result beyond ±2147483647.
//     A fault in an evaluated operand is a fault of the whole.
//   - Operands are evaluated in order, and only if needed: Either skips the branch not taken.
//   - Reading the first element of a Lying, or cutting it, is a fault where its order is unknown. Lists computed from
//     it have an order of their own.
//   - The place of a piece or place in a zone with a layout is itself, the place in which it is, the place of the
//     piece on which it is, and so on, up to eight levels.
type Op uint8

const (
	Constant  Op = iota + 1 // K
	Call                    // a function in the table functions; Args has its operands, local At is the element
	Computed                // a Go function of the caller
	Ruled                   // whether a reading is in force
	Ruling                  // the branch for the reading in force; also a list
	Me                      // the player for whom the steps run, or nothing
	Local                   // local At: a parameter, an element, or the operand of `?.`
	FrameWord               // word At of the frame; for a list the offset of its elements, followed by their number
	Stopped                 // whether the frame is being stopped
	OfGame                  // Field of the game
	OfPlayer                // Field of player a
	OfPiece                 // Field of piece a, stored in the state; a fault if its kind does not have it
	// Field printed on the card of piece a; a fault if its kind does not have it; for a table the index of its first
	// value
	Printed
	// the value of printed table a for key b, a piece or number; a fault if it has no such key
	Row
	CardWord     // Words, by the card of piece a
	Copy         // the number of piece a among the copies of its card
	Owner        // the player who owns piece a, fixed or by its zone (state.World.OwnerOf), or nothing
	Face         // the word for the side of piece a: Words are up and down
	LiesIn       // the place of piece a, or nothing
	ZoneOfGame   // the first place of Zone
	ZoneOfPlayer // the first place of Zone of player a
	ZoneOfPiece  // the first place of a zone on piece a, by its kind; a fault if the kind has none

	Opposite // not a
	Both     // a and b
	Or       // a or b
	Holds    // a, where nothing counts as false
	Equal    // a == b; nothing equals nothing
	IsCard   // the card of piece a is b; the card of nothing is nothing
	Less     // a < b
	LessEq   // a <= b
	More     // a > b
	MoreEq   // a >= b
	Negative // -a, or nothing
	Plus     // a + b
	Minus    // a - b
	Multiply // a * b
	Modulo   // the remainder of a / b, with the sign of a; a fault if b is 0
	Either   // b if a is true, otherwise c; also a list
	OrElse   // a, or b if a is nothing
	OrList   // the pieces in zone a, or list b if a is nothing
	Optional // b, where local At is a; nothing if a is nothing
	// a, where the locals from At on are the other operands, each stored before the next is evaluated; also a list
	Invoke
	InvokeOf // a, where local At is b, which must not be nothing, and the following locals are c, d, …; also a list
	Dispatch // By, by the card of piece a, where local At is a; a fault if there is none; also a list
	// the operand for the procedure of frame a, in that frame and for its player; a fault if a is 0; also a list
	InFrame
	// the operand for the first label that matches a, which may be nothing; a fault if there is none; also a list
	Switch

	Players   // all players, from the first seat on
	Others    // all players except `me`, clockwise from the left; none if `me` is nothing
	AllPieces // all pieces, by number
	Listed    // the operands as a list; operands that are nothing are left out
	Lying     // the pieces in At places beginning with a, place by place; none if a is nothing
	LyingAt   // the pieces in the places of list a, place by place
	// the numbers from a to b, both included; if At is not 0, they number the elements of the list in local At-1
	Range
	Slice // list a from index b and, if c is given, to before c; a negative index counts from the end

	Top          // the first piece in At places beginning with a, or nothing; a fault if its position is unknown
	Index        // element b of list a, from the end if negative; a fault if it does not exist
	Contains     // whether a, which may be nothing, is in list b
	ContainsCard // whether a, which may be nothing, is the card of a piece in list b
	SameBag      // whether lists a and b have equal elements, in any order
	SameCards    // whether the cards of list a are the words of list b, in any order

	lastOp    = SameCards
	candidate = lastOp + 1 // Expr.run of a Local with access asked
	recalled  = lastOp + 2 // Expr.run of a value whose results are remembered (memory.go)
)

var settledTree = &Expr{Op: Constant}

// Tree returns v, or a constant if its value is the same in every state.
func (v *Expr) Tree() *Expr {
	if v.Settled() {
		return settledTree
	}
	return v
}
