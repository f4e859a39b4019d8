//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
	"moraine/interpreter/testing/soak"
)

// run runs a command in the sample game's folder, without a process of its own.
func run(ctx context.Context, args ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	none := func(string) string { return "" }
	code = Run(ctx, args, World{In: &bytes.Buffer{}, Out: &o, Err: &e, Dir: "testdata/pebbles", Env: none, Builtin: parsed})
	return code, o.String(), e.String()
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, out, err := run(ctx, "test", "pebbles")
	assert.Equal(t, exitInterrupted, code)
	assert.Empty(t, out)
	assert.Equal(t, "moraine: interrupted\n", err)
}

func TestPanicsAreInternalErrors(t *testing.T) {
	before := groups
	defer func() { groups = before }()
	fall := func(*app) *cobra.Command {
		return &cobra.Command{Use: "fall", Run: func(*cobra.Command, []string) { panic("over a stone") }}
	}
	groups = append([]group{{"fall", "Fall:", []func(*app) *cobra.Command{fall}}}, before...)
	code, _, err := run(t.Context(), "fall")
	assert.Equal(t, exitInternal, code)
	assert.Contains(t, err, "moraine: internal error: over a stone\n")
	assert.Contains(t, err, "app_test.go", "the place of it")
}

// fullDisk takes so many bytes, and then no more.
type fullDisk struct {
	room int
	err  error
}

func (d *fullDisk) Write(text []byte) (int, error) {
	n := min(d.room, len(text))
	d.room -= n
	if n < len(text) {
		return n, d.err
	}
	return n, nil
}

// If the output cannot be written, for example because the disk is full, every command reports an error. A
// closed pipe is no error and prints nothing.
func TestOutputThatGoesNowhere(t *testing.T) {
	saved := filepath.Join(t.TempDir(), "saved")
	results := filepath.Join(t.TempDir(), "results")
	code, _, errs := run(t.Context(), "play", "glacier", "--bots", "random", "--seed", "1", "--save", saved)
	require.Equal(t, exitGood, code, errs)
	code, _, errs = run(t.Context(), "sim", "glacier", "--games", "5", "--report", "json="+results)
	require.Equal(t, exitGood, code, errs)
	outputs := map[string][]string{
		"test":       {"test", "pebbles"},
		"check":      {"check", "glacier"}, // without notes
		"cover":      {"cover", "pebbles"},
		"mutate":     {"mutate", "pebbles", "--min-killed", "1"},
		"diff":       {"diff", "pebbles", "default", "rich"},
		"sim":        {"sim", "glacier", "--games", "5"},
		"tune":       {"tune", "nomads", "--goal", "turns = 5 ± 100", "--vary", "nomads.food=1,2", "--budget", "110"},
		"learn":      {"learn", "pick", "--data", learnable(t), "--matches", "20", "--generations", "1"},
		"count":      {"count", "nomads", "--depth", "1"},
		"report":     {"report", results},
		"play":       {"play", "glacier", "--bots", "random", "--seed", "1"},
		"replay":     {"replay", saved},
		"explain":    {"explain", "pebbles", "turn"},
		"book":       {"book", "pebbles", "--out", t.TempDir()},
		"games":      {"games"},
		"table":      {"table", "glacier", "prey"},
		"schema":     {"schema", "test"},
		"init":       {"init", "dunes", t.TempDir()},
		"export":     {"export", "glacier", t.TempDir()},
		"version":    {"version", "-v"},
		"help":       {"help"},
		"completion": {"completion", "bash"},
	}
	for _, cmd := range newRoot(&app{}).Commands() {
		if slices.Contains([]string{"lsp", "dap", "engine", "mcp", "fmt", "serve"}, cmd.Name()) {
			continue // they say nothing unless spoken to, where all is well, or say where they are and go on
		}
		require.Contains(t, outputs, cmd.Name())
	}
	for _, name := range soak.Sample(maps.Keys(outputs)) {
		args := outputs[name]
		t.Run(name, func(t *testing.T) {
			code, out, errs := run(t.Context(), args...)
			require.Equal(t, exitGood, code, "%s: %s", name, errs)
			for room, why := range map[int]error{0: syscall.EPIPE, len(out) - 1: syscall.ENOSPC} {
				t.Run(fmt.Sprint(room), func(t *testing.T) {
					var e bytes.Buffer
					w := World{In: &bytes.Buffer{}, Out: &fullDisk{room, why}, Err: &e, Dir: "testdata/pebbles", Env: os.Getenv, Builtin: parsed}
					assert.Equal(t, exitOutput, Run(t.Context(), args, w), "%s, room for %d: %v", name, room, why)
					want := ""
					if why == syscall.ENOSPC {
						want = "moraine: the output cannot be written: no space left on device\n"
					}
					assert.Equal(t, want, e.String(), name)
				})
			}
		})
	}
}

func TestExitCodes(t *testing.T) {
	reason := errors.New("reason")
	assert.Equal(t, exitGood, exitCode(nil))
	assert.Equal(t, exitUsage, exitCode(reason))
	assert.Equal(t, exitUsage, exitCode(interpreter.Diagnostics{{Text: "wrong"}}))
	assert.Equal(t, exitFailed, exitCode(quietly(exitFailed)))
	assert.Equal(t, exitInternal, exitCode(fmt.Errorf("writing: %w", failing(exitInternal, reason))))
	assert.Equal(t, exitOutput, exitCode(fmt.Errorf("here: %w", &files.WriteError{Path: "x", Err: reason})))
	assert.Equal(t, exitInternal, exitCode(fmt.Errorf("here: %w", scenario.ErrWork)))
	assert.NoError(t, failing(exitInternal, nil))
	assert.ErrorIs(t, failing(exitInternal, reason), reason)
}

func TestLayersAreATree(t *testing.T) {
	for _, folder := range folders {
		f, err := embeddedData{}.Open(folder)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	_, err := embeddedData{}.Open("cards/nothing")
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = embeddedData{}.Open("other/file")
	assert.ErrorIs(t, err, os.ErrNotExist)
}
