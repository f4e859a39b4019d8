package simulate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// falls is a player that panics in its third match.
type falls struct{}

type nothing struct{}

func (nothing) plus(nothing) {}

func (falls) play(k int64, _ nothing) (bool, error) {
	if k == 2 {
		panic("over a stone")
	}
	return true, nil
}

// A panic of a worker comes out where it is caught, so that the exit code is that of an
// internal error and not that of Go.
func TestAPanicOfAWorkerIsCaught(t *testing.T) {
	c, err := newCrew(t.Context(), 2, func() nothing { return nothing{} }, func() (player[nothing], error) { return falls{}, nil })
	require.NoError(t, err)
	defer func() { require.Contains(t, recover(), "over a stone") }()
	_, _ = c.play(0, 10, nothing{}, func(int64) {})
}
