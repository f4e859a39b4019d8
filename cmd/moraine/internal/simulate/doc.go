package simulate

import (
	"html/template"
	"maps"
	"math/big"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/interpreter"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// Doc describes results for people: the estimates as a table or as plots, and the cards and steps that never came up.
func (r *Results) Doc() *doc.Doc {
	d := newDoc(r.Title(), r.words)
	t := &doc.Table{Head: []string{"", "", r.words.T("95 % between"), ""}, Align: "lrll"}
	for _, m := range r.Shown() {
		if !m.Split {
			t.Rows = append(t.Rows, r.row(r.words.Measure(m.Name), m, &m.Groups[0]))
			continue
		}
		t.Rows = append(t.Rows, []string{r.words.Measure(m.Name)})
		for i := range m.Groups {
			t.Rows = append(t.Rows, r.row("  "+GroupName(r.words, m.Groups[i].By), m, &m.Groups[i]))
		}
	}
	note := r.words.T("Dots are estimates, and the lines are their 95 % confidence intervals.")
	d.Add(doc.Text(r.Lengths()), &doc.Plot{HTML: made("noted", struct {
		Note  string
		Plots []*plot
	}{note, r.plots()}), Table: t})
	never := r.Never.Gist()
	for _, of := range []struct {
		what string
		list []Place
	}{{r.words.T("Steps that never ran"), never.Steps}, {r.words.T("Options that were never taken"), never.Options}} {
		part := &doc.Section{Title: r.words.T("%s: %d", of.what, len(of.list))}
		for _, at := range of.list {
			part.Add(&doc.Item{Label: at.At, Text: at.In + " › " + at.Says})
		}
		d.AddFilled(part)
	}
	cards := &doc.Section{Title: r.words.T("%s: %d", r.words.T("Cards that never came up"), len(never.Cards))}
	for _, c := range never.Cards {
		cards.Add(&doc.Item{Text: GroupName(r.words, c.Card)})
	}
	d.AddFilled(cards)
	return d
}

// newDoc returns a document whose page has the styles of plots.
func newDoc(title string, n words.Names) *doc.Doc {
	return &doc.Doc{Title: title, Lang: n.Lang, Style: template.CSS(Page + Style)}
}

// Title describes the matches.
func (r *Results) Title() string {
	what := []string{GameName(r.words, r.Game) + " " + r.words.Many(r.Players, "with %d player", "with %d players")}
	if r.Variant != "" {
		what = append(what, r.Variant)
	}
	for _, key := range slices.Sorted(maps.Keys(r.Readings)) {
		what = append(what, key+"="+r.Readings[key])
	}
	if kinds := distinct(r.Policies); len(kinds) == 1 {
		what = append(what, kinds[0]+r.Beaten(r.words))
	} else if r.Fixed {
		what = append(what, strings.Join(r.Policies, ", "))
	} else {
		what = append(what, r.words.T("%s in turn on each seat", strings.Join(r.Policies, ", ")))
	}
	played := r.Matches.To - r.Matches.From + 1
	which := r.words.T("matches %d of seed %d", played, r.Seed)
	if played < r.Matches.Of {
		which = r.words.T("matches %d to %d of %d of seed %d", r.Matches.From, r.Matches.To, r.Matches.Of, r.Seed)
	}
	return r.words.T("%s: %s", strings.Join(what, ", "), which)
}

// GameName returns the title of a game, or its id if the game is not loaded.
func GameName(n words.Names, id string) string {
	if n.P == nil {
		return id
	}
	return n.Game()
}

func distinct(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }

// Lengths describes the lengths of the matches.
func (r *Results) Lengths() string {
	each := func(n *big.Int) string { return fixed(new(big.Rat).SetFrac(n, big.NewInt(max(1, r.Games)))).Text(1) }
	decisions := each(big.NewInt(r.Decisions))
	text := r.words.T("%s decisions a match", decisions)
	if r.Turns.Sign() > 0 {
		text = r.words.T("%s turns and %s decisions per match", each(r.Turns), decisions)
	}
	if f := r.Failed; f != nil {
		text += "; " + r.words.T("%d failed and count nowhere, first match %d of seed %d: %s", f.Matches, f.First,
			f.Seed, f.Error)
	}
	return text
}

// Shown returns the measures that are informative: wins by policy are omitted if all seats have
// the same policy.
func (r *Results) Shown() []*Measure {
	return slices.DeleteFunc(r.All(), func(m *Measure) bool { return m == &r.Wins && len(distinct(r.Policies)) == 1 })
}

// GroupName returns the name of a group of a measure, or of a value of a field: a card, a seat, a
// bot or a word. If the game is not loaded, it is the identifier.
func GroupName(n words.Names, group string) string {
	switch {
	case n.P == nil:
		return words.Plain(group)
	case n.P.Card(group) != nil:
		return n.Card(n.P.Card(group))
	case slices.ContainsFunc(n.P.Game.Bots, func(b *syntax.Bot) bool { return b.Name == group }):
		return group // as in --policy
	case slices.Contains([]string{"yes", "no", "nothing"}, group):
		return n.T(group)
	}
	if seat := slices.Index(n.P.Seats, group); seat >= 0 {
		return n.Seat(int32(seat))
	}
	return n.Phrase(group)
}

// NamesIn returns the names of a game in a language. If g is nil, only the program's own messages are
// translated. Without a language, things have the identifiers of the rules.
func NamesIn(g *interpreter.Game, lang string) words.Names {
	if g == nil || lang == "" {
		return words.Names{Lang: lang}
	}
	return g.Names(lang)
}

// Speak sets the language of the output and uses the names of the game; see NamesIn.
func (r *Results) Speak(g *interpreter.Game, lang string) { r.words = NamesIn(g, lang) }

// UseNames sets the names that the output uses.
func (r *Results) UseNames(n words.Names) { r.words = n }

// IsShare reports whether a kind of measure is a share, which is printed in percent.
func IsShare(how string) bool { return how == share }

// Text formats a value of a measure.
func (m *Measure) Text(v Fixed) string {
	if m.How == share {
		return (v * 100).Text(2) + " %"
	}
	return v.Text(2)
}

// row returns the cells of a group: its name, the estimate with its interval, and the number of values.
func (r *Results) row(name string, m *Measure, g *Group) []string {
	of := r.words.T("a match")
	switch {
	case g.Estimate == nil:
		of = ""
	case m == &r.Wins:
		of = r.words.T("of %d", g.Matches)
	case g.N != nil:
		of = r.words.T("of %d", g.N)
	}
	return append(m.Cells(name, g.Estimate), of)
}

// Cells returns the cells of an estimate: a name, the value and the interval. e may be nil.
func (m *Measure) Cells(name string, e *Estimate) []string {
	switch {
	case e == nil:
		return []string{name, "–", ""}
	case !e.Bounded:
		return []string{name, m.Text(e.Value), ""}
	}
	return []string{name, m.Text(e.Value), m.Text(e.Low) + " … " + m.Text(e.High)}
}

// InBrackets formats an estimate with its interval in brackets. e may be nil.
func (m *Measure) InBrackets(e *Estimate) string {
	switch {
	case e == nil:
		return "–"
	case !e.Bounded:
		return m.Text(e.Value)
	}
	return m.Text(e.Value) + " (" + m.Text(e.Low) + " … " + m.Text(e.High) + ")"
}
