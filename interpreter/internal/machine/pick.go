package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// pick chooses the first of the candidates that the rules of the step leave.
func (sr stepRun) pick(op *program.PickOp) {
	v := int32(schema.Nothing)
	cand, told := sr.candidates(op)
	if len(cand) > 0 {
		v = cand[0]
	}
	sr.setPicked(op, told, v)
}

// candidates returns the candidates that the rules of a step leave: those in the first class of `prefer` with
// a candidate, and of these the farthest in each direction in turn.
func (sr stepRun) candidates(op *program.PickOp) ([]int32, picked) {
	e := &sr.m.Env
	cand := append(sr.m.bunch[:0], op.From.List(e)...)
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
	told := picked{}
	if sr.m.Observer != nil {
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
			if keep(func(int32) bool { return p.Is.Yes(e) }) && sr.m.Observer != nil {
				sr.m.Observer.Event(taken(sr.step, e.Who, 0, "", p.Pos, p.Cites))
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
			best = max(best, distance(e, op, dir, v))
		}
		if keep(func(v int32) bool { return distance(e, op, dir, v) == best }) && sr.m.Observer != nil {
			told.toward = append(told.toward, dir)
		}
	}
	sr.m.bunch = cand
	return cand, told
}

// setPicked gives the name of a step the picked value.
func (sr stepRun) setPicked(op *program.PickOp, told picked, v int32) {
	e := &sr.m.Env
	e.S[e.Base+op.Slot.At] = v
	if sr.m.Observer != nil {
		sr.m.Observer.Event(Event{Kind: Assigned, Step: sr.step, Text: op.Slot.Name, Value: v, Who: e.Who, Piece: -1, To: -1, Type: op.Slot.Type})
		sr.tellPicked(op, told, v)
	}
	if v != schema.Nothing {
		sr.m.reportChange(sr.step)
	}
}

// picked has the reasons of a pick, for the observer.
type picked struct {
	from   []int32 // all candidates
	class  string  // the words of the class of `prefer`
	cites  []syntax.Ident
	toward []int32 // the directions that reduced the candidates
}

// tellPicked reports a pick and its reasons to the observer.
func (sr stepRun) tellPicked(op *program.PickOp, p picked, v int32) {
	if v != schema.Nothing {
		sr.m.Observer.Event(Event{Kind: Picked, Step: sr.step, Who: sr.m.Env.Who, Text: op.Slot.Name, Value: v, Words: p.class, Cites: p.cites,
			Answer: p.from, Toward: p.toward, Type: op.From.Type.Elem()})
	}
}

// distance returns the distance of a piece or place in a direction.
func distance(e *formula.Env, op *program.PickOp, dir, v int32) int32 {
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
