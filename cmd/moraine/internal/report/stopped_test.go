package report_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/report"
	"moraine/interpreter/scenario"
)

// No report format shows a stopped run as passed.
func TestReportsSayThatARunWasStopped(t *testing.T) {
	part := &scenario.Results{Scenarios: 1, Passed: 1, Left: 7, Cases: []scenario.Case{{Subject: &scenario.Subject{Scenario: "x", File: "x.yaml", Line: 1}, Verdict: &scenario.Verdict{Status: scenario.Passed}}}}
	whole := *part
	whole.Left = 0
	for _, format := range report.Formats() {
		var some, all bytes.Buffer
		require.NoError(t, report.Write(&some, format, part, report.Options{}))
		require.NoError(t, report.Write(&all, format, &whole, report.Options{}))
		require.Contains(t, some.String(), "incomplete", format)
		require.Contains(t, some.String(), "7", format)
		require.NotContains(t, all.String(), "incomplete", format)
	}
}
