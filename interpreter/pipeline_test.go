package interpreter_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The list in doc.go is the order of the pipeline: a package imports only packages that stand above it there, and no
// package is missing. Packages for tests and the folders of data are left out.
func TestImportsFollowThePipeline(t *testing.T) {
	rank := pipeline(t)
	seen := map[string]bool{}
	for name, imports := range importsOf(t, "..") {
		at, ok := rank[name]
		if !assert.True(t, ok, "doc.go does not list %s", name) {
			continue
		}
		seen[name] = true
		for file, imported := range imports {
			t.Run(file, func(t *testing.T) {
				below, ok := rank[imported]
				assert.True(t, ok && below < at, "%s imports %s, which doc.go lists below %s", file, imported, name)
			})
		}
	}
	for name := range rank {
		t.Run(name, func(t *testing.T) {
			assert.True(t, seen[name], "doc.go lists %s, which is no package", name)
		})
	}
}

// pipeline returns the place of each package in the list of doc.go, by its folder.
func pipeline(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, list, _ := strings.Cut(string(text), "// # Packages\n")
	list, _, _ = strings.Cut(list, "// # Glossary\n")
	rank := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^//\t(\S+)  `).FindAllStringSubmatch(list, -1) {
		name := m[1]
		if tool, ok := strings.CutPrefix(name, "moraine/"); ok {
			name = "cmd/moraine/internal/" + tool
		} else if name != "interpreter" && name != "cmd/moraine" {
			name = "interpreter/" + name
		}
		rank[name] = len(rank)
	}
	return rank
}

// importsOf returns, for each package of the module, the packages of the module that its files import.
func importsOf(t *testing.T, root string) map[string]map[string]string {
	t.Helper()
	out := map[string]map[string]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, p)
		folder := path.Dir(filepath.ToSlash(rel))
		switch {
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "testing" || strings.HasPrefix(d.Name(), ".") && rel != "."):
			return fs.SkipDir
		case path.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go") || apart[folder]:
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		if out[folder] == nil {
			out[folder] = map[string]string{}
		}
		for _, i := range f.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if name, ok := strings.CutPrefix(name, "moraine/"); ok && !apart[name] {
				out[folder][filepath.ToSlash(rel)+": "+name] = name
			}
			require.NoError(t, err)
		}
		return nil
	})
	require.NoError(t, err)
	return out
}

// apart are the folders of data with their embedded files.
var apart = map[string]bool{"cards": true, "scenarios": true, "variants": true}

// mostMethods limits the methods of a type, so that a reader can hold one in mind.
const mostMethods = 60

// No type has more methods of its own than the limit. Those of embedded types do not count.
func TestTypesHaveFewMethods(t *testing.T) {
	methods := map[string]int{}
	err := filepath.WalkDir("..", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && p != ".."):
			return fs.SkipDir
		case d.IsDir() || path.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range f.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[path.Join(path.Dir(filepath.ToSlash(p)), receiver(f.Recv.List[0].Type))]++
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, methods)
	for name, n := range methods {
		t.Run(name, func(t *testing.T) {
			assert.LessOrEqual(t, n, mostMethods, "%s has %d methods, and at most %d are allowed; give a part of it a type of its own", strings.TrimPrefix(name, "../"), n, mostMethods)
		})
	}
}

// receiver returns the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	}
	return e.(*ast.Ident).Name
}
