package exec

import (
	"strings"

	"moraine/interpreter/internal/machine"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// shownAt returns the position in the scenario to report for a failure: the current line if the
// rules fail.
func (c *compiled) shownAt(f *failure) source.Pos {
	if f.kind != broken || f.pos.File == c.of.Pos.File {
		return f.pos
	}
	return c.at()
}

// at returns the position of the current line of the script, or of the scenario if no line is
// current.
func (c *compiled) at() source.Pos {
	if l := c.line(); l != nil {
		return l.pos
	}
	return c.of.Pos
}

// line returns the current line of the script, or the last one at its end; nil if there is none.
func (c *compiled) line() *line {
	if i := min(c.next, len(c.lines)); i > 0 {
		return c.lines[i-1]
	}
	return nil
}

func cites(ids []syntax.Ident) string { return strings.Join(syntax.NamesOf(ids), ", ") }

// message formats a failure: place and reason, explanation, preceding events, and pinned
// clauses.
func (r *runner) message(f *failure) (m spec.Message) {
	if f.pos == (source.Pos{}) { // the failure concerns the match as a whole
		f.pos = r.script.of.Pos
	}
	m.Why = "\n"
	all := f.all()
	for i, one := range all {
		if i+1 < len(all) && all[i+1].stands != nil { // all checks concern the same moment
			once := *one
			once.stands, one = nil, &once
		}
		at, headline, why := r.formatFailure(one)
		if i == 0 {
			m.At, m.Headline = at, headline
		} else {
			m.Why += at + ": " + headline + "\n"
		}
		m.Why += why
	}
	if f.isEndless() {
		m.Advice = "  -v shows the last hundred events\n"
	}
	seat := machine.Chance
	if l := r.script.line(); l != nil {
		seat = l.seat
	}
	if lines, all := r.events.ledThere(seat, r.script.lines); len(lines) > 0 {
		m.Partial = !all
		if len(r.events.causes) > 0 {
			m.Led = ", by line of `when`"
		}
		m.Led += ":\n" + strings.Join(lines, "\n") + "\n"
	}
	if len(r.script.of.Pins) > 0 {
		m.Pins = "what it pins: " + cites(r.script.of.Pins) + "\n"
	}
	return m
}

// formatFailure returns the place of a failure, its headline, and the lines that explain it.
func (r *runner) formatFailure(f *failure) (at, headline, why string) {
	pos, headline := r.script.shownAt(f), f.headline()
	if pos != f.pos {
		headline, why = "the rules break: "+headline, "  at "+f.pos.String()+"\n"
	}
	for _, line := range f.lines()[1:] {
		why += "  " + line + "\n"
	}
	return pos.String(), headline, why
}
