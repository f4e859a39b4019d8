// Package parallel runs a loop on several processors.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
)

// Each calls do(0) to do(n-1), at most jobs at the same time (0: one per processor). When ctx
// is done it starts no more calls and returns the error of ctx. If a call panics, Each panics
// with the stack of that call after the others have returned, so that the caller can report it.
func Each(ctx context.Context, jobs, n int, do func(i int)) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	g, sub := errgroup.WithContext(ctx)
	g.SetLimit(jobs)
	// a context with a work limit has an Err but no Done channel
	for i := 0; i < n && sub.Err() == nil && ctx.Err() == nil; i++ {
		g.Go(func() (crash error) {
			defer func() {
				if r := recover(); r != nil {
					crash = fmt.Errorf("%v\n%s", r, debug.Stack())
				}
			}()
			do(i)
			return nil
		})
	}
	if crash := g.Wait(); crash != nil {
		panic(crash.Error())
	}
	return ctx.Err()
}
