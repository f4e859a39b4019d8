// Package shore has the game that `moraine init` writes, for tests of pages that play it.
package shore

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Files returns the files of the game, by path. template is the folder with their templates, relative to the test.
func Files(t testing.TB, template string) map[string]string {
	t.Helper()
	files := map[string]string{}
	tree := os.DirFS(template)
	require.NoError(t, fs.WalkDir(tree, ".", func(path string, e fs.DirEntry, err error) error {
		folder, file, _ := strings.Cut(path, "/")
		if err != nil || e.IsDir() || folder == "ci" {
			return err
		}
		text, err := fs.ReadFile(tree, path)
		files[folder+"/shore/"+file] = strings.NewReplacer("GAME", "shore", "TITLE", "Shore").Replace(string(text))
		return err
	}))
	return files
}
