package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Show evaluates a formula of `it`, a piece, a player or nothing, for a seat; the referee may read everything.
// A single value is returned as a list with one element, nothing as an empty list. ok is false
// after a fault, and if the seat may not know the result.
func Show(e *formula.Env, f *formula.Expr, it int32, seat ref.Seat) (values []int32, ok bool) {
	if e.World.Err != nil {
		return nil, false
	}
	e.Begin()
	e.SetIt(it)
	e.View(seat)
	if f.IsList() {
		values = append(values, f.List(e)...)
	} else if v := f.Num(e); v != schema.Nothing {
		values = append(values, v)
	}
	e.View(ref.Referee)
	if e.World.Err == nil {
		return values, true
	}
	if e.World.Err.Hidden {
		e.World.Err = nil
	}
	return nil, false
}

// ShowOf evaluates a formula of a player. ok is false after a fault, which does not stop the match.
func ShowOf(e *formula.Env, f *formula.Expr, player ref.Seat) (values []int32, ok bool) {
	if e.World.Err != nil {
		return nil, false
	}
	values, ok = Show(e, f, int32(player), ref.Referee)
	e.World.Err = nil
	return values, ok
}

// Assumed is a local name with the value that it has during an evaluation.
type Assumed struct {
	Name  *formula.Slot
	Value int32
}

// ShowIn evaluates a formula in a running frame, for a seat, with assumed values of local names.
// ok is false after a fault, which does not stop the match.
func ShowIn(e *formula.Env, base int, f *formula.Expr, seat ref.Seat, assumed ...Assumed) (values []int32, ok bool) {
	if e.World.Err != nil {
		return nil, false
	}
	s := e.World.Stack
	top := s[state.AtFrame]
	s[state.AtFrame] = int32(base)
	for _, a := range assumed {
		was := s[base+a.Name.At]
		s[base+a.Name.At] = a.Value
		defer func() { s[base+a.Name.At] = was }()
	}
	values, ok = Show(e, f, schema.Nothing, seat)
	s[state.AtFrame] = top
	e.World.Err = nil
	return values, ok
}
