package diff

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"moraine/interpreter/words"
)

// Look selects the layout of a report for people.
type Look struct {
	Color bool
	Width int  // columns; 0 disables wrapping
	All   bool // also list flips of scenarios that pin no clause of the ruling, and insignificant differences in balance
}

// pretty writes a report for people: first each different reading with all its consequences,
// then the other differences.
type pretty struct {
	words.Page
	*Report
	all bool
}

// WritePretty writes a report for people.
func (r *Report) WritePretty(w io.Writer, look Look) error {
	p := &pretty{words.Page{Width: look.Width, Color: look.Color}, r, look.All}
	p.head()
	for _, x := range r.Rulings {
		p.ruling(x)
	}
	p.rest()
	p.balance()
	p.part()
	return p.To(w)
}

var signs = [2]string{"-", "+"}

// head prints the sides and the summary.
func (p *pretty) head() {
	p.Wrap("", 2, p.Summary())
	for i, sign := range signs {
		text := p.Names[i]
		if p.Titles[0] != p.Titles[1] {
			text += ": " + p.Titles[i]
		}
		p.signed(sign, "", "", text)
	}
}

// section begins a section.
func (p *pretty) section(title string) {
	p.WriteString("\n" + p.Paint("1", words.WrapAt(p.Width, "", 2, title)))
}

// ruling prints a ruling, its reading on each side with the reasons, and its consequences.
func (p *pretty) ruling(x *Ruling) {
	p.section(x.Key + " · " + x.Question)
	for i, sign := range signs {
		r := x.Readings[i]
		p.signed(sign, "", "", r.Name+": "+r.Says)
		for _, v := range r.Voices {
			for _, c := range v.Clauses {
				p.item("  ", c.ID, v.Text+": "+c.Says)
			}
			if v.Note != "" {
				p.item("  ", "", "("+v.Note+")")
			}
		}
		if len(r.Voices) == 0 {
			p.item("  ", "", p.words.T("No text says so.")+" "+r.Why)
		}
	}
	p.rules(p.words.T("Rules"), p.RulesFor(x.Key))
	if p.Scenarios != nil {
		p.flips(x)
	}
}

// rest prints the differences that are not caused by a single ruling.
func (p *pretty) rest() {
	if len(p.Cards) > 0 {
		p.section(p.words.T("Cards"))
		for _, c := range p.Cards {
			p.card(c)
		}
	}
	if rest := p.RulesFor(""); rest != nil {
		p.section(p.words.T("Rules with different texts"))
		p.rules("", rest)
	}
	if p.Scenarios == nil {
		return
	}
	for _, g := range p.Together() {
		p.section(g.Title())
		p.listFlips("  ", g.Flips, several, func(f flip) []string { return f.Pins })
	}
}

func (p *pretty) card(c *Card) {
	p.item("  ", "", fmt.Sprintf("%s · %s %s, %s · %s", c.Name, c.Kind, c.ID, p.words.T(string(c.Change)), formatPlaces(c.At)))
	for _, v := range c.Values {
		p.item("    ", "", v.Field+": "+c.pair(v))
	}
}

// pair formats the values of both sides. A side of a changed card that has no value shows a dash;
// a card that only one side has shows one value.
func (c *Card) pair(v Value) string {
	if c.Change == Changed {
		return cmp.Or(v.Is[0], "–") + " → " + cmp.Or(v.Is[1], "–")
	}
	return formatPair(v.Is)
}

// formatPair formats a pair of values, or a single one if the other is missing.
func formatPair(is [2]string) string {
	switch {
	case is[0] == "":
		return is[1]
	case is[1] == "":
		return is[0]
	}
	return is[0] + " → " + is[1]
}

// formatPlaces formats two positions. The second is shortened if both are in the same file.
func formatPlaces(at [2]string) string {
	if at[0] == at[1] {
		return at[0]
	}
	if i := strings.LastIndexByte(at[0], ':'); i >= 0 && strings.HasPrefix(at[1], at[0][:i+1]) {
		at[1] = at[1][i:]
	}
	return formatPair(at)
}

// rules prints different rules under a heading.
func (p *pretty) rules(head string, these []*Rule) {
	indent := "  "
	if head != "" && len(these) > 0 {
		p.Line("  %s", head)
		indent = "    "
	}
	for i, r := range these {
		if i > 0 && head == "" {
			p.Line("")
		}
		what := p.words.T(r.What) + " " + r.Name
		if r.Change != Changed {
			what += ", " + p.words.T(string(r.Change))
		}
		if len(r.Because) > 1 {
			what += ", " + p.words.T("with %s", p.words.And(r.Because[1:]))
		}
		p.item(indent, "", what+" · "+formatPlaces(r.At))
		for i, hunk := range r.Hunks {
			if i > 0 {
				p.Line("%s    …", indent)
			}
			for _, e := range hunk {
				p.signed(e.Sign, indent+"  ", strings.Repeat("  ", e.Depth), e.Text)
			}
		}
	}
}

// few limits the scenarios listed for a ruling that pin none of its clauses; several limits
// those that no ruling explains.
const (
	few     = 3
	several = 8
)

// flips prints the scenarios for which a ruling causes the difference: those that pin its
// clauses, and the number of others.
func (p *pretty) flips(x *Ruling) {
	flips, about := p.of(x)
	show := about
	if show == 0 {
		show = few
	}
	p.Line("  %s", p.words.T("%s: %s", p.words.T("Scenarios"), p.countSentence(len(flips), about)))
	p.listFlips("    ", flips, show, func(f flip) []string { return x.about(f.Pins) })
}

// countSentence describes the number of scenarios for which a ruling causes the difference.
func (p *pretty) countSentence(n, about int) string {
	switch {
	case n == 0:
		return p.words.T("this reading alone changes none")
	case about == 0:
		return p.words.T("%d, none of which pin its clauses", n)
	case about == n:
		return p.words.T("%d, all pin its clauses", n)
	}
	return p.words.T("%d, of which %d pin its clauses", n, about)
}

// listFlips prints the first flips, each with some of the clauses that it pins, and the number
// of the remaining ones.
func (p *pretty) listFlips(indent string, flips []flip, show int, pins func(flip) []string) {
	for i, f := range flips {
		if i > 0 && indent == "  " {
			p.Line("")
		}
		if i == show && !p.all {
			p.item(indent, "", p.words.T("… and %d more (list them with -v)", len(flips)-show))
			return
		}
		text := f.Title()
		if list := pins(f); len(list) > 0 {
			text += " · " + strings.Join(list, ", ")
		}
		p.item(indent, at(f.Flip), text)
		for i, sign := range signs {
			p.signed(sign, indent+"  ", "", f.parts[i])
		}
	}
}

// item prints a wrapped line after an optional label.
func (p *pretty) item(indent, label, text string) {
	if label != "" {
		label += "  "
	}
	p.Wrap(indent+label, len(indent)+4, text)
}

// signed prints a line with the sign of its side.
func (p *pretty) signed(sign, indent, within, text string) {
	lines := words.WrapAt(p.Width, indent+sign+" "+within, len(indent+within)+6, text)
	p.WriteString(p.Paint(map[string]string{"-": "31", "+": "32"}[sign], lines))
}

// part prints the shortest play after which the sides differ.
func (p *pretty) part() {
	if p.Part == nil {
		return
	}
	p.section(p.words.T("Shortest sequence of decisions with different outcomes"))
	p.item("  ", "", p.partingSentence())
	f := p.Part.Found
	if f == nil {
		return
	}
	for i, sign := range signs {
		p.signed(sign, "", "", f.Parts[i])
	}
	if f.Unsaid != nil {
		p.item("  ", "", p.words.T("No scenario of it: %s.", f.Unsaid.Error()))
		return
	}
	p.WriteString("\n" + string(f.Text))
}
