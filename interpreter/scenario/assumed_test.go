package scenario

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/testing/soak"
)

func shipped() interpreter.Sources {
	return interpreter.Sources{{Name: "repository", FS: os.DirFS("../..")}}
}

// Law 8: rules do not depend on invented numbers. With every assumed value replaced by another legal one, all
// scenarios without the tag `data` still pass.
func TestRulesDoNotHangOnInventedNumbers(t *testing.T) {
	for _, game := range shipped().Games() {
		for _, seed := range []uint64{1, 19, 25}[:soak.Cases(3, 3)] {
			res, err := Run(t.Context(), shipped(), []string{game}, Options{Load: interpreter.Options{AssumedSeed: seed}})
			require.NoError(t, err)
			data := 0
			for _, c := range res.Cases {
				if slices.Contains(c.Tags, "data") {
					data++
				} else if c.Status == Failed {
					t.Errorf("seed %d: %s:%d %s\n%s", seed, c.File, c.Line, c.Scenario, c.Message.String())
				}
			}
			require.Positive(t, data, "%s pins its values in no scenario tagged data", game)
		}
	}
}
