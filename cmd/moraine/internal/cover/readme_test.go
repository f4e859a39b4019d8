package cover_test

import (
	"context"
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/cover"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
)

var sample = regexp.MustCompile("(?s)```yaml\n# ([a-z/_]+\\.yaml)\n(.*?)```")

// The clauses that the scenarios of the READMEs pin count as pinned.
func TestTheScenariosOfTheReadmePin(t *testing.T) {
	files := fstest.MapFS{}
	for _, page := range []string{"cards", "scenarios", "variants"} {
		text, err := os.ReadFile("../../../../" + page + "/README.md")
		require.NoError(t, err)
		for _, m := range sample.FindAllSubmatch(text, -1) {
			files[string(m[1])] = &fstest.MapFile{Data: m[2]}
		}
	}
	r, err := cover.Measure(context.Background(), interpreter.Sources{{Name: "README", FS: files}}, "pebbles", scenario.Options{})
	require.NoError(t, err)
	require.Zero(t, r.Failed)
	count := r.Count("", "")
	require.NotZero(t, count[cover.Pinned])
	require.Zero(t, count[cover.Claimed])
}
