//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"moraine/interpreter/testing/soak"
)

// TestStoppedWhereverItIs stops commands after they have asked once, four times, sixteen times and
// so on whether they are: it never ends with 0, it says so, and it stops soon.
func TestStoppedWhereverItIs(t *testing.T) {
	saved := filepath.Join(t.TempDir(), "saved")
	code, _, errs := run(t.Context(), "play", "glacier", "--bots", "random", "--seed", "1", "--save", saved)
	require.Equal(t, exitGood, code, errs)
	commands := map[string][]string{
		"test":    {"test", "pebbles", "--under", "--all-variants"},
		"check":   {"check", "pebbles", "tusk"},
		"untold":  {"check", "tusk", "--untold"},
		"cover":   {"cover", "pebbles"},
		"mutate":  {"mutate", "pebbles", "--min-killed", "1"},
		"diff":    {"diff", "pebbles", "default", "rich"},
		"sim":     {"sim", "glacier", "--games", "8", "--policy", "greedy"},
		"mcts":    {"sim", "glacier", "--games", "1", "--players", "2", "--policy", "mcts=2,random"},
		"vary":    {"sim", "nomads", "--games", "4", "--vary", "nomads.food=1,2"},
		"play":    {"play", "glacier", "--bots", "greedy", "--seed", "1"},
		"replay":  {"replay", saved},
		"declare": {"test", "pebbles", "--variant", "rich", "--declare"},
		"explain": {"explain", "pebbles", "stake"},
		"learn":   {"--data", learnable(t), "learn", "pick", "--matches", "20", "--generations", "1", "--out", filepath.Join(t.TempDir(), "learned.yaml")},
	}
	for _, name := range soak.Sample(maps.Keys(commands)) {
		args := commands[name]
		t.Run(name, func(t *testing.T) {
			for n := int64(0); ; n = max(1, 4*n) {
				ctx := &patience{Context: t.Context()}
				ctx.left.Store(n)
				code, out, errs := run(ctx, args...)
				if ctx.left.Load() >= 0 {
					require.Less(t, code, exitInternal, "%s%s", out, errs)
					require.Greater(t, n, int64(2), "it has been stopped somewhere")
					return
				}
				require.Equal(t, exitInterrupted, code, "%d: %s%s", n, out, errs)
				require.Contains(t, errs, "moraine: interrupted")
				require.Greater(t, ctx.left.Load(), int64(-300), "it goes on asking after it was told")
			}
		})
	}
}

// A command that has ended is not ended once more: a machine that is so busy that the process lives on for a while
// would otherwise report an interrupt.
func TestNothingEndsACommandThatHasEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		code := Run(ctx, []string{"version"}, World{In: &bytes.Buffer{}, Out: io.Discard, Err: io.Discard, Env: func(string) string { return "" },
			Exit: func(code int) { t.Errorf("it ended with %d", code) }})
		assert.Equal(t, exitGood, code)
		cancel()
		time.Sleep(2 * grace)
	})
}

// A stopped test run reports its results so far, as incomplete.
func TestStoppedTestsReportTheirResults(t *testing.T) {
	ctx := &patience{Context: t.Context()}
	ctx.left.Store(1000)
	code, out, errs := run(ctx, "test", "glacier", "--jobs", "1")
	require.Equal(t, exitInterrupted, code)
	require.Regexp(t, `\n\d+ passed, 0 failed.*; incomplete: \d+ more runs were stopped before their end\n$`, out)
	require.Regexp(t, `^moraine: interrupted; \d+ of \d+ cases had finished\n$`, errs)
}

// The same holds for cover and diff.
func TestStoppedComparisonsReportTheirResults(t *testing.T) {
	for _, c := range []struct {
		asks      int64
		args, out string
	}{
		{2000, "cover glacier --jobs 1", `, \d+ passed, 0 failed; incomplete: \d+ more runs were stopped before their end\n`},
		{2000, "cover glacier --jobs 1 --format json", `"incomplete": \d+,`},
		{400, "diff glacier english french --jobs 1", `another\s+outcome;\s+incomplete:\s+\d+\s+more\s+runs\s+were\s+stopped`},
		{400, "diff glacier english french --jobs 1 --format json", `"incomplete": true`},
		{3000, "diff glacier english french --jobs 1 --no-scenarios --sim 1000 --policy random", `incomplete:\s+only\s+\d+\s+of\s+1000\s+matches\s+were\s+played`},
		{3000, "diff glacier english french --jobs 1 --no-scenarios --sim 1000 --policy random --format markdown", `incomplete: only \d+ of 1000 matches were played`},
	} {
		ctx := &patience{Context: t.Context()}
		ctx.left.Store(c.asks)
		code, out, errs := run(ctx, strings.Fields(c.args)...)
		assert.Equal(t, exitInterrupted, code, c.args)
		assert.Regexp(t, c.out, out, c.args)
		assert.Regexp(t, `^moraine: interrupted(; \d+ of \d+ cases had finished)?\n$`, errs, c.args)
	}
}

// A process that gets a signal ends soon with the exit code for it, even while it waits for input that never
// comes.
func TestSignalsEndEveryCommand(t *testing.T) {
	// A job in the background of a script ignores SIGINT, and so would its children until they install their handler.
	if signal.Ignored(syscall.SIGINT) {
		interrupts := make(chan os.Signal, 1)
		signal.Notify(interrupts, syscall.SIGINT)
		t.Cleanup(func() { signal.Stop(interrupts) })
	}
	dir := t.TempDir()
	require.NoError(t, sampleGame(dir))
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	for i, line := range []string{
		"sim glacier --games 2000000000",
		"sim glacier --games 1 --policy mcts=1000000",
		"test glacier --each-reading",
		"play glacier --bots mcts=1000000",
		"cover glacier --jobs 1",
		"diff glacier default english --jobs 1 --sim 1000000",
		"--data pebbles test pebbles --report json=pipe", // a pipe without a reader
	} {
		sent, want := syscall.SIGINT, exitInterrupted
		if i%2 == 1 {
			sent, want = syscall.SIGTERM, exitTerminated
		}
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			var errs bytes.Buffer
			var exit *exec.ExitError
			// A signal that comes before the handler is installed kills the process; then it gets more time.
			for wait := 100 * time.Millisecond; wait < time.Minute; wait *= 2 {
				cmd := moraine(t, dir, strings.Fields(line)...)
				errs.Reset()
				cmd.Stderr = &errs
				require.NoError(t, cmd.Start())
				time.Sleep(wait)
				require.NoError(t, cmd.Process.Signal(sent)) // by itself it would take minutes
				require.ErrorAs(t, cmd.Wait(), &exit)
				if exit.Exited() {
					break
				}
			}
			assert.Equal(t, want, exit.ExitCode(), errs.String())
			assert.Regexp(t, "^moraine: (interrupted|terminated)", errs.String())
		})
	}
}

// moraine is the program as a process of its own.
func moraine(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Args[0], cmd.Dir = "moraine", dir
	return cmd
}

func TestLimitsOfTheCaller(t *testing.T) {
	for flag, want := range map[string]string{
		"--timeout=1ns":        "moraine: stopped by --timeout 1ns",
		"--max-memory=1KiB":    "moraine: stopped by --max-memory 1KiB: it would take more",
		"--timeout=-1s":        "moraine: --timeout -1s: expected a duration such as 30s",
		"--max-memory=much":    `moraine: invalid argument "much" for "--max-memory" flag: expected a size such as 512MiB or 2GiB`,
		"--max-memory=0MiB":    `moraine: invalid argument "0MiB" for "--max-memory" flag: expected a size such as 512MiB or 2GiB`,
		"--max-memory=010MiB":  `moraine: invalid argument "010MiB" for "--max-memory" flag: expected a size such as 512MiB or 2GiB`,
		"--max-memory=-1MiB":   `moraine: invalid argument "-1MiB" for "--max-memory" flag: expected a size such as 512MiB or 2GiB`,
		"--max-memory=1000000": `moraine: invalid argument "1000000" for "--max-memory" flag: expected a size such as 512MiB or 2GiB`,
	} {
		t.Run(flag, func(t *testing.T) {
			code, _, errs := run(context.Background(), "sim", "glacier", "--games", "2000000000", flag)
			assert.Equal(t, want, strings.TrimSpace(errs), flag)
			if strings.Contains(want, "stopped") {
				assert.Equal(t, exitInternal, code, flag)
			} else {
				assert.Equal(t, exitUsage, code, flag)
			}
		})
	}
}

func TestJobsAreNoMoreThanProcessors(t *testing.T) {
	all, err := jobCount(0)
	require.NoError(t, err)
	most, err := jobCount(1 << 30)
	require.NoError(t, err)
	require.Equal(t, all, most)
	one, err := jobCount(1)
	require.NoError(t, err)
	require.Equal(t, 1, one)
	_, err = jobCount(-1)
	require.EqualError(t, err, "--jobs -1: the number must be at least 1, or 0 for one per processor")
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]size{"1KiB": 1 << 10, "512MiB": 512 << 20, "2GiB": 2 << 30} {
		t.Run(text, func(t *testing.T) {
			var s size
			require.NoError(t, s.Set(text))
			require.Equal(t, want, s)
			require.Equal(t, text, s.String())
		})
	}
}

// A desk serves until it is stopped, and says where.
func TestServeSaysWhere(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	out, errs := &heard{}, &heard{}
	done := make(chan int)
	go func() {
		done <- Run(ctx, []string{"serve", "--matches", "matches", "--address", "127.0.0.1:0"}, World{In: &bytes.Buffer{}, Out: out, Err: errs, Dir: dir, Env: func(string) string { return "" }})
	}()
	require.Regexp(t, `^http://127\.0\.0\.1:\d+/desk/[a-z0-9]{26}/\n$`, out.until(t, "\n"))
	errs.until(t, "moraine: matches are saved in "+filepath.Join(dir, "matches")+"\n")
	require.FileExists(t, filepath.Join(dir, "matches/key"))
	cancel()
	require.Equal(t, exitInterrupted, <-done)
}

// A desk whose link cannot be written is of no use: it does not go on.
func TestServeEndsIfItsLinkCannotBeWritten(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // it serves, else
	defer cancel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	errs := &heard{}
	code := Run(ctx, []string{"serve", "--matches", "matches", "--address", "127.0.0.1:0"}, World{In: &bytes.Buffer{}, Out: full, Err: errs, Dir: t.TempDir(), Env: func(string) string { return "" }})
	require.Equal(t, exitOutput, code)
	errs.until(t, "the output cannot be written: no space left on device")
}

// Files that are exported to the current folder after a desk has started are served by it.
func TestServeFindsFilesExportedLater(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	world := func(out io.Writer) World {
		return World{In: &bytes.Buffer{}, Out: out, Err: &heard{}, Dir: dir, Env: func(string) string { return "" }}
	}
	out, done := &heard{}, make(chan int)
	go func() {
		done <- Run(ctx, []string{"serve", "--matches", "matches", "--address", "127.0.0.1:0"}, world(out))
	}()
	root := strings.TrimSpace(out.until(t, "\n"))
	name := func() string {
		r, err := http.Get(root)
		require.NoError(t, err)
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		return string(text)
	}
	require.NotContains(t, name(), "Quite another Glacier")
	require.Equal(t, exitGood, Run(ctx, []string{"export", "glacier", "."}, world(&heard{})))
	file := filepath.Join(dir, "cards/glacier/game.yaml")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, bytes.Replace(text, []byte("At the Glacier's Edge"), []byte("Quite another Glacier"), 1), 0o600))
	require.Contains(t, name(), "Quite another Glacier")
	cancel()
	require.Equal(t, exitInterrupted, <-done)
}
