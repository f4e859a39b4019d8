package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// bar is a progress bar on a terminal. It appears when a command takes longer than a second,
// and shows progress and remaining time, or a spinner if nothing is counted. Other output
// clears it first. Without a terminal it is never shown.
type bar struct {
	mu      sync.Mutex
	to      io.Writer // nil if there is no terminal
	ansi    bool
	since   time.Time
	last    int64
	of      int64 // total count; uncounted shows only a spinner
	printed bool  // other output has been printed
	bar     *progressbar.ProgressBar
}

// barDelay is the time after which the bar appears.
const barDelay = time.Second

// barInterval is the time between two updates.
const barInterval = 100 * time.Millisecond

const uncounted = -1

func newBar(w World) *bar {
	b := &bar{since: time.Now(), ansi: w.Env == nil || w.Env("TERM") != "dumb"}
	if isTerminal(w.Err) {
		b.to = w.Err
		time.AfterFunc(barDelay, b.spin)
	}
	return b
}

// spin shows a spinner until the command counts or prints something.
func (b *bar) spin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.printed || b.bar != nil && b.of != uncounted {
		return
	}
	if b.bar == nil {
		b.begin(uncounted)
	}
	_ = b.bar.Add(1)
	time.AfterFunc(barInterval, b.spin)
}

// begin starts a new count.
func (b *bar) begin(of int64) {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
	b.of = of
	b.bar = progressbar.NewOptions64(of,
		progressbar.OptionSetWriter(b.to),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionSetSpinnerChangeInterval(0), // works updates it
		progressbar.OptionThrottle(barInterval),
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
	if time.Since(b.since) < barDelay {
		return
	}
	if b.bar != nil && b.of == of && done < b.last && b.last-done <= of/2 { // a late report from another goroutine
		return
	}
	if b.bar == nil || b.of != of || done < b.last { // a new count has begun
		b.begin(of)
	}
	b.last = done
	_ = b.bar.Set64(done) // an error of the terminal must not affect the command
}

// clear removes the bar.
func (b *bar) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.printed = true
	if b.bar != nil {
		_ = b.bar.Clear()
		b.bar = nil
	}
}
