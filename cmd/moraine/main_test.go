//go:build unix

package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"moraine/interpreter"
)

var update = flag.Bool("update", false, "write the expected output of the scripts anew")

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // in this process, which runs most commands: a fifth of the CPU time less
	testscript.Main(m, map[string]func(){"moraine": killed})
}

// TestScripts types the commands of testdata/script as a user does. Each begins
// in an empty folder beside which lies the small game of testdata/pebbles.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Setup:               func(env *testscript.Env) error { return sampleGame(env.WorkDir) },
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

func sampleGame(work string) error {
	return os.CopyFS(filepath.Join(work, "pebbles"), os.DirFS("testdata/pebbles"))
}

// parsed is the built-in layer, whose files are parsed once for all commands that run in this process.
var parsed = interpreter.Sources{(&dataLayers{}).builtin()}.Cached()[0]

// exits runs a command that must end with an exit code: `exits 2 moraine test x`. If it is moraine and does not read its
// standard input, it runs in this process, which takes a third of the time; `exec moraine` starts the program.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if args[1] == "moraine" && !slices.Contains(args, "-") {
		got = Run(context.Background(), args[2:], World{In: strings.NewReader(""), Out: ts.Stdout(), Err: ts.Stderr(), Dir: ts.MkAbs("."), Env: ts.Getenv, Builtin: parsed})
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}
