package formula

import "moraine/interpreter/internal/schema"

// Read is a part of the state that a formula looks at.
type Read struct {
	Op    Op               // …; Neighbours: where pieces lie, and what they lie on; Computed: anything
	Field *schema.Field    // of OfGame, OfPlayer, OfPiece: of whomever
	Zone  *schema.ZoneDecl // of Lying; nil: any
	Kinds schema.KindSet   // of Lying, LiesIn, Owner, Face, Neighbours: of which pieces
	Proc  int              // of Word: of which frame
	At    int
}

// Reads hands to f all of the state that a formula of a procedure can look at. It may be more than the
// formula looks at, and is never less. What never changes while a match runs is no part of the state.
func (v *Value) Reads(proc int, f func(Read)) {
	r := &reader{f, map[valueIn]bool{}}
	r.value(v, proc)
}

type reader struct {
	f    func(Read)
	seen map[valueIn]bool
}

// valueIn is a value as a procedure reads it.
type valueIn struct {
	of   *Value
	proc int
}

// stateless are the ops that look at nothing but what they are made of, and at what never changes.
var stateless = [lastOp + 1]bool{
	Constant: true, Ruled: true, Ruling: true, Me: true, Local: true, Stopped: true, Printed: true, Row: true, CardWord: true, Copy: true,
	ZoneOfGame: true, ZoneOfPlayer: true, ZoneOfPiece: true,
	Opposite: true, Both: true, Or: true, Holds: true, Equal: true, IsCard: true, Less: true, LessEq: true, More: true, MoreEq: true,
	Negative: true, Abs: true, Plus: true, Minus: true, Multiply: true, Modulo: true, Floor: true, Ceil: true, Largest: true, Smallest: true,
	Either: true, OrElse: true, Optional: true, Invoke: true, InvokeOf: true, Dispatch: true, Switch: true,
	Players: true, Others: true, Clockwise: true, AllPieces: true, Listed: true, Range: true, Filter: true, Map: true, SortBy: true, Concat: true,
	Reverse: true, Unique: true, Slice: true, Places: true, Ring: true, Cycle: true,
	Length: true, Empty: true, First: true, Last: true, Index: true, Contains: true, ContainsCard: true, SameBag: true, SameCards: true,
	Find: true, Count: true, Any: true, All: true, None: true, One: true, Sum: true, Max: true, Min: true,
}

func (r *reader) value(v *Value, proc int) {
	if v == nil || v.Settled() || r.seen[valueIn{v, proc}] {
		return
	}
	r.seen[valueIn{v, proc}] = true
	switch v.Op {
	case OfGame, OfPlayer, OfPiece:
		r.f(Read{Op: v.Op, Field: v.Field})
	case Word:
		r.f(Read{Op: Word, Proc: proc, At: int(v.At)})
	case Times:
		r.f(Read{Op: Times})
	case Lying, LyingAt, OrList, Top:
		z := v.Of[0].Type
		r.f(Read{Op: Lying, Zone: z.Decl, Kinds: z.Kinds})
	case LiesIn:
		r.f(Read{Op: LiesIn, Kinds: v.Of[0].Type.Kinds})
	case Face:
		r.f(Read{Op: Face, Kinds: v.Of[0].Type.Kinds})
	case Owner:
		r.f(Read{Op: Owner, Kinds: v.Of[0].Type.Kinds})
	case Neighbours, Line:
		switch of := v.Of[0].Type; {
		case of.Base == schema.Piece:
			r.f(Read{Op: Neighbours, Kinds: of.Kinds})
		case of.Decl == nil:
			r.f(Read{Op: Neighbours})
		case of.Decl.Scope == schema.OfPiece:
			r.f(Read{Op: Neighbours, Kinds: 1 << uint(of.Decl.Kind)})
		}
	case InRun:
		r.value(v.Of[0], proc)
		for i, run := range v.Of[0].Type.Runs {
			r.value(v.Of[1+i], run)
		}
		return
	default:
		if !stateless[v.Op] {
			r.f(Read{Op: Computed})
		}
	}
	for _, of := range v.Of {
		r.value(of, proc)
	}
	if v.Tables != nil {
		for _, of := range v.By {
			r.value(of, proc)
		}
	}
}
