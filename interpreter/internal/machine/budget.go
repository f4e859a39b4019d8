package machine

import (
	"cmp"
	"context"

	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// Limits on the work between two requests, and in a whole match. Without the second limit a
// match could reach the first one a million times.
const (
	DefaultSteps  = 200_000       // ops
	DefaultWork   = 10_000_000    // elements visited, moved or shuffled
	DefaultBudget = 1_000_000_000 // ops and elements in total
)

// A match checks for cancellation after this amount of work.
const (
	sliceSteps = 10_000
	sliceWork  = 1_000_000
)

// Budget limits the work of a match: between two requests, and in total.
type Budget struct {
	Ctx     context.Context // cancels the match; may be nil
	StepCap int             // maximum number of ops between two requests; 0 for DefaultSteps
	Total   int             // maximum number of ops and elements in the match; 0 for DefaultBudget
	Ops     int             // number of ops run so far, for statistics
	Effort  int             // work done up to the last request
	stack   *Stack
	last    int // value of Ops at the next check
	most    int // value of Env.Work at the next check
}

// ends records a fault if the match was cancelled or has exceeded its budget. It reports whether the match has a fault.
func (b *Budget) ends() bool {
	if b.Ctx != nil {
		if err := b.Ctx.Err(); err != nil {
			b.stack.env.World.Err = &state.Fault{Text: err.Error(), Stop: err}
			return true
		}
	}
	if b.Exceeded() {
		b.overspend(b.stack.place())
	}
	return b.stack.env.World.Err != nil
}

// overspend records the fault that the budget is exceeded.
func (b *Budget) overspend(at source.Pos) {
	b.stack.env.World.FailLimit(at,
		"more than "+itoa(b.total())+" steps of work in one match: this seems to have no end")
}

// Affords reports whether the budget allows the evaluation of a formula outside the rules. If
// not, it records a fault.
func (b *Budget) Affords() bool {
	if b.Exceeded() {
		b.overspend(source.Pos{})
		return false
	}
	return true
}

// Halted reports whether the match was cancelled or has exceeded its budget.
func (b *Budget) Halted() bool { return b.Exceeded() || b.Ctx != nil && b.Ctx.Err() != nil }

// Exceeded reports whether the budget is exceeded.
func (b *Budget) Exceeded() bool { return b.Effort+b.stack.env.Work > b.total() }

// Left returns the remaining budget, at least 1.
func (b *Budget) Left() int { return max(1, b.total()-b.Effort-b.stack.env.Work) }

func (b *Budget) total() int { return cmp.Or(b.Total, DefaultBudget) }

func (b *Budget) stepCap() int { return cmp.Or(b.StepCap, DefaultSteps) }

// endless records the fault that so much was done without a decision.
func (b *Budget) endless(done string) {
	b.stack.env.World.FailLimit(b.stack.place(), "more than "+done+" without a decision: this seems to have no end")
}
