//go:build linux

package watch_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/watch"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/testing/pace"
)

// saves are changes of a file, there and back.
var saves = []struct{ what, file, from, to string }{
	{"a scenario", "scenarios/glacier/hunt/outcome.yaml", "- scenario: ", "- scenario: Now "},
	{"a card", "cards/glacier/weapons.yaml", "copies: {assumed: 2}", "copies: {assumed: 3}"},
	{"the turn", "cards/glacier/turn.yaml", "    do:\n", "    do:\n      - set: {chips_gone: chips_gone}\n"},
}

// TestTableOfSaves measures the time from saving a file under a watch until all scenarios have run,
// including the delay for further saves but not the output, and the CPU time of that.
func TestTableOfSaves(t *testing.T) {
	pace.Wanted(t)
	dir := t.TempDir()
	for _, folder := range []string{"cards", "scenarios", "variants"} {
		require.NoError(t, os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join("../../../..", folder))))
	}
	loader := interpreter.NewLoader(interpreter.Sources{{Name: "saved", FS: os.DirFS(dir)}})
	w := watch.New(loader, scenario.Options{})
	look := func() {
		for _, game := range loader.Sources().Games() {
			if news := w.Look(t.Context(), game, false, func(*scenario.Results) {}); news != nil {
				require.NoError(t, news.Err)
			}
		}
	}
	look()
	seen, err := watch.Follow(t.Context(), loader.Sources(), []string{dir})
	require.NoError(t, err)
	for _, s := range saves {
		path, busy := filepath.Join(dir, s.file), []float64{}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		other := bytes.Replace(text, []byte(s.from), []byte(s.to), 1)
		require.NotEqual(t, string(text), string(other))
		pace.Hold("save to verdict, "+s.what, pace.Millis, func() float64 {
			text, other = other, text
			before := processors(t)
			took := pace.Timed(func() {
				require.NoError(t, os.WriteFile(path, text, 0o600))
				<-seen.C
				look()
			})
			busy = append(busy, processors(t)-before)
			return took
		}, 300)
		next := 0
		pace.Hold("  of all processors", pace.Millis, func() float64 {
			next++
			return busy[next-1]
		}, 0)
	}
}

// processors are the milliseconds of processors that this process has had.
func processors(t *testing.T) float64 {
	t.Helper()
	var use syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return pace.Per(1, time.Duration(use.Utime.Nano()+use.Stime.Nano())) / 1e6
}
