package simulate

import (
	"errors"
	"fmt"
	"slices"

	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/native"
	"moraine/interpreter/internal/program"
)

// Who plays. Where everybody decides at random, machine code plays the same matches
// sooner: the same requests, the same random numbers, the same results. What it stumbles over the
// interpreter plays again, which says what it was.
const (
	Auto        = "auto" // machine code, where it can and pays
	Native      = "native"
	Interpreter = "interpreter"
)

// Engines are all of them, first what is meant where nothing is said.
var Engines = []string{Auto, Native, Interpreter}

// worthCode is for how many matches it pays to make machine code first.
const worthCode = 1000

// code is the machine code of a program; nil: the interpreter plays.
func (o *Options) code(p *program.Program) (*native.Code, error) {
	from, to := o.part()
	byLot := !slices.ContainsFunc(o.Policies, func(name string) bool { return name != Random })
	switch {
	case o.Engine == Native && !byLot:
		return nil, errors.New("machine code plays where everybody decides at random: --policy " + Random)
	case o.Engine == Native && o.Strict:
		return nil, errors.New("machine code does not look at the invariants after every step")
	case o.Engine == Native:
		return native.Compile(p, true)
	case o.Engine != Interpreter && o.Engine != Auto && o.Engine != "":
		return nil, fmt.Errorf("there is no engine %q", o.Engine)
	case o.Engine == Interpreter || !byLot || o.Strict || to-from < worthCode:
		return nil, nil
	}
	c, err := native.Compile(p, true)
	if errors.Is(err, native.ErrNoCode) {
		return nil, nil // then it takes longer
	}
	return c, err
}

// quickly plays the match of a seed as machine code. It reports false if that did not
// come to its end.
func (t *table) quickly(seed uint64) (m *machine.Match, decisions int64, ok bool) {
	if t.native == nil {
		return nil, 0, false
	}
	t.random = append(t.random[:0], decide.NewRNG(seed, 1))
	for seat := range t.o.Players {
		t.random = append(t.random, seatRandom(seed, seat))
	}
	t.native.Reset(t.o.Players, t.random...)
	for over := false; !over; {
		taken, ended, ok := t.native.Play(nativeSlice)
		decisions += int64(taken)
		switch over = ended; {
		case !ok || !over && decisions >= maxNative || over && t.native.M.CheckInvariants() != nil:
			t.meter.Taken = t.meter.Taken[:0] // what has come up will come up again
			return nil, 0, false
		case !over && t.ctx.Err() != nil:
			return t.native.M, 0, true // which is not over, as whoever asked for it sees
		}
	}
	return t.native.M, decisions, true
}

// How many decisions machine code takes before it asks whether it has been stopped, and
// before the interpreter plays the match instead, which counts all its work.
const (
	nativeSlice = 1_000
	maxNative   = 20_000
)

// seatRandom are the random numbers of a seat in the match of a seed.
func seatRandom(seed uint64, seat int) decide.RNG { return decide.NewRNG(seed, uint64(2+seat)) }
