package exec

import (
	"slices"
	"strings"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/fragments"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario/naming"
)

// evaluator evaluates formulas of scenarios at the current position.
type evaluator struct {
	*naming.Namer
	script *compiled
	last   map[ref.Proc][]int32 // last frame of each ended procedure
}

// keepFrame keeps the frame of a procedure that ends.
func (e *evaluator) keepFrame(proc ref.Proc) {
	env := &e.M.Env
	e.last[proc] = slices.Clone(env.World.Stack[env.World.Stack.Frame():])
}

// evaluate evaluates with the last frames of ended procedures added to the state, so that
// `hunt.result` keeps its value after the hunt. The work counts towards the scenario's limit.
func (e *evaluator) evaluate(f func(env *formula.Env)) error {
	env := &e.M.Env
	n := len(env.World.Stack)
	clear(env.FrameAt)
	for proc := range e.script.recalled {
		env.FrameAt[proc] = 0
	}
	for b := range env.World.Stack.Frames() {
		if proc := int(env.World.Stack[b+state.FrameProc]); env.FrameAt[proc] == 0 {
			env.FrameAt[proc] = int32(b)
		}
	}
	for proc, frame := range e.last {
		if env.FrameAt[proc] == 0 && e.script.recalled[proc] {
			env.FrameAt[proc] = int32(len(env.World.Stack))
			env.World.Stack = append(env.World.Stack, frame...)
		}
	}
	env.Begin()
	if e.M.Budget.Affords() {
		f(env)
	}
	env.World.Stack = env.World.Stack[:n]
	err := e.M.Err()
	env.World.Err = nil
	return err
}

// Value is a part of a formula with its value, such as `x = 3`.
type Value struct{ Text, Is string }

func (v Value) String() string { return v.Text + " = " + v.Is }

// parts returns the parts of a formula with their current values.
func (e *evaluator) parts(text string) (out []Value) {
	for _, part := range fragments.Parts(text) {
		is, ok := e.valueOf(part)
		if ok && part != text && (!strings.Contains(is, naming.TooMany) || isSide(text, part)) {
			out = append(out, Value{Text: part, Is: is})
		}
	}
	for _, d := range fragments.Deciders(text) {
		who, _ := e.valueOf(d.Who())
		for _, part := range d.Parts {
			if is, ok := e.valueOf(part); ok {
				out = append(out, Value{Text: part, Is: is})
			} else if is, ok := e.valueOf(d.Of(part)); ok && part != "it" {
				out = append(out, Value{Text: who + ": " + part, Is: is})
			}
		}
	}
	return uniq(out)
}

// isSide reports whether a part is a side of one of the comparisons that a formula joins.
func isSide(text, part string) bool {
	return slices.ContainsFunc(fragments.And(text), func(text string) bool {
		left, _, right, _ := fragments.Apart(text)
		return part == left || part == right
	})
}

// valueOf returns the current value of a formula, unless it equals the formula's text.
func (e *evaluator) valueOf(text string) (s string, ok bool) {
	if v := e.script.tryPlace(text, true); v.OK() && !v.Const() {
		return e.value(v)
	}
	return "", false
}

// value formats the current value of a formula.
func (e *evaluator) value(v *formula.Expr) (s string, ok bool) {
	err := e.evaluate(func(env *formula.Env) {
		env.Refuel()
		if v.IsList() {
			s = e.ListName(v.Type.Elem(), env.Keep(v.List(env)))
		} else if x := v.Num(env); v.Type.Base == schema.Zone && x >= 0 {
			s = e.WhereName(x)
			if e.M.Env.World.Head(ref.Place(x)) >= 0 {
				s += " with " + e.ListName(schema.Type{Base: schema.Piece}, e.Contents(x))
			}
		} else {
			s = e.ValueName(v.Type, x)
		}
	})
	return s, err == nil
}
