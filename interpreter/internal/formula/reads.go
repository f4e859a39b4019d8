package formula

import "moraine/interpreter/internal/schema"

// Aspect is a part of the state on which a formula can depend.
type Aspect struct {
	Field    *schema.Field // the field, of any owner
	Op       Op            // if it is no field; Me or Stopped for the player or state of the frame
	Proc, At int           // for a FrameWord: its procedure, and the position in the frame
}

// Aspects that are not divided further.
var (
	Lies     = Aspect{Op: LiesIn} // the places of pieces
	Faces    = Aspect{Op: Face}   // the sides of pieces
	Counters = Aspect{Op: Call}   // the counters
)

// Reads calls f with every aspect of the state on which a formula of a procedure may depend. ok
// is false if this is not known. Facts that never change during a match are not part of the
// state.
func (v *Expr) Reads(proc int, f func(Aspect)) (ok bool) {
	r := &reader{f: f, seen: map[valueIn]bool{}, ok: true}
	r.value(v, proc)
	return r.ok
}

type reader struct {
	f    func(Aspect)
	seen map[valueIn]bool
	ok   bool
}

// valueIn is a value in the frame of a procedure.
type valueIn struct {
	of   *Expr
	proc int
}

// stateless lists the ops that depend only on their operands and on facts that never change.
var stateless = [lastOp + 1]bool{
	Constant: true, Ruled: true, Ruling: true, Local: true, Printed: true, Row: true, CardWord: true, Copy: true,
	ZoneOfGame: true, ZoneOfPlayer: true, ZoneOfPiece: true,
	Opposite: true, Both: true, Or: true, Holds: true, Equal: true, IsCard: true, Less: true, LessEq: true, More: true,
	MoreEq:   true,
	Negative: true, Plus: true, Minus: true, Multiply: true, Modulo: true,
	Either: true, OrElse: true, Optional: true, Invoke: true, InvokeOf: true, Dispatch: true, Switch: true,
	Players: true, Others: true, AllPieces: true, Listed: true, Range: true,
	Slice: true,
	Index: true, Contains: true, ContainsCard: true, SameBag: true, SameCards: true,
}

func (r *reader) value(v *Expr, proc int) {
	if v == nil || v.Settled() || r.seen[valueIn{v, proc}] {
		return
	}
	r.seen[valueIn{v, proc}] = true
	switch v.Op {
	case OfGame, OfPlayer, OfPiece:
		r.f(Aspect{Field: v.Field})
	case FrameWord:
		r.f(Aspect{Op: FrameWord, Proc: proc, At: int(v.At)})
	case Call:
		switch v.depends {
		case onPlaces:
			r.f(Lies)
		case onCounters:
			r.f(Counters)
		}
	case Face, Me, Stopped:
		r.f(Aspect{Op: v.Op})
	case Lying, LyingAt, OrList, Top, LiesIn, Owner:
		r.f(Lies)
	case InFrame:
		r.value(v.Args[0], proc)
		for i, proc := range v.Args[0].Type.Procs.All() {
			r.value(v.Args[1+i], int(proc))
		}
		return
	default:
		r.ok = r.ok && stateless[v.Op]
	}
	for _, of := range v.Args {
		r.value(of, proc)
	}
	if v.Tables != nil {
		for _, of := range v.By {
			r.value(of, proc)
		}
	}
}
