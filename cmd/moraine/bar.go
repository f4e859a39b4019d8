package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// bar shows on a terminal how far a command is that takes longer than a second, and how long it
// will still take. Elsewhere it is quiet. Whatever else is printed takes it away first.
type bar struct {
	mu    sync.Mutex
	to    io.Writer // nil: no terminal
	ansi  bool
	since time.Time
	last  int64
	of    int64
	bar   *progressbar.ProgressBar
}

// silence is how long a command may take before it shows how far it is.
const silence = time.Second

func newBar(w World) *bar {
	b := &bar{since: time.Now(), ansi: w.Env == nil || w.Env("TERM") != "dumb"}
	if isTerminal(w.Err) {
		b.to = w.Err
	}
	return b
}

func (b *bar) show(done, of int64) {
	if b.to == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Since(b.since) < silence {
		return
	}
	if b.bar == nil || b.of != of || b.last > done { // something else is counted now
		b.bar = progressbar.NewOptions64(of,
			progressbar.OptionSetWriter(b.to),
			progressbar.OptionSetWidth(30),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionUseANSICodes(b.ansi),
			progressbar.OptionEnableColorCodes(false),
		)
	}
	b.last, b.of = done, of
	_ = b.bar.Set64(done) // what goes wrong at the terminal is no fault of the run
}

// clear takes the bar away.
func (b *bar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar != nil {
		_ = b.bar.Clear()
		b.bar = nil
	}
}
