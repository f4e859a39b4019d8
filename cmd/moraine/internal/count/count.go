// Package count counts the courses that a match can take from a position: every answer of every
// player, and every result of chance with its probability. In chess programs such a count is
// called perft. It is exact and the same on every machine, so it can be compared with published
// counts of a game.
//
//	count.go    a run: its options, shards and processors
//	walk.go     the walk from position to position
//	results.go  results as text and JSON; reading and merging them
package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"sync/atomic"

	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/walk"
)

// Options selects the courses to count: the ways in which a match can go, up to a number of decisions or turns.
type Options struct {
	Depth  int
	Turns  bool // the depth is counted in turns, not in decisions
	Merge  bool // follow equal positions once
	Divide bool // count also by the first decision
	Strict bool // check the invariants after every step
	Budget int64
	Part   int64 // number of the shard to count, from 1
	Of     int64 // number of shards; 0 for no sharding
	Jobs   int
	// Progress is called with the number of positions entered so far.
	Progress func(entered int64)
}

// MaxDepth limits the depth.
const MaxDepth = 1000

// DefaultBudget is the default limit on the number of positions that a run enters.
const DefaultBudget = 1_000_000

// ErrBudget reports that a run exceeds its limit on positions.
var ErrBudget = errors.New("the budget is used up")

// fewest is the minimum number of starting positions that are distributed to shards and
// processors, if the game has that many.
const fewest = 256

// Run counts the courses from a position. Each call of stand returns a new match in that
// position.
func Run(ctx context.Context, stand func() (*exec.Stand, error), o Options) (*Results, error) {
	c := &counter{ctx: ctx, Options: o}
	first, err := c.walker(stand)
	if err != nil {
		return nil, err
	}
	if o.Turns && !first.HasTurns() {
		return nil, fmt.Errorf("--turns needs a measure named %s, which defines turns; the game has none",
			walk.TurnsMeasure)
	}
	if o.Merge {
		err = first.mergeLayers()
	} else {
		err = c.spread(first, stand)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return first.results(), nil
}

// counter is the state that the walkers of a run share.
type counter struct {
	Options
	ctx     context.Context
	entered atomic.Int64
}

// enter counts a position against the budget.
func (c *counter) enter() error {
	n := c.entered.Add(1)
	if n > c.Budget {
		return fmt.Errorf("%w: the search needs more than %d positions; use a larger --budget or a smaller --depth",
			ErrBudget, c.Budget)
	}
	if n&1023 == 0 {
		if c.Progress != nil {
			c.Progress(n)
		}
		return c.ctx.Err()
	}
	return nil
}

func (c *counter) walker(stand func() (*exec.Stand, error)) (*walker, error) {
	s, err := stand()
	if err != nil {
		return nil, err
	}
	s.Limit(c.ctx, 0)
	w := &walker{Walk: walk.From(s, c.Strict), counter: c, rows: make([]row, c.Depth+1), first: map[string]*big.Int{}}
	return w, nil
}

// spread follows the courses level by level until there are enough positions to distribute, and
// then counts from the positions of its shard on several processors. The first levels are
// counted by the first shard.
func (c *counter) spread(w *walker, stand func() (*exec.Stand, error)) error {
	var front []*position
	meet := func(p *position) error {
		w.tally(p)
		front = append(front, p)
		return nil
	}
	if err := w.begin(meet); err != nil {
		return err
	}
	for grown := true; grown && len(front) < fewest; {
		last := front
		front, grown = nil, false
		for _, p := range last {
			if p.over || p.depth >= c.Depth {
				continue // already counted
			}
			grown = true
			if err := w.follow(p, meet); err != nil {
				return err
			}
		}
	}
	if c.Of > 0 && c.Part != 1 {
		w.clear()
	}
	return c.share(w, front, stand)
}

// share counts the courses from the positions of the shard and adds them to the rows of w.
func (c *counter) share(w *walker, front []*position, stand func() (*exec.Stand, error)) error {
	jobs := cmp.Or(c.Jobs, runtime.GOMAXPROCS(0))
	crew := make(chan *walker, jobs)
	for range jobs {
		worker, err := c.walker(stand)
		if err != nil {
			return err
		}
		crew <- worker
	}
	failed := make([]error, len(front)) // the first error is reported, independent of the division of work
	var broke atomic.Bool
	_ = parallel.Each(c.ctx, jobs, len(front), func(i int) {
		if broke.Load() || c.Of > 0 && int64(i)%c.Of != c.Part-1 {
			return
		}
		worker := <-crew
		defer func() { crew <- worker }()
		if failed[i] = worker.all(front[i]); failed[i] != nil {
			broke.Store(true)
		}
	})
	for range jobs {
		w.add(<-crew)
	}
	return cmp.Or(failed...)
}
