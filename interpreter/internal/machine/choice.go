package machine

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// apply executes a legal answer.
func (m *Match) apply(a []int32) {
	r, e := &m.req, &m.Env
	op := r.op
	m.pc = r.pc
	e.World.Stack[state.AtPC] = int32(r.pc + 1)
	if m.Meter != nil {
		for _, i := range a {
			v := r.Options[i].Value
			if r.Type.Base == schema.Zone && e.World.Zones[v].Decl.Layout != "" {
				v = int32(e.World.Head(ref.Place(v))) // the piece that forms the place
			} else if r.Type.Base != schema.Piece {
				break
			}
			if v >= 0 && !r.blind(v, schema.Piece) {
				m.Meter.SawCard(e.World.Pieces[v].Card)
			}
		}
	}
	switch r.Kind {
	case AskChoice:
		slot := r.choose.Slot
		switch {
		case r.List:
			m.Stack.setList(e.Base, slot, r.selected(a))
		case len(a) == 0:
			e.World.Stack[e.Base+slot.At] = schema.Nothing
		default:
			e.World.Stack[e.Base+slot.At] = r.Options[a[0]].Value
		}
		if r.choose.Blind && r.oweHidden() {
			e.World.Stack[state.AtPC] = int32(r.pc) // chance draws the chosen piece
		}
		if len(a) > 0 {
			m.reportChange(op.Step)
		}
	case AskOption:
		if len(a) == 0 {
			e.World.Stack[state.AtPC] = int32(op.To)
			return
		}
		o := &r.may.Options[r.Options[a[0]].Value]
		countSpans(e, m.P.MaxPlayers, o.Counts, r.By)
		m.tell(taken(op.Step, r.By, 0, o.Name, o.Pos, o.Cites))
		m.reportChange(op.Step)
		e.World.Stack[state.AtPC] = int32(o.To)
	case AskRoll:
		opRun{m, op}.takeRoll(r.Options[a[0]].Value)
	case AskDraw:
		d, ok := op.Do.(*program.DrawOp)
		if !ok {
			m.storeDrawn(ref.Piece(r.Options[a[0]].Value))
			return
		}
		p := ref.Piece(r.Options[a[0]].Value)
		same := r.removeOne(a[0])
		to := ref.Place(d.To.Num(e))
		opRun{m, op}.takeCard(d, p, to)
		// If the card was placed on another card, that card no longer equals the other cards of
		// the block.
		m.again = same && e.World.Err == nil && ref.PC(e.World.Stack[state.AtPC]) == m.pc &&
			e.World.Zones[to].Piece == schema.Nothing
	case AskPlay, AskTarget:
		window{op: r.window, m: m, base: e.Base}.answer(r, a)
	}
}

// takeRoll records a die: as the value of a name or, if several dice are rolled, as the next
// element of its list.
func (x opRun) takeRoll(v int32) {
	e := &x.m.Env
	c := x.op.Do.(*program.RollOp)
	who := playerOf(e, c.By)
	x.m.tell(Event{Kind: Rolled, Step: x.op.Step, Who: who, Value: v})
	x.m.reportChange(x.op.Step)
	if c.Dice == nil {
		e.World.Stack[e.Base+c.Slot.At] = v
		return
	}
	off, n := int(e.World.Stack[e.Base+c.Slot.At]), int(e.World.Stack[e.Base+c.Slot.At+1])
	x.m.bunch = append(append(x.m.bunch[:0], e.World.Stack[e.Base+off:e.Base+off+n]...), v)
	x.m.Stack.setList(e.Base, c.Slot, x.m.bunch)
	e.World.Stack[e.Base+c.Left.At]--
	e.World.Stack[state.AtPC] = int32(x.m.pc) // the next die, or the end of the roll
}
