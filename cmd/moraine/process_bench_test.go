//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkProcess runs, as whole processes, the commands that an author types all day, and with BASE=COMMIT also the
// program of that commit with its own games.
func BenchmarkProcess(b *testing.B) {
	folders, programs, sides := builds(b)
	for _, command := range []string{
		"check glacier", "cover glacier", "test", "test glacier --all-variants", "test glacier --each-reading",
		"test glacier --under", "test scenarios/glacier/hunt/outcome.yaml:3", "sim glacier --games 20 --jobs 1",
	} {
		for _, side := range sides {
			b.Run(strings.ReplaceAll(command, "/", ":")+"/"+side, func(b *testing.B) {
				var cpu, memory float64
				for b.Loop() {
					cmd := exec.Command(programs[side], strings.Fields(command)...)
					cmd.Dir = folders[side]
					out, err := cmd.CombinedOutput()
					require.NoError(b, err, "%s", out)
					cpu += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
					if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
						memory = max(memory, float64(use.Maxrss)/1024) // which Linux counts in kilobytes
					}
				}
				b.ReportMetric(1000*cpu/float64(b.N), "cpu-ms/op")
				b.ReportMetric(memory, "MB")
			})
		}
	}
}

// builds builds the program of this tree and, with BASE=COMMIT, that of another commit. It returns their folders and
// files by side.
func builds(b *testing.B) (folders, programs map[string]string, sides []string) {
	b.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(b, err)
	folders, sides = map[string]string{"now": root}, []string{"now"}
	if base := os.Getenv("BASE"); base != "" {
		folder := filepath.Join(b.TempDir(), "base")
		must(b, root, "git", "worktree", "add", "--detach", folder, base)
		b.Cleanup(func() { must(b, root, "git", "worktree", "remove", "--force", folder) })
		folders[base], sides = folder, append(sides, base)
	}
	programs = map[string]string{}
	for _, side := range sides {
		programs[side] = filepath.Join(b.TempDir(), "moraine")
		must(b, folders[side], "go", "build", "-o", programs[side], "./cmd/moraine")
	}
	return folders, programs, sides
}

// must runs a program in a folder.
func must(b *testing.B, folder string, program string, args ...string) {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	require.NoError(b, err, "%s", out)
}
