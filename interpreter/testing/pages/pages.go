// Package pages reads the documents of the language, and the games that their samples make up.
package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// sample matches a block that is a file: its first line is a comment with the path.
var sample = regexp.MustCompile("(?s)```(?:yaml|csv)\n# ([a-z0-9/_]+\\.(?:yaml|csv))\n(.*?)```")

// notSamples are pages whose blocks are not the files of one folder: the tutorial writes some of them several times.
var notSamples = map[string]bool{"TUTORIAL.md": true}

// Files returns the files that the pages of the given folders show, by their paths: of cards, scenarios and variants,
// if none is given. root is the path of the project's top folder. A path that two pages show is an error.
func Files(t testing.TB, root string, folders ...string) fstest.MapFS {
	t.Helper()
	if len(folders) == 0 {
		folders = []string{"cards", "scenarios", "variants"}
	}
	out := fstest.MapFS{}
	for path, text := range Texts(t, root, folders...) {
		if notSamples[filepath.Base(path)] {
			continue
		}
		for _, m := range sample.FindAllStringSubmatch(text, -1) {
			require.NotContains(t, out, m[1], "%s shows a file that another page shows", path)
			out[m[1]] = &fstest.MapFile{Data: []byte(m[2])}
		}
	}
	require.NotEmpty(t, out)
	return out
}

// Texts returns the pages of folders by their paths, such as cards/BOARDS.md.
func Texts(t testing.TB, root string, folders ...string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, folder := range folders {
		list, err := filepath.Glob(filepath.Join(root, folder, "*.md"))
		require.NoError(t, err)
		require.NotEmpty(t, list)
		for _, path := range list {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			out[folder+"/"+filepath.Base(path)] = string(text)
		}
	}
	return out
}
