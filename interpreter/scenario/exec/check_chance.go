package exec

import (
	"cmp"
	"errors"
	"maps"
	"math/big"
	"slices"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/internal/state"
	"moraine/interpreter/scenario/chance"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// chanceCheck is a check of a probability: the key `chance`.
type chanceCheck struct {
	of   formulaCheck
	is   *big.Rat
	text string
	pos  source.Pos
}

// prepareChance reads a probability and the formula whose probability it is.
func prepareChance(c *compiled, s spec.Single, _ ref.Seat) check {
	n := s.Val
	x := syntax.Read[syntax.Chance](n, c.d)
	of, is := x.Of, x.Is
	if of == nil || is == nil {
		return nil
	}
	cl, ok := c.claim(of)
	r, good := chance.Parse(is.Value)
	if is.Kind != source.Scalar || !good {
		c.d.Add(is.Pos, "a chance must be a fraction from 0 to 1, such as 15/36; found %s", is.Describe())
		return nil
	}
	if !ok {
		return nil
	}
	return &chanceCheck{of: cl, is: r, text: is.Value, pos: is.Pos}
}

func (c *chanceCheck) eval(r *runner, is *Found) *failure {
	got, asks, f := r.likelihood(c)
	if f == nil {
		is.Is = source.Text(got.RatString())
	}
	if f == nil && got.Cmp(c.is) != 0 {
		f = fail(otherChance, c.pos, got.RatString(), c.text)
		if asks != "" {
			f.note("a branch ends at " + asks)
		}
	}
	return f
}

// likelihood returns the probability of the claim from the current position, and the first
// question to a player on the way, if any.
func (r *runner) likelihood(c *chanceCheck) (is *big.Rat, asks string, f *failure) {
	r.undone(func() {
		// Thousands of states are visited, so invariants are not checked and no trace is kept.
		r.M.Strict, r.events.mute = false, true
		if len(r.acts.list) == 0 && len(r.script.recalled) == 0 && r.events.proof == nil {
			r.M.Observer = nil // it would only record the trace
		}
		r.script.next = len(r.script.lines) + 1 // the script has no more answers
		limit := chance.DefaultLimit
		if b := r.opt.Budget; b != nil {
			limit = cmp.Or(b.ChanceStates, limit)
		}
		var err error
		is, err = chance.Of(r.M, &unscripted{r, c}, limit, func(req *machine.Request) {
			if asks == "" && (req.Kind != machine.AskOption || len(r.acts.list) > 0) {
				asks = r.standing().String()
			}
		})
		var many chance.TooMany
		f = asFailure(err)
		if errors.As(err, &many) {
			f = fail(tooManyStates, c.pos, err)
			f.limit = true
			f.note("allow more states with `--chance-states`, or check the chance later in the script")
		}
		r.M.Strict, r.M.Observer = true, r
	})
	return is, asks, f
}

// unscripted implements chance.Script for the end of a script, after which only chance decides.
type unscripted struct {
	r *runner
	c *chanceCheck
}

func (u *unscripted) GoOn() error { return orNil(u.r.decline(nil)) }

func (u *unscripted) Answer(a []int32) error { return orNil(u.r.answer(a)) }

func (u *unscripted) True() (yes bool, err error) {
	err = u.r.formulas.evaluate(func(e *formula.Env) { yes = u.c.of.value.Yes(e) })
	if err != nil {
		return false, u.r.addStanding(fault(err))
	}
	return yes, nil
}

// memory is the runner's data beside the state of the match.
type memory struct {
	last map[int][]int32
	acts []openAct
}

func (u *unscripted) Memory() chance.Memory {
	m := memory{u.r.formulas.last, slices.Clone(u.r.acts.list)}
	if len(u.r.script.recalled) > 0 { // some formula refers to ended procedures
		m.last = maps.Clone(m.last)
	}
	return m
}

func (u *unscripted) Remember(of chance.Memory) {
	m := of.(memory)
	u.r.formulas.last, u.r.acts.list = m.last, slices.Clone(m.acts)
	if len(u.r.script.recalled) > 0 {
		u.r.formulas.last = maps.Clone(m.last)
	}
}

// Equal compares the contents of the frames, not their addresses.
func (m memory) Equal(o chance.Memory) bool {
	return maps.EqualFunc(m.last, o.(memory).last, func(v, w []int32) bool {
		return len(v) == len(w) && slices.Equal(v[min(state.FrameLen, len(v)):], w[min(state.FrameLen, len(w)):])
	})
}
