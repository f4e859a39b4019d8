package table

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"moraine/cmd/moraine/internal/card"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// about returns the panel for a card, zone or field. If the seat is asked, the panel includes
// the reason why a card is not offered.
func (v viewer) about(id string) (template.HTML, error) {
	m := v.speak(v.lang)
	a, ok := m.About(id)
	if !ok {
		return "", serve.Refuse(http.StatusNotFound, "There is nothing that is called %q.", id)
	}
	data := map[string]any{"L": v.lang, "A": a, "Hue": card.Hue(a.Look)}
	if strings.HasPrefix(id, "card.") {
		data["Book"] = v.link(v.eyes) + "/rules#" + id
		if a.Look.Picture != "" {
			data["Card"] = &card.Card{Name: words.Title(a.Name), Look: a.Look, Values: a.Values}
		}
	} else if len(a.Clauses) > 0 {
		data["Book"] = v.link(v.eyes) + "/rules#" + a.Clauses[0].ID
	}
	if a.Look.Symbol != "" {
		data["Symbol"] = template.HTML(card.Symbol(a.Look))
	}
	if q := m.Question(); q != nil && q.Seat == v.eyes && strings.HasPrefix(id, "card.") {
		data["Reasons"] = m.WhyNotCard(q, a.Name)
	}
	html, err := serve.Render(pages(), "about.html", data)
	return html, cmp.Or(err, m.Err())
}

// cell is a fact of the context on a page.
type cell struct {
	match.Fact
	Groups []group
}

// Sign returns the sign before a term of a sum, or "". A number that is subtracted and negative is added.
func (c cell) Sign() string {
	switch negative := strings.HasPrefix(c.Text, "-"); {
	case c.Sum == "plus" && !negative, c.Sum == "minus" && negative:
		return "+"
	case c.Sum == "plus", c.Sum == "minus":
		return "−"
	}
	return ""
}

// Number returns the number of a term without its sign.
func (c cell) Number() string { return strings.TrimPrefix(c.Text, "-") }

// First returns the first piece of the value, or nil.
func (c cell) First() *group {
	if len(c.Groups) == 0 {
		return nil
	}
	return &c.Groups[0]
}

// sumOf returns the facts that the bar shows: the odds with the numbers before them, or the first numbers.
func sumOf(facts []cell) (out []cell) {
	const most = 2
	for _, f := range facts {
		if f.Sides != nil {
			terms := slices.DeleteFunc(slices.Clone(facts), func(c cell) bool { return c.Sum == "" })
			return append(terms, f)
		}
		if _, err := strconv.Atoi(f.Text); err == nil && len(out) < most {
			out = append(out, f)
		}
	}
	return out
}

// Dice returns the sides of a die to be rolled as SVG. Sides that are a success are filled.
func (c cell) Dice() template.HTML {
	var b strings.Builder
	for i, good := range c.Sides {
		writeDie(&b, i+1, map[bool]string{true: "win", false: "lose"}[good])
	}
	return template.HTML(b.String())
}

// cells returns the context that a viewer may know.
func cells(m *match.Match, eyes int32) (out []cell) {
	for _, f := range m.Context(eyes) {
		out = append(out, cell{f, groups(f.Pieces, false)})
	}
	return out
}

// pips has the centres of the dots on each side of a die, in a square of 24 units.
var pips = [...][][2]int{
	1: {{12, 12}}, 2: {{7, 7}, {17, 17}}, 3: {{6, 6}, {12, 12}, {18, 18}}, 4: {{7, 7}, {17, 7}, {7, 17}, {17, 17}},
	5: {{6, 6}, {18, 6}, {12, 12}, {6, 18}, {18, 18}}, 6: {{7, 6}, {17, 6}, {7, 12}, {17, 12}, {7, 18}, {17, 18}},
}

// writeDie draws a side of a die: dots, or a number if there are too many.
func writeDie(b *strings.Builder, side int, class string) {
	fmt.Fprintf(b, `<svg class="die %s" viewBox="0 0 24 24" role="img" aria-label="%d"><rect x="1.5" y="1.5" width="21" height="21" rx="4.5"/>`, class, side)
	if side > 0 && side < len(pips) {
		for _, at := range pips[side] {
			fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="2.2"/>`, at[0], at[1])
		}
	} else {
		fmt.Fprintf(b, `<text x="12" y="16">%d</text>`, side)
	}
	b.WriteString(`</svg>`)
}
