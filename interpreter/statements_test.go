package interpreter_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goFile is a file of the module's source.
type goFile struct {
	path string // slash path from the root of the module
	set  *token.FileSet
	*ast.File
	text string
}

var goFiles = sync.OnceValues(func() (all []goFile, err error) {
	return all, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, text, 0)
		path = strings.TrimPrefix(filepath.ToSlash(path), "../")
		all = append(all, goFile{path: path, set: set, File: f, text: string(text)})
		return err
	})
})

// sources returns the module's files that are tests, or that are not.
func sources(t *testing.T, tests bool) (out []goFile) {
	all, err := goFiles()
	require.NoError(t, err)
	for _, f := range all {
		if strings.HasSuffix(f.path, "_test.go") == tests {
			out = append(out, f)
		}
	}
	return out
}

// An assignment stands in the init clause of an `if` or `switch` only if its condition or its cases use its
// value. A reader who looks for the condition then finds nothing else there.
func TestInitClausesBelongToTheirCondition(t *testing.T) {
	for _, f := range slices.Concat(sources(t, false), sources(t, true)) {
		ast.Inspect(f.File, func(n ast.Node) bool {
			init, condition := clauses(n)
			if init != nil && !share(assigned(init), identifiers(condition...)) {
				assert.Fail(t, "assign on a line of its own", "%s", f.set.Position(n.Pos()))
			}
			return true
		})
	}
}

// A struct literal of more than two values names its fields, outside of tests.
func TestStructLiteralsNameTheirFields(t *testing.T) {
	structs := map[string]bool{} // FOLDER.TYPE
	for _, f := range sources(t, false) {
		ast.Inspect(f.File, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				_, is := spec.Type.(*ast.StructType)
				structs[path.Dir(f.path)+"."+spec.Name.Name] = is
			}
			return true
		})
	}
	for _, f := range sources(t, false) {
		folders := foldersOf(f)
		isStruct := func(of ast.Expr) bool {
			switch of := of.(type) {
			case *ast.StructType:
				return true
			case *ast.Ident:
				return structs[folders[""]+"."+of.Name]
			case *ast.SelectorExpr:
				in, ok := of.X.(*ast.Ident)
				return ok && structs[folders[in.Name]+"."+of.Sel.Name]
			}
			return false
		}
		var visit func(lit *ast.CompositeLit, of ast.Expr)
		visit = func(lit *ast.CompositeLit, of ast.Expr) {
			if len(lit.Elts) > 2 && isStruct(of) {
				_, keyed := lit.Elts[0].(*ast.KeyValueExpr)
				assert.True(t, keyed, "%s: write the names of the fields", f.set.Position(lit.Pos()))
			}
			for _, e := range lit.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					e = pair.Value
				}
				inner, ok := e.(*ast.CompositeLit)
				if ok && inner.Type == nil {
					visit(inner, element(of))
				}
			}
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && lit.Type != nil {
				visit(lit, lit.Type)
			}
			return true
		})
	}
}

// foldersOf returns the folders of the packages that a file imports by their names in it; "" is its own.
func foldersOf(f goFile) map[string]string {
	folders := map[string]string{"": path.Dir(f.path)}
	for _, in := range f.Imports {
		folder := strings.TrimPrefix(strings.Trim(in.Path.Value, `"`), "moraine/")
		folders[path.Base(folder)] = folder
		if in.Name != nil {
			folders[in.Name.Name] = folder
		}
	}
	return folders
}

// element returns the type of the elements of a list or map, or nil.
func element(of ast.Expr) ast.Expr {
	switch of := of.(type) {
	case *ast.ArrayType:
		return unstar(of.Elt)
	case *ast.MapType:
		return unstar(of.Value)
	}
	return nil
}

func unstar(of ast.Expr) ast.Expr {
	if p, ok := of.(*ast.StarExpr); ok {
		return p.X
	}
	return of
}

// A line outside of tests has at most 120 columns, where a tab has four, unless one text of it does not fit.
func TestLinesFitAPage(t *testing.T) {
	text := regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|`[^`]*`?")
	for _, f := range sources(t, false) {
		quoted := false // within a text of several lines
		for i, line := range strings.Split(f.text, "\n") {
			width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			longest := 0
			for _, part := range text.FindAllString(line, -1) {
				longest = max(longest, utf8.RuneCountInString(part))
			}
			within := quoted || strings.Count(line, "`")%2 == 1
			if strings.Count(line, "`")%2 == 1 {
				quoted = !quoted
			}
			if width > 120 && longest < 60 && !within {
				assert.Fail(t, "break the line", "%s:%d: %d columns", f.path, i+1, width)
			}
		}
	}
}

// A test that ranges over a map gives each round a name, so that one can be run, and a failure says which it is.
func TestRoundsOverMapsHaveNames(t *testing.T) {
	for _, f := range sources(t, true) {
		global := map[string]bool{}
		for _, decl := range f.Decls {
			if list, ok := decl.(*ast.GenDecl); ok {
				addMaps(global, list)
			}
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			local := maps.Clone(global)
			addMaps(local, fn)
			ast.Inspect(fn, func(n ast.Node) bool {
				r, ok := n.(*ast.RangeStmt)
				if !ok {
					return true
				}
				id, named := r.X.(*ast.Ident)
				over := isMap(r.X) || named && local[id.Name]
				if over && identifiers(r.Body)["t"] && !calls(r.Body, "t", "Run") {
					assert.Fail(t, "begin with t.Run", "%s", f.set.Position(r.Pos()))
				}
				return true
			})
		}
	}
}

// addMaps adds the names of variables that a declaration or function sets to a literal map.
func addMaps(names map[string]bool, in ast.Node) {
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && isMap(n.Rhs[0]) {
				names[id.Name] = true
			}
		case *ast.ValueSpec:
			if len(n.Values) > 0 && isMap(n.Values[0]) {
				names[n.Names[0].Name] = true
			}
		}
		return true
	})
}

func isMap(e ast.Expr) bool {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return false
	}
	_, ok = lit.Type.(*ast.MapType)
	return ok
}

// calls reports whether a method of a variable is called below a node.
func calls(n ast.Node, variable, method string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.SelectorExpr)
		if ok && call.Sel.Name == method {
			of, ok := call.X.(*ast.Ident)
			found = found || ok && of.Name == variable
		}
		return !found
	})
	return found
}

// cutters are the functions of package strings that take a text apart.
var cutters = []string{"Cut", "CutPrefix", "CutSuffix", "Fields", "Index", "IndexByte", "Lines", "Split", "SplitAfter", "SplitN", "SplitSeq"}

// mayCut are the files that read messages: saved ones, and those of encoding/json, which name a field in no other way.
var mayCut = []string{"interpreter/scenario/spec/message.go", "cmd/moraine/internal/engine/message.go"}

// A failure is a value with parts until it is printed, so that no program cuts the text of a message or an error apart.
func TestStatementsCutNoMessages(t *testing.T) {
	for _, f := range sources(t, false) {
		if slices.Contains(mayCut, f.path) {
			continue
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is || len(call.Args) == 0 {
				return true
			}
			cut, is := call.Fun.(*ast.SelectorExpr)
			if !is || !slices.Contains(cutters, cut.Sel.Name) {
				return true
			}
			if of, is := cut.X.(*ast.Ident); is && of.Name == "strings" && (isMessage(call.Args[0]) || atEquals(call)) {
				assert.Fail(t, "use the parts of the message or value", "%s", f.set.Position(n.Pos()))
			}
			return true
		})
	}
}

// atEquals reports whether a call cuts a formula from its value, as in `oil = 3`.
func atEquals(call *ast.CallExpr) bool {
	at, is := call.Args[len(call.Args)-1].(*ast.BasicLit)
	return is && at.Value == `" = "`
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

// The lists of files in the comments of packages name files of their folder.
func TestFileListsNameFiles(t *testing.T) {
	line, name := regexp.MustCompile(`(?m)^//\t(.*\.go\b.*)$`), regexp.MustCompile(`(?:^|[\s;(])([a-z]\w*\.go)\b`)
	for _, f := range sources(t, false) {
		before, _, _ := strings.Cut(f.text, "\npackage ")
		for _, listed := range line.FindAllStringSubmatch(before, -1) {
			for _, one := range name.FindAllStringSubmatch(listed[1], -1) {
				assert.FileExists(t, filepath.Join("..", path.Dir(f.path), one[1]), "%s: %s", f.path, listed[1])
			}
		}
	}
}
