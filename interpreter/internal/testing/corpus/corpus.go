// Package corpus has games that never change, with saved matches, results and reports of
// earlier versions, and the recorded output of each command for them. A test of cmd/moraine
// runs the commands again and shows each line that has changed: it shows which users are
// affected by a change of the language or of the interpreter.
//
// Each testdata/NAME.txtar is one folder of data: games, their scenarios and variants, and
// saved files. The file of the same name in testdata/expected has a section for each command
// with its exit code and its output. Games are added, but existing ones are never edited.
package corpus

import (
	"embed"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

//go:embed testdata/*.txtar
var archives embed.FS

// Sources returns the folders of the corpus by name.
func Sources(t testing.TB) map[string]interpreter.Sources {
	t.Helper()
	list, err := fs.Glob(archives, "testdata/*.txtar")
	require.NoError(t, err)
	all := map[string]interpreter.Sources{}
	for _, file := range list {
		text, err := archives.ReadFile(file)
		require.NoError(t, err)
		tree := fstest.MapFS{}
		for _, f := range txtar.Parse(text).Files {
			tree[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		name := strings.TrimSuffix(path.Base(file), ".txtar")
		all[name] = interpreter.Sources{{Name: name, FS: tree}}
	}
	return all
}
