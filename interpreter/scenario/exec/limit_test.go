package exec

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/source"
)

// TestFormulasOfChecksCount runs a scenario whose script does next to nothing and whose checks do much:
// together they have the limit of a match.
func TestFormulasOfChecksCount(t *testing.T) {
	files := fstest.MapFS{"cards/dice/game.yaml": {Data: fmt.Appendf(nil, dice, 1)}}
	g, err := interpreter.Load(interpreter.Sources{{Name: "dice", FS: files}}, "dice", interpreter.Options{})
	require.NoError(t, err)
	for _, place := range []string{
		"  when: [{rolls: [1]}]\n  then:\n",
		"  when:\n    - rolls: [1]\n    - then:\n",
	} {
		text := "- scenario: s\n  given: {players: 1, at: match}\n" + place + strings.Repeat("        - sum(1..1000, it) > 1\n", 100)
		_, list, err := Read(&source.File{Name: "x.yaml", Text: []byte(text)})
		require.NoError(t, err)
		out := In(g).Run(list[0], Options{})
		require.False(t, out.Failed, out.Message)
		require.Greater(t, out.Work, 100_000)
		out = In(g).Run(list[0], Options{Work: 50_000})
		require.True(t, out.Failed && out.Limit, out.Message)
		require.Contains(t, out.Message, "more than 50000 steps of work in one match")
		require.Less(t, out.Work, 60_000)
	}
}
