package machine

import (
	"slices"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// pick chooses by rule: the first class of `prefer` with a candidate, then the farthest in each direction in
// turn, then the first.
func (m *Match) pick(op *program.PickOp, step *program.Step) {
	e := &m.Env
	cand := append(m.cand[:0], op.From.List(e)...)
	keep := func(ok func(v int32) bool) (fewer bool) {
		n := len(cand)
		cand = slices.DeleteFunc(cand, func(v int32) bool {
			e.Refuel()
			e.SetIt(v)
			return !ok(v)
		})
		return len(cand) < n
	}
	if op.Where != nil {
		keep(func(int32) bool { return op.Where.Failing(e) == nil })
	}
	told := picked{step: step}
	if m.Observer != nil {
		told.from = slices.Clone(cand)
	}
	for i := range op.Prefer {
		p := &op.Prefer[i]
		has := false
		for _, v := range cand {
			e.Refuel()
			e.SetIt(v)
			has = has || p.Is.Yes(e)
		}
		if has {
			told.class, told.cites = p.Words, p.Cites
			if keep(func(int32) bool { return p.Is.Yes(e) }) && m.Observer != nil {
				m.tellTaken(step, e.Who, 0, "", p.Pos, p.Cites)
			}
			break
		}
	}
	for _, t := range op.Toward {
		e.Refuel()
		dir := t.Num(e)
		if dir == schema.Nothing || len(cand) < 2 {
			continue
		}
		best := int32(schema.Nothing)
		for _, v := range cand {
			best = max(best, m.distance(op, dir, v))
		}
		if keep(func(v int32) bool { return m.distance(op, dir, v) == best }) && m.Observer != nil {
			told.toward = append(told.toward, dir)
		}
	}
	m.cand = cand
	v := int32(schema.Nothing)
	if len(cand) > 0 {
		v = cand[0]
	}
	e.S[e.Base+op.Slot.At] = v
	if m.Observer != nil {
		m.Observer.Event(Event{Kind: Assigned, Step: step, Text: op.Slot.Name, Value: v, Who: e.Who, Piece: -1, To: -1})
		m.tellPicked(op, told, v)
	}
	if v != schema.Nothing {
		m.reportChange(step)
	}
}

// picked explains a pick to the observer.
type picked struct {
	step   *program.Step
	from   []int32 // all candidates
	class  string  // the words of the class of `prefer`, and its clauses
	cites  []syntax.Ident
	toward []int32 // the directions that left fewer
}

func (m *Match) tellPicked(op *program.PickOp, p picked, v int32) {
	if v != schema.Nothing {
		m.Observer.Event(Event{Kind: Picked, Step: p.step, Who: m.Env.Who, Text: op.Slot.Name, Value: v, Words: p.class, Cites: p.cites,
			Answer: p.from, Toward: p.toward, Type: op.From.Type.Elem()})
	}
}

func (m *Match) distance(op *program.PickOp, dir, v int32) int32 {
	e := &m.Env
	z := v
	if op.From.Type.Base == schema.Piece {
		z = e.In(v)
	}
	for range 8 {
		info := e.Zones[z]
		if info.Decl.Coords != nil {
			return schema.Toward(e.Text(dir), info.Decl.Coords[info.Cell])
		}
		if info.Piece == schema.Nothing {
			break
		}
		z = e.In(info.Piece)
	}
	return 0
}
