package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"moraine/interpreter/escape"
	"moraine/interpreter/internal/words"
	"moraine/interpreter/scenario"
)

// pretty writes for people: a line a folder, then what was skipped or refused,
// then what failed, in full, and last the sum, where the eye is when the run
// ends.
type pretty struct {
	*bufio.Writer
	Options
}

func writePretty(w io.Writer, r *scenario.Results, opt Options) error {
	p := pretty{bufio.NewWriter(w), opt}
	switch {
	case opt.Failures:
		p.failures(r.Cases)
		return p.Flush()
	case opt.Verbose:
		p.everyCase(r.Cases)
	default:
		p.folders(r.Cases)
		p.passedOver(r.Cases, scenario.Skipped)
		p.passedOver(r.Cases, scenario.Refused)
		p.failures(r.Cases)
	}
	p.readings(r)
	if n := undeclared(r.Cases); n > 0 {
		fmt.Fprintf(p, "\n%d of them because nobody has said how they come out there: with --declare the same command writes down what an entry of under can say\n", n)
	}
	p.runs(r)
	if opt.Change != nil {
		p.lines("", "\n"+opt.Change.String(), "")
	}
	p.slowest(r.Cases)
	if opt.Timings {
		fmt.Fprintf(p, "\ntook %s s\n", seconds(r.Took))
	}
	// Programs look for this line too, so it stays as it is: without colours.
	fmt.Fprintf(p, "\n%s\n", sum(r))
	return p.Flush()
}

// slowest lists the cases that took longest.
func (p pretty) slowest(cases []scenario.Case) {
	if p.Slowest == 0 {
		return
	}
	cases = slices.Clone(cases)
	slices.SortStableFunc(cases, func(a, b scenario.Case) int { return cmp.Compare(b.Took, a.Took) })
	fmt.Fprint(p, "\nslowest:\n")
	for _, c := range cases[:min(p.Slowest, len(cases))] {
		fmt.Fprintf(p, "%9s s  %s:%d  %s\n", seconds(c.Took), c.File, c.Line, caseName(c))
	}
}

// folders sums up the cases of each folder of files.
func (p pretty) folders(cases []scenario.Case) {
	for _, f := range folders(cases) {
		if f.Failed > 0 {
			fmt.Fprintf(p, "%s  %-58s %5d of %d\n", p.paint("31;1", "FAIL"), f.Name, f.Failed, len(f.Cases))
		} else {
			fmt.Fprintf(p, "%s    %-58s %5d\n", p.paint("32", "ok"), f.Name, len(f.Cases))
		}
	}
}

// fewPassedOver are told one by one: more of them, of configurations, are counted.
const fewPassedOver = 3

// passedOver tells what was skipped or refused: what a file says is skipped, and of what is so in
// configurations a few, or how many there are.
func (p pretty) passedOver(cases []scenario.Case, s scenario.Status) {
	n, under := 0, []string{}
	for _, c := range cases {
		if c.Status == s && c.Variant != "" {
			if n++; !slices.Contains(under, c.Variant) {
				under = append(under, c.Variant)
			}
		}
	}
	fold := n > fewPassedOver && !p.Skipped
	for _, c := range cases {
		if c.Status == s && (c.Variant == "" || !fold) {
			fmt.Fprintln(p)
			p.one(c)
		}
	}
	if !fold {
		return
	}
	more := ""
	if len(under) > fewPassedOver {
		under, more = under[:fewPassedOver], ", …"
	}
	p.lines("", fmt.Sprintf("\n%d %s, under %s%s (--skipped lists them, with why)", n, s, strings.Join(under, ", "), more), "")
}

// undeclared counts the cases that come out otherwise without an entry of `under`.
func undeclared(cases []scenario.Case) (n int) {
	for _, c := range cases {
		if c.Undeclared {
			n++
		}
	}
	return n
}

// runs says why there are so many more results than scenarios, where configurations multiply them.
func (p pretty) runs(r *scenario.Results) {
	in := map[string]bool{}
	for _, c := range r.Cases {
		in[c.Variant] = true
	}
	if len(in) > 3 {
		fmt.Fprintf(p, "\n%d scenarios, each row of their examples in each of their configurations:\n", r.Scenarios)
	}
}

// failures tells what failed: where one rule breaks, be it an invariant, in many cases, the
// first of them, and how many more there are.
func (p pretty) failures(cases []scenario.Case) {
	broken := map[scenario.Place][]string{}
	for _, c := range cases {
		if c.Status == scenario.Failed {
			broken[c.Rule] = append(broken[c.Rule], fmt.Sprintf("%s:%d", c.File, c.Line))
		}
	}
	for _, c := range cases {
		in := broken[c.Rule]
		if c.Status != scenario.Failed || in == nil {
			continue
		}
		fmt.Fprintln(p)
		p.one(c)
		if c.Rule == (scenario.Place{}) {
			continue
		}
		if broken[c.Rule] = nil; len(in) > 1 {
			first := slices.Compact(in[1:])
			list := strings.Join(first[:min(3, len(first))], ", ")
			if len(first) > 3 {
				list += " …"
			}
			p.lines("      ", fmt.Sprintf("and so in %s (-v tells all): %s", words.Many(len(in)-1, "more case"), list), "")
		}
	}
}

// readings says how many were in force one by one, and which could not be.
func (p pretty) readings(r *scenario.Results) {
	readings, apart := 0, []scenario.Apart{}
	for _, a := range r.Alone {
		readings += a.Readings
		apart = append(apart, a.Apart...)
	}
	switch {
	case readings == 1:
		fmt.Fprintf(p, "\n1 reading, by itself\n")
	case readings > 1:
		fmt.Fprintf(p, "\n%d readings, one by one\n", readings)
	}
	switch n := len(apart); {
	case n == 0:
		return
	case !p.Verbose:
		fmt.Fprintf(p, "%d left out, for they go with others only (-v lists them)\n", n)
		return
	}
	fmt.Fprintf(p, "\nLEFT OUT, for they go with others only:\n")
	for _, a := range apart {
		p.lines("      ", a.Config, "1")
		p.lines("        ", a.Why, "")
	}
}

func (p pretty) everyCase(cases []scenario.Case) {
	for i, c := range cases {
		if i > 0 {
			fmt.Fprintln(p)
		}
		p.one(c)
	}
}

// one writes a case: how it came out and where it stands, its name, its message.
func (p pretty) one(c scenario.Case) {
	word := p.paint("32", "PASS")
	switch c.Status {
	case scenario.Failed:
		word = p.paint("31;1", "FAIL")
	case scenario.Skipped:
		word = p.paint("33", "SKIP")
	case scenario.Refused:
		word = p.paint("33", "REFUSED")
	}
	where := fmt.Sprintf("%s:%d", c.File, c.Line)
	if c.Variant != "" {
		where += "  under " + c.Variant
	}
	if p.Timings {
		where += "  " + seconds(c.Took) + " s"
	}
	fmt.Fprintf(p, "%s  %s\n", word, where)
	p.lines("      ", title(c), "1")
	first, rest, _ := strings.Cut(c.Message, "\n")
	p.lines("      ", first, "")
	p.lines("      ", c.Excerpt, "")
	p.lines("      ", rest, "")
	if c.Trace != "" {
		p.lines("      ", "what happened:", "")
		p.lines("        ", c.Trace, "")
	}
}

// lines writes a text of several lines, each in a colour if there is a code.
func (p pretty) lines(indent, text, code string) {
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		for _, part := range p.wrapped(strings.TrimRight(line, " \n"), len(indent)) {
			if part != "" {
				part = indent + p.paint(code, part)
			}
			fmt.Fprintln(p, part)
		}
	}
}

// wrapped is a line as it fits the page, if there is one: programs find a line whole.
func (p pretty) wrapped(line string, indent int) []string {
	if p.Width == 0 {
		return []string{line}
	}
	return wrap(line, p.Width-indent)
}

func (p pretty) paint(code, s string) string {
	if !p.Color {
		return s
	}
	return escape.Paint(code, s)
}
