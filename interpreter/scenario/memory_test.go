package scenario

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/internal/formula"
)

// The scenarios of all games pass while every result that a match would take from its memory is evaluated again.
func TestScenariosFindOnlyTrueResults(t *testing.T) {
	defer formula.Verify()()
	res, err := Run(t.Context(), interpreter.Sources{{Name: "repository", FS: os.DirFS("../..")}}, nil, Options{})
	require.NoError(t, err)
	require.Zero(t, res.Failed)
	require.Greater(t, formula.Testing.Verified.Load(), int64(100))
	t.Log(formula.Testing.Verified.Load())
}
