package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// bar shows on a terminal how far a command is that takes longer than a second, and how long it
// will still take; as long as nothing is counted or printed, that it works. Elsewhere it is quiet.
// Whatever else is printed takes it away first.
type bar struct {
	mu    sync.Mutex
	to    io.Writer // nil: no terminal
	ansi  bool
	since time.Time
	last  int64
	of    int64 // uncounted: that is all it shows
	said  bool  // something has been printed
	bar   *progressbar.ProgressBar
}

// silence is how long a command may take before it shows how far it is.
const silence = time.Second

// pace is how often that is drawn.
const pace = 100 * time.Millisecond

const uncounted = -1

func newBar(w World) *bar {
	b := &bar{since: time.Now(), ansi: w.Env == nil || w.Env("TERM") != "dumb"}
	if isTerminal(w.Err) {
		b.to = w.Err
		time.AfterFunc(silence, b.works)
	}
	return b
}

// works shows that the command works, until it counts or prints something.
func (b *bar) works() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.said || b.bar != nil && b.of != uncounted {
		return
	}
	if b.bar == nil {
		b.begin(uncounted)
	}
	_ = b.bar.Add(1)
	time.AfterFunc(pace, b.works)
}

// begin begins to count anew.
func (b *bar) begin(of int64) {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
	b.of = of
	b.bar = progressbar.NewOptions64(of,
		progressbar.OptionSetWriter(b.to),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetSpinnerChangeInterval(0), // works does that
		progressbar.OptionThrottle(pace),
		progressbar.OptionUseANSICodes(b.ansi),
		progressbar.OptionEnableColorCodes(false),
		func(p *progressbar.ProgressBar) {
			if of != uncounted {
				progressbar.OptionShowCount()(p)
				progressbar.OptionSetPredictTime(true)(p)
			}
		},
	)
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
	if b.bar != nil && b.of == of && done < b.last && b.last-done <= of/2 { // told late by another goroutine
		return
	}
	if b.bar == nil || b.of != of || done < b.last { // something else is counted now
		b.begin(of)
	}
	b.last = done
	_ = b.bar.Set64(done) // what goes wrong at the terminal is no fault of the run
}

// clear takes the bar away.
func (b *bar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.said = true
	if b.bar != nil {
		_ = b.bar.Clear()
		b.bar = nil
	}
}
