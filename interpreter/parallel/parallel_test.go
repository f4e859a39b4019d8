package parallel

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// A panic in another goroutine becomes a panic of the caller, who can recover from it.
func TestAPanicReachesTheCaller(t *testing.T) {
	for jobs := 1; jobs <= 3; jobs++ {
		var crash any
		func() {
			defer func() { crash = recover() }()
			_ = Each(context.Background(), jobs, 9, func(i int) {
				if i%3 == 0 {
					panic("the third of them")
				}
			})
		}()
		require.Contains(t, crash, "the third of them\n")
	}
}

func TestNoWorkBeginsAfterCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int32
	err := Each(ctx, 2, 1000, func(int) {
		begun.Add(1)
		cancel()
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, begun.Load(), int32(10))
}
