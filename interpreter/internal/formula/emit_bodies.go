package formula

import (
	"slices"
	"strconv"

	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// emitsBodies are what is one of several values, and values that see other locals.
var emitsBodies = map[Op]func(emitter, *Value){
	Either: func(_ emitter, v *Value) {
		holds, a, b := v.Of[0].num, v.Of[1], v.Of[2]
		v.oneOf(func(e *Env) *Value {
			if holds(e) == 1 {
				return a
			}
			return b
		})
	},
	OrElse: emitter.orElse,
	OrList: func(em emitter, v *Value) {
		zone, other := v.Of[0].num, v.Of[1].list
		lying := em.emit(&Value{Node: Node{Op: Lying, At: v.At, Of: v.Of[:1]}, Pos: v.Of[0].Pos, Type: v.Type}).list
		v.list = func(e *Env) []int32 {
			if zone(e) == schema.Nothing {
				return other(e)
			}
			return lying(e)
		}
	},
	Optional: func(_ emitter, v *Value) {
		of, at, read := v.Of[0].num, uint(v.At), v.Of[1].num
		v.num = func(e *Env) int32 {
			x := of(e)
			if x == schema.Nothing {
				return x
			}
			e.locals[at%maxLocals] = x
			return read(e)
		}
	},
	Invoke: emitter.invoke, InvokeOf: emitter.invoke,
	Dispatch: func(_ emitter, v *Value) {
		of, at, pos, name, by := v.Of[0].num, uint(v.At), v.Pos, v.name, v.By
		v.oneOf(func(e *Env) *Value {
			p := of(e)
			if p < 0 {
				e.nothing(pos, name)
				return nil
			}
			e.locals[at%maxLocals] = p
			v := by[e.Pieces[p].Card]
			if v == nil {
				e.lacks(pos, p, name)
			}
			return v
		})
	},
	Switch: func(_ emitter, v *Value) {
		on, branches, labels, pos := v.Of[0], v.Of[1:], v.Labels, v.Pos
		v.oneOf(func(e *Env) *Value {
			x := on.Num(e)
			for i, l := range labels {
				if l.Matches(x) {
					return branches[i]
				}
			}
			e.Fail(pos, "no branch of this switch fits "+e.show(on.Type, x))
			return nil
		})
	},
	InFrame: emitter.inFrame,
}

// oneOf makes v what pick picks, or no value at all.
func (v *Value) oneOf(pick func(*Env) *Value) {
	if v.Type.List {
		v.list = func(e *Env) []int32 {
			if v := pick(e); v != nil {
				return v.List(e)
			}
			return nil
		}
		return
	}
	v.num = func(e *Env) int32 {
		if v := pick(e); v != nil {
			return v.num(e)
		}
		return 0
	}
}

// show is a value of a type that a switch can be on.
func (e *Env) show(t schema.Type, v int32) string {
	switch {
	case v == schema.Nothing:
		return "nothing"
	case t.Base == schema.Number:
		return strconv.Itoa(int(v))
	case t.Base == schema.Word:
		return e.Text(v)
	case t.Base == schema.Piece:
		return e.Cards[e.Pieces[v].Card].Name
	}
	return "this"
}

func (emitter) orElse(v *Value) {
	a, b := v.Of[0].num, v.Of[1].num
	v.num = func(e *Env) int32 {
		if x := a(e); x != schema.Nothing {
			return x
		}
		return b(e)
	}
}

// invoke runs a named formula: from At on lie the player or piece whose formula it is, if
// that is not there already, and its parameters.
func (emitter) invoke(v *Value) {
	body, enter, lists := v.Of[0], v.entering(), v.takesLists() // which are done with, then
	switch {
	case body.list != nil:
		list := body.list
		v.list = func(e *Env) []int32 {
			if !enter(e) {
				return nil
			}
			return list(e)
		}
	case lists:
		v.num = func(e *Env) (x int32) {
			mark := len(e.arena)
			if enter(e) {
				x = body.num(e)
			}
			e.arena = e.arena[:mark]
			return x
		}
	default:
		num := body.num
		v.num = func(e *Env) int32 {
			if !enter(e) {
				return 0
			}
			return num(e)
		}
	}
}

// takesLists reports whether a formula that is invoked is handed any.
func (v *Value) takesLists() bool {
	return (v.Op == Invoke || v.Op == InvokeOf) && slices.ContainsFunc(v.Of[1:], (*Value).IsList)
}

// entering pays for a formula and lays what it takes where it looks for it; it
// reports false where that cannot be.
func (v *Value) entering() func(*Env) bool {
	at, work, pos, args := uint(v.At), int(v.cost), v.Pos, v.Of[1:]
	if v.Tables != nil && v.effort != nil {
		return v.enteringBy(v.effort)
	}
	if v.Op == InvokeOf {
		num, rest := args[0].num, (&Value{Node: Node{Op: Invoke, At: v.At + 1, Of: append([]*Value{v.Of[0]}, args[1:]...)}, Pos: pos}).entering()
		return func(e *Env) bool {
			if !e.spend(pos, work) {
				return false
			}
			x := num(e)
			if x == schema.Nothing {
				e.Fail(pos, "there is nothing here to have this; test it first, or read it with `?.`")
				return false
			}
			e.locals[at%maxLocals] = x
			return len(args) == 1 || rest(e)
		}
	}
	if len(args) == 1 && !args[0].IsList() {
		arg := args[0]
		return func(e *Env) bool {
			if !e.spend(pos, work) {
				return false
			}
			e.locals[at%maxLocals] = arg.Num(e)
			return true
		}
	}
	return func(e *Env) bool {
		if !e.spend(pos, work) {
			return false
		}
		for i, a := range args {
			i := at + uint(i)
			if a.list == nil {
				e.locals[i%maxLocals] = a.Num(e)
				continue
			}
			l := a.list(e)
			for int(i) >= len(e.lists) {
				e.lists = append(e.lists, nil)
			}
			e.lists[i] = l
		}
		return true
	}
}

// enteringBy is entering where the cost depends on readings.
func (v *Value) enteringBy(by *effort) func(*Env) bool {
	bare := *v
	bare.Tables, bare.cost = nil, 0
	enter, pos := bare.entering(), v.Pos
	return func(e *Env) bool { return e.spend(pos, by.now(e)) && enter(e) }
}

// inFrame works a value out with the names of another frame.
func (emitter) inFrame(v *Value) {
	of, pos, procs, values := v.Of[0].num, v.Pos, v.Of[0].Type.Procs, v.Of[1:]
	enter := func(e *Env) (v *Value, base int, who int32) {
		base, who = e.Base, e.Who
		b := of(e)
		if b <= 0 {
			e.Fail(pos, "that procedure has not run")
			return nil, base, who
		}
		e.Base, e.Who = int(b), e.S[int(b)+state.FrameMe]
		if len(values) == 1 {
			return values[0], base, who
		}
		if i := slices.Index(procs, int(e.S[e.Base+state.FrameProc])); i >= 0 {
			return values[i], base, who
		}
		return nil, base, who
	}
	if v.Type.List {
		v.list = func(e *Env) (l []int32) {
			v, base, who := enter(e)
			if v != nil {
				l = v.List(e)
			}
			e.Base, e.Who = base, who
			return l
		}
		return
	}
	v.num = func(e *Env) (x int32) {
		v, base, who := enter(e)
		if v != nil {
			x = v.Num(e)
		}
		e.Base, e.Who = base, who
		return x
	}
}
