package simulate

import (
	"cmp"
	"context"
	"runtime"
	"sync"

	"moraine/interpreter/parallel"
)

// crew plays a range of matches on all processors. The range is divided into pieces, and the
// results are joined in order, so that the joined part is always the beginning of the range
// without gaps.
type crew[S sums[S]] struct {
	ctx     context.Context
	players []player[S]
	fresh   func() S

	mu       sync.Mutex
	next, to int64
	size     int64
}

// sums is a type of totals that can be added.
type sums[S any] interface{ plus(S) }

// player plays matches one after the other. whole is false if a match was stopped; then nothing
// of it has been added.
type player[S any] interface {
	play(k int64, sum S) (whole bool, err error)
}

// piece is a small range of consecutive matches.
type piece[S any] struct {
	from, to int64
	done     int64 // less than to if the crew was stopped or a match broke off
	sum      S
	err      error
}

// maxPiece limits the number of matches in a piece. Small runs use smaller pieces, because
// their matches may be long.
const maxPiece = 64

// newCrew makes the players of a crew: jobs of them, or one for each processor if jobs is 0.
func newCrew[S sums[S]](ctx context.Context, jobs int, fresh func() S,
	newPlayer func() (player[S], error)) (*crew[S], error) {
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	c := &crew[S]{ctx: ctx, fresh: fresh}
	for range jobs {
		p, err := newPlayer()
		if err != nil {
			return nil, err
		}
		c.players = append(c.players, p)
	}
	return c, nil
}

// playAll returns the totals of all matches of a run. If it is interrupted, it returns an error.
func playAll[S sums[S]](ctx context.Context, o *Options, fresh func() S,
	newPlayer func() (player[S], error)) (sum S, err error) {
	c, err := newCrew(ctx, o.Jobs, fresh, newPlayer)
	if err != nil {
		return sum, err
	}
	sum = fresh()
	done, err := c.play(0, o.Games, sum, func(done int64) { o.progress(done, o.Games) })
	if done < o.Games {
		err = cmp.Or(err, ctx.Err())
	}
	return sum, err
}

// play adds the matches in a range to the totals and returns the number at which it stopped. If
// several matches break off, it returns the error of the first one.
func (c *crew[S]) play(from, to int64, sum S, progress func(done int64)) (done int64, err error) {
	c.next, c.to = from, to
	c.size = min(maxPiece, max(1, (to-from)/int64(16*len(c.players))))
	pieces := make(chan *piece[S], len(c.players))
	var crash any // panic of a worker, raised again in the calling goroutine
	go func() {
		defer close(pieces)
		defer func() { crash = recover() }()
		_ = parallel.Each(context.Background(), len(c.players), len(c.players), func(i int) {
			defer c.noMore() // also after a panic
			c.work(c.players[i], pieces)
		})
	}()
	waiting := map[int64]*piece[S]{}
	whole := true
	for p := range pieces {
		waiting[p.from] = p
		for next := waiting[from]; next != nil && whole; next = waiting[from] {
			delete(waiting, from)
			sum.plus(next.sum)
			from, err = next.done, next.err
			whole = next.done == next.to
			progress(from)
		}
	}
	if crash != nil {
		panic(crash)
	}
	return from, err
}

// work plays pieces until none are left.
func (c *crew[S]) work(by player[S], pieces chan<- *piece[S]) {
	for p := c.take(); p != nil; p = c.take() {
		for p.done = p.from; p.done < p.to; p.done++ {
			whole, err := by.play(p.done, p.sum)
			p.err = err
			if !whole {
				c.noMore()
				break
			}
		}
		pieces <- p
	}
}

// take returns the next piece.
func (c *crew[S]) take() *piece[S] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next >= c.to || c.ctx.Err() != nil {
		return nil
	}
	p := &piece[S]{from: c.next, to: min(c.next+c.size, c.to), sum: c.fresh()}
	c.next = p.to
	return p
}

// noMore ends the distribution: take returns nil from then on.
func (c *crew[S]) noMore() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = c.to
}
