package scenario

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// What goes wrong beside the caller goes wrong in the caller, who can catch it.
func TestAPanicInParallelReachesTheCaller(t *testing.T) {
	for jobs := 1; jobs <= 3; jobs++ {
		var crash any
		func() {
			defer func() { crash = recover() }()
			_ = parallel(context.Background(), jobs, 9, func(i int) {
				if i%3 == 0 {
					panic("the third of them")
				}
			})
		}()
		require.Contains(t, crash, "the third of them\n")
	}
}
