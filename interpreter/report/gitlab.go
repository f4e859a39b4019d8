package report

import (
	"io"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// gitlabIssue is an entry of a code quality report, which GitLab shows beside the lines of a merge
// request.
type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

func writeGitLab(w io.Writer, r *scenario.Results, _ Options) error {
	out := []gitlabIssue{}
	add := func(c scenario.Case) {
		at := place(c)
		out = append(out, gitlabIssue{caseName(c) + ": " + headline(c), kindOf(c).id, fingerprint(c), "major", gitlabLocation{relative(at.File), gitlabLines{max(at.Line, 1)}}})
	}
	for _, c := range r.Cases {
		if c.Status == scenario.Failed {
			add(c)
		}
	}
	if left := leftOver(r); left != "" {
		add(scenario.Case{Scenario: "run", File: "run", Status: scenario.Failed, Message: left})
	}
	return escape.JSON(w, out)
}
