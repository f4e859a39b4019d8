package formula

import (
	"slices"

	"moraine/interpreter/internal/schema"
)

// A value is a closure, and beside it a tree that says the same: of what it is made.
// Closures run; trees are read, by whoever makes something else of a formula (package
// native makes machine code). A tree is what was written, before closures are fused.
//
// What formulas may not see (Eyes), what they cost (Fuel) and what is noted of them
// (Notes) is no part of it. A fault in what a value looks at is a fault of the value.

// Tree says of what a value is made.
type Tree struct {
	Op      Op
	At      int32            // the local, the word, or the number of places that Op speaks of
	Of      []*Value         // what it is made of
	Field   *schema.Field    // what is read
	Zone    *schema.ZoneDecl // whose place it is
	*Tables                  // nil for most
}

// Tables are what only few trees have.
type Tables struct {
	Words  []int32            // words of the language, or one for each card
	Zones  []*schema.ZoneDecl // by kind, nil where it has none
	By     []*Value           // by card, nil where it has none
	Labels []Label            // of the branches of a switch
}

// Op says how a value is made of others, which are called a, b, c: Of, in order.
//
// A value is a number, which may stand for a word, player, piece, place or run; or
// nothing; or a list, which its type says. A condition holds if it is 1, and is 1 or 0.
// What is asked of nothing is a fault, unless Op says what it comes to.
type Op uint8

const (
	Constant     Op = iota + 1 // the value's K
	Me                         // the player for whom the steps run, or nothing
	Local                      // local At: a parameter, the element of a predicate, or what is looked at twice
	Word                       // word At of the frame; of a list where in the frame it begins, and the word behind how long it is
	Stopped                    // whether the frame is being stopped
	Times                      // word At of the header; with a, the word 1 + a further on
	OfGame                     // Field, of the game
	OfPlayer                   // Field, of player a
	OfPiece                    // Field, a mark of piece a; a fault if its kind has none
	Printed                    // Field, printed on the card of piece a; a fault if its kind has none. A table is its number
	Row                        // what stands in table a, whose rows are found as Field says, by b; a fault if there is no such row
	CardWord                   // Words, by the card of piece a
	Copy                       // which copy piece a is
	Owner                      // whose piece a is, or nothing
	Face                       // how piece a lies: Words are up and down
	LiesIn                     // the place in which piece a lies, or nothing
	ZoneOfGame                 // the first place of Zone
	ZoneOfPlayer               // … of player a
	ZoneOfPiece                // … of piece a: of Zones, that of its kind; a fault if there is none

	Opposite // a does not hold
	Both     // a and b hold; b is looked at only if a holds
	Or       // a or b holds; b is looked at only if a does not
	Holds    // a holds: what is nothing does not
	Equal    // a is b; nothing is nothing
	IsCard   // the card of piece a has the word b; nothing is nothing
	Less     // a < b, and so on; a fault if one of them is nothing
	LessEq
	More
	MoreEq
	Negative // -a; nothing of nothing
	Abs      // a, or -a if a < 0; nothing of nothing
	Plus     // a + b, and so on; a fault if one of them is nothing, or if that is beyond 2147483647 either way
	Minus
	Multiply
	Modulo   // what is left of a, with its sign; a fault if b is 0
	Largest  // of all numbers in Of; a fault if one is nothing
	Smallest // …
	Either   // b if a holds, else c; the other is not looked at. The same for lists
	OrElse   // a, or b if a is nothing, which else is not looked at
	OrList   // what lies in the At places from a on, or list b if a is nothing, which else is not looked at
	Optional // nothing if a is nothing; else b, where local At is a
	Invoke   // a, where the locals from At on are the rest of Of, each worked out and laid there before the next
	InvokeOf // a, where local At is b
	Dispatch // By, by the card of piece a, where local At is a; a fault if there is none
	InRun    // the rest of Of, by the procedure of run a in the order of a's type, in the frame of a and for its player; a fault if a is 0
	Switch   // the rest of Of, the first whose label fits a; a fault if there is none

	// Lists. None holds nothing.
	Players   // all, from the first seat on
	Others    // all but the player for whom the steps run, clockwise from his left; none if there is no such player
	Clockwise // all, clockwise from player a on
	AllPieces
	Listed     // all of Of, which are no lists; nothing is left out
	Lying      // what lies in the At places from a on, place by place in the order of each; none if a is nothing
	LyingAt    // what lies in the places of list a, likewise
	Range      // the numbers from a to b, both included; a fault if one of them is nothing
	Filter     // those of list a of which b holds, where local At is the element
	Map        // b of each of list a, where local At is the element; nothing is left out
	SortBy     // list a by the number b of each, where local At is the element, upward from nothing; what is alike stays in order
	Concat     // all lists of Of, one after the other
	Reverse    // list a backward
	Unique     // list a, of what is there twice the first
	Slice      // list a from number b on, to before number c if there is one; below zero counts from the end, beyond either end is the end. A fault if one is nothing, or if a is Lying and is cut within a block of unknown order
	Places     // the places of Zone from a on
	Neighbours // the places next to a, clockwise from the top. A place, or a piece on it, that is not laid out stands for that on which it is, and is nowhere if there is none: then none, as if a is nothing
	Line       // of the places from a on in direction b the next c, as far as there are any; none if a is nowhere; a fault if b is no direction there
	Ring       // the places of ring number b of Zone from a on; none if it has none
	Cycle      // list a from b on and round the end, backward if c is one of Words, left and up; a fault if b is not in it

	// Of lists. What is looked for is looked for in order, and what comes after it is not looked at.
	Length       // of list a
	Empty        // list a is
	Top          // the first that lies in the At places from a on, nothing if there is none or a is nothing; a fault if nobody knows the order of what lies with it
	First        // of list a, nothing if it is empty; a fault if a is Lying and nobody knows the order there
	Last         // …
	Index        // of list a number b, from the end if below zero; a fault if there is none, or if a is Lying and nobody knows the order there
	Contains     // a is in list b
	ContainsCard // a is the word of a card in list b
	SameBag      // lists a and b are the same, in whatever order
	SameCards    // the words of the cards of list a, and list b are the same, in whatever order
	Find         // the first of list a of which b holds, where local At is the element; or nothing
	Count        // of how many of list a b holds, where local At is the element
	Any          // b holds of one or more of list a, where local At is the element
	All          // … of each
	None         // … of none
	One          // … of exactly one: it is looked for the second
	Sum          // of list a; with b of b of each, where local At is the element; a fault if one is nothing, or if that is beyond 2147483647 either way
	Max          // of list a; a fault if it is empty
	Min          // …
)

var noTree, settledTree = &Tree{}, &Tree{Op: Constant}

// Tree is of what v is made; its Op is 0 if nothing says so.
func (v *Value) Tree() *Tree {
	switch {
	case v.Settled():
		return settledTree
	case v.tree == nil:
		return noTree
	}
	return v.tree
}

// made notes of what v is made.
func (v *Value) made(op Op, of ...*Value) *Value { return v.madeBy(Tree{Op: op}, of...) }

// madeBy notes of what v is made, and what else t says.
func (v *Value) madeBy(t Tree, of ...*Value) *Value {
	switch n := len(of); {
	case n == 0:
		v.tree = new(t)
	case n <= len(node{}.of):
		x := &node{Tree: t}
		x.Of = x.of[:copy(x.of[:], of):n]
		v.tree = &x.Tree
	default:
		v.tree = new(t)
		v.tree.Of = slices.Clone(of)
	}
	return v
}

// node is a tree with room for what it is made of: there are so many that each is
// made in one piece.
type node struct {
	Tree
	of [3]*Value
}

// holding is a condition that is yes or no, where v may be nothing besides.
func holding(v *Value) *Value {
	if v.num == nil || v.Const && v.K != schema.Nothing {
		return v
	}
	out := &Value{Type: v.Type, Pos: v.Pos, yes: v.cond(), settled: v.Settled()}
	if v.K == 1 {
		out.K = 1
	}
	return out.made(Holds, v)
}
