package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"moraine/interpreter/escape"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

// World is everything outside the program that a command reads or changes, so
// that a test can put another in its place.
type World struct {
	In  io.Reader
	Out io.Writer // what was asked for: a report, a list, a file's name
	Err io.Writer // everything else
	Dir string    // relative paths start here
	Env func(name string) string
	// Exit ends the process where a command that is stopped does not end by itself; nil: nothing does.
	Exit func(code int)
}

// Main runs the command that the operating system hands over.
func Main() int {
	// Where Go itself gives up, which nobody can recover from, it is to end by SIGABRT: its
	// own exit code is that of a wrong command line.
	debug.SetTraceback("crash")
	// A command reads, works and is done, so looking for garbage often is a waste of time;
	// never looking would take several times the memory that it needs.
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(200)
		debug.SetMemoryLimit(448 << 20)
	}
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "moraine:", err)
		return exitInternal
	}
	ctx, cancel := interruptible()
	defer cancel()
	return Run(ctx, os.Args[1:], World{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Dir: dir, Env: os.Getenv, Exit: os.Exit})
}

// Run runs one command and returns its exit code.
func Run(ctx context.Context, args []string, w World) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(w.Err, "moraine: internal error: %v\n%s", r, debug.Stack())
			code = exitInternal
		}
	}()
	bar := newBar(w)
	out, shown := newOutput(w.Out, bar.clear), newOutput(w.Err, bar.clear)
	w.Out, w.Err = out, shown
	a := &app{World: w, ctx: ctx, bar: bar, release: func() {}}
	defer func() { a.release() }()
	root := newRoot(a)
	root.SetArgs(args)
	err := noControls(args)
	if err == nil {
		err = plainly(root.ExecuteContext(ctx))
	}
	bar.clear()
	_ = out.Flush() // what goes wrong is remembered
	if out.err != nil {
		err = out.err
	}
	if a.ctx.Err() != nil { // even if it was through at that moment
		err = a.cutShort(err)
	}
	a.lastWord.Do(func() {
		a.complain(err)
		_ = shown.Flush()
	})
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
	exitFailed      = 1   // a scenario failed
	exitUsage       = 2   // the command line or a file is wrong
	exitMissed      = 3   // a threshold was missed
	exitInternal    = 4   // the program itself failed, or a limit stopped it
	exitOutput      = 5   // what was to be written could not be
	exitInterrupted = 130 // by SIGINT
	exitTerminated  = 143 // by SIGTERM
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
	case errors.As(err, &c):
		return c.code
	case errors.Is(err, scenario.ErrWork):
		return exitInternal
	case errors.As(err, &unwritten):
		return exitOutput
	}
	return exitUsage
}
