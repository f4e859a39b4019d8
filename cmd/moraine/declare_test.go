//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/declare"
	"moraine/interpreter/files"
)

// A run takes minutes, and people go on writing meanwhile.
func TestRewriteKeepsConcurrentChanges(t *testing.T) {
	a := &app{dataLayers: dataLayers{World: World{Dir: t.TempDir()}}}
	file := filepath.Join(a.Dir, "x.yaml")
	require.NoError(t, os.WriteFile(file, []byte("new"), 0o640))
	err := a.rewrite(declare.File{Name: "x.yaml", Was: []byte("old"), Text: []byte("old and more")})
	require.ErrorContains(t, err, "x.yaml cannot be written: the file was changed by another program")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))

	require.NoError(t, a.rewrite(declare.File{Name: "x.yaml", Was: []byte("new"), Text: []byte("new and more")}))
	text, err = os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "new and more", string(text))
}

// TestDeclareIsAlone runs two at once: both would write the same files, and the one that writes last
// would take away the entries of the other.
func TestDeclareIsAlone(t *testing.T) {
	dir := newFolder(t)
	c := writing["declare"]
	old := contents(t, dir, c.to)
	held, err := files.LockFolder(dir)
	require.NoError(t, err)
	for _, args := range [][]string{c.args, {"fmt", "--no-builtin"}} {
		code, out, errs := runIn(t, dir, args...)
		require.Equal(t, exitOutput, code)
		require.Empty(t, out)
		require.Equal(t, "moraine: . cannot be written: another moraine process is writing to this folder; wait until it has ended, then run the command again\n", errs)
	}
	require.Equal(t, old, contents(t, dir, c.to))
	require.NoError(t, held.Close())

	code, _, errs := runIn(t, dir, c.args...)
	require.Equal(t, exitGood, code, errs)
	clean := contents(t, dir, c.to)
	for i, file := range c.to {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(old[i]), 0o600))
	}
	codes := make(chan int)
	for range 4 {
		go func() {
			code, _, _ := runIn(t, dir, c.args...)
			codes <- code
		}()
	}
	for range 4 {
		require.Contains(t, []int{exitGood, exitOutput}, <-codes)
	}
	code, _, errs = runIn(t, dir, c.args...)
	require.Equal(t, exitGood, code, errs)
	require.Equal(t, clean, contents(t, dir, c.to))
}
