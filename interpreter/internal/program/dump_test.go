package program

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/internal/formula"
	"moraine/interpreter/internal/overlay"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

var update = flag.Bool("update", false, "write the expected disassembly anew")

// compileFile compiles a game whose documents stand in one file, between lines
// of ---; each is its own file in the places.
func compileFile(t *testing.T, path string) *Program {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var docs []*source.Node
	var diags source.Diagnostics
	for i, doc := range strings.Split(string(text), "\n---\n") {
		n, d := source.Parse(&source.File{Name: fmt.Sprintf("%d.yaml", i), Text: []byte(doc)}, source.DefaultLimits())
		diags = append(diags, d...)
		docs = append(docs, n)
	}
	require.NoError(t, diags.Err())
	g, diags := syntax.Decode(docs)
	readings := overlay.Readings(g, nil, &diags)
	p := Check(formula.NewCompiler(schema.Build(g, &diags), &diags)).Under(readings, &diags)
	require.NoError(t, diags.Err())
	return p
}

// Every op of the language is in the disassembly, with its operands.
func TestDumpShowsEveryOp(t *testing.T) {
	p := compileFile(t, "testdata/verbs.yaml")
	var all bytes.Buffer
	require.NoError(t, p.Dump(&all, func(string) bool { return true }))
	got := all.String()
	if *update {
		require.NoError(t, os.WriteFile("testdata/verbs.dump", all.Bytes(), 0o644))
	}
	want, err := os.ReadFile("testdata/verbs.dump")
	require.NoError(t, err)
	assert.Equal(t, string(want), got)

	seen := map[Code]bool{}
	n := 0
	for i, u := range p.Units {
		for _, op := range u.Ops {
			seen[op.Code] = true
			assert.NotEmpty(t, dumper{p, p.Procs[i]}.operands(op), "op %d, %s", n, op.Code)
			assert.Contains(t, got, fmt.Sprintf("\n%6d  ", n), "op %d, %s, is not shown", n, op.Code)
			n++
		}
	}
	for c := range codeNames {
		assert.True(t, seen[Code(c)], "no op %s", Code(c))
	}
}

func TestDumpOfOneProcedure(t *testing.T) {
	p := compileFile(t, "testdata/verbs.yaml")
	var one bytes.Buffer
	require.NoError(t, p.Dump(&one, func(name string) bool { return name == "turn_of" }))
	want, err := os.ReadFile("testdata/verbs.dump")
	require.NoError(t, err)
	assert.Contains(t, string(want), one.String())
	assert.True(t, strings.HasPrefix(one.String(), "turn_of  0.yaml:"))
}
