package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario/declare"
)

// A run takes minutes, and people go on writing meanwhile.
func TestRewriteKeepsWhatHasChanged(t *testing.T) {
	a := &app{World: World{Dir: t.TempDir()}}
	file := filepath.Join(a.Dir, "x.yaml")
	require.NoError(t, os.WriteFile(file, []byte("new"), 0o640))
	err := a.rewrite(declare.File{Name: "x.yaml", Was: []byte("old"), Text: []byte("old and more")})
	require.ErrorContains(t, err, "x.yaml cannot be written: it has changed meanwhile")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))

	require.NoError(t, a.rewrite(declare.File{Name: "x.yaml", Was: []byte("new"), Text: []byte("new and more")}))
	text, err = os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "new and more", string(text))
}
