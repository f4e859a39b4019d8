package interpreter_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An assignment stands in the init clause of an `if` or `switch` only if its condition or its cases use its
// value. A reader who looks for the condition then finds nothing else there.
func TestInitClausesBelongToTheirCondition(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			init, condition := clauses(n)
			if init != nil && !share(assigned(init), identifiers(condition...)) {
				assert.Fail(t, "assign on a line of its own", "%s", set.Position(n.Pos()))
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
}

// cutters are the functions of package strings that take a text apart.
var cutters = []string{"Cut", "CutPrefix", "CutSuffix", "Fields", "Index", "IndexByte", "Lines", "Split", "SplitAfter", "SplitN", "SplitSeq"}

// mayCut are the files that read messages: saved ones, and those of encoding/json, which name a field in no other way.
var mayCut = []string{"../interpreter/scenario/spec/message.go", "../cmd/moraine/internal/engine/message.go"}

// A failure is a value with parts until it is printed, so that no program cuts the text of a message or an error apart.
func TestStatementsCutNoMessages(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || slices.Contains(mayCut, filepath.ToSlash(path)) {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is || len(call.Args) == 0 {
				return true
			}
			f, is := call.Fun.(*ast.SelectorExpr)
			if !is || !slices.Contains(cutters, f.Sel.Name) {
				return true
			}
			if of, is := f.X.(*ast.Ident); is && of.Name == "strings" && isMessage(call.Args[0]) {
				assert.Fail(t, "use the parts of the message", "%s", set.Position(n.Pos()))
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
}

// isMessage reports whether an expression has the text of an error, of a message or of a failed run.
func isMessage(e ast.Expr) (is bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			is = is || slices.Contains([]string{"Error", "Failed", "Headline", "Message", "Summary"}, sel.Sel.Name)
		}
		return true
	})
	return is
}

// clauses returns the init clause of a statement, or nil, and the expressions that decide about its branches.
func clauses(n ast.Node) (init ast.Stmt, condition []ast.Node) {
	var body *ast.BlockStmt
	switch s := n.(type) {
	case *ast.IfStmt:
		return s.Init, []ast.Node{s.Cond}
	case *ast.SwitchStmt:
		init, body = s.Init, s.Body
		if s.Tag != nil {
			condition = append(condition, s.Tag)
		}
	case *ast.TypeSwitchStmt:
		return s.Init, []ast.Node{s.Assign}
	default:
		return nil, nil
	}
	for _, c := range body.List {
		for _, e := range c.(*ast.CaseClause).List {
			condition = append(condition, e)
		}
	}
	return init, condition
}

func assigned(init ast.Stmt) map[string]bool {
	switch s := init.(type) {
	case *ast.AssignStmt:
		var left []ast.Node
		for _, e := range s.Lhs {
			left = append(left, e)
		}
		return identifiers(left...)
	case *ast.IncDecStmt:
		return identifiers(s.X)
	}
	return nil
}

// identifiers returns the names in expressions, without those of fields and methods.
func identifiers(list ...ast.Node) map[string]bool {
	names := map[string]bool{}
	for _, n := range list {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				for name := range identifiers(n.X) {
					names[name] = true
				}
				return false
			case *ast.Ident:
				names[n.Name] = n.Name != "_"
			}
			return true
		})
	}
	return names
}

func share(a, b map[string]bool) bool {
	for name := range a {
		if a[name] && b[name] {
			return true
		}
	}
	return false
}
