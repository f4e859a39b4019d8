package interpreter_test

import (
	"go/ast"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mayNest are the folders whose structs may embed structs that embed others.
var mayNest = []string{
	"cmd/moraine",          // pages and JSON flatten such structs into one object
	"interpreter/scenario", // until the parts of a run have names
}

// mayEmbed are other structs that may, with the reason.
var mayEmbed = map[string]string{
	"interpreter/match.Printed": "a template draws it as the piece that it is, which can be chosen",
}

// No struct embeds a struct that embeds another: a reader of x.Name then knows the struct that has Name. The structs of
// package syntax count as one struct each, because what they embed are groups of keys.
func TestNoStructEmbedsTwoLevels(t *testing.T) {
	embedded := map[string][]string{} // FOLDER.TYPE → the structs that it embeds
	at := map[string]string{}
	for _, f := range sources(t, false) {
		folders := foldersOf(f)
		ast.Inspect(f.File, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				name := path.Dir(f.path) + "." + spec.Name.Name
				embedded[name], at[name] = embeddedIn(s, folders), f.set.Position(spec.Pos()).String()
			}
			return true
		})
	}
	require.NotEmpty(t, embedded["interpreter/internal/state.World"])
	for _, name := range slices.Sorted(maps.Keys(embedded)) {
		folder, _, _ := strings.Cut(name, ".")
		for _, part := range embedded[name] {
			of := slices.DeleteFunc(slices.Clone(embedded[part]), func(inner string) bool {
				_, isStruct := embedded[inner]
				return !isStruct || inner == "interpreter/syntax.Ident"
			})
			excused := mayEmbed[name] != "" || slices.ContainsFunc(mayNest, func(in string) bool {
				return folder == in || strings.HasPrefix(folder, in+"/")
			})
			if len(of) > 0 && !excused && !strings.HasPrefix(part, "interpreter/syntax.") {
				assert.Fail(t, "give the field a name", "%s: %s embeds %s, which embeds %s", at[name], name, part,
					strings.Join(of, " and "))
			}
		}
	}
}

// embeddedIn returns the types that a struct embeds, as FOLDER.TYPE.
func embeddedIn(s *ast.StructType, folders map[string]string) (names []string) {
	for _, field := range s.Fields.List {
		if len(field.Names) > 0 {
			continue
		}
		switch of := unstar(field.Type).(type) {
		case *ast.Ident:
			names = append(names, folders[""]+"."+of.Name)
		case *ast.SelectorExpr:
			in, _ := of.X.(*ast.Ident)
			names = append(names, folders[in.Name]+"."+of.Sel.Name)
		}
	}
	return names
}
