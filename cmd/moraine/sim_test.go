//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patience is a context that is done once it has been asked so often.
type patience struct {
	context.Context
	left atomic.Int64
}

func (p *patience) Err() error {
	if p.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// An interrupted run reports the matches played so far, as a run of that many matches does, and writes no
// file for a merge.
func TestInterruptedSim(t *testing.T) {
	sim := func(ctx context.Context, args ...string) (code int, out, err string) {
		return run(ctx, append([]string{"sim", "glacier", "--format", "csv"}, args...)...)
	}
	out := filepath.Join(t.TempDir(), "whole.json")
	ctx := &patience{Context: t.Context()}
	ctx.left.Store(200_000) // enough for the matches against other bots, and for some of the run
	code, some, err := sim(ctx, "--games", "100000", "--shard", "1/1", "--report", "json="+out)
	assert.Equal(t, exitInterrupted, code)
	assert.Equal(t, "moraine: interrupted\n", err)
	assert.NoFileExists(t, out)

	games := regexp.MustCompile(`(?m)^wins by seat,share,ann,(\d+),`).FindStringSubmatch(some)
	require.NotNil(t, games, some)
	code, same, _ := sim(t.Context(), "--games", games[1], "--report", "json="+out)
	assert.Equal(t, exitGood, code)
	assert.Equal(t, same, some)
	text, e := os.ReadFile(out)
	require.NoError(t, e)
	assert.Contains(t, string(text), `"games": `+games[1])
}
