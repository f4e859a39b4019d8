package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Show evaluates a formula of piece p, as used in pictures, for a seat; -1 may read everything.
// A single value is returned as a list with one element, nothing as an empty list. ok is false
// after a fault, and if the seat may not know the result.
func Show(e *formula.Env, f *formula.Value, p, seat int32) (values []int32, ok bool) {
	if e.Err != nil {
		return nil, false
	}
	e.Begin()
	e.SetIt(p)
	e.Eyes = 1 + seat
	if f.IsList() {
		values = append(values, f.List(e)...)
	} else if v := f.Num(e); v != schema.Nothing {
		values = append(values, v)
	}
	e.Eyes = 0
	if e.Err == nil {
		return values, true
	}
	if e.Err.Eyes {
		e.Err = nil
	}
	return nil, false
}

// ShowOf evaluates a formula of a player. ok is false after a fault, which does not stop the match.
func ShowOf(e *formula.Env, f *formula.Value, player int32) (values []int32, ok bool) {
	if e.Err != nil {
		return nil, false
	}
	values, ok = Show(e, f, player, -1)
	e.Err = nil
	return values, ok
}

// ShowIn evaluates a formula in a running frame, for a seat. If name is not nil, it has the
// given value during the evaluation. ok is false after a fault, which does not stop the match.
func ShowIn(e *formula.Env, base int, f *formula.Value, seat int32, name *formula.Slot, value int32) (values []int32, ok bool) {
	if e.Err != nil {
		return nil, false
	}
	s := e.S
	top := s[state.AtFrame]
	s[state.AtFrame] = int32(base)
	if name != nil {
		was := s[base+name.At]
		s[base+name.At] = value
		defer func() { s[base+name.At] = was }()
	}
	values, ok = Show(e, f, schema.Nothing, seat)
	s[state.AtFrame] = top
	e.Err = nil
	return values, ok
}
