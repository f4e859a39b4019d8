package report

import (
	"cmp"
	"io"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
)

// writeGitLab writes a code quality report, which GitLab shows next to the lines of a merge
// request.
func writeGitLab(w io.Writer, r *scenario.Results, _ Options) error {
	out := []escape.Object{}
	add := func(c scenario.Case) {
		at := c.Place()
		out = append(out, escape.Object{
			"description", caseName(c) + ": " + headline(c), "check_name", kindOf(c).id, "fingerprint", fingerprint(c),
			"severity", "major",
			"location", escape.Object{"path", relative(cmp.Or(at.File, c.File)), "lines",
				escape.Object{"begin", max(at.Line, 1)}},
		})
	}
	for _, c := range r.Cases {
		if c.Status == scenario.Failed {
			add(c)
		}
	}
	if left := stoppedNote(r); left != "" {
		add(scenario.Case{Subject: &scenario.Subject{Scenario: "run", File: "run"},
			Verdict: &scenario.Verdict{Status: scenario.Failed, Message: spec.Message{Headline: left}}})
	}
	return escape.JSON(w, out)
}
