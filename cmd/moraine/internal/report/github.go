package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// annotations is the number of failures that GitHub shows per step. It drops further ones
// silently.
const annotations = 10

// writeGitHub writes workflow commands, which GitHub shows next to the lines of a pull request.
// It writes as many failures as GitHub shows, beginning with cases that could not run. A
// complete table is available for the job summary (format markdown).
func writeGitHub(w io.Writer, r *scenario.Results, opt Options) error {
	b := bufio.NewWriter(w)
	failed := slices.DeleteFunc(notPassed(r), func(c scenario.Case) bool { return c.Status != scenario.Failed })
	annotate(b, failed, "scenarios failed")
	fmt.Fprintln(b, sum(r))
	return b.Flush()
}

// WriteErrors writes the errors of loading as workflow commands of GitHub, and their number.
func WriteErrors(w io.Writer, found interpreter.Diagnostics) error {
	b := bufio.NewWriter(w)
	annotate(b, unloaded(found), "errors")
	if len(found) == 1 {
		fmt.Fprintln(b, "1 error")
	} else {
		fmt.Fprintf(b, "%d errors\n", len(found))
	}
	return b.Flush()
}

// annotate writes a workflow command for each case, and one that says how many more there are if GitHub shows fewer.
func annotate(b *bufio.Writer, failed []scenario.Case, what string) {
	for i, c := range failed {
		if i == annotations-1 && len(failed) > annotations {
			fmt.Fprintf(b, "::error::%d more %s\n", len(failed)-i, what)
			break
		}
		where := ""
		if at := c.Place(); inCheckout(at.File) {
			where = fmt.Sprintf("file=%s,line=%d,col=%d,", escape.Property(at.File), at.Line, at.Col)
		}
		fmt.Fprintf(b, "::error %stitle=%s::%s\n", where, escape.Property(caseName(c)),
			escape.Workflow(strings.TrimRight(c.Message.String(), "\n")))
	}
}

// notPassed returns the cases that did not pass: first blocked ones, then failed ones, then skipped
// and refused ones.
func notPassed(r *scenario.Results) []scenario.Case {
	out := slices.DeleteFunc(slices.Clone(r.Cases), func(c scenario.Case) bool { return c.Status == scenario.Passed })
	rank := func(c scenario.Case) int {
		switch {
		case c.Status != scenario.Failed:
			return 2
		case kindOf(c).ran:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b scenario.Case) int { return rank(a) - rank(b) })
	return out
}

// sum returns the last line of the output for people, with the totals.
func sum(r *scenario.Results) string {
	out := fmt.Sprintf("%d passed, %d failed", r.Passed, r.Failed)
	if r.Skipped > 0 {
		out += fmt.Sprintf(", %d skipped", r.Skipped)
	}
	if r.Refused > 0 {
		out += fmt.Sprintf(", %d refused", r.Refused)
	}
	if left := stoppedNote(r); left != "" {
		out += "; " + left
	}
	return out
}

// stoppedNote returns a note that a run was stopped early, or "".
func stoppedNote(r *scenario.Results) string {
	if r.Left == 0 {
		return ""
	}
	return fmt.Sprintf("incomplete: %d more runs were stopped before their end", r.Left)
}
