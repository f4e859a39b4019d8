package simulate

import (
	"context"

	"moraine/interpreter"
	"moraine/interpreter/playout"
)

// mistakes are the percentages of random answers of the players in matches for learning.
var mistakes = []int{0, 10, 30}

// Positions plays matches and returns positions of them, in the order of the matches, and for each feature whether its
// formula has failed. In each match the policies of the list are assigned to the seats at random, and each gives some
// of its answers at random.
func Positions(ctx context.Context, g *interpreter.Game, f *playout.Features,
	o Options) ([]playout.Position, []bool, error) {
	list := o.Policies
	o.Policies = nil
	if err := o.complete(g); err != nil {
		return nil, nil, err
	}
	o.Policies, o.mistakes = nil, map[int]int{}
	for _, p := range list {
		for _, percent := range mistakes {
			o.mistakes[len(o.Policies)] = percent
			o.Policies = append(o.Policies, p)
		}
	}
	sum, err := playAll(ctx, &o, func() *positions {
		return &positions{failed: make([]bool, len(f.Names))}
	}, func() (player[*positions], error) {
		t, err := newTable(ctx, g, &o)
		if err != nil {
			return nil, err
		}
		t.Sample(f)
		return positionTable{t}, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return sum.list, sum.failed, nil
}

// positions implements sums.
type positions struct {
	list   []playout.Position
	failed []bool
}

func (p *positions) plus(o *positions) {
	p.list = append(p.list, o.list...)
	for i, failed := range o.failed {
		p.failed[i] = p.failed[i] || failed
	}
}

// positionTable plays matches and records positions.
type positionTable struct{ *table }

// play implements player.
func (t positionTable) play(k int64, sum *positions) (whole bool, err error) {
	seed := t.o.seedOf(k)
	t.Number = k + 1
	decisions, whole, err := t.Play(seed, func(seat int) int { return t.o.policyAt(k, seat) })
	switch {
	case err != nil:
		return false, t.brokeOff(k, seed, err)
	case whole:
		sum.plus(&positions{t.Positions(decisions), t.Failed()})
	}
	return whole, nil
}
