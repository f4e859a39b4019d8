package machine

import (
	"cmp"
	"context"

	"moraine/interpreter/internal/state"
	"moraine/interpreter/source"
)

// Limits of the work between two requests, and of a whole match, which could otherwise reach the limit of
// a request a million times.
const (
	DefaultSteps  = 200_000       // ops run
	DefaultWork   = 10_000_000    // elements looked at, moved or shuffled
	DefaultBudget = 1_000_000_000 // both, in all
)

// A match looks for cancellation after this much work.
const (
	sliceSteps = 10_000
	sliceWork  = 1_000_000
)

// Budget limits the work of a match: between two requests, and in all.
type Budget struct {
	Ctx     context.Context // cancels the match; nil: it cannot be cancelled
	StepCap int             // ops between two requests; 0: DefaultSteps
	Total   int             // ops and elements of the whole match; 0: DefaultBudget
	Ops     int             // ops run so far, for measuring
	Effort  int             // the part of Total that was used up to the last request
	stack   *Stack
	last    int // Ops at the end of the slice of work
	most    int // Env.Work at its end
}

// ends reports whether the match was cancelled or has used up its budget, which is a fault.
func (b *Budget) ends() bool {
	if b.Ctx != nil {
		if err := b.Ctx.Err(); err != nil {
			b.stack.env.Err = &state.Fault{Text: err.Error(), Stop: err}
			return true
		}
	}
	if b.Exceeded() {
		b.overspend(b.stack.place())
	}
	return b.stack.env.Err != nil
}

// overspend records the fault that the budget is used up.
func (b *Budget) overspend(at source.Pos) {
	b.stack.env.FailLimit(at, "more than "+itoa(b.total())+" steps of work in one match: this seems to have no end")
}

// Affords reports whether the budget allows a formula from outside the rules; if not, that is a fault.
func (b *Budget) Affords() bool {
	if b.Exceeded() {
		b.overspend(source.Pos{})
		return false
	}
	return true
}

// Halted reports whether the match was cancelled or has used up its budget.
func (b *Budget) Halted() bool { return b.Exceeded() || b.Ctx != nil && b.Ctx.Err() != nil }

// Exceeded reports whether the budget is used up.
func (b *Budget) Exceeded() bool { return b.Effort+b.stack.env.Work > b.total() }

// Left returns the rest of the budget, at least 1.
func (b *Budget) Left() int { return max(1, b.total()-b.Effort-b.stack.env.Work) }

func (b *Budget) total() int { return cmp.Or(b.Total, DefaultBudget) }

func (b *Budget) stepCap() int { return cmp.Or(b.StepCap, DefaultSteps) }

// endless records the fault that a limit was reached without a decision.
func (b *Budget) endless(steps bool) {
	did := itoa(DefaultWork) + " steps of work"
	if steps {
		did = itoa(b.stepCap()) + " steps"
	}
	b.stack.env.FailLimit(b.stack.place(), "more than "+did+" without a decision: this seems to have no end")
}
