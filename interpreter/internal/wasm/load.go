package wasm

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// unit is a Go package as the standard library's front end knows it.
type unit struct {
	set       *token.FileSet
	files     []*ast.File
	info      types.Info
	scope     *types.Scope
	functions []*function // that the files declare, in their order
	of        map[types.Object]*function
	assigned  map[*types.Var]bool // variables that get another value than their first …
	wanted    map[*types.Var]bool // … and those whose value is for more than `_ = v`
	faults    []fault
}

// function is a function of the package.
type function struct {
	decl    *ast.FuncDecl
	sig     *types.Signature
	told    bool                 // to be expanded in place of its calls
	inline  bool                 // it is, told or not
	only    ast.Expr             // what it returns, if it does nothing else
	uses    map[types.Object]int // how often a parameter stands in it
	targets map[string]bool      // labels that a goto names
}

func (f *function) name() string   { return f.decl.Name.Name }
func (f *function) imported() bool { return f.decl.Body == nil }

const (
	intrinsics = `package p
func ld(a int32) int32
func st(a, v int32)
func ld64(a int32) uint64
func st64(a int32, v uint64)
func copyWords(to, from, bytes int32)
func fillBytes(to, b, n int32)
`
	bitsPath = "math/bits"
	bitsText = `package bits
func OnesCount32(x uint32) int
func OnesCount64(x uint64) int
func LeadingZeros32(x uint32) int
func LeadingZeros64(x uint64) int
func TrailingZeros32(x uint32) int
func TrailingZeros64(x uint64) int
func RotateLeft32(x uint32, k int) uint32
func RotateLeft64(x uint64, k int) uint64
`
	directive = "//wasm:inline"
)

// load parses the files and has their names, types and constants checked.
func load(files []File) (*unit, error) {
	p := &unit{
		set:      token.NewFileSet(),
		of:       map[types.Object]*function{},
		assigned: map[*types.Var]bool{},
		wanted:   map[*types.Var]bool{},
		info: types.Info{
			Types: map[ast.Expr]types.TypeAndValue{},
			Defs:  map[*ast.Ident]types.Object{},
			Uses:  map[*ast.Ident]types.Object{},
		},
	}
	if len(files) == 0 {
		return nil, errors.New("there is no source file")
	}
	for _, f := range files {
		if err := p.parse(f); err != nil {
			return nil, err
		}
	}
	given, err := parser.ParseFile(p.set, "predeclared", strings.Replace(intrinsics, "package p", "package "+p.files[0].Name.Name, 1), 0)
	if err != nil {
		return nil, err
	}
	config := types.Config{
		Importer: library{p.set},
		Sizes:    types.SizesFor("gc", "amd64"),
		Error: func(err error) {
			e := err.(types.Error)
			p.faults = append(p.faults, fault{e.Pos, e.Msg})
		},
	}
	pkg, _ := config.Check(p.files[0].Name.Name, p.set, append([]*ast.File{given}, p.files...), &p.info)
	if err := p.fault(); err != nil {
		return nil, err
	}
	p.scope = pkg.Scope()
	for _, f := range p.files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				p.declare(d)
			}
		}
	}
	return p, nil
}

func (p *unit) parse(f File) error {
	file, err := parser.ParseFile(p.set, f.Name, f.Text, parser.ParseComments|parser.SkipObjectResolution)
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return list[0]
	}
	p.files = append(p.files, file)
	return err
}

func (p *unit) declare(d *ast.FuncDecl) {
	obj, ok := p.info.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	f := &function{decl: d, sig: obj.Signature(), targets: map[string]bool{}}
	if d.Doc != nil {
		f.told = slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool { return c.Text == directive })
	}
	p.functions = append(p.functions, f)
	p.of[obj] = f
}

// fault is something that is wrong, and where.
type fault struct {
	at   token.Pos
	text string
}

func (p *unit) faultf(at token.Pos, format string, args ...any) {
	p.faults = append(p.faults, fault{at, fmt.Sprintf(format, args...)})
}

// fault is the first things that are wrong, a line each.
func (p *unit) fault() error {
	const most = 10
	slices.SortStableFunc(p.faults, func(a, b fault) int { return cmp.Compare(a.at, b.at) })
	var out []error
	for _, f := range p.faults[:min(most, len(p.faults))] {
		out = append(out, fmt.Errorf("%s: %s", p.set.Position(f.at), f.text))
	}
	return errors.Join(out...)
}

// object is what a name stands for.
func (p *unit) object(id *ast.Ident) types.Object {
	if obj := p.info.Uses[id]; obj != nil {
		return obj
	}
	return p.info.Defs[id]
}

// variable is the variable that an expression names, nil for the blank one.
func (p *unit) variable(e ast.Expr) *types.Var {
	v, _ := p.object(ast.Unparen(e).(*ast.Ident)).(*types.Var)
	return v
}

// constant is the value of a constant expression, nil of any other.
func (p *unit) constant(e ast.Expr) constant.Value { return p.info.Types[e].Value }

// callee is the function of the package that is called, an intrinsic or one of
// math/bits; nil for a conversion and a builtin.
func (p *unit) callee(e *ast.CallExpr) *types.Func {
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		f, _ := p.info.Uses[fun].(*types.Func)
		return f
	case *ast.SelectorExpr:
		f, _ := p.info.Uses[fun.Sel].(*types.Func)
		return f
	}
	return nil
}

// library is all that can be imported.
type library struct{ set *token.FileSet }

func (l library) Import(path string) (*types.Package, error) {
	if path != bitsPath {
		return nil, errors.New("only math/bits is part of the subset")
	}
	f, err := parser.ParseFile(l.set, path, bitsText, 0)
	if err != nil {
		return nil, err
	}
	return new(types.Config).Check(path, l.set, []*ast.File{f}, nil)
}
