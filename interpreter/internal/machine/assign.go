package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

func (m *Match) set(op *program.SetOp, step *program.Step) {
	e := &m.Env
	of := int32(-1)
	if op.Of != nil {
		if of = op.Of.Num(e); of < 0 {
			e.Fail(op.Of.Pos, "there is nobody whose run could end this")
			return
		}
	}
	changes := false
	for i := range op.List {
		e.Refuel()
		if m.assign(&op.List[i], op.Until, of, step) {
			changes = true
		}
		if e.Err != nil {
			return
		}
	}
	if changes {
		m.reportChange(step)
	}
}

// assign sets one target of a step, and reports whether that changed its value.
func (m *Match) assign(a *program.Assign, until int, of int32, step *program.Step) (changes bool) {
	e := &m.Env
	switch {
	case a.Slot != nil:
		return m.assignName(a, e.Base, a.Slot, step)
	case a.Pending != nil:
		base := int(e.S[e.Base+state.FramePending])
		slot := a.Pending[int(e.S[base+state.FrameProc])]
		if slot == nil {
			e.Fail(a.Pos, "the run that is pending has no "+a.Text)
			return false
		}
		return m.assignName(a, base, slot, step)
	case a.Of == nil:
		return m.assignWord(a, a.Field.Slot, a.Value.Num(e), until, of, -1, step)
	case a.Of.IsList():
		for _, x := range e.Keep(a.Of.List(e)) {
			if m.assignTo(a, x, until, of, step) {
				changes = true
			}
		}
		return changes
	}
	x := a.Of.Num(e)
	return x != schema.Nothing && m.assignTo(a, x, until, of, step)
}

// assignName sets a name of the frame at base, and reports whether that changed its value.
func (m *Match) assignName(a *program.Assign, base int, slot *formula.Slot, step *program.Step) (changes bool) {
	e := &m.Env
	at := base + slot.At
	if slot.Type.List {
		vals := e.Keep(a.Value.List(e))
		off, n := base+int(e.S[at]), int(e.S[at+1])
		changes = !slices.Equal(e.S[off:off+n], vals)
		m.Stack.setList(base, slot, vals)
		return changes
	}
	v, was := a.Value.Num(e), e.S[at]
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Assigned, Step: step, Text: a.Text, Value: v, From: was, Who: e.Who, Type: slot.Type})
	}
	e.S[at] = v
	return v != was
}

func (m *Match) assignTo(a *program.Assign, x int32, until int, of int32, step *program.Step) (changes bool) {
	e := &m.Env
	word := a.Field.Slot + int(x)
	if a.Field.Scope == schema.OfPiece {
		if word = e.MarkSlot(a.Field, x); word < 0 {
			e.Fail(a.Pos, e.Cards[e.Pieces[x].Card].Name+" has no field "+a.Field.Name)
			return false
		}
	}
	return m.assignWord(a, word, a.Value.Num(e), until, of, x, step)
}

// assignWord sets a word of a field, for a time or for good, and reports whether that changed anything.
func (m *Match) assignWord(a *program.Assign, word int, v int32, last int, of, x int32, step *program.Step) (changes bool) {
	e := &m.Env
	if e.Err != nil {
		return false
	}
	was := e.W[word]
	if m.Observer != nil {
		m.tellSet(a, step, v, was, x)
	}
	e.Write(word, v)
	if !a.Field.Until {
		return v != was
	}
	at := state.UntilAt(a.Field, word)
	lasted := [2]int32(e.W[at : at+2])
	if last >= 0 {
		m.setTimed(a.Field, word, last, of)
	} else {
		e.Outlast(a.Field, word)
	}
	return v != was || [2]int32(e.W[at:at+2]) != lasted
}
