package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"moraine/interpreter/escape"
	"moraine/interpreter/files"
)

// World is everything outside the program that a command reads or changes, so
// that a test can put another in its place.
type World struct {
	In  io.Reader
	Out io.Writer // what was asked for: a report, a list, a file's name
	Err io.Writer // everything else
	Dir string    // relative paths start here
	Env func(name string) string
}

// Main runs the command that the operating system hands over. The first
// interrupt asks it to end, the second one ends it.
func Main() int {
	// A command reads, works and is done: as long as there is memory, looking for
	// garbage in it is a waste of time.
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 30)
	}
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "moraine:", err)
		return exitInternal
	}
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, restore)
	return Run(ctx, os.Args[1:], World{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Dir: dir, Env: os.Getenv})
}

// Run runs one command and returns its exit code.
func Run(ctx context.Context, args []string, w World) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(w.Err, "moraine: internal error: %v\n%s", r, debug.Stack())
			code = exitInternal
		}
	}()
	out, shown := newOutput(w.Out), newOutput(w.Err)
	w.Out, w.Err = out, shown
	a := &app{World: w}
	root := newRoot(a)
	root.SetArgs(args)
	err := noControls(args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	_ = out.Flush() // what goes wrong is remembered
	switch {
	case err != nil && ctx.Err() != nil:
		err = ctx.Err()
	case out.err != nil:
		err = out.err
	}
	a.complain(err)
	_ = shown.Flush()
	return exitCode(err)
}

// noControls refuses what nobody types and a terminal would obey.
func noControls(args []string) error {
	for _, arg := range args {
		if r, found := escape.Control(arg); found {
			return fmt.Errorf("%q: the control character %U is not allowed in an argument", arg, r)
		}
	}
	return nil
}

// exit codes, as scripts and CI read them.
const (
	exitGood        = 0
	exitFailed      = 1 // a scenario failed
	exitUsage       = 2 // the command line or a file is wrong
	exitMissed      = 3 // a threshold was missed
	exitInternal    = 4 // the program itself failed, or a limit stopped it
	exitOutput      = 5 // what was to be written could not be
	exitInterrupted = 130
)

// coded is an error that says how the program exits. Without a reason there is
// nothing to print: the report has said it.
type coded struct {
	code   int
	reason error
}

func (e *coded) Error() string {
	if e.reason == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.reason.Error()
}

func (e *coded) Unwrap() error { return e.reason }

// quietly ends a command with a code and without a word.
func quietly(code int) error { return &coded{code: code} }

// failing gives an error an exit code; no error stays none.
func failing(code int, err error) error {
	if err == nil {
		return nil
	}
	return &coded{code, err}
}

// exitCode is the code of an error. What a command does not say otherwise is
// something wrong with what it was given: its flags, its files.
func exitCode(err error) int {
	var c *coded
	var unwritten *files.Unwritten
	switch {
	case err == nil:
		return exitGood
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &c):
		return c.code
	case errors.As(err, &unwritten):
		return exitOutput
	}
	return exitUsage
}
