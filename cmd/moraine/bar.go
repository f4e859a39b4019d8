package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// bar shows on a terminal how far a long run is, how fast, and how long it will
// still take. Elsewhere it is quiet.
type bar struct {
	app *app
	on  bool
	bar *progressbar.ProgressBar
}

func (a *app) newBar() *bar { return &bar{app: a, on: isTerminal(a.Err)} }

func (b *bar) show(done, of int64) {
	if !b.on {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions64(of,
			progressbar.OptionSetWriter(direct(b.app.Err).(io.Writer)),
			progressbar.OptionSetWidth(30),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString("matches"),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionUseANSICodes(b.app.Env("TERM") != "dumb"),
			progressbar.OptionEnableColorCodes(false),
		)
	}
	_ = b.bar.Set64(done) // what goes wrong at the terminal is no fault of the run
}

// clear takes the bar away.
func (b *bar) clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
