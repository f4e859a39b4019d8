package main

import (
	"context"
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

// app is what all commands share: the world and the flags that each of them has.
type app struct {
	World
	data      []string
	noBuiltin bool
	all       bool
	lang      string
	color     choice
	noColor   bool
	timeout   time.Duration
	memory    size
	ctx       context.Context // what ends the command
	bar       *bar
	release   func()    // ends what watches over the limits
	lastWord  sync.Once // why it ends
}

// abs is where a path of the user's lies.
func (a *app) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(a.Dir, path)
}

// colored reports whether what is written to w is coloured: as the flags say,
// else if w is a terminal and nobody minds. If so, w lets colours through.
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

// width is how many columns the output has; 0: it is no terminal.
func (a *app) width() int {
	f, ok := direct(a.Out).(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return max(columns, 40)
}

// complain says what is wrong. Errors in files are shown with the line and a
// caret, one after the other; any other error is one line.
func (a *app) complain(err error) {
	var c *coded
	var diags interpreter.Diagnostics
	switch {
	case err == nil, errors.As(err, &c) && c.reason == nil, errors.Is(err, syscall.EPIPE):
	case errors.As(err, &diags):
		for i, d := range diags.Sorted() {
			if i > 0 {
				fmt.Fprintln(a.Err)
			}
			if d.Pos.File == nil { // it is of what the command line says
				fmt.Fprint(a.Err, "moraine: ")
			}
			d.Render(a.Err, a.colored(a.Err))
		}
	default:
		fmt.Fprintf(a.Err, "moraine: %v\n", err)
	}
}
