//go:build unix

package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A progress bar appears for work that takes longer than a second, and disappears when anything else is
// printed.
func TestProgressOfLongWork(t *testing.T) {
	var to bytes.Buffer
	b := &bar{to: &to, ansi: true, since: time.Now().Add(time.Hour)}
	b.show(1, 4)
	assert.Empty(t, to.String(), "so far it was quick")
	b.since = time.Now().Add(-2 * barDelay)
	b.show(2, 4)
	assert.Contains(t, to.String(), "/4)")
	first := b.bar
	b.show(1, 4) // by another goroutine, late
	assert.Same(t, first, b.bar)
	b.show(1, 3) // something else is counted
	assert.Contains(t, to.String(), "/3)")
	out := newOutput(&to, b.clear)
	_, _ = out.Write([]byte("said"))
	assert.Regexp(t, "\x1b\\[2K\r?said$", to.String())

	b.spin()
	assert.True(t, strings.HasSuffix(to.String(), "said"), "it has printed something")

	b = &bar{to: &to, ansi: true}
	to.Reset()
	b.spin() // and nothing is counted
	b.show(1, 3)
	b.clear()
	assert.Regexp(t, `\[0s\].*1/3`, to.String())

	b = newBar(World{Err: &to})
	to.Reset()
	b.since = time.Time{}
	b.show(1, 2)
	assert.Empty(t, to.String(), "no terminal")
}
