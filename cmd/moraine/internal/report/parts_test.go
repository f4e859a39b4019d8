package report

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario"
)

// Every report that is made from a JSON report equals the original, byte by byte.
func TestReportsOfAReportAreTheSame(t *testing.T) {
	for _, opt := range []Options{{}, {Timings: true}} {
		r, read, err := Read([]byte(written(t, "json", opt)))
		require.NoError(t, err)
		assert.Equal(t, opt, read)
		for _, format := range Formats() {
			var b bytes.Buffer
			require.NoError(t, Write(&b, format, r, opt))
			assert.Equal(t, written(t, format, opt), b.String(), format)
		}
	}
}

func TestAReportThatWasChangedIsRefused(t *testing.T) {
	text := written(t, "json", Options{})
	for _, other := range []string{"", "{}", text[:len(text)-1], text + " ", text[1:], "[]", `{"x": 1}`} {
		_, _, err := Read([]byte(other))
		assert.Error(t, err, other)
	}
}

// A file that could not be loaded is an error in every report.
func TestReportsListFilesThatCouldNotBeLoaded(t *testing.T) {
	unloaded := Unloaded(errors.New("there is no game \"peebles\""))
	for _, format := range Formats() {
		var b bytes.Buffer
		require.NoError(t, Write(&b, format, unloaded, Options{}))
		assert.Contains(t, b.String(), "there is no game", format)
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "junit", unloaded, Options{}))
	assert.Contains(t, b.String(), `tests="1" failures="0" errors="1"`)
}

func TestSlowestComeFirst(t *testing.T) {
	r := &scenario.Results{Cases: []scenario.Case{{Subject: &scenario.Subject{Scenario: "a"}, Verdict: &scenario.Verdict{}, Took: time.Second}, {Subject: &scenario.Subject{Scenario: "b"}, Verdict: &scenario.Verdict{}, Took: 3 * time.Second}, {Subject: &scenario.Subject{Scenario: "c"}, Verdict: &scenario.Verdict{}, Took: 2 * time.Second}}}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "pretty", r, Options{Slowest: 2}))
	assert.Regexp(t, `(?s)slowest:\n +3.000 s  :0  b\n +2.000 s  :0  c\n\n`, b.String())
}
