package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// set executes the assignments of a step.
func (x opRun) set(op *program.SetOp) {
	e := &x.m.Env
	of := ref.AnySeat
	if op.Of != nil {
		if of = ref.Seat(op.Of.Num(e)); of < 0 {
			e.World.Fail(op.Of.Pos, "the player under `of` is nothing, so no procedure can end this value")
			return
		}
	}
	changes := false
	for i := range op.List {
		e.Refuel()
		if a := (setTarget{Assign: &op.List[i], m: x.m, step: x.op.Step, until: op.Until, of: of}); a.run() {
			changes = true
		}
		if e.World.Err != nil {
			return
		}
	}
	if changes {
		x.m.reportChange(x.op.Step)
	}
}

// setTarget is one target of `set`.
type setTarget struct {
	*program.Assign
	m     *Match
	step  *program.Step
	until int      // index in Program.Timed, or -1
	of    ref.Seat // the seat whose procedure ends the value, or AnySeat
}

// run assigns one target of a step. It reports whether the value changed.
func (a setTarget) run() (changes bool) {
	e := &a.m.Env
	switch {
	case a.Slot != nil:
		return a.name(e.Base, a.Slot)
	case a.Pending != nil:
		base := int(e.World.Stack[e.Base+state.FramePending])
		slot := a.Pending[ref.Proc(e.World.Stack[base+state.FrameProc])]
		if slot == nil {
			e.World.Fail(a.Pos, "the pending procedure has no name "+a.Text)
			return false
		}
		return a.name(base, slot)
	case a.Of == nil:
		return a.word(a.Field.Slot, a.Value.Num(e), schema.Nothing)
	case a.Of.IsList():
		for _, x := range e.Keep(a.Of.List(e)) {
			if a.to(x) {
				changes = true
			}
		}
		return changes
	}
	x := a.Of.Num(e)
	return x != schema.Nothing && a.to(x)
}

// name assigns a local name in the frame at base. It reports whether the value changed.
func (a setTarget) name(base int, slot *formula.Slot) (changes bool) {
	e := &a.m.Env
	at := base + slot.At
	if slot.Type.List {
		vals := e.Keep(a.Value.List(e))
		off, n := base+int(e.World.Stack[at]), int(e.World.Stack[at+1])
		changes = !slices.Equal(e.World.Stack[off:off+n], vals)
		a.m.Stack.setList(base, slot, vals)
		return changes
	}
	v, was := a.Value.Num(e), e.World.Stack[at]
	if a.m.Observer != nil {
		a.m.Observer.Event(Event{Kind: Assigned, Step: a.step, Text: a.Text, Value: v, Was: was, Who: e.Who,
			Of: ref.NoSeat, Piece: ref.NoPiece, Type: slot.Type})
	}
	e.World.Stack[at] = v
	return v != was
}

// to assigns the field of a player or piece x.
func (a setTarget) to(x int32) (changes bool) {
	e := &a.m.Env
	word := a.Field.Slot + int(x)
	if a.Field.Scope == schema.OfPiece {
		if word = e.World.MarkSlot(a.Field, ref.Piece(x)); word < 0 {
			e.World.Fail(a.Pos, e.World.Cards[e.World.Pieces[x].Card].Name+" has no field "+a.Field.Name)
			return false
		}
	}
	return a.word(word, a.Value.Num(e), x)
}

// word assigns a word of a field, temporarily or permanently. It reports whether anything
// changed.
func (a setTarget) word(word int, v int32, x int32) (changes bool) {
	e := &a.m.Env
	if e.World.Err != nil {
		return false
	}
	was := e.World.Word(word)
	if a.m.Observer != nil {
		a.m.Observer.Event(a.event(v, was, x))
	}
	e.World.Write(word, v)
	if !a.Field.Until {
		return v != was
	}
	lasted := e.World.Until(a.Field, word)
	if a.until >= 0 {
		a.time(word)
	} else {
		e.World.Outlast(a.Field, word)
	}
	return v != was || e.World.Until(a.Field, word) != lasted
}

// time records the end of the value in a field.
func (a setTarget) time(word int) {
	f, e := a.Field, &a.m.Env
	if e.World.Word(word) == f.First(word) {
		e.World.Outlast(f, word) // the default is permanent
		return
	}
	until := [2]int32{int32(state.UntilCode(a.until, a.of)), 0}
	if t := a.m.P.Timed[a.until]; !t.Start {
		until[1] = a.m.Stack.count(t.Proc, a.of)
	}
	e.World.SetUntil(f, word, until)
}

// event returns the event for a field of x that changes from was to v.
func (a setTarget) event(v, was, x int32) Event {
	ev := Event{Kind: Assigned, Step: a.step, Text: a.Text, Value: v, Was: was, Who: a.m.Env.Who, Of: ref.NoSeat,
		Piece: ref.NoPiece, Type: a.Field.Type, Field: a.Field}
	switch a.Field.Scope {
	case schema.OfPlayer:
		ev.Of = ref.Seat(x)
	case schema.OfPiece:
		ev.Piece = ref.Piece(x)
	}
	return ev
}
