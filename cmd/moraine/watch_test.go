//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// heard is the output of a command that is running.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
	news chan struct{} // closed when more is printed; nil if no test waits
}

func (h *heard) Write(text []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.news != nil {
		close(h.news)
		h.news = nil
	}
	return h.text.Write(text)
}

// until waits for the given words, and returns the output up to them.
func (h *heard) until(t *testing.T, words string) string {
	t.Helper()
	for limit := time.After(time.Minute); ; { // it hangs, else
		h.mu.Lock()
		if at := bytes.Index(h.text.Bytes(), []byte(words)); at >= 0 {
			defer h.mu.Unlock()
			return string(h.text.Next(at + len(words)))
		}
		if h.news == nil {
			h.news = make(chan struct{})
		}
		news, text := h.news, h.text.String()
		h.mu.Unlock()
		select {
		case <-news:
		case <-limit:
			require.FailNow(t, "never says "+words, "it says:\n%s", text)
		}
	}
}

func TestWatchRunsScenariosAgain(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, sampleGame(dir))
	game := filepath.Join(dir, "pebbles")
	keys, typed := io.Pipe()
	out, errs := &heard{}, &heard{}
	done := make(chan int)
	go func() {
		done <- Run(t.Context(), []string{"test", "pebbles", "--watch", "--no-builtin"}, World{In: keys, Out: out, Err: errs, Dir: game, Env: func(string) string { return "" }})
	}()
	out.until(t, "5 cases in this run; in total 4 passed, 0 failed\n\n"+watchKeys+"\n")

	save := func(file, from, to string) {
		t.Helper()
		path := filepath.Join(game, filepath.FromSlash(file))
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(text), from)
		besides := path + ".new" // as editors do
		require.NoError(t, os.WriteFile(besides, []byte(strings.Replace(string(text), from, to, 1)), 0o600))
		require.NoError(t, os.Rename(besides, path))
	}
	save("cards/pebbles/pebble.yaml", "given: 3", "given: 4")
	said := out.until(t, "5 cases in this run; in total 3 passed, 1 failed\n")
	assert.Contains(t, said, "\nFAIL  scenarios/pebbles/stake/won.yaml:17\n")

	save("cards/pebbles/turn.yaml", "procedures:", "procedures: [")
	errs.until(t, "cards/pebbles/turn.yaml:")
	_, err := typed.Write([]byte("a"))
	require.NoError(t, err)
	out.until(t, "\n3 passed, 1 failed, 1 skipped\n")

	save("cards/pebbles/turn.yaml", "procedures: [", "# a comment\nprocedures:")
	said = out.until(t, "5 cases in this run; in total 3 passed, 1 failed\n")
	assert.Equal(t, 1, strings.Count(said, "FAIL  "), "the failed case ran first and is printed once:\n%s", said)
	save("cards/pebbles/pebble.yaml", "given: 4", "given: 3")
	out.until(t, "5 cases in this run; in total 4 passed, 0 failed\n")
	save("scenarios/pebbles/table.yaml", "The heap is empty at first", "Nothing lies there at first")
	out.until(t, "5 cases in this run; in total 4 passed, 0 failed\n")
	require.NoError(t, os.MkdirAll(filepath.Join(game, "scenarios/pebbles/new"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(game, "scenarios/pebbles/new/one.yaml"), []byte("- scenario: One\n  then: len(heap) == 0\n"), 0o600))
	out.until(t, "in total 5 passed, 0 failed\n")
	for key, answer := range map[string]string{"r": "6 cases in this run; in total 5 passed, 0 failed\n", "?": watchKeys + "\n"} {
		t.Run(key, func(t *testing.T) {
			_, err = typed.Write([]byte(key))
			require.NoError(t, err)
			out.until(t, answer)
		})
	}
	cards := filepath.Join(game, "cards/pebbles")
	require.NoError(t, os.Rename(cards, filepath.Join(dir, "away")))
	errs.until(t, "cards/pebbles was removed")
	require.NoError(t, os.Rename(filepath.Join(dir, "away"), cards))
	out.until(t, "6 cases in this run; in total 5 passed, 0 failed\n")
	_, err = typed.Write([]byte("q"))
	require.NoError(t, err)
	assert.Equal(t, exitGood, <-done)
}

// After a change in a table, the cells that differ are listed before the scenarios that fail.
func TestWatchNamesTheCell(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, sampleGame(dir))
	game := filepath.Join(dir, "pebbles")
	kind, sheet := filepath.Join(game, "cards/pebbles/pebble.yaml"), filepath.Join(game, "cards/pebbles/pebble.csv")
	text, err := os.ReadFile(kind)
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(text), "cards:\n")
	require.NoError(t, os.WriteFile(kind, []byte(head+"table: pebble.csv\n"), 0o600))
	rows := "id,copies,worth,worth.mark,worth.cites\nwhite,4,1,,\nblack,2,3,given,P-TURN-03\n"
	require.NoError(t, os.WriteFile(sheet, []byte(rows), 0o600))
	keys, typed := io.Pipe()
	out, errs := &heard{}, &heard{}
	done := make(chan int)
	go func() {
		done <- Run(t.Context(), []string{"test", "pebbles", "--watch", "--no-builtin"}, World{In: keys, Out: out, Err: errs, Dir: game, Env: func(string) string { return "" }})
	}()
	out.until(t, "4 passed, 0 failed\n\n"+watchKeys+"\n")
	require.NoError(t, os.WriteFile(sheet+".new", []byte(strings.Replace(rows, ",2,3,", ",2,4,", 1)), 0o600))
	require.NoError(t, os.Rename(sheet+".new", sheet))
	said := out.until(t, "3 passed, 1 failed\n")
	assert.Contains(t, said, "\ncards/pebbles/pebble.csv:3:9: worth was \"3\" and is now \"4\"\n")
	assert.Contains(t, said, "\nFAIL  scenarios/pebbles/stake/won.yaml:17\n")
	require.NoError(t, os.WriteFile(sheet, []byte(rows+"\"grey"), 0o600))
	errs.until(t, "cards/pebbles/pebble.csv:4:1: ")
	_, err = typed.Write([]byte("q"))
	require.NoError(t, err)
	assert.Equal(t, 0, <-done)
}

func TestWatchNeedsAFolder(t *testing.T) {
	w := World{In: &bytes.Buffer{}, Out: &bytes.Buffer{}, Err: &heard{}, Dir: t.TempDir(), Env: func(string) string { return "" }}
	assert.Equal(t, exitUsage, Run(t.Context(), []string{"test", "tusk", "--watch"}, w))
	w.Err.(*heard).until(t, "moraine: --watch: no data folder (cards, scenarios or variants) to watch in the current folder or in --data\n")
}

func TestWatchEndsWhenItIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, _, errs := run(ctx, "test", "pebbles", "--watch")
	assert.Equal(t, exitInterrupted, code)
	assert.Equal(t, "moraine: interrupted\n", errs)
}
