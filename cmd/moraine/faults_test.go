//go:build unix

package main

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/files"
	"moraine/interpreter/testing/soak"
)

// writing lists the commands that write files, with their arguments and the files, in the folder of
// newFolder.
var writing = map[string]struct{ args, to []string }{
	"declare": {[]string{"test", "pebbles", "--reading", "pebble.tie=loses", "--declare", "--jobs", "1"}, []string{"scenarios/pebbles/stake/won.yaml", "scenarios/pebbles/again.yaml"}},
	"export":  {[]string{"export", "pebbles", "copy", "--data", ".", "--force"}, []string{"copy/cards/pebbles/turn.yaml", "copy/scenarios/pebbles/table.yaml"}},
	"sim":     {[]string{"sim", "pebbles", "--games", "3", "--players", "2", "--report", "json=to", "--report", "csv=also"}, []string{"to", "also"}},
	"report":  {[]string{"report", "part1", "part2", "--report", "json=to", "--report", "csv=also"}, []string{"to", "also"}},
	"test":    {[]string{"test", "pebbles", "--report", "json=to", "--report", "junit=also"}, []string{"to", "also"}},
	"cover":   {[]string{"cover", "pebbles", "--report", "json=to", "--jobs", "1"}, []string{"to"}},
	"mutate":  {[]string{"mutate", "pebbles", "--min-killed", "1", "--report", "json=to", "--report", "html=also", "--jobs", "1"}, []string{"to", "also"}},
	"diff":    {[]string{"diff", "pebbles", "default", "rich", "--report", "json=to"}, []string{"to"}},
	"learn":   {[]string{"learn", "pick", "--matches", "40", "--generations", "1", "--jobs", "1", "--out", "to"}, []string{"to"}},
	"play":    {[]string{"play", "pebbles", "--bots", "random", "--seed", "1", "--save", "to"}, []string{"to"}},
}

// newFolder has all that they read, and something old wherever they write.
func newFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/pebbles")))
	require.NoError(t, os.CopyFS(dir, os.DirFS(learnable(t))))
	edit := func(from, to, old, becomes string) {
		text, err := os.ReadFile(filepath.Join(dir, from))
		require.NoError(t, err)
		require.Contains(t, string(text), old)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, to), []byte(strings.ReplaceAll(string(text), old, becomes)), 0o600))
	}
	edit("cards/pebbles/turn.yaml", "cards/pebbles/turn.yaml", "      - call: turn\n        with: {me: active}\n", "") // so that a match comes to its end
	edit("scenarios/pebbles/stake/won.yaml", "scenarios/pebbles/again.yaml", "scenario: ", "scenario: Again, ")
	for _, file := range []string{"cards/pebbles/turn.yaml", "scenarios/pebbles/table.yaml"} {
		edit(file, "copy/"+file, "", "old")
	}
	for _, file := range []string{"to", "also"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte("\n"), 0o600)) // not the beginning of any other kind of file
	}
	for _, part := range []string{"1", "2"} {
		code, _, errs := runIn(t, dir, "sim", "pebbles", "--games", "4", "--players", "2", "--shard", part+"/2", "--report", "json=part"+part)
		require.Equal(t, exitGood, code, errs)
	}
	return dir
}

// runIn runs a command in a folder, without a process of its own.
func runIn(t *testing.T, dir string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e strings.Builder
	code = Run(t.Context(), append(args, "--no-builtin"), World{In: strings.NewReader(""), Out: &o, Err: &e, Dir: dir, Env: func(string) string { return "" }})
	return code, o.String(), e.String()
}

// contents returns the contents of the files that a command writes.
func contents(t *testing.T, dir string, names []string) (out []string) {
	t.Helper()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		out = append(out, string(text))
	}
	return out
}

// temporary are the files that a write has left behind.
func temporary(t *testing.T, dir string) (out []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), ".moraine-") {
			out = append(out, path)
		}
		return err
	}))
	return out
}

// TestEveryFileFailsOnce makes every open, read, write, sync and rename of every command that writes fail,
// one at a time. Each file then has its old or its new content, no temporary file is left, and the exit code
// and the message name the error.
func TestEveryFileFailsOnce(t *testing.T) {
	defer func() { files.Before = nil }()
	for _, name := range soak.Sample(maps.Keys(writing)) {
		c := writing[name]
		t.Run(name, func(t *testing.T) {
			dir := newFolder(t)
			old := contents(t, dir, c.to)
			code, said, errs := runIn(t, dir, c.args...)
			require.Equal(t, exitGood, code, errs)
			clean := contents(t, dir, c.to)
			reset := func() {
				for i, file := range c.to {
					require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(old[i]), 0o600))
				}
			}
			broken := map[string]int{}
			for fails := 1; ; fails++ {
				reset()
				n, step, where := 0, "", ""
				files.Before = func(what, name string) error {
					if n++; n != fails {
						return nil
					}
					step, where = what, name
					return &fs.PathError{Op: what, Path: name, Err: syscall.EIO}
				}
				code, out, errs := runIn(t, dir, c.args...)
				files.Before = nil
				if n < fails {
					require.Equal(t, exitGood, code, errs)
					break
				}
				broken[step]++
				now := contents(t, dir, c.to)
				for i := range now {
					if strings.Contains(now[i], "not-loaded") {
						continue // a report says that nothing could be read, whole
					}
					require.Contains(t, []string{old[i], clean[i]}, now[i], "%s of %s", step, where)
				}
				require.Empty(t, temporary(t, dir), "%s of %s", step, where)
				switch reads := step == "open" || step == "read"; {
				case code == exitGood: // it was read again, or is overwritten, as was asked for: nothing is missing
					require.True(t, reads, "%s of %s", step, where)
					require.Equal(t, append(clean, said), append(now, out), "%s of %s", step, where)
				case !reads:
					require.Equal(t, exitOutput, code, "%s of %s: %s", step, where, errs)
					require.Contains(t, errs, " cannot be written: input/output error\n")
				default:
					require.Contains(t, []int{exitUsage, exitOutput}, code, "%s of %s: %s", step, where, errs)
					require.NotEmpty(t, errs)
				}
			}
			for _, step := range []string{"open", "read", "create", "write", "chmod", "sync", "rename", "sync folder"} {
				require.NotZero(t, broken[step], step)
			}
			t.Log(broken)
		})
	}
}

// killAt is the variable that has a process of its own killed before a step that writes.
const killAt = "MORAINE_KILL_AT"

// exhaust is the variable that has a process of its own use up its stack.
const exhaust = "MORAINE_EXHAUST"

// endless is a recursion that no compiler turns into a loop.
func endless(n int) int {
	if n < 0 { // never: the stack ends long before
		return n
	}
	return endless(n+1) + n
}

// killed is the program, which kills itself.
func killed() {
	if os.Getenv(exhaust) != "" {
		files.Before = func(string, string) error {
			debug.SetMaxStack(1 << 20)
			return syscall.Errno(endless(0))
		}
		main()
	}
	at, _ := strconv.Atoi(os.Getenv(killAt))
	files.Before = func(step, _ string) error {
		if step == "open" || step == "read" {
			return nil
		}
		if at--; at == 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	main()
}

// TestKilledAtEveryStep kills every command that writes before each step in which it does.
// Each file is old or new, and the next run leaves nothing of the first behind.
func TestKilledAtEveryStep(t *testing.T) {
	for _, name := range soak.Sample(maps.Keys(writing)) {
		c := writing[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := newFolder(t)
			old := contents(t, dir, c.to)
			whole := func() {
				code, _, errs := runIn(t, dir, c.args...)
				require.Equal(t, exitGood, code, errs)
			}
			kill := func(at int) error {
				cmd := moraine(t, dir, append(slices.Clone(c.args), "--no-builtin")...)
				cmd.Env = append(os.Environ(), killAt+"="+strconv.Itoa(at))
				return cmd.Run()
			}
			whole()
			clean := contents(t, dir, c.to)
			steps, left := 0, 0
			for {
				for i, file := range c.to {
					require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(old[i]), 0o600))
				}
				err := kill(steps + 1)
				if err == nil {
					break
				}
				require.Equal(t, syscall.SIGKILL, err.(*exec.ExitError).Sys().(syscall.WaitStatus).Signal())
				steps++
				now := contents(t, dir, c.to)
				for i := range now {
					if strings.Contains(now[i], "not-loaded") {
						continue // a report says that nothing could be read, whole
					}
					require.Contains(t, []string{old[i], clean[i]}, now[i], steps)
				}
				left += len(temporary(t, dir))
				whole()
				require.Equal(t, clean, contents(t, dir, c.to))
				require.Empty(t, temporary(t, dir))
			}
			require.Greater(t, steps, 5)
			require.NotZero(t, left, "some were killed in the middle")
		})
	}
}
