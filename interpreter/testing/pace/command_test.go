//go:build linux

package pace_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/testing/pace"
)

// everyday are the commands that an author types all day, as whole processes: how much faster
// than commit BASE each should be, or how many milliseconds it may take, and how many megabytes.
var everyday = []struct {
	command string
	times   float64
	millis  float64
	memory  float64
}{
	{"check glacier", 10, 0, 150},
	{"cover glacier", 10, 0, 0},
	{"test glacier --all-variants", 5, 0, 300},
	{"test glacier --each-reading", 5, 0, 300},
	{"test glacier --under", 5, 0, 300},
	{"test scenarios/glacier/hunt/outcome.yaml:3", 0, 60, 0},
	{"test", 0, 300, 0},
}

// TestTableOfCommands runs each, and with BASE=COMMIT beside it the program of that commit with
// its own games, which is built in a worktree.
func TestTableOfCommands(t *testing.T) {
	pace.Wanted(t)
	defer func(rounds int) { pace.Rounds = rounds }(pace.Rounds)
	pace.Rounds = 4
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	ours, theirs := build(t, root), ""
	base := os.Getenv("BASE")
	folder := root
	if base != "" {
		folder = filepath.Join(t.TempDir(), "base")
		git(t, root, "worktree", "add", "--detach", folder, base)
		defer git(t, root, "worktree", "remove", "--force", folder)
		theirs = build(t, folder)
	}
	for _, c := range everyday {
		what, megabytes := strings.ReplaceAll(c.command, "scenarios/glacier/hunt/", ""), 0.0
		us := func() float64 {
			took, most := process(t, root, ours, c.command)
			megabytes = max(megabytes, most)
			return took
		}
		if theirs == "" {
			pace.Hold(what, pace.Millis, us, c.millis)
		} else {
			pace.Compare(what, pace.Millis, us, base, func() float64 {
				took, _ := process(t, folder, theirs, c.command)
				return took
			}, c.times)
		}
		pace.Hold("  its memory", pace.Megabytes, func() float64 { return megabytes }, c.memory)
	}
}

func build(t *testing.T, folder string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "moraine")
	cmd := exec.Command("go", "build", "-o", program, "./cmd/moraine")
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

func git(t *testing.T, folder string, args ...string) {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", folder}, args...)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// process runs a command in a folder: milliseconds by the clock, and the most megabytes it had,
// which Linux counts in kilobytes.
func process(t *testing.T, folder, program, command string) (took, megabytes float64) {
	t.Helper()
	cmd := exec.Command(program, strings.Fields(command)...)
	cmd.Dir = folder
	began := time.Now()
	out, err := cmd.CombinedOutput()
	took = pace.Per(1, time.Since(began)) / 1e6
	require.NoError(t, err, "%s", out)
	if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		megabytes = float64(use.Maxrss) / 1024
	}
	return took, megabytes
}
