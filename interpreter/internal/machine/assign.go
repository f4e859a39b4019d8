package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

func (m *Match) set(op *program.SetOp, step int32) {
	e := &m.Env
	of := int32(-1)
	if op.Of != nil {
		if of = op.Of.Num(e); of < 0 {
			e.Fail(op.Of.Pos, "there is nobody whose run could end this")
			return
		}
	}
	for i := range op.List {
		e.Refuel()
		m.assign(&op.List[i], op.Until, of, step)
		if e.Err != nil {
			return
		}
	}
	m.did(step)
}

func (m *Match) assign(a *program.Assign, until int, of, step int32) {
	e := &m.Env
	switch {
	case a.Slot != nil && a.Slot.T().List:
		m.setList(e.Base, a.Slot, e.Keep(a.Value.List(e)))
		return
	case a.Slot != nil:
		v := a.Value.Num(e)
		m.tell(Event{Kind: Assigned, Step: step, Text: a.Text, Value: v, From: e.S[e.Base+a.Slot.At], Who: e.Who, Type: a.Slot.T()})
		e.S[e.Base+a.Slot.At] = v
		return
	case a.Pending != nil:
		base := int(e.S[e.Base+state.FramePending])
		slot := a.Pending[int(e.S[base+state.FrameProc])]
		if slot == nil {
			e.Fail(a.Pos, "the run that is pending has no "+a.Text)
			return
		}
		if slot.T().List {
			m.setList(base, slot, e.Keep(a.Value.List(e)))
			return
		}
		v := a.Value.Num(e)
		m.tell(Event{Kind: Assigned, Step: step, Text: a.Text, Value: v, From: e.S[base+slot.At], Who: e.Who, Type: slot.T()})
		e.S[base+slot.At] = v
		return
	case a.Of == nil:
		m.assignWord(a, a.Field.Slot, a.Value.Num(e), until, of, step, -1)
		return
	case a.Of.IsList():
		for _, x := range e.Keep(a.Of.List(e)) {
			m.assignTo(a, x, until, of, step)
		}
		return
	}
	if x := a.Of.Num(e); x != schema.Nothing {
		m.assignTo(a, x, until, of, step)
	}
}

func (m *Match) assignTo(a *program.Assign, x int32, until int, of, step int32) {
	e := &m.Env
	word := a.Field.Slot + int(x)
	if a.Field.Scope == schema.OfPiece {
		if word = e.MarkSlot(a.Field, x); word < 0 {
			e.Fail(a.Pos, e.Cards[e.Pieces[x].Card].Name+" has no field "+a.Field.Name)
			return
		}
	}
	m.assignWord(a, word, a.Value.Num(e), until, of, step, x)
}

func (m *Match) assignWord(a *program.Assign, word int, v int32, until int, of, step, x int32) {
	e := &m.Env
	if e.Err != nil {
		return
	}
	ev := Event{Kind: Assigned, Step: step, Text: a.Text, Value: v, From: e.W[word], Who: e.Who, Piece: -1, Type: a.Field.Type}
	if a.Field.Scope == schema.OfPlayer {
		ev.To = x
	} else {
		ev.To, ev.Piece = -1, x
	}
	m.tell(ev)
	e.Write(word, v)
	if a.Field.Until {
		if until >= 0 {
			m.setTimed(a.Field, word, until, of)
		} else {
			m.over(a.Field, word)
		}
	}
}
