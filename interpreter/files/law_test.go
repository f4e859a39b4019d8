package files

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// harmless lists the names of package os that other packages may use: none opens, creates or changes a file.
var harmless = []string{
	"Args", "Exit", "File", "Getenv", "Getwd", "Interrupt", "Signal", "Stderr", "Stdin", "Stdout", "TempDir", "UserCacheDir",
}

// TestOneReaderAndOneWriter checks that no other package reads or writes files.
func TestOneReaderAndOneWriter(t *testing.T) {
	root := filepath.Join("..", "..")
	looked := 0
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == "testing" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == filepath.Join(root, "interpreter", "files") {
			return nil
		}
		looked++
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, i := range file.Imports {
			if i.Path.Value == `"io/ioutil"` || i.Path.Value == `"os"` && i.Name != nil {
				t.Errorf("%s: import %s", fset.Position(i.Pos()), i.Path.Value)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if from, ok := sel.X.(*ast.Ident); ok && from.Name == "os" && !slices.Contains(harmless, sel.Sel.Name) {
					t.Errorf("%s: os.%s: files are opened, made and changed by package files alone", fset.Position(sel.Pos()), sel.Sel.Name)
				}
			}
			return true
		})
		return nil
	}))
	require.Greater(t, looked, 100)
}
