// Package count counts the courses that a match can take from a position: every answer of every player, and every
// result of chance with its probability. Programs for chess call such a count perft. It is exact and the same on
// every machine, so it can be held against published counts of a game.
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
)

// Options selects the courses.
type Options struct {
	Depth  int
	Turns  bool // the depth is counted in turns, not in decisions
	Merge  bool // follow equal positions once
	Divide bool // count also by the first decision
	Strict bool // check invariants after each step
	Budget int64
	Part   int64 // count this shard, from 1, of …
	Of     int64 // … that many; 0: all courses
	Jobs   int
	// Progress is called with the number of positions entered.
	Progress func(entered int64)
}

// MaxDepth limits the depth.
const MaxDepth = 1000

// DefaultBudget is the number of positions that a run may enter unless told otherwise.
const DefaultBudget = 1_000_000

// ErrBudget reports that a run would enter more positions than its budget.
var ErrBudget = errors.New("the budget is used up")

// fewest is the number of starting positions that are handed out to shards and processors, if there are so many.
const fewest = 256

// Run counts the courses from a position; each call of stand returns a match that stands there.
func Run(ctx context.Context, stand func() (*exec.Stand, error), o Options) (*Results, error) {
	c := &counter{ctx: ctx, Options: o}
	first, err := c.walker(stand)
	if err != nil {
		return nil, err
	}
	if o.Turns && !first.HasTurns() {
		return nil, fmt.Errorf("--turns: the game has no measure called %s, which would say what a turn is", exec.TurnsMeasure)
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

// counter is shared by the walkers of a run.
type counter struct {
	Options
	ctx     context.Context
	entered atomic.Int64
}

// enter counts a position.
func (c *counter) enter() error {
	n := c.entered.Add(1)
	if n > c.Budget {
		return fmt.Errorf("%w: more than %d positions; give a larger --budget or a smaller --depth", ErrBudget, c.Budget)
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
	w := &walker{Walk: s.Walk(c.Strict), counter: c, rows: make([]row, c.Depth+1), first: map[string]*big.Int{}}
	return w, nil
}

// spread follows the courses level by level until there are enough positions to share, and counts from those of its
// shard on several processors. The first levels are counted by the first shard.
func (c *counter) spread(w *walker, stand func() (*exec.Stand, error)) error {
	var front []*position
	meet := func(p *position) error {
		w.tally(p)
		front = append(front, p)
		return nil
	}
	if err := w.settle(&position{}, meet); err != nil {
		return err
	}
	for grown := true; grown && len(front) < fewest; {
		last := front
		front, grown = nil, false
		for _, p := range last {
			if p.over || p.depth >= c.Depth {
				continue // counted
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

// share counts from the positions of the shard on and adds to the rows of w.
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
	failed := make([]error, len(front)) // the first of them is reported, however the work is divided
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
