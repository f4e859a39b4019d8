package simulate

import (
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/interpreter"
	"moraine/interpreter/syntax"
	"moraine/interpreter/words"
)

// WritePretty writes results for people.
func (r *Results) WritePretty(w io.Writer) error {
	p := &words.Page{}
	p.Line("%s\n%s\n", r.Title(), r.Lengths())
	width := 0
	for _, m := range r.Shown() {
		width = max(width, utf8.RuneCountInString(r.words.Measure(m.Name)))
		for i := range m.Groups {
			width = max(width, 2+utf8.RuneCountInString(GroupName(r.words, m.Groups[i].By)))
		}
	}
	p.Line("%-*s  %9s    %s", width, "", "", r.words.T("95 % between"))
	for _, m := range r.Shown() {
		if !m.Split {
			p.Line("%-*s  %s", width, r.words.Measure(m.Name), r.line(m, &m.Groups[0]))
			continue
		}
		p.Line("%s", r.words.Measure(m.Name))
		for i := range m.Groups {
			p.Line("  %-*s  %s", width-2, GroupName(r.words, m.Groups[i].By), r.line(m, &m.Groups[i]))
		}
	}
	never := r.Never.Gist()
	never.write(r.words, p)
	return p.To(w)
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
	which := r.words.T("matches %d of seed %d", r.Games, r.Seed)
	if r.Games < r.Matches.Of {
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
	if r.Turns.Sign() > 0 {
		return r.words.T("%s turns and %s decisions per match", each(r.Turns), decisions)
	}
	return r.words.T("%s decisions a match", decisions)
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
// translated, and without a language identifiers stay as they are in the rules.
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

func (r *Results) line(m *Measure, g *Group) string {
	e := g.Estimate
	if e == nil {
		return fmt.Sprintf("%9s", "–")
	}
	of := r.words.T("a match")
	switch {
	case m == &r.Wins:
		of = r.words.T("of %d", g.Matches)
	case g.N != nil:
		of = r.words.T("of %d", g.N)
	}
	return fmt.Sprintf("%-32s   %s", m.Line(e), of)
}

// Line formats an estimate with its interval. e may be nil.
func (m *Measure) Line(e *Estimate) string {
	switch {
	case e == nil:
		return fmt.Sprintf("%9s", "–")
	case !e.Bounded:
		return fmt.Sprintf("%9s", m.Text(e.Value))
	}
	return fmt.Sprintf("%9s    %s", m.Text(e.Value), m.Text(e.Low)+" … "+m.Text(e.High))
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

func (x *Never) write(n words.Names, p *words.Page) {
	for _, of := range []struct {
		what string
		list []Place
	}{{n.T("Steps that never ran"), x.Steps}, {n.T("Options that were never taken"), x.Options}} {
		if len(of.list) == 0 {
			continue
		}
		p.Line("\n%s", n.T("%s: %d", of.what, len(of.list)))
		for _, at := range of.list {
			p.Line("  %s  %s › %s", at.At, at.In, at.Says)
		}
	}
	if len(x.Cards) > 0 {
		p.Line("\n%s", n.T("%s: %d", n.T("Cards that never came up"), len(x.Cards)))
		for _, c := range x.Cards {
			p.Line("  %s", GroupName(n, c.Card))
		}
	}
}
