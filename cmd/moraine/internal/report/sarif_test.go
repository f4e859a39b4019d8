package report

import (
	"errors"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario"
)

// Code scanning rejects a log as a whole, so the test validates it with the schema. The library writes
// omitted fields as empty texts, so they get their defaults before validation.
func TestSARIFIsValid(t *testing.T) {
	for _, r := range []*scenario.Results{results(), {}, Unloaded(errors.New("there is no game of that name"))} {
		var b strings.Builder
		require.NoError(t, Write(&b, "sarif", r, Options{}))
		log, err := sarif.FromString(b.String())
		require.NoError(t, err)
		require.Len(t, log.Runs, 1)
		run := log.Runs[0]
		run.Language, run.Tool.Driver.Language, run.NewlineSequences = "en-US", "en-US", []string{"\n"}
		require.NoError(t, log.Validate())
		of := run.Invocations[0]
		assert.Equal(t, r.Failed, len(run.Results)+len(of.ToolExecutionNotifications))
		assert.Equal(t, *of.ExecutionSuccessful, len(of.ToolExecutionNotifications) == 0)
		for _, one := range run.Results {
			assert.Len(t, one.Locations, 1)
		}
	}
}
