package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
)

// Show works out a formula of piece p, as pictures have them, through the eyes
// of a seat; -1 sees everything. A single value is a list of one, nothing an
// empty one. ok is false if he may not see what it looks at, and after a fault,
// which Err tells.
func (m *Match) Show(f *formula.Value, p, seat int32) (values []int32, ok bool) {
	e := &m.Env
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
