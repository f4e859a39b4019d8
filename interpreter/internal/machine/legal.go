package machine

import (
	"fmt"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/state"
)

// Check returns the reason why an answer is illegal, or nil. It reports a condition that refuses the answer.
func (r *Request) Check(a []int32) error {
	illegal, p := r.refusal(a)
	switch {
	case illegal != nil:
		return illegal
	case p != nil:
		r.m.tellRefused(r.op.Step, r.By, schema.Nothing, "", p, r)
		return refusalOf(p, "these do not go together")
	}
	return r.m.Err()
}

// Legal reports whether an answer is legal.
func (r *Request) Legal(a []int32) bool {
	illegal, p := r.refusal(a)
	return illegal == nil && p == nil && r.m.Env.World.Err == nil
}

// Often returns the number of times that an answer takes an option.
func Often(a []int32, option int32) (n int32) {
	for _, i := range a {
		if i == option {
			n++
		}
	}
	return n
}

// refusal returns the reason why an answer is illegal: the wrong numbers of options, or a false part of `together`.
func (r *Request) refusal(a []int32) (*Illegal, *program.CondPart) {
	if len(a) == 0 && r.Optional {
		return nil, nil
	}
	for _, i := range a {
		if i < 0 || int(i) >= len(r.Options) {
			return &Illegal{Why: "there are only %d options", Of: []any{len(r.Options)}}, nil
		}
	}
	switch {
	case len(a) < r.Least && !r.List:
		return &Illegal{Why: "this may not be declined"}, nil
	case len(a) < r.Least:
		return &Illegal{Why: "at least %d must be chosen, not %d", Of: []any{r.Least, len(a)}}, nil
	case len(a) > r.Most:
		return &Illegal{Why: "at most %d may be chosen, not %d", Of: []any{r.Most, len(a)}}, nil
	}
	for _, i := range a {
		if n := r.Options[i].Count; !r.Repeats && Often(a, i) > n {
			return &Illegal{Why: "there are only %d of these", Of: []any{n}}, nil
		}
	}
	return nil, r.together(a)
}

// refusalOf returns the refusal for a false condition, with the text plain if the condition has
// no words.
func refusalOf(p *program.CondPart, plain string) error {
	if p.Words == "" {
		return &Illegal{Why: plain}
	}
	return &Illegal{Why: p.Words, Needs: true}
}

// together returns the part of `together` that is false for an answer, or nil.
func (r *Request) together(a []int32) *program.CondPart {
	if r.choose == nil || r.choose.Together == nil {
		return nil
	}
	r.m.Env.Begin()
	r.bind(a)
	p := r.choose.Together.Failing(&r.m.Env)
	r.unbind()
	return p
}

// Holding returns the number of parts of `together` that are true for an answer, up to the
// first that is false. Searches for a legal answer use it.
func (r *Request) Holding(a []int32) int {
	if r.choose == nil || r.choose.Together == nil {
		return 0
	}
	parts := r.choose.Together.Parts
	if p := r.together(a); p != nil {
		for i := range parts {
			if &parts[i] == p {
				return i
			}
		}
	}
	return len(parts)
}

// Suppose calls f with the names of an answer bound as formulas expect them: `it` is the option
// of a single choice, a list has its own name, and in a window `card` is the card and `it` its
// target.
func (r *Request) Suppose(a []int32, f func()) {
	e := &r.m.Env
	switch {
	case r.choose != nil && r.List:
		r.bind(a)
		f()
		r.unbind()
	case r.window != nil && len(a) == 1:
		card := &e.World.Stack[e.Base+state.FrameCard]
		*card = r.Options[a[0]].Value
		if r.Kind == AskTarget {
			e.SetIt(*card)
			*card = e.World.Stack[e.Base+r.window.Card.At]
		}
		f()
		*card = schema.Nothing
	default:
		if len(a) == 1 {
			e.SetIt(r.Options[a[0]].Value)
		}
		f()
	}
	if e.World.Err != nil {
		locateFault(&r.m.Env, r.op)
	}
}

// bind stores an answer under its name, so that formulas can read it. unbind restores the
// stack.
func (r *Request) bind(a []int32) {
	e := &r.m.Env
	r.held = append(r.held[:0], e.World.Stack...)
	slot := r.choose.Slot
	switch {
	case r.List:
		r.m.Stack.setList(e.Base, slot, r.selected(a))
	case len(a) == 1:
		e.World.Stack[e.Base+slot.At] = r.Options[a[0]].Value
	}
}

func (r *Request) unbind() { r.m.Env.World.Stack = append(r.m.Env.World.Stack[:0], r.held...) }

// selected returns the values for option indices. For equal cards it returns the first ones.
func (r *Request) selected(a []int32) []int32 {
	r.chosen = r.chosen[:0]
	if r.Repeats || len(r.group) == 0 {
		for _, i := range a {
			r.chosen = append(r.chosen, r.Options[i].Value)
		}
		return r.chosen
	}
	r.often = append(r.often[:0], make([]int32, len(r.Options))...)
	for _, i := range a {
		r.often[i]++
	}
	first := 0 // candidate of option g; options are in the order of their first candidates
	for g, n := range r.often {
		for first < len(r.group) && int(r.group[first]) != g {
			first++
		}
		for c := first; c < len(r.group) && n > 0; c++ {
			if int(r.group[c]) == g {
				r.chosen = append(r.chosen, r.cand[c])
				n--
			}
		}
	}
	return r.chosen
}

// Illegal is the error of an answer that the rules do not allow.
type Illegal struct {
	Why string
	Of  []any // arguments for Why
	// Needs is set if Why is a condition in words of the game.
	Needs bool
}

func (e *Illegal) Error() string {
	if len(e.Of) == 0 {
		return e.Why // it may be words of the game
	}
	return fmt.Sprintf(e.Why, e.Of...)
}
