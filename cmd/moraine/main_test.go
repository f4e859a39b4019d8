package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output of the scripts anew")

func TestMain(m *testing.M) {
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

// exits runs a command that must end with an exit code: `exits 2 moraine test x`.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG]...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}
