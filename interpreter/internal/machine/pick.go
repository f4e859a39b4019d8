package machine

import (
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/syntax"
)

// pick chooses the first of the candidates that the rules of the step leave.
func (x opRun) pick(op *program.PickOp) {
	v := int32(schema.Nothing)
	cand, told := x.candidates(op)
	if len(cand) > 0 {
		v = cand[0]
	}
	x.setPicked(op, told, v)
}

// candidates returns the candidates that the rules of a step leave: those in the first class of `prefer` with
// a candidate, and of these the farthest in each direction in turn.
func (x opRun) candidates(op *program.PickOp) ([]int32, picked) {
	e := &x.m.Env
	cand := append(x.m.bunch[:0], op.From.List(e)...)
	e.Work += len(cand)
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
	if x.m.Observer != nil {
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
			if keep(func(int32) bool { return p.Is.Yes(e) }) {
				x.m.tell(taken(x.op.Step, e.Who, 0, "", p.Pos, p.Cites))
			}
			break
		}
	}
	for _, t := range op.Toward {
		e.Refuel()
		dir := ref.Word(t.Num(e))
		if dir == schema.Nothing || len(cand) < 2 {
			continue
		}
		best := int32(schema.Nothing)
		for _, v := range cand {
			best = max(best, distance(e, op, dir, v))
		}
		if keep(func(v int32) bool { return distance(e, op, dir, v) == best }) && x.m.Observer != nil {
			told.toward = append(told.toward, dir)
		}
	}
	x.m.bunch = cand
	return cand, told
}

// setPicked gives the name of a step the picked value.
func (x opRun) setPicked(op *program.PickOp, told picked, v int32) {
	e := &x.m.Env
	was := e.World.Stack[e.Base+op.Slot.At]
	e.World.Stack[e.Base+op.Slot.At] = v
	if x.m.Observer == nil {
		return
	}
	x.m.tell(Event{Kind: Assigned, Step: x.op.Step, Text: op.Slot.Name, Value: v, Was: was, Who: e.Who, Of: ref.NoSeat,
		Piece: ref.NoPiece, Type: op.Slot.Type})
	if v != schema.Nothing {
		x.m.tell(Event{Kind: Picked, Step: x.op.Step, Who: e.Who, Text: op.Slot.Name, Value: v, Words: told.class,
			Cites:  told.cites,
			Answer: told.from, Toward: told.toward, Type: op.From.Type.Elem()})
		x.m.reportChange(x.op.Step)
	}
}

// picked has the reasons of a pick, for the observer.
type picked struct {
	from   []int32 // all candidates
	class  string  // the words of the class of `prefer`
	cites  []syntax.Ident
	toward []ref.Word // the directions that reduced the candidates
}

// distance returns the distance of a piece or place in a direction.
func distance(e *formula.Env, op *program.PickOp, dir ref.Word, v int32) int32 {
	z := ref.Place(v)
	if op.From.Type.Base == schema.Piece {
		z = e.World.In(ref.Piece(v))
	}
	for range 8 {
		info := e.World.Zones[z]
		if info.Decl.Coords != nil {
			return schema.Toward(e.World.Symbols.Text(dir), info.Decl.Coords[info.Cell])
		}
		if info.Piece == schema.Nothing {
			break
		}
		z = e.World.In(info.Piece)
	}
	return 0
}
