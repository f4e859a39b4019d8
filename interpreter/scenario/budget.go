package scenario

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"moraine/interpreter/internal/machine"
)

// Incomplete is the error of a run that was stopped.
type Incomplete struct {
	Ran, Of int // cases
	Err     error
}

func (e *Incomplete) Error() string {
	return fmt.Sprintf("%d of %d cases were over: %v", e.Ran, e.Of, e.Err)
}

func (e *Incomplete) Unwrap() error { return e.Err }

// Alone says how many readings of a game were put in force, each alone, and which cannot be.
type Alone struct {
	Game     string
	Readings int
	Apart    []Apart
}

// Apart is a form that there is not, for a reading that goes with others only.
type Apart struct{ Form, Why string }

// maxWork is how much all scenarios of a run may do together, in the steps of work that
// matches count. Each may do machine.DefaultBudget; were that all, a file of many would
// take as many times as long. The longest run there is, of all scenarios of a game in all
// readings, does a fortieth of it.
const maxWork = 20_000_000_000

// ErrWork is the error of a run that has done too much.
var ErrWork = errors.New("more than 20000000000 steps of work in one run")

// budget is a context that is over as well when a run has done too much.
type budget struct {
	context.Context
	left atomic.Int64
}

func (b *budget) Err() error {
	if b.left.Load() < 0 {
		return ErrWork
	}
	return b.Context.Err()
}

// begin gives a run its budget, and a context that ends it.
func (o *Options) begin(ctx context.Context) context.Context {
	o.ctx = &budget{Context: ctx}
	o.ctx.left.Store(maxWork)
	return o.ctx
}

// context is what ends the run.
func (o *Options) context() context.Context {
	if o.ctx == nil {
		return context.Background()
	}
	return o.ctx
}

// spend takes what a match has done off the budget.
func (o *Options) spend(m *machine.Match) {
	if o.ctx != nil {
		o.ctx.left.Add(-int64(m.Effort + m.Env.Work))
	}
}
