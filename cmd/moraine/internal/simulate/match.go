package simulate

import (
	"context"
	"errors"
	"fmt"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/playout"
)

// Random is the policy that decides at random. Every game has it.
const Random = playout.Random

// table plays matches one after the other for one worker.
type table struct {
	*playout.Player
	o    *Options
	g    *interpreter.Game
	side int   // 0 for the first configuration of a comparison
	part int64 // number of parts of a win; it is divisible by any number of winners
}

func newTable(ctx context.Context, g *interpreter.Game, o *Options) (*table, error) {
	po := playout.Options{
		Rules: o.Rules, Players: o.Players, Bots: o.Policies, Strict: o.Strict,
		Outside: map[int]playout.Outsider{}, Learned: map[int]*interpreter.Game{}, Mistakes: o.mistakes,
	}
	for i, policy := range o.Policies {
		if o.Outside == nil {
			break
		}
		by, err := o.Outside(policy)
		if err != nil {
			return nil, err
		}
		if by != nil {
			po.Outside[i] = by
		}
	}
	for i, policy := range o.Policies {
		po.Learned[i] = o.Learned[policy]
	}
	p, err := playout.New(ctx, g, po)
	return &table{Player: p, o: o, g: g, part: parts(o.Players)}, err
}

// parts returns the least common multiple of 1, 2, …, n.
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

// policyAt returns the policy of a seat in match k. Policies move by one seat per match, so
// that each policy plays every seat equally often, unless they are fixed.
func (o *Options) policyAt(k int64, seat int) int {
	if o.mistakes != nil { // for learning, a lot gives each seat its policy
		return int(match.SeriesSeed(o.seedOf(k), uint64(seat)) % uint64(len(o.Policies)))
	}
	if o.Fixed {
		return seat
	}
	return int((int64(seat) + k) % int64(o.Players))
}

// seedOf returns the seed of match k.
func (o *Options) seedOf(k int64) uint64 {
	if o.paired {
		k /= int64(o.Players)
	}
	return match.SeriesSeed(o.Seed, uint64(k))
}

// play implements player.
func (t *table) play(k int64, sum *totals) (whole bool, err error) {
	whole, err = t.add(k, sum)
	var broken *BrokeOff
	var fault *interpreter.Fault
	switch {
	case whole:
		sum.close()
	case t.o.GoOn && errors.As(err, &broken) && broken.played && errors.As(err, &fault):
		sum.addSeen(t.Player)
		sum.failed = sum.failed.plus(
			&Failed{Matches: 1, First: broken.Match, Seed: broken.Seed, Error: fault.Error(), error: broken})
		return true, nil
	}
	return whole, err
}

// add plays match k, counted from 0, and adds it to the totals. The caller closes the match.
func (t *table) add(k int64, sum *totals) (whole bool, err error) {
	seed := t.o.seedOf(k)
	t.Number = k + 1
	decisions, ended, err := t.Play(seed, func(seat int) int { return t.o.policyAt(k, seat) })
	if err != nil {
		broken := t.brokeOff(k, seed, err)
		broken.played = true
		return false, broken
	}
	if !ended {
		return false, nil
	}
	if err := sum.addPlayed(t.g, t.Player); err != nil {
		return false, t.brokeOff(k, seed, err)
	}
	sum.decisions += decisions
	t.wins(k, sum)
	return true, nil
}

// wins adds the winners. Several winners share a win equally.
func (t *table) wins(k int64, sum *totals) {
	n := int64(0)
	for seat := range t.o.Players {
		if t.Won(seat) {
			n++
		}
	}
	for seat := range t.o.Players {
		x := int64(0)
		switch {
		case t.Won(seat):
			x = t.part / n
		case n == 0 && t.o.paired:
			x = t.part / int64(t.o.Players)
		}
		sum.note(sum.series[bySeat], int32(seat), x)
		sum.note(sum.series[byPolicy], int32(t.o.policyOf[t.o.policyAt(k, seat)]), x)
	}
}

func (t *table) brokeOff(k int64, seed uint64, err error) *BrokeOff {
	out := &BrokeOff{Side: t.side, Match: k + 1, Seed: seed, Err: err}
	for seat := range t.o.Players {
		out.Seats = append(out.Seats, t.g.Seats()[seat]+"="+t.o.Policies[t.o.policyAt(k, seat)])
	}
	return out
}

// BrokeOff is the error of a match that could not be continued.
type BrokeOff struct {
	Side  int   // 0 for the first configuration of a comparison
	Match int64 // from 1
	Seed  uint64
	Seats []string // SEAT=POLICY, as flags of `moraine play`
	Err   error

	played bool // the error stopped the match; otherwise its values cannot be counted
}

func (e *BrokeOff) Error() string {
	return fmt.Sprintf("match %d stopped with an error: %v", e.Match, e.Err)
}

func (e *BrokeOff) Unwrap() error { return e.Err }
