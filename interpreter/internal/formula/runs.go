package formula

import (
	"github.com/expr-lang/expr/ast"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/internal/state"
)

// runMember is a name or formula of the run of a procedure.
func (co *comp) runMember(of *Value, name string, pos source.Pos, n ast.Node) *Value {
	byProc := make(map[int]*Value, 1)
	parts := []*Value{of}
	t := schema.Type{}
	for _, i := range of.Type.Runs {
		p := co.Procs[i]
		var v *Value
		switch {
		case p.slots[name] != nil:
			co.reads(p.slots[name])
			co.SlotType(p.slots[name])
			v = slotValue(pos, p.slots[name])
		case p.Formulas[name] != nil:
			v = co.named(p.Formulas[name], nil, nil, p, schema.Type{}, n)
		case name == "me":
			v = playing(pos)
		case name == "stopped":
			v = stopped(pos)
		case name == "card" && p.Card.Base != schema.Unknown:
			v = frameWord(pos, p.Card, state.FrameCard)
		case name == "target" && p.Target.Base != schema.Unknown:
			v = frameWord(pos, p.Target, state.FrameTarget)
		default:
			return nil
		}
		j, ok := schema.Join(t, v.Type)
		if !ok {
			return co.fail(n, "", "%s is not the same type in each run that may be pending", name)
		}
		t, byProc[i] = j, v
		parts = append(parts, v)
	}
	pick := func(e *Env) *Value { return byProc[int(e.S[e.Base+state.FrameProc])] }
	if len(byProc) == 1 {
		only := parts[1]
		pick = func(*Env) *Value { return only }
	}
	return inRun(of, pick, t, pos).made(InRun, parts...)
}

// inRun evaluates a value with the names of another frame.
func inRun(of *Value, pick func(*Env) *Value, t schema.Type, pos source.Pos) *Value {
	enter := func(e *Env) (v *Value, base int, who int32) {
		base, who = e.Base, e.Who
		b := of.num(e)
		if b <= 0 {
			e.Fail(pos, "that procedure has not run")
			return nil, base, who
		}
		e.Base, e.Who = int(b), e.S[int(b)+state.FrameMe]
		return pick(e), base, who
	}
	out := &Value{Type: t, Pos: pos}
	if t.List {
		out.list = func(e *Env) (l []int32) {
			v, base, who := enter(e)
			if v != nil {
				l = v.List(e)
			}
			e.Base, e.Who = base, who
			return l
		}
		return out
	}
	out.num = func(e *Env) (x int32) {
		v, base, who := enter(e)
		if v != nil {
			x = v.Num(e)
		}
		e.Base, e.Who = base, who
		return x
	}
	return asYes(out)
}
