package simulate

import (
	"context"
	"errors"
	"fmt"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/state"
)

// Random is the policy that decides everything at random; every game has it.
const Random = "random"

// maxDecisions is when a match is taken to have no end.
const maxDecisions = 1_000_000

// table is where one worker plays one match after the other, in the same memory.
// Dice and draws, and the random numbers of each seat, come from streams of the match's
// seed of their own, the same as `moraine play` gives them: so it can show any of
// these matches again.
type table struct {
	ctx    context.Context
	o      *Options
	m      *machine.Match
	meter  *machine.Meter
	chance *decide.Random
	bots   []decide.Bot // as Policies has them
	seats  decide.Seats
	side   int   // of a comparison
	part   int64 // what one win is, in parts that as many as play can divide
}

func newTable(ctx context.Context, g *interpreter.Game, o *Options) (*table, error) {
	p := g.Program
	t := &table{
		ctx: ctx, o: o, m: machine.New(p, o.Players, nil), meter: machine.NewMeter(p),
		chance: &decide.Random{}, part: parts(o.Players),
	}
	t.m.Meter, t.m.Strict, t.m.Ctx = t.meter, o.Strict, ctx
	for _, name := range o.Policies {
		bot, err := decide.NewPolicy(p, name, decide.RNG{}) // its random numbers come with each match
		if err != nil {
			return nil, err
		}
		t.bots = append(t.bots, bot)
	}
	t.seats = decide.Seats{Chance: t.chance, Players: make([]decide.Decider, o.Players)}
	return t, nil
}

// parts is the smallest number that 1, 2, … n divide.
func parts(n int) int64 {
	out := int64(1)
	for i := int64(2); i <= int64(n); i++ {
		a, b := out, i
		for b > 0 {
			a, b = b, a%b
		}
		out *= i / a
	}
	return out
}

// policyAt is which policy a seat has in match k: where they differ, they move on
// by a seat from match to match, so that each sits everywhere equally often.
func (o *Options) policyAt(k int64, seat int) int { return int((int64(seat) + k) % int64(o.Players)) }

// play implements player.
func (t *table) play(k int64, sum *totals) (whole bool, err error) {
	if whole, err = t.add(k, sum); whole {
		sum.close()
	}
	return whole, err
}

// add plays match k, from 0, and adds it to the totals, where it stays open.
func (t *table) add(k int64, sum *totals) (whole bool, err error) {
	seed := decide.MatchSeed(t.o.Seed, uint64(k))
	t.meter.Clear()
	decisions, err := t.playOut(k, seed)
	if err != nil {
		return false, t.brokeOff(k, seed, err)
	}
	if !t.m.Finished() && !t.m.AtRest() {
		return false, nil
	}
	if err := sum.metered(t.m.P, t.meter); err != nil {
		return false, t.brokeOff(k, seed, err)
	}
	sum.decisions += decisions
	t.wins(k, sum)
	return true, nil
}

// playOut plays the match of a seed to its end, or until the run is stopped; the
// invariants must hold there. Only requests with two or more answers are counted as
// decisions.
func (t *table) playOut(k int64, seed uint64) (decisions int64, err error) {
	*t.chance.Generator() = decide.NewRNG(seed, 1)
	for seat := range t.seats.Players {
		bot := t.bots[t.o.policyAt(k, seat)]
		*bot.Generator() = decide.NewRNG(seed, uint64(2+seat))
		t.seats.Players[seat] = bot
	}
	t.m.Reset(t.o.Players)
	for r := t.m.Next(); r != nil; r = t.m.Next() {
		if r.List || len(r.Options) > 1 || r.Optional && len(r.Options) > 0 {
			decisions++
		}
		if decisions > maxDecisions {
			return 0, &interpreter.Fault{Pos: r.Step().Pos, Limit: true, Text: fmt.Sprintf("more than %d decisions: this match seems to have no end", maxDecisions)}
		}
		move, _ := t.seats.Next(t.m)
		if t.ctx.Err() != nil { // who was stopped while thinking has not decided
			return 0, nil
		}
		if err := move.Make(t.m); err != nil {
			return 0, unlessStopped(err)
		}
	}
	if err := t.m.Err(); err != nil {
		return 0, unlessStopped(err)
	}
	return decisions, t.m.CheckInvariants()
}

// unlessStopped is what is wrong with a match; that it was stopped is not.
func unlessStopped(err error) error {
	var fault *interpreter.Fault
	if errors.As(err, &fault) && fault.Stop != nil {
		return nil
	}
	return err
}

// wins adds who has won. Several share a win in equal parts.
func (t *table) wins(k int64, sum *totals) {
	won := t.m.State().S[state.AtWinners]
	n := int64(0)
	for seat := range t.o.Players {
		n += int64(won >> seat & 1)
	}
	for seat := range t.o.Players {
		x := int64(0)
		if won>>seat&1 == 1 {
			x = t.part / n
		}
		sum.note(sum.series[bySeat], int32(seat), x)
		sum.note(sum.series[byPolicy], int32(t.o.policyOf[t.o.policyAt(k, seat)]), x)
	}
}

func (t *table) brokeOff(k int64, seed uint64, err error) error {
	out := &BrokeOff{Side: t.side, Match: k + 1, Seed: seed, Err: err}
	for seat := range t.o.Players {
		out.Seats = append(out.Seats, t.m.P.Seats[seat]+"="+t.o.Policies[t.o.policyAt(k, seat)])
	}
	return out
}

// BrokeOff is a match of a run that could not go on.
type BrokeOff struct {
	Side  int   // of a comparison: 0 or 1
	Match int64 // from 1
	Seed  uint64
	Seats []string // SEAT=POLICY, as `moraine play` takes them
	Err   error
}

func (e *BrokeOff) Error() string { return fmt.Sprintf("match %d broke off: %v", e.Match, e.Err) }

func (e *BrokeOff) Unwrap() error { return e.Err }
