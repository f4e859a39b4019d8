package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// annotations is how many failures GitHub shows of a step; it drops the others without a word.
const annotations = 10

// writeGitHub writes workflow commands, which GitHub shows beside the lines of a pull request: the
// failures that it can show, what could not run first. The whole table belongs into the summary of
// the job, which the format markdown writes.
func writeGitHub(w io.Writer, r *scenario.Results, opt Options) error {
	b := bufio.NewWriter(w)
	var failed []scenario.Case
	for _, ran := range []bool{false, true} {
		for _, c := range r.Cases {
			if c.Status == scenario.Failed && kindOf(c).ran == ran {
				failed = append(failed, c)
			}
		}
	}
	for i, c := range failed {
		if i == annotations-1 && len(failed) > annotations {
			fmt.Fprintf(b, "::error::%d more scenarios failed\n", len(failed)-i)
			break
		}
		where := ""
		if at := place(c); at.File != "" {
			where = fmt.Sprintf("file=%s,line=%d,col=%d,", escape.Property(relative(at.File)), at.Line, at.Col)
		}
		fmt.Fprintf(b, "::error %stitle=%s::%s\n", where, escape.Property(caseName(c)), escape.Workflow(strings.TrimRight(c.Message, "\n")))
	}
	if opt.Change != nil {
		fmt.Fprintf(b, "::notice::%s\n", escape.Workflow(strings.TrimRight(opt.Change.String(), "\n")))
	}
	fmt.Fprintln(b, sum(r))
	return b.Flush()
}

// sum is the last line of what people read.
func sum(r *scenario.Results) string {
	out := fmt.Sprintf("%d passed, %d failed", r.Passed, r.Failed)
	if r.Skipped > 0 {
		out += fmt.Sprintf(", %d skipped", r.Skipped)
	}
	if r.Refused > 0 {
		out += fmt.Sprintf(", %d refused", r.Refused)
	}
	if left := leftOver(r); left != "" {
		out += "; " + left
	}
	return out
}

// leftOver says that a run was stopped before it was through; empty if it was not.
func leftOver(r *scenario.Results) string {
	if r.Left == 0 {
		return ""
	}
	return fmt.Sprintf("incomplete: %d more did not run to their end", r.Left)
}

// writeMarkdown writes a table of all that did not pass, for the summary of a job.
func writeMarkdown(w io.Writer, r *scenario.Results, opt Options) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "**%s**\n", sum(r))
	if opt.Change != nil {
		fmt.Fprintf(b, "\n%s\n", strings.ReplaceAll(escape.Markdown(strings.TrimRight(opt.Change.String(), "\n")), "\n", "<br>\n"))
	}
	var row func(...string)
	for _, c := range r.Cases {
		if c.Status == scenario.Passed {
			continue
		}
		if row == nil {
			row = escape.Table(b, "outcome", "scenario", "where", "what")
		}
		at := place(c)
		row(string(c.Status), escape.Markdown(caseName(c)), escape.Markdown(fmt.Sprintf("%s:%d", relative(at.File), at.Line)), escape.Markdown(headline(c)))
	}
	return b.Flush()
}
