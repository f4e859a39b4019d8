package scenario

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

// samples are games of another shape than the one of the READMEs: maps, pieces
// with owners, side offers.
func samples() interpreter.Sources {
	return interpreter.Sources{{Name: "samples", FS: os.DirFS("../testdata/samples")}}
}

func TestTheScenariosOfTheSamplesPass(t *testing.T) {
	res, err := Run(t.Context(), samples(), []string{"tusk"}, Options{})
	require.NoError(t, err)
	for _, c := range res.Cases {
		require.Equal(t, Passed, c.Status, "%s:%d %s\n%s", c.File, c.Line, c.Scenario, c.Message.String())
	}
}
