package interpreter_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

var update = flag.Bool("update", false, "write the expected disassembly anew")

// Each op, with its targets and its step; a single procedure as a part of the whole.
func TestDisassemble(t *testing.T) {
	text, err := os.ReadFile("internal/program/testdata/verbs.yaml")
	require.NoError(t, err)
	files := fstest.MapFS{}
	for i, doc := range strings.Split(string(text), "\n---\n") {
		files[fmt.Sprintf("cards/verbs/%d.yaml", i)] = &fstest.MapFile{Data: []byte(doc)}
	}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "verbs", interpreter.Options{})
	require.NoError(t, err)
	var all, one bytes.Buffer
	require.NoError(t, g.Disassemble(&all, ""))
	if *update {
		require.NoError(t, os.WriteFile("testdata/verbs.disasm", all.Bytes(), 0o644))
	}
	want, err := os.ReadFile("testdata/verbs.disasm")
	require.NoError(t, err)
	require.Equal(t, string(want), all.String(), "if this is as it should be: go test ./interpreter -run TestDisassemble -update")

	require.NoError(t, g.Disassemble(&one, "turn_of"))
	require.True(t, strings.HasPrefix(one.String(), "turn_of  cards/verbs/0.yaml:"))
	require.Contains(t, all.String(), one.String())
	require.ErrorContains(t, g.Disassemble(&one, "trun"), `did you mean "turn"?`)
}
