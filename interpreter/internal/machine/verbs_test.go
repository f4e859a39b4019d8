package machine_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/decide"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/ref"
	"moraine/interpreter/syntax"
)

// Random matches of the sample carry out each verb of the language.
func TestEveryVerbRuns(t *testing.T) {
	text, err := os.ReadFile("../program/testdata/verbs.yaml")
	require.NoError(t, err)
	files := fstest.MapFS{}
	for i, doc := range strings.Split(string(text), "\n---\n") {
		files[fmt.Sprintf("cards/verbs/%d.yaml", i)] = &fstest.MapFile{Data: []byte(doc)}
	}
	g, err := interpreter.Load(interpreter.Sources{{Name: "test", FS: files}}, "verbs", interpreter.Options{})
	require.NoError(t, err)
	m, ran := machine.New(g.Program, 2, nil), map[string]bool{"ruling": true} // which readings decide
	m.Meter, m.Strict = machine.NewMeter(g.Program), true
	for seed := range uint64(50) {
		m.Reset(2)
		playOut(t, m, decide.NewRandom(seed))
		require.NoError(t, m.Err())
	}
	for _, n := range m.Meter.Fresh {
		for i, u := range g.Program.Units {
			if at := int(n) - g.Program.OpNumber(ref.Proc(i), 0); at >= 0 && at < len(u.Ops) {
				ran[u.Ops[at].Step.Verb] = true
			}
		}
	}
	for _, verb := range syntax.Verbs() {
		assert.True(t, ran[verb], "no random match of interpreter/internal/program/testdata/verbs.yaml carries out %s: add such a step, or move it to a place that runs", verb)
	}
}
