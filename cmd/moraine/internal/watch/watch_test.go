package watch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

// sample is a copy of the sample game.
func sample(t *testing.T) (dir string, src interpreter.Sources, save func(file, from, to string)) {
	t.Helper()
	dir = t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../../../cmd/moraine/testdata/pebbles")))
	save = func(file, from, to string) {
		t.Helper()
		path := filepath.Join(dir, file)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(text), from)
		require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), from, to, 1)), 0o600))
	}
	return dir, interpreter.Sources{{Name: ".", FS: os.DirFS(dir)}}, save
}

// ran are the scenarios that a look has run.
func ran(n *Update) (out []string) {
	for _, c := range n.Ran.Cases {
		if c.Status == scenario.Skipped {
			continue
		}
		if len(out) == 0 || out[len(out)-1] != c.Scenario {
			out = append(out, c.Scenario)
		}
	}
	return out
}

const (
	throw, black = "A stake is won with at least five", "Black is worth three"
	card, turn   = "cards/pebbles/pebble.yaml", "cards/pebbles/turn.yaml"
)

func TestARefreshRunsFailedScenariosFirst(t *testing.T) {
	_, src, save := sample(t)
	w := New(interpreter.NewLoader(src), scenario.Options{})
	var first []string
	look := func() *Update {
		first = nil
		return w.Look(t.Context(), "pebbles", false, func(r *scenario.Results) { first = ran(&Update{Ran: r}) })
	}
	all := ran(look())
	require.Contains(t, all, throw)
	require.Nil(t, look(), "nothing has changed")

	save(turn, "to: me.pouch", "to: heap")
	assert.Equal(t, all, ran(look()))
	assert.Empty(t, first, "nothing had failed")
	save(card, "given: 3", "given: 4")
	assert.Equal(t, all, ran(look()))
	assert.Equal(t, []string{throw}, first)

	save(turn, "procedures:", "procedures: [")
	failed := len(w.Cases("pebbles"))
	news := look()
	assert.Error(t, news.Err)
	assert.Nil(t, news.Ran)
	assert.Len(t, w.Cases("pebbles"), failed, "what came out before stands")
	require.Nil(t, look(), "it is told once")

	save(turn, "procedures: [", "procedures:")
	save(turn, "to: heap", "to: me.pouch")
	save(card, "given: 4", "given: 3")
	look()
	assert.ElementsMatch(t, []string{throw, black}, first)
	for _, c := range w.Cases("pebbles") {
		assert.NotEqual(t, scenario.Failed, c.Status, c.Scenario)
	}
	assert.Equal(t, all, ran(w.Look(t.Context(), "pebbles", true, nil)), "where that is asked for")

	stopped, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, w.Look(stopped, "pebbles", true, nil).Err, context.Canceled)
	assert.Equal(t, all, ran(look()), "what was stopped runs the next time")
}

func TestALookAtNamedScenariosRunsNoOthers(t *testing.T) {
	_, src, save := sample(t)
	w := New(interpreter.NewLoader(src), scenario.Options{}, "scenarios/pebbles/table.yaml")
	assert.NotContains(t, ran(w.Look(t.Context(), "pebbles", false, nil)), throw)
	save(turn, "to: me.pouch", "to: heap")
	assert.NotContains(t, ran(w.Look(t.Context(), "pebbles", false, nil)), throw)
}

func TestSavesInNewFoldersAreReported(t *testing.T) {
	dir, src, save := sample(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	saves, err := Follow(ctx, src, []string{dir})
	require.NoError(t, err)
	told := func(what string) {
		t.Helper()
		select {
		case <-saves.C:
		case err := <-saves.Errors:
			t.Fatal(err)
		case <-time.After(30 * time.Second):
			t.Fatal("nobody tells of " + what)
		}
	}
	save(card, "given: 3", "given: 4")
	told("a card")
	require.NoError(t, os.Rename(filepath.Join(dir, card), filepath.Join(dir, "cards/pebbles/other.yaml")))
	told("a name")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "scenarios/pebbles/new"), 0o700))
	told("a folder")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "scenarios/pebbles/new/one.yaml"), []byte("- scenario: One\n"), 0o600))
	told("a file in it")

	_, err = Follow(ctx, src, []string{""})
	require.ErrorIs(t, err, ErrNothing)
	_, err = Follow(ctx, src, []string{filepath.Join(dir, "nowhere")})
	require.ErrorContains(t, err, "cannot be watched")
}
