package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

// World has everything outside the program that a command reads or changes, so that tests can
// replace it.
type World struct {
	In  io.Reader
	Out io.Writer // results: reports, lists, file names
	Err io.Writer // all other output
	Dir string    // base for relative paths
	Env func(name string) string
	// Exit ends the process if a stopped command does not return. It is nil in tests.
	Exit func(code int)
	// Builtin is the built-in layer. By default it is read anew; tests share one that keeps parsed files.
	Builtin interpreter.Layer
}

// Main runs the program with the arguments of the process.
func Main() int {
	// When the Go runtime itself fails (stack or memory exhausted), the process must end with
	// SIGABRT: the runtime's own exit code 2 would mean a wrong command line.
	debug.SetTraceback("crash")
	// Commands are short-lived, so frequent garbage collection wastes time. Without any
	// collection the program would need several times the memory. At 125 % `test --each-reading`
	// takes 270 MB and at 150 % 303 MB, in the same time.
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(125)
		debug.SetMemoryLimit(448 << 20)
	}
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "moraine:", err)
		return exitInternal
	}
	ctx, cancel := interruptible()
	defer cancel()
	return Run(ctx, os.Args[1:],
		World{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Dir: dir, Env: os.Getenv, Exit: os.Exit})
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
	a := &app{dataLayers: dataLayers{World: w, ctx: ctx}, bar: bar, release: func() {}}
	defer func() { a.release() }()
	root := newRoot(a)
	args, a.helpAll = takeHelpAll(args)
	root.SetArgs(args)
	err := noControls(args)
	if err == nil {
		err = rewordCobra(root.ExecuteContext(ctx))
	}
	bar.clear()
	_ = out.Flush() // out stores the error
	if out.err != nil {
		err = out.err
	}
	if a.ctx.Err() != nil { // even if the command completed at that moment
		err = a.stopError(err)
	}
	a.lastWord.Do(func() {
		a.complain(err)
		_ = shown.Flush()
	})
	return exitCode(err)
}

// noControls refuses arguments with control characters, because a terminal would interpret
// them.
func noControls(args []string) error {
	for _, arg := range args {
		if r, found := escape.Control(arg); found {
			return fmt.Errorf("%q: the control character %U is not allowed in an argument", arg, r)
		}
	}
	return nil
}

// Exit codes for scripts and CI.
const (
	exitGood        = 0
	exitFailed      = 1   // a scenario failed
	exitUsage       = 2   // the command line or a file is invalid
	exitMissed      = 3   // a threshold was missed
	exitInternal    = 4   // an internal error, or a limit was exceeded
	exitOutput      = 5   // an output could not be written
	exitInterrupted = 130 // stopped by SIGINT
	exitTerminated  = 143 // stopped by SIGTERM
)

// exitError is an error with an exit code. Without a reason nothing is printed, because the report
// contains it.
type exitError struct {
	code   int
	reason error
}

func (e *exitError) Error() string {
	if e.reason == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.reason.Error()
}

func (e *exitError) Unwrap() error { return e.reason }

// quietly returns an error that ends the command with a code and prints nothing.
func quietly(code int) error { return &exitError{code: code} }

// failing adds an exit code to an error; nil stays nil.
func failing(code int, err error) error {
	if err == nil {
		return nil
	}
	return &exitError{code, err}
}

// exitCode returns the exit code for an error. By default an error is one in the input: flags
// or files.
func exitCode(err error) int {
	var c *exitError
	var unwritten *files.WriteError
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
