package exec

import (
	"context"
	"errors"
	"sync/atomic"

	"moraine/interpreter/internal/machine"
)

// maxWork limits the work of all scenarios of a run, in steps of matches. A single scenario may
// use machine.DefaultBudget. The longest real run, all scenarios of a game under all readings,
// uses a fortieth of this limit.
const maxWork = 20_000_000_000

// ErrWork reports that a run exceeds maxWork.
var ErrWork = errors.New("the run needs more than 20000000000 operations")

// Budget is a context that is also done when a run exceeds maxWork.
type Budget struct {
	context.Context
	ChanceStates int // limit on the states of one chance; 0: chance.DefaultLimit
	left         atomic.Int64
}

// NewBudget returns the budget of a run.
func NewBudget(ctx context.Context) *Budget {
	b := &Budget{Context: ctx}
	b.left.Store(maxWork)
	return b
}

// Err returns the reason why the budget is done, or nil.
func (b *Budget) Err() error {
	if b.left.Load() < 0 {
		return ErrWork
	}
	return b.Context.Err()
}

// spend subtracts the work of a match from the budget.
func (b *Budget) spend(m *machine.Match) { b.left.Add(-int64(m.Budget.Effort + m.Env.Work)) }
