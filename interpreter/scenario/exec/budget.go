package exec

import (
	"context"
	"errors"
	"sync/atomic"

	"moraine/interpreter/internal/machine"
)

// maxWork is how much all scenarios of a run may do together, in the steps of work that
// matches count. Each may do machine.DefaultBudget; were that all, a file of many would
// take as many times as long. The longest run there is, of all scenarios of a game in all
// readings, does a fortieth of it.
const maxWork = 20_000_000_000

// ErrWork is the error of a run that has done too much.
var ErrWork = errors.New("more than 20000000000 steps of work in one run")

// Budget is a context that is over as well when a run has done too much.
type Budget struct {
	context.Context
	left atomic.Int64
}

// NewBudget gives a run its budget.
func NewBudget(ctx context.Context) *Budget {
	b := &Budget{Context: ctx}
	b.left.Store(maxWork)
	return b
}

// Err tells why it is over, if it is.
func (b *Budget) Err() error {
	if b.left.Load() < 0 {
		return ErrWork
	}
	return b.Context.Err()
}

// spend takes what a match has done off the budget.
func (b *Budget) spend(m *machine.Match) { b.left.Add(-int64(m.Effort + m.Env.Work)) }
