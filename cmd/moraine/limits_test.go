package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFoldersHaveLimits checks games with too many files, in one folder and in several, and with folders
// too deep: the error names the limit.
func TestFoldersHaveLimits(t *testing.T) {
	for name, c := range map[string]struct {
		path func(n int) string // of the nth file
		n    int
		want string
	}{
		"files of a folder": {func(n int) string { return fmt.Sprintf("%d.txt", n) }, 10_001, "has more than 10000 files and folders"},
		"files of folders":  {func(n int) string { return fmt.Sprintf("%d/%d.txt", n%3, n) }, 9_999, "has more than 10000 files and folders"},
		"deep folders":      {func(int) string { return strings.Repeat("d/", 64) + "x.txt" }, 1, "has more than 64 folders within each other"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			top := t.TempDir()
			require.NoError(t, sampleGame(top))
			dir := filepath.Join(top, "pebbles")
			for n := range c.n {
				path := filepath.Join(dir, "cards/pebbles", c.path(n))
				if n < 3 {
					require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
				}
				require.NoError(t, os.WriteFile(path, nil, 0o600))
			}
			for _, command := range []string{"check pebbles", "check", "test", "games"} {
				code, out, errs := runIn(t, dir, strings.Fields(command)...)
				if command == "games" {
					out = errs + out
					assert.Contains(t, out, "pebbles")
					continue
				}
				assert.Equal(t, exitUsage, code, command)
				assert.Contains(t, errs, "cards/pebbles "+c.want, command)
			}
		})
	}
}
