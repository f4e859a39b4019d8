package report

import (
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What code scanning refuses it refuses whole, so the log is held against the schema. The library
// validates what it would write itself, where it puts fields that we leave out as empty texts; these
// get their defaults first.
func TestSARIFIsValid(t *testing.T) {
	log, err := sarif.FromString(written(t, "sarif", Options{}))
	require.NoError(t, err)
	require.Len(t, log.Runs, 1)
	run := log.Runs[0]
	run.Language, run.Tool.Driver.Language, run.NewlineSequences = "en-US", "en-US", []string{"\n"}
	require.NoError(t, log.Validate())
	assert.Len(t, run.Results, 2)
}
