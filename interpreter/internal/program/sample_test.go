package program

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/testing/documents"
	"moraine/interpreter/syntax"
)

// compileFile compiles the game of a file.
func compileFile(t *testing.T, path string) *Program {
	t.Helper()
	g, diags := syntax.Decode(documents.Parse(t, path))
	readings := overlay.Readings(g, nil, &diags)
	p := Check(formula.NewCompiler(schema.Build(g, &diags), &diags)).Under(readings, &diags)
	require.NoError(t, diags.Err())
	return p
}

// The sample has every verb and every op of the language. Package interpreter disassembles it, and
// package machine plays it.
func TestSampleHasEveryOp(t *testing.T) {
	seen, verbs := map[Code]bool{}, map[string]bool{}
	for _, u := range compileFile(t, "testdata/verbs.yaml").Units {
		for _, s := range u.Steps {
			verbs[s.Verb] = true
		}
		for _, op := range u.Ops {
			seen[op.Code] = true
		}
	}
	for _, verb := range syntax.Verbs() {
		assert.True(t, verbs[verb], "add a step %s with all operands to interpreter/internal/program/testdata/verbs.yaml", verb)
	}
	for c := range codeNames {
		assert.True(t, seen[Code(c)], "add a step with the op %s to interpreter/internal/program/testdata/verbs.yaml", Code(c))
	}
}

// An operand that the program reads as a zone has the option `zone` in the grammar, so that a parameter keeps its zone.
// The value of a name and the argument of a call are zones if others need them.
func TestOperandsThatAreZones(t *testing.T) {
	found := 0
	for _, u := range compileFile(t, "testdata/verbs.yaml").Units {
		for _, op := range u.Ops {
			switch op.Do.(type) {
			case *SetOp, *CallOp, *WindowOp, nil:
				continue
			}
			if op.Step.Syntax == nil {
				continue
			}
			zones := syntax.ZonesOf(op.Step.Syntax.Do)
			for _, v := range Formulas(op.Do) {
				if v.OK() && v.Type.Base == schema.Zone && !v.Type.List {
					found++
					assert.True(t, slices.ContainsFunc(zones, func(f *syntax.Formula) bool { return f.Node.Pos.Line == v.Pos.Line }), "`%s` has a zone in line %d of testdata/verbs.yaml: write the option `zone` into the tag of this operand in syntax/verbs.go", op.Step.Verb, v.Pos.Line)
				}
			}
		}
	}
	assert.Greater(t, found, 4)
}
