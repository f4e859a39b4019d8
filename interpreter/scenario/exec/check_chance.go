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
	got, asked, f := r.likelihood(c)
	if f != nil {
		return f
	}
	is.Is = source.Text(got.Is.RatString())
	if got.Is.Cmp(c.is) == 0 {
		return nil
	}
	f = fail(otherChance, c.pos, got.Is.RatString(), c.text)
	for i, q := range asked {
		in := "in all cases"
		if share := got.Asked(i + 1).RatString(); share != "1" {
			in = "in " + share + " of the cases"
		}
		f.note(in + " the match waits at " + q.stands)
	}
	return f
}

// question is a question to a seat at which branches end.
type question struct {
	request string
	by      ref.Seat
	stands  string // the first of them, for messages
}

// afterChance reports whether the match waits for chance at a line of an act although only acts and checks of chances
// follow. Then each of these checks follows every answer of chance and does the acts after it.
func (r *runner) afterChance(i int) bool {
	act := func(l *line) bool {
		return l.seat >= 0 && l.checks == nil && l.rolls == nil && l.draws == nil && l.orders == nil &&
			(l.does == nil || !r.script.game.isOffer(l.does.name))
	}
	for _, l := range r.script.lines[i:] {
		if !act(l) {
			return false
		}
	}
	if r.opt.stops || r.script.checks == nil || len(r.script.checks.checks) == 0 || r.script.lines[i].anyUsed() {
		return false
	}
	for _, c := range r.script.checks.checks {
		if _, ok := c.check.(*chanceCheck); !ok {
			return false
		}
	}
	req := r.M.Next()
	return req != nil && req.By == machine.Chance
}

// likelihood returns the probability of the claim from the current position, and the questions to players at which
// branches end.
func (r *runner) likelihood(c *chanceCheck) (is *chance.Result, asked []question, f *failure) {
	r.undone(func() {
		// Thousands of states are visited, so invariants are not checked and no trace is kept.
		r.M.Strict, r.events.mute = false, true
		if len(r.acts.list) == 0 && len(r.script.recalled) == 0 && r.rest == nil && r.events.proof == nil {
			r.M.Observer = nil // it would only record the trace
		}
		r.script.next = len(r.script.lines) + 1 // the script has no more answers
		limit := chance.DefaultLimit
		if b := r.opt.Budget; b != nil {
			limit = cmp.Or(b.ChanceStates, limit)
		}
		var err error
		is, err = chance.Of(r.M, &unscripted{r: r, c: c}, limit, func(req *machine.Request) int {
			for i, q := range asked {
				if q.request == req.Name && q.by == req.By {
					return i + 1
				}
			}
			asked = append(asked, question{request: req.Name, by: req.By, stands: r.standing().String()})
			return len(asked)
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
	return is, asked, f
}

// unscripted implements chance.Script for the end of a script, after which only chance decides, or for the acts after
// chance.
type unscripted struct {
	r    *runner
	c    *chanceCheck
	done int // the number of lines of runner.rest that are done
}

// GoOn declines optional choices and does the acts that follow, up to the next question to chance.
func (u *unscripted) GoOn() error {
	script := u.r.script
	defer func() { script.next = len(script.lines) + 1 }()
	for {
		var l *line
		if u.done < len(u.r.rest) {
			l = u.r.rest[u.done].unusedCopy()
			script.next = len(script.lines) - len(u.r.rest) + u.done + 1
		}
		if f := u.r.decline(l); f != nil || l == nil {
			return orNil(f)
		}
		if req, f := u.r.request(); f != nil || req != nil && req.By == machine.Chance {
			return orNil(f)
		}
		u.done++
		if f := u.r.act(l); f != nil {
			return orNil(f)
		}
	}
}

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
	last map[ref.Proc][]int32
	acts []openAct
	done int
}

func (u *unscripted) Memory() chance.Memory {
	m := memory{last: u.r.formulas.last, acts: slices.Clone(u.r.acts.list), done: u.done}
	if len(u.r.script.recalled) > 0 { // some formula refers to ended procedures
		m.last = maps.Clone(m.last)
	}
	return m
}

func (u *unscripted) Remember(of chance.Memory) {
	m := of.(memory)
	u.r.formulas.last, u.r.acts.list, u.done = m.last, slices.Clone(m.acts), m.done
	if len(u.r.script.recalled) > 0 {
		u.r.formulas.last = maps.Clone(m.last)
	}
}

// Equal compares the contents of the frames, not their addresses.
func (m memory) Equal(o chance.Memory) bool {
	return m.done == o.(memory).done && maps.EqualFunc(m.last, o.(memory).last, func(v, w []int32) bool {
		return len(v) == len(w) && slices.Equal(v[min(state.FrameLen, len(v)):], w[min(state.FrameLen, len(w)):])
	})
}
