package interpreter

import (
	"context"
	"os"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/source"
	"moraine/interpreter/testing/soak"
)

// asked is a context that is over once it has been asked so often.
type asked struct {
	context.Context
	left atomic.Int64
}

func (c *asked) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Loading checks between files, and after a certain amount of work, whether it was cancelled. Then it ends
// soon and returns no game.
func TestLoadStopsWhereverItIs(t *testing.T) {
	for _, opt := range []Options{{}, {Variant: "english"}, {Cover: true}} {
		for n := int64(0); ; n += int64(soak.Step(1, 5)) {
			ctx := &asked{Context: t.Context()}
			ctx.left.Store(n)
			game, err := Load(Sources{{Name: "repository", FS: os.DirFS(".."), Until: ctx}}, "glacier", opt)
			if ctx.left.Load() >= 0 {
				require.NoError(t, err)
				require.NotNil(t, game)
				require.Greater(t, n, int64(30), "it has been stopped somewhere")
				break
			}
			require.ErrorIs(t, err, context.Canceled, "%d", n)
			require.Nil(t, game)
			require.Greater(t, ctx.left.Load(), int64(-10), "it goes on asking after it was told")
		}
	}
}

// A panic in a parser that runs in another goroutine can be recovered by the caller.
func TestAPanicOfAParserIsCaught(t *testing.T) {
	require.Panics(t, func() { _, _, _ = readAll(t.Context(), []*source.File{nil}) })
}
