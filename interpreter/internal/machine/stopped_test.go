package machine_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// asks is a context that is over once it has been asked so often.
type asks struct {
	context.Context
	left int
}

func (a *asks) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// A match asks after so much work, of either kind, whether it is stopped.
func TestMatchStopsAfterCountedWork(t *testing.T) {
	for loop, of := range map[string]func(*run) int{
		"set: {n: n + 1}":                    func(r *run) int { return r.Budget.Ops / 10_000 },
		"set: {n: 'count(1..9999, it > 3)'}": func(r *run) int { return r.Env.Work / 1_000_000 },
	} {
		t.Run(loop, func(t *testing.T) {
			r := start(t, 2, "fields: {n: 0}", match("- {while: 1 == 1, do: [{"+loop+"}]}"))
			r.Budget.StepCap = math.MaxInt
			ctx := &asks{t.Context(), 5}
			r.Budget.Ctx = ctx
			require.Nil(t, r.Next())
			require.ErrorIs(t, r.Err(), context.Canceled)
			require.Equal(t, 5, of(r), loop)
			require.Equal(t, -1, ctx.left, "it stops as soon as it knows")
		})
	}
}

// The budget between two requests is a limit for the whole match, so it does not multiply with the number of
// requests.
func TestBudgetIsOfAWholeMatch(t *testing.T) {
	r := start(t, 2, "fields: {n: 0}", match("- {while: 1 == 1, do: [{roll: d}, {set: {n: 'count(1..9999, it > 3)'}}]}"))
	r.Budget.Total = 1_000_000
	requests := 0
	for r.Next() != nil {
		requests++
		require.NoError(t, r.Answer(0))
	}
	require.ErrorContains(t, r.Err(), "more than 1000000 steps of work in one match")
	require.Greater(t, requests, 10)
	require.Less(t, r.Budget.Effort, 1_100_000)
	r.Reset(2)
	require.Zero(t, r.Budget.Effort)
}
