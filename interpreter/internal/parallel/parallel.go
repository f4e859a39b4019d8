// Package parallel does things on several processors at once.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Each does n things, as many at once as there are jobs (0: as there are processors). Once
// the context is over no more are begun, and its error is returned. If one panics, so does
// Each when the others are done: whoever called it may know what to say of it.
func Each(ctx context.Context, jobs, n int, do func(i int)) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	var wg sync.WaitGroup
	var crash atomic.Value
	for range min(jobs, n) {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					crash.CompareAndSwap(nil, fmt.Sprintf("%v\n%s", r, debug.Stack()))
					for range next { // or nobody takes them
					}
				}
			}()
			for i := range next {
				do(i)
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	wg.Wait()
	if r := crash.Load(); r != nil {
		panic(r)
	}
	return ctx.Err()
}
