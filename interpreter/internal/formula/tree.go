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

// how something is seen that Op says nothing of.
type how uint8

const (
	asked  how = iota + 1 // of `it`: the piece that somebody is asked about, who may not know it
	dealt                 // of `it`: a piece that may lie where it is dealt, of which all can be seen
	answer                // of a list: he that is asked says it himself, so he knows how long it is
	ofZone                // of Length and Empty: more may know how many lie in a zone than what
)

// Op says how a value is made of others, which are called a, b and c: Of, in order.
//
//   - A value is a number, which may stand for a word, player, piece, place or frame; or
//     nothing; or a list, which its type says. No list holds nothing.
//   - A condition holds if it is 1. What is said here of a condition alone is 1 or 0.
//   - What is asked of nothing is a fault, unless Op says what it comes to; and so is a
//     number beyond 2147483647 either way. A fault in what is looked at is one of all.
//   - What need not be looked at is not: the side that Either does not take, or what
//     comes in a list after that which is looked for. All is looked at in order.
//   - Where nobody knows the order of what lies in a zone, it is a fault to ask for the
//     first of Lying, say; of lists that are made of it, it is not.
//   - A piece or place is at the place of a zone that is laid out: the one that it is, or
//     lies in, or in which that lies which bears it, and so on, eight in all; else it is
//     nowhere.
type Op uint8

const (
	Constant     Op = iota + 1 // the value's K
	Call                       // what Function says; Of are its operands, and local At is the element, if it looks at each
	Computed                   // whatever somebody else computes
	Ruled                      // whether a reading is in force
	Ruling                     // the one of Of that the reading in force takes; a list too
	Me                         // the player for whom the steps run, or nothing
	Local                      // local At: a parameter, the element of a predicate, what is looked at twice
	Word                       // word At of the frame; of a list, where in the frame that begins, and the word behind it how long it is
	Stopped                    // the frame is being stopped
	OfGame                     // Field, of the game
	OfPlayer                   // Field, of player a
	OfPiece                    // Field, a mark of piece a; a fault if its kind has none
	Printed                    // Field, printed on the card of piece a; a fault if its kind has none; a table is its number
	Row                        // table a of Field, in the row of piece or number b; a fault if there is no such row
	CardWord                   // Words, by the card of piece a
	Copy                       // which copy piece a is
	Owner                      // whose piece a is by its making or by where it lies (state.World.OwnerOf), or nothing
	Face                       // how piece a lies: Words are up and down
	LiesIn                     // the place in which piece a lies, or nothing
	ZoneOfGame                 // the first place of Zone
	ZoneOfPlayer               // the first place of Zone, of player a
	ZoneOfPiece                // the first place of that of Zones which piece a has by its kind; a fault if there is none

	Opposite // a does not hold
	Both     // a and b hold; b is looked at if a holds
	Or       // a or b holds; b is looked at if a does not
	Holds    // a holds, which else may be nothing
	Equal    // a is b; nothing is nothing
	IsCard   // b is the word of the card of piece a; nothing is that of nothing
	Less     // a < b
	LessEq
	More
	MoreEq
	Negative // -a, or nothing
	Plus     // a + b
	Minus
	Multiply
	Modulo   // what a division of a by b leaves, with the sign of a; a fault if b is 0
	Either   // b if a holds, else c; a list too
	OrElse   // a, or b if a is nothing
	OrList   // what Lying is, or list b if a is nothing
	Optional // b, where local At is a, or nothing if a is nothing
	Invoke   // a, where the locals from At on are the rest of Of, each laid there before the next is worked out; a list too
	InvokeOf // a, where local At is b, which must not be nothing, and those behind it are c, d, …; a list too
	Dispatch // By, by the card of piece a, where local At is a; a fault if there is none; a list too
	InFrame  // the rest of Of, one for each of the Procs of a's type, by the procedure of frame a, in that frame and for its player; a fault if a is 0; a list too
	Switch   // the rest of Of, the first whose label fits a, which may be nothing; a fault if there is none; a list too

	// Lists.

	Players   // all, from the first seat on
	Others    // all but the player for whom the steps run, clockwise from his left; none if there is no such player
	AllPieces // by number
	Listed    // Of, single values, of which nothing is left out
	Lying     // what lies in the At places from a on, place by place, in the order of each; none if a is nothing
	LyingAt   // what lies in the places of list a, likewise
	Range     // the numbers from a to b, both included
	Slice     // list a from number b on and, if there is a c, to before that; below zero they count from the end; a fault if it cuts what is Lying where nobody knows the order

	// Of lists.

	Top          // the first of what lies in the At places from a on, or nothing; a fault if nobody knows its place; nothing of nothing
	Index        // of list a number b, from the end if below zero; a fault if there is none, or if a is Lying and nobody knows its place
	Contains     // a, which may be nothing, is in list b
	ContainsCard // a, which may be nothing, is the word of the card of a piece in list b
	SameBag      // lists a and b hold the same, in whatever order
	SameCards    // the cards of list a have the words of list b, in whatever order

	lastOp    = SameCards
	candidate = lastOp + 1 // Value.run of a Local that is asked: the seat may not know the piece
)

var settledTree = &Value{Op: Constant}

// Tree returns v, or a constant if the value is the same whatever the state.
func (v *Value) Tree() *Value {
	if v.Settled() {
		return settledTree
	}
	return v
}
