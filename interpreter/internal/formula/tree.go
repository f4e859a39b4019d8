package formula

import (
	"moraine/interpreter/internal/schema"
)

// Tables are fields that only few values have.
type Tables struct {
	Words       []int32            // words of the language, or one for each card
	Zones       []*schema.ZoneDecl // by kind, nil where it has none
	By          []*Value           // by card, nil where it has none
	Labels      []Label            // of the branches of a switch
	name        string             // what is read
	lookup      *lookup            // of Ruled and Ruling
	compute     func(*Env) int32   // of Computed
	computeList func(*Env) []int32 // of Computed, if it is a list
}

// access says what a seat may know of a value beyond its op. It matters only with eyes (look.go).
type access uint8

const (
	asked  access = iota + 1 // of `it`: a candidate of which the seat asked may not know which piece it is
	dealt                    // of `it`: a piece that may lie where it was dealt, where all may see it
	answer                   // of a list: the seat chooses it, so it knows the length
	ofZone                   // of a length: more seats may know how many pieces lie in a zone than which
)

// Op is the operation of a value on its operands Of, here called a, b, c.
//
//   - A value is a number (which may stand for a word, player, piece, place or frame), nothing, or a list.
//     No list holds nothing. A condition is 1 or 0.
//   - An operand that is nothing is a fault, unless the op says otherwise. So is a result beyond 2147483647
//     either way. A fault in an evaluated operand is a fault of the whole.
//   - Operands are evaluated in order, and only if needed: Either skips the branch not taken.
//   - Reading the first of Lying, or cutting it, is a fault where its order is unknown. Lists made of it have
//     an order of their own.
//   - The place of a piece or place in a laid-out zone is itself, the place in which it lies, the place of the
//     piece on which it lies, and so on, eight in all.
type Op uint8

const (
	Constant     Op = iota + 1 // K
	Call                       // a function of the table; Of are its operands, local At is the element
	Computed                   // a Go function of the caller
	Ruled                      // whether a reading is in force
	Ruling                     // the branch that the reading in force takes; a list too
	Me                         // the player for whom the steps run, or nothing
	Local                      // local At: a parameter, an element, the operand of `?.`
	Word                       // word At of the frame; of a list its offset, followed by its length
	Stopped                    // whether the frame is being stopped
	OfGame                     // Field of the game
	OfPlayer                   // Field of player a
	OfPiece                    // Field of piece a that can change; a fault if its kind has none
	Printed                    // Field printed on the card of piece a; a fault if its kind has none; of a table its number
	Row                        // row b (a piece or number) of table a; a fault if there is none
	CardWord                   // Words, by the card of piece a
	Copy                       // the number of piece a among the copies of its card
	Owner                      // the player who owns piece a, by its making or by where it lies (state.World.OwnerOf), or nothing
	Face                       // the word for how piece a lies: Words are up and down
	LiesIn                     // the place in which piece a lies, or nothing
	ZoneOfGame                 // the first place of Zone
	ZoneOfPlayer               // the first place of Zone of player a
	ZoneOfPiece                // the first place of the zone of piece a, by its kind; a fault if it has none

	Opposite // not a
	Both     // a and b
	Or       // a or b
	Holds    // a, where nothing counts as no
	Equal    // a == b; nothing equals nothing
	IsCard   // the card of piece a is b; nothing is the card of nothing
	Less     // a < b
	LessEq   // a <= b
	More     // a > b
	MoreEq   // a >= b
	Negative // -a, or nothing
	Plus     // a + b
	Minus    // a - b
	Multiply // a * b
	Modulo   // the remainder of a / b, with the sign of a; a fault if b is 0
	Either   // b if a holds, else c; a list too
	OrElse   // a, or b if a is nothing
	OrList   // the pieces in zone a, or list b if a is nothing
	Optional // b, where local At is a; nothing if a is nothing
	Invoke   // a, where the locals from At on are the other operands, each stored before the next is evaluated; a list too
	InvokeOf // a, where local At is b, which must not be nothing, and the locals behind it are c, d, …; a list too
	Dispatch // By, by the card of piece a, where local At is a; a fault if there is none; a list too
	InFrame  // the operand for the procedure of frame a, in that frame and for its player; a fault if a is 0; a list too
	Switch   // the operand of the first label that fits a, which may be nothing; a fault if there is none; a list too

	Players   // all players, from the first seat on
	Others    // all players but `me`, clockwise from the left; none if there is no `me`
	AllPieces // all pieces, by number
	Listed    // the operands as a list; nothing is left out
	Lying     // the pieces in the At places from a on, place by place; none if a is nothing
	LyingAt   // the pieces in the places of list a, place by place
	Range     // the numbers from a to b, both included
	Slice     // list a from index b on and, if there is a c, to before c; a negative index counts from the end

	Top          // the first piece in the At places from a on, or nothing; a fault if its place is unknown
	Index        // element b of list a, from the end if negative; a fault if there is none
	Contains     // whether a, which may be nothing, is in list b
	ContainsCard // whether a, which may be nothing, is the card of a piece in list b
	SameBag      // whether lists a and b hold the same, in any order
	SameCards    // whether the cards of list a are the words of list b, in any order

	lastOp    = SameCards
	candidate = lastOp + 1 // Value.run of a Local that is asked
)

var settledTree = &Value{Op: Constant}

// Tree returns v, or a constant if the value is the same whatever the state.
func (v *Value) Tree() *Value {
	if v.Settled() {
		return settledTree
	}
	return v
}
