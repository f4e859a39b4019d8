// Package parallel does things on several processors at once.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
)

// Each does n things, as many at once as there are jobs (0: as there are processors). Once
// the context is over no more are begun, and its error is returned. If one panics, so does
// Each when the others are done: whoever called it may know what to say of it.
func Each(ctx context.Context, jobs, n int, do func(i int)) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	g, sub := errgroup.WithContext(ctx)
	g.SetLimit(jobs)
	for i := 0; i < n && sub.Err() == nil && ctx.Err() == nil; i++ { // a budget that is spent tells only who asks
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
