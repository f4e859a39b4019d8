package cover_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/cover"
	"moraine/interpreter"
	"moraine/interpreter/scenario"
	"moraine/interpreter/testing/pages"
)

// The clauses that the scenarios of the READMEs pin count as pinned.
func TestTheScenariosOfTheReadmePin(t *testing.T) {
	files := pages.Files(t, "../../../..")
	r, err := cover.Measure(context.Background(), interpreter.Sources{{Name: "README", FS: files}}, "pebbles", scenario.Options{})
	require.NoError(t, err)
	require.Zero(t, r.Failed)
	count := r.Count("", "")
	require.NotZero(t, count[cover.Pinned])
	require.Zero(t, count[cover.Claimed])
}
