package diff

import (
	"cmp"
	"html/template"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/simulate"
)

// Doc describes a report for people: first each different reading with all its consequences, then the other
// differences. If all is set, it has all scenarios that differ, and not only a few of each ruling. If chance is set, it
// also has differences in balance that may be chance.
func (r *Report) Doc(all, chance bool) *doc.Doc {
	d := &doc.Doc{Title: r.Summary(), Lang: r.words.Lang}
	var names [2]string
	for i := range names {
		names[i] = r.Names[i]
		if r.Titles[0] != r.Titles[1] {
			names[i] += ": " + r.Titles[i]
		}
	}
	d.Add(pair(names))
	for _, x := range r.Rulings {
		d.Add(r.ruling(x, all))
	}
	if len(r.Cards) > 0 {
		part := &doc.Section{Title: r.words.T("Cards")}
		for _, c := range r.Cards {
			part.Add(r.card(c))
		}
		d.Add(part)
	}
	if rest := r.RulesFor(""); rest != nil {
		d.Add(&doc.Section{Title: r.words.T("Rules with different texts"), Folded: true, Blocks: r.items(rest)})
	}
	for _, g := range r.Together() {
		d.Add(&doc.Section{Title: g.Title(), Folded: true,
			Blocks: r.flips(g.Flips, several, all, func(f flip) []string {
				return f.Pins
			})})
	}
	if r.Part != nil {
		d.Add(r.parting()...)
	}
	if r.Balance != nil {
		d.Style = template.CSS(simulate.Page + simulate.Style)
		d.Add(r.balance(chance))
	}
	return d
}

// pair returns two lines, marked - for the first side and + for the second.
func pair(of [2]string) doc.Lines { return doc.Lines{"- " + of[0], "+ " + of[1]} }

// ruling describes a ruling: its reading on each side with the reasons, and its consequences.
func (r *Report) ruling(x *Ruling, all bool) *doc.Section {
	part := &doc.Section{Title: x.Key + " · " + x.Question}
	for i, sign := range []string{"- ", "+ "} {
		is := x.Readings[i]
		part.Add(doc.Lines{sign + is.Name + ": " + is.Says})
		for _, v := range is.Voices {
			for _, c := range v.Clauses {
				part.Add(&doc.Item{Label: c.ID, Text: v.Text + ": " + c.Says})
			}
			if v.Note != "" {
				part.Add(&doc.Item{Text: "(" + v.Note + ")"})
			}
		}
		if len(is.Voices) == 0 {
			part.Add(&doc.Item{Text: strings.TrimSpace(r.words.T("No text says so.") + " " + is.Why)})
		}
	}
	if list := r.RulesFor(x.Key); list != nil {
		part.Add(&doc.Item{Text: r.words.T("Rules"), Folded: true, Blocks: r.items(list)})
	}
	if r.Scenarios != nil {
		flips, about := r.of(x)
		text := r.words.T("%s: %s", r.words.T("Scenarios"), r.countSentence(len(flips), about))
		list := r.flips(flips, cmp.Or(about, few), all, func(f flip) []string { return x.about(f.Pins) })
		part.Add(&doc.Item{Text: text, Folded: true, Blocks: list})
	}
	return part
}

func (r *Report) card(c *Card) *doc.Item {
	text := c.Kind + " " + c.ID + ", " + r.words.T(string(c.Change))
	if c.Name != c.ID {
		text = c.Name + " · " + text
	}
	out := &doc.Item{Text: text + " · " + formatPlaces(c.At)}
	for _, v := range c.Values {
		out.Add(doc.Text(v.Field + ": " + c.pair(v)))
	}
	return out
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

// items describes different rules.
func (r *Report) items(list []*Rule) (out []doc.Block) {
	for _, x := range list {
		what := r.words.T(x.What) + " " + x.Name
		if x.Change != Changed {
			what += ", " + r.words.T(string(x.Change))
		}
		if len(x.Because) > 1 {
			what += ", " + r.words.T("with %s", r.words.And(x.Because[1:]))
		}
		var lines doc.Lines
		for i, hunk := range x.Hunks {
			if i > 0 {
				lines = append(lines, "  …")
			}
			for _, e := range hunk {
				lines = append(lines, e.Sign+" "+strings.Repeat("  ", e.Depth)+e.Text)
			}
		}
		out = append(out, &doc.Item{Text: what + " · " + formatPlaces(x.At), Blocks: []doc.Block{lines}})
	}
	return out
}

// few limits the scenarios listed for a ruling that pin none of its clauses; several limits
// those that no ruling explains.
const (
	few     = 3
	several = 8
)

// countSentence describes the number of scenarios for which a ruling causes the difference.
func (r *Report) countSentence(n, about int) string {
	switch {
	case n == 0:
		return r.words.T("this reading alone changes none")
	case about == 0:
		return r.words.T("%d, none of which pin its clauses", n)
	case about == n:
		return r.words.T("%d, all pin its clauses", n)
	}
	return r.words.T("%d, of which %d pin its clauses", n, about)
}

// flips describes the first flips, each with some of the clauses that it pins, and the number
// of the remaining ones.
func (r *Report) flips(flips []flip, show int, all bool, pins func(flip) []string) (out []doc.Block) {
	for i, f := range flips {
		if i == show && !all {
			return append(out, &doc.Item{Text: r.words.T("… and %d more (list them with -v)", len(flips)-show)})
		}
		text := f.Title()
		if list := pins(f); len(list) > 0 {
			text += " · " + strings.Join(list, ", ")
		}
		out = append(out, &doc.Item{Label: at(f.Flip), Text: text, Blocks: []doc.Block{pair(f.parts)}})
	}
	return out
}

// parting describes the shortest play after which the sides differ.
func (r *Report) parting() []doc.Block {
	part := &doc.Section{Title: r.words.T("Shortest sequence of decisions with different outcomes")}
	part.Add(&doc.Item{Text: r.partingSentence()})
	f := r.Part.Found
	if f == nil {
		return []doc.Block{part}
	}
	part.Add(pair(f.Parts))
	if f.Unsaid != nil {
		part.Add(&doc.Item{Text: r.words.T("No scenario of it: %s.", f.Unsaid.Error())})
		return []doc.Block{part}
	}
	return []doc.Block{part, &doc.Section{Blocks: []doc.Block{doc.Code(f.Text)}}}
}

// balance describes the differences in balance: a sentence for each, and the plots.
func (r *Report) balance(chance bool) *doc.Section {
	part := &doc.Section{Title: r.matchesSentence()}
	part.Add(&doc.Item{Text: r.verdict()})
	for _, d := range r.shownDifferences(chance) {
		text := d.Sentence(r.words)
		if !d.Real {
			text += r.words.T(", which may be chance")
		}
		part.Add(&doc.Item{Text: text})
	}
	for _, text := range r.onlyOne() {
		part.Add(&doc.Item{Text: text})
	}
	r.Balance.Sides[1].UseNames(r.words)
	part.Add(&doc.Plot{HTML: r.Balance.HTML()})
	return part
}
