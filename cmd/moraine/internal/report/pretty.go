package report

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/words"
)

// pretty writes results for people: one line per folder, then skipped and refused cases, then
// failures in full. The totals come last, where they are visible at the end of the run.
type pretty struct {
	words.Page
	opt Options
}

func writePretty(w io.Writer, r *scenario.Results, opt Options) error {
	p := &pretty{words.Page{Width: opt.Width, Color: opt.Color}, opt}
	switch {
	case opt.Failures:
		p.failures(r.Cases)
		return p.To(w)
	case opt.Verbose:
		p.everyCase(r.Cases)
	default:
		p.folders(r.Cases)
		p.passedOver(r.Cases, scenario.Skipped)
		p.passedOver(r.Cases, scenario.Refused)
		p.blocked(r.Cases)
		p.failures(r.Cases)
	}
	p.readings(r)
	if p.opt.Depends {
		p.depends(r.Cases)
	}
	if n := undeclared(r.Cases); n > 0 {
		are := "are flips"
		if n == 1 {
			are = "is a flip"
		}
		p.Line("\n%d of them %s that no `under` entry declares; --declare writes the entries that it can, "+
			"and lists those that need a hand", n, are)
	}
	p.missingCards(r.Cases)
	p.runs(r)
	p.slowest(r.Cases)
	if opt.Timings {
		p.Line("\ntook %s s", seconds(r.Took))
	}
	// Programs also search for this line, so it is never coloured or changed.
	p.Line("\n%s", sum(r))
	return p.To(w)
}

// missingCards says how many failures need a card that the variant removes.
func (p *pretty) missingCards(cases []scenario.Case) {
	var cards []string
	need := map[string]int{}
	for i := range cases {
		card := cases[i].MissingCard()
		if card == "" || cases[i].Status != scenario.Failed {
			continue
		}
		if need[card]++; need[card] == 1 {
			cards = append(cards, card)
		}
	}
	for _, card := range cards {
		if need[card] > 1 {
			p.Line("%d of them need %s, a card that the variant removes", need[card], card)
		}
	}
}

// slowest lists the cases that took the longest time.
func (p *pretty) slowest(cases []scenario.Case) {
	if p.opt.Slowest == 0 {
		return
	}
	cases = slices.Clone(cases)
	slices.SortStableFunc(cases, func(a, b scenario.Case) int { return cmp.Compare(b.Took, a.Took) })
	fmt.Fprint(p, "\nslowest:\n")
	for _, c := range cases[:min(p.opt.Slowest, len(cases))] {
		p.Line("%9s s  %s:%d  %s", seconds(c.Took), c.File, c.Line, caseName(c))
	}
}

// folders prints the totals for each folder.
func (p *pretty) folders(cases []scenario.Case) {
	for _, f := range folders(cases) {
		switch {
		case f.Failed > 0:
			p.Line("%s  %-58s %5d of %d", p.Paint("31;1", "FAIL"), f.Name, f.Failed, len(f.Cases))
		case !slices.ContainsFunc(f.Cases, func(c scenario.Case) bool { return c.Status == scenario.Passed }):
			p.Line("%s  %-58s %5d", p.Paint("33", "skip"), f.Name, len(f.Cases))
		default:
			passed := 0
			for _, c := range f.Cases {
				if c.Status == scenario.Passed {
					passed++
				}
			}
			p.Line("%s    %-58s %5d", p.Paint("32", "ok"), f.Name, passed)
		}
	}
}

// fewPassedOver is the maximum number of skipped cases that are listed individually. If there
// are more, only their number is printed.
const fewPassedOver = 3

// passedOver prints skipped or refused cases: all that a file declares, and of those in other
// configurations a few or their number.
func (p *pretty) passedOver(cases []scenario.Case, s scenario.Status) {
	n, under := 0, []string{}
	if !p.opt.Skipped {
		cases = slices.DeleteFunc(slices.Clone(cases), func(c scenario.Case) bool { return c.Blocked })
	}
	for _, c := range cases {
		if c.Status == s && c.Variant != "" {
			n++
			if !slices.Contains(under, c.Variant) {
				under = append(under, c.Variant)
			}
		}
	}
	fold := n > fewPassedOver && !p.opt.Skipped
	for _, c := range cases {
		if c.Status == s && (c.Variant == "" || !fold) {
			p.Line("")
			p.printCase(c)
		}
	}
	if !fold {
		return
	}
	more := ""
	if len(under) > fewPassedOver {
		under, more = under[:fewPassedOver], ", …"
	}
	p.lines("", fmt.Sprintf("\n%d %s, under %s%s (list them and the reasons with --skipped)", n, s,
		strings.Join(under, ", "), more), "")
}

// blocked counts the cases that could not run because of errors in the rules.
func (p *pretty) blocked(cases []scenario.Case) {
	n := 0
	for _, c := range cases {
		if c.Blocked {
			n++
		}
	}
	if n > 0 && !p.opt.Skipped {
		p.Line("\n%s skipped because of errors in the rules (list them with --skipped)", words.Many(n, "case"))
	}
}

// depends lists the cases whose outcome rulings decide, and counts cases by the number of these
// rulings.
func (p *pretty) depends(cases []scenario.Case) {
	none, one, more := 0, 0, 0
	for _, c := range cases {
		switch n := len(c.Depends); {
		case c.Status == scenario.Skipped:
			continue
		case n == 0:
			none++
			continue
		case n == 1:
			one++
		default:
			more++
		}
		p.Line("\n%s:%d", c.File, c.Line)
		p.lines("      ", title(c), "1")
		p.lines("      ", fmt.Sprintf("asks %s; decided by", words.Many(len(c.UsedRulings), "ruling")), "")
		for _, d := range c.Depends {
			p.lines("        ", d.Ruling, "")
			for _, r := range d.Readings {
				text := r.Reading + ": " + string(r.Status)
				if r.Message != "" {
					text += ", " + r.Message
				}
				p.lines("          ", text, "")
			}
		}
	}
	p.Line("\n%d scenarios depend on no ruling, %d on one, %d on several", none, one, more)
}

// undeclared counts the cases whose outcome differs without an entry of `under`.
func undeclared(cases []scenario.Case) (n int) {
	for _, c := range cases {
		if c.Undeclared {
			n++
		}
	}
	return n
}

// runs explains why there are more results than scenarios if several configurations were run.
func (p *pretty) runs(r *scenario.Results) {
	in := map[string]bool{}
	for _, c := range r.Cases {
		in[c.Variant] = true
	}
	if len(in) > 3 {
		p.Line("\n%s, counting every row of examples and every configuration:", words.Many(r.Scenarios, "scenario"))
	}
}

// failures prints failures in full. If one rule or invariant fails in many cases, or a scenario with several rows in
// the same way, it prints the first case and the number of others.
func (p *pretty) failures(cases []scenario.Case) {
	type cause struct {
		rule           scenario.Place
		where, variant string
		message        spec.Message
	}
	causeOf := func(c scenario.Case) cause {
		if c.Rule != (scenario.Place{}) {
			return cause{rule: c.Rule}
		}
		return cause{where: c.Where(), message: c.Message, variant: c.Variant}
	}
	failed := map[cause][]string{}
	for _, c := range cases {
		if c.Status == scenario.Failed {
			failed[causeOf(c)] = append(failed[causeOf(c)], c.Where())
		}
	}
	for _, c := range cases {
		why := causeOf(c)
		in := failed[why]
		if c.Status != scenario.Failed || in == nil {
			continue
		}
		p.Line("")
		p.printCase(c)
		failed[why] = nil
		if len(in) > 1 {
			first := slices.Compact(in[1:])
			list := strings.Join(first[:min(3, len(first))], ", ")
			if len(first) > 3 {
				list += " …"
			}
			p.lines("      ", fmt.Sprintf("also in %s (-v lists all): %s", words.Many(len(in)-1, "more case"), list),
				"")
		}
	}
}

// readings prints the number of readings that were put in force one at a time, and those that
// need others.
func (p *pretty) readings(r *scenario.Results) {
	readings, apart := 0, []scenario.Apart{}
	for _, a := range r.Alone {
		readings += a.Readings
		apart = append(apart, a.Apart...)
	}
	switch {
	case readings == 1:
		p.Line("\n1 reading, by itself")
	case readings > 1:
		p.Line("\n%d readings, one by one", readings)
	}
	switch n := len(apart); {
	case n == 0:
		return
	case !p.opt.Verbose:
		p.Line("%d rulings omitted, because they decide only together with others (list them with -v)", n)
		return
	}
	p.Line("\nOMITTED, because they decide only together with others:")
	for _, a := range apart {
		p.lines("      ", a.Config, "1")
		p.lines("        ", a.Why, "")
	}
}

func (p *pretty) everyCase(cases []scenario.Case) {
	for i, c := range cases {
		if i > 0 {
			p.Line("")
		}
		p.printCase(c)
	}
}

// printCase prints a case: result, place, name, message.
func (p *pretty) printCase(c scenario.Case) {
	word := p.Paint("32", "PASS")
	switch c.Status {
	case scenario.Failed:
		word = p.Paint("31;1", "FAIL")
	case scenario.Skipped:
		word = p.Paint("33", "SKIP")
	case scenario.Refused:
		word = p.Paint("33", "REFUSED")
	}
	where := c.Where()
	if c.Variant != "" {
		where += "  under " + c.Variant
	}
	if p.opt.Timings {
		where += "  " + seconds(c.Took) + " s"
	}
	p.Line("%s  %s", word, where)
	p.lines("      ", title(c), "1")
	p.lines("      ", c.Message.Summary(), "")
	p.lines("      ", c.Excerpt, "")
	p.lines("      ", strings.TrimPrefix(c.Message.More(), "\n"), "")
	if c.Status == scenario.Failed && !p.opt.Depends {
		for _, d := range c.Depends {
			p.lines("      ", d.Ruling+" decides the outcome: the scenario passes under "+strings.Join(
				d.Under(scenario.Passed), " and under "), "")
		}
	}
	if p.opt.Verbose && len(c.UsedRulings) > 0 {
		p.lines("      ", "rulings that it asks: "+strings.Join(c.UsedRulings, ", "), "")
	}
	if c.Trace != "" {
		p.lines("      ", "what happened:", "")
		p.lines("        ", c.Trace, "")
	}
}

// excerpt matches a source line or caret in a message, which must not be wrapped: wrapping
// would move the caret away from its column.
var excerpt = regexp.MustCompile(`^ *\d* \| `)

// lines prints a text of several lines, in a colour if code is not empty. Continuation lines
// are indented by two more columns.
func (p *pretty) lines(indent, text, code string) {
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		says := strings.Trim(line, " \n")
		head := indent + line[:len(line)-len(strings.TrimLeft(line, " "))]
		switch {
		case says == "":
			p.Line("")
		case p.Width == 0 || len(head)+utf8.RuneCountInString(says) <= p.Width || excerpt.MatchString(line):
			p.Line("%s%s", head, p.Paint(code, says))
		default:
			p.WriteString(p.Paint(code, words.WrapAt(p.Width, head, len(head)+2, says)))
		}
	}
}
