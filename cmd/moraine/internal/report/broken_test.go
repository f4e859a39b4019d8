package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter/scenario"
)

// Rows of a scenario that fail in the same way are told once, with how many.
func TestRowsThatFailInOneWayAreToldOnce(t *testing.T) {
	r := &scenario.Results{}
	for _, message := range []string{"there is no card", "there is no card", "this does not hold: n == 2", "this does not hold: n == 3", "there is no card"} {
		r.Count(scenario.Case{Subject: &scenario.Subject{Scenario: "x", File: "x.yaml", Line: 1}, Verdict: &scenario.Verdict{Status: scenario.Failed, Message: said(message)}})
	}
	var b strings.Builder
	require.NoError(t, Write(&b, "pretty", r, Options{}))
	assert.Equal(t, 1, strings.Count(b.String(), "there is no card"))
	assert.Equal(t, 2, strings.Count(b.String(), "this does not hold"))
	assert.Contains(t, b.String(), "      also in 2 more cases (-v lists all): x.yaml:1\n")
}

// A rule that breaks in many scenarios is told once, with how many.
func TestABrokenRuleIsToldOnce(t *testing.T) {
	rule := scenario.Place{File: "game.yaml", Line: 18, Col: 3}
	r := &scenario.Results{}
	for line := range 7 {
		c := scenario.Case{Subject: &scenario.Subject{Scenario: "x", File: "x.yaml", Line: line + 1}, Verdict: &scenario.Verdict{Status: scenario.Failed, Message: said("the rules break"), Rule: rule}}
		if line == 2 || line == 4 {
			c.Message, c.Rule = said("this does not hold"), scenario.Place{}
		}
		r.Count(c)
	}
	for _, opt := range []Options{{}, {Failures: true}, {Verbose: true}} {
		var b strings.Builder
		require.NoError(t, Write(&b, "pretty", r, opt))
		once := map[bool]int{false: 1, true: 5}[opt.Verbose]
		assert.Equal(t, once, strings.Count(b.String(), "the rules break"))
		assert.Equal(t, 2, strings.Count(b.String(), "this does not hold"))
		if !opt.Verbose {
			assert.Contains(t, b.String(), "      also in 4 more cases (-v lists all): x.yaml:2, x.yaml:4, x.yaml:6 …\n")
		}
	}
}
