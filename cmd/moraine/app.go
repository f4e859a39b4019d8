package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"moraine/interpreter"
)

// app holds the things that all commands share: the streams, the games, and flags.
type app struct {
	dataLayers
	lang     string
	color    choice
	noColor  bool
	helpAll  bool
	timeout  time.Duration
	memory   size
	bar      *bar
	release  func()    // stops enforcing the limits
	lastWord sync.Once // prints the reason of an early end only once
}

// abs returns a path of the user as an absolute path.
func (w *World) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(w.Dir, path)
}

// colored reports whether output to w is coloured: --color decides, or by default whether w is
// a terminal and NO_COLOR is unset. If so, it makes w let colours pass.
func (a *app) colored(w io.Writer) (yes bool) {
	switch {
	case a.noColor || a.color.value == "never":
	case a.color.value == "always":
		yes = true
	default:
		yes = a.Env("NO_COLOR") == "" && a.Env("TERM") != "dumb" && isTerminal(w)
	}
	if o, ok := w.(*output); ok {
		o.Colors = yes
	}
	return yes
}

// width returns the number of columns of the terminal, or 0 if the output is not a terminal.
func (w *World) width() int {
	f, ok := direct(w.Out).(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return max(columns, 40)
}

// complain prints an error. Errors in files are printed with their line and a caret, other
// errors on one line.
func (a *app) complain(err error) {
	var c *exitError
	var diags interpreter.Diagnostics
	switch {
	case err == nil, errors.As(err, &c) && c.reason == nil, errors.Is(err, syscall.EPIPE):
	case errors.As(err, &diags):
		for i, d := range diags.Sorted() {
			if i > 0 {
				fmt.Fprintln(a.Err)
			}
			if d.Pos.File == nil { // the error concerns the command line
				fmt.Fprint(a.Err, "moraine: ")
			}
			d.Render(a.Err, a.colored(a.Err))
		}
	default:
		fmt.Fprintf(a.Err, "moraine: %v\n", err)
	}
}
