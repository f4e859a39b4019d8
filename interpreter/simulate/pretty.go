package simulate

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/interpreter"
	"moraine/interpreter/internal/words"
)

// WritePretty writes results for people.
func (r *Results) WritePretty(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", r.Title(), r.Lengths())
	width := 0
	for _, m := range r.shown() {
		width = max(width, utf8.RuneCountInString(m.Name))
		for i := range m.Groups {
			width = max(width, 2+utf8.RuneCountInString(m.Groups[i].Called()))
		}
	}
	fmt.Fprintf(&b, "%-*s  %9s    95 %% between\n", width, "", "")
	for _, m := range r.shown() {
		if !m.Split {
			fmt.Fprintf(&b, "%-*s  %s\n", width, m.Name, m.line(&m.Groups[0]))
			continue
		}
		fmt.Fprintf(&b, "%s\n", m.Name)
		for i := range m.Groups {
			fmt.Fprintf(&b, "  %-*s  %s\n", width-2, m.Groups[i].Called(), m.line(&m.Groups[i]))
		}
	}
	never := r.Never.Gist()
	never.write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// Title says what was played.
func (r *Results) Title() string {
	what := []string{fmt.Sprintf("%s with %s", r.Game, words.Many(r.Players, "player"))}
	if r.Variant != "" {
		what = append(what, r.Variant)
	}
	for _, key := range slices.Sorted(maps.Keys(r.Readings)) {
		what = append(what, key+"="+r.Readings[key])
	}
	if kinds := distinct(r.Policies); len(kinds) == 1 {
		what = append(what, kinds[0])
	} else {
		what = append(what, strings.Join(r.Policies, ", ")+" in turn on each seat")
	}
	which := fmt.Sprintf("%d of seed %d", r.Games, r.Seed)
	if r.Games < r.Matches.Of {
		which = fmt.Sprintf("%d to %d of %d of seed %d", r.Matches.From, r.Matches.To, r.Matches.Of, r.Seed)
	}
	return strings.Join(what, ", ") + ": matches " + which
}

func distinct(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }

// Lengths says how long the matches were.
func (r *Results) Lengths() string {
	each := func(n *big.Int) string { return fixed(new(big.Rat).SetFrac(n, big.NewInt(max(1, r.Games)))).Text(1) }
	s := each(big.NewInt(r.Decisions)) + " decisions a match"
	if r.Turns.Sign() > 0 {
		s = each(r.Turns) + " turns and " + s
	}
	return s
}

// shown are the measures that say something: where all seats have one policy,
// that wins its even share.
func (r *Results) shown() []*Measure {
	return slices.DeleteFunc(r.All(), func(m *Measure) bool { return m == &r.Wins && len(distinct(r.Policies)) == 1 })
}

// Called is the group's name as a person would say it.
func (g *Group) Called() string { return cmp.Or(g.name, words.Plain(g.By)) }

// Speak has groups called as their cards are in a language.
func (r *Results) Speak(g *interpreter.Game, lang string) {
	names := words.Names{P: g.Program, Lang: lang}
	for _, m := range r.All() {
		for i := range m.Groups {
			if c := g.Program.Card(m.Groups[i].By); c != nil {
				m.Groups[i].name = names.Named(c.Names, c.Name)
			}
		}
	}
}

// Text is a value of a measure.
func (m *Measure) Text(v Fixed) string {
	if m.How == share {
		return (v * 100).Text(2) + " %"
	}
	return v.Text(2)
}

func (m *Measure) line(g *Group) string {
	e := g.Estimate
	if e == nil {
		return fmt.Sprintf("%9s", "–")
	}
	bounds, of := "", "a match"
	if e.Bounded {
		bounds = m.Text(e.Low) + " … " + m.Text(e.High)
	}
	if g.N != nil {
		of = fmt.Sprintf("of %d", g.N)
	}
	return fmt.Sprintf("%9s    %-19s   %s", m.Text(e.Value), bounds, of)
}

func (n *Never) write(b *strings.Builder) {
	for _, x := range []struct {
		what string
		list []Place
	}{{"Steps that never ran", n.Steps}, {"Options that were never taken", n.Options}} {
		if len(x.list) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n%s: %d\n", x.what, len(x.list))
		for _, p := range x.list {
			fmt.Fprintf(b, "  %s  %s › %s\n", p.At, p.In, p.Says)
		}
	}
	if len(n.Cards) > 0 {
		fmt.Fprintf(b, "\nCards that never came up: %d\n", len(n.Cards))
		for _, c := range n.Cards {
			fmt.Fprintf(b, "  %s\n", words.Plain(c.Card))
		}
	}
}
