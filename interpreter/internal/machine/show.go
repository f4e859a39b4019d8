package machine

import (
	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
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

// ShowOf works out a formula of a player. A fault of the formula is no fault of the match: then ok is false.
func (m *Match) ShowOf(f *formula.Value, player int32) (values []int32, ok bool) {
	if m.Env.Err != nil {
		return nil, false
	}
	values, ok = m.Show(f, player, -1)
	m.Env.Err = nil
	return values, ok
}

// ShowIn is Show for a formula of a frame under way, below others maybe. With a name, it is as if that name of the frame
// had a value. A fault of the formula is no fault of the match: then ok is false.
func (m *Match) ShowIn(base int, f *formula.Value, seat int32, name *formula.Slot, value int32) (values []int32, ok bool) {
	if m.Env.Err != nil {
		return nil, false
	}
	s := m.Env.S
	top := s[state.AtFrame]
	s[state.AtFrame] = int32(base)
	if name != nil {
		was := s[base+name.At]
		s[base+name.At] = value
		defer func() { s[base+name.At] = was }()
	}
	values, ok = m.Show(f, schema.Nothing, seat)
	s[state.AtFrame] = top
	m.Env.Err = nil
	return values, ok
}
