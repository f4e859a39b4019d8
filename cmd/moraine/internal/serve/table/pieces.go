package table

import (
	"fmt"
	"html/template"
	"strings"

	"moraine/cmd/moraine/internal/card"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// Pieces are the largest part of a page, so their HTML is written directly. A template takes
// four times as long.

// Lying returns groups of pieces as a list.
func (a tray) Lying(all []group) template.HTML {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<ul class="pieces">`)
	for _, g := range all {
		b.WriteString(`<li>`)
		class, face := "piece"+card.Hue(g.Look), ""
		if a.Cards {
			c := card.Of(g.Piece)
			c.Times = g.N
			class, face = c.Class()+" piece", string(c.Face())
		} else {
			face = g.face()
		}
		if g.Chosen != "" {
			class += " chosen"
		}
		switch {
		case g.Option > 0:
			fmt.Fprintf(&b, `<button type="button" class="%s lit" data-option="%d"%s>%s</button>`, class, g.Option, about(g.Piece), face)
		case g.Known && a.About != "":
			fmt.Fprintf(&b, `<button type="button" class="%s"%s>%s</button>`, class, about(g.Piece), face)
		case g.Known:
			fmt.Fprintf(&b, `<span class="%s">%s</span>`, class, face)
		default:
			fmt.Fprintf(&b, `<span class="%s back">%s</span>`, class, face)
		}
		for _, on := range g.On {
			fmt.Fprintf(&b, `<ul class="on" aria-label="%s">`, attr(on.Name))
			for _, p := range groups(on.Pieces, false) {
				fmt.Fprintf(&b, `<li class="token%s">%s%s`, card.Hue(p.Look), card.Symbol(p.Look), p.name())
				for _, m := range p.Marks {
					fmt.Fprintf(&b, ` <span class="marked">%s</span>`, attr(m))
				}
				b.WriteString(`</li>`)
			}
			b.WriteString(`</ul>`)
		}
		b.WriteString(`</li>`)
	}
	b.WriteString(`</ul>`)
	return template.HTML(b.String())
}

// face returns the emblem, name and values of a piece.
func (g group) face() string {
	var b strings.Builder
	if g.Look.Symbol != "" {
		fmt.Fprintf(&b, `<span class="em">%s</span>`, card.Symbol(g.Look))
	}
	fmt.Fprintf(&b, `<span class="tx"><span class="name">%s</span>`, g.name())
	if g.Chosen != "" {
		fmt.Fprintf(&b, `<span class="role">%s</span>`, attr(g.Chosen))
	}
	for _, m := range g.Marks {
		fmt.Fprintf(&b, `<span class="marked">%s</span>`, attr(m))
	}
	if !g.Looks() && (len(g.Picture) != 1 || g.Picture[0] != g.Name) { // drawn as a text other than its name
		for _, line := range g.Picture {
			if line != "" {
				fmt.Fprintf(&b, `<span class="sketch">%s</span>`, attr(line))
			}
		}
	}
	var printed, key strings.Builder
	for _, v := range g.Printed {
		switch v.Look.Size {
		case "small":
		case "key":
			writeValue(&key, v, "value key")
		default:
			writeValue(&printed, v, "value")
		}
	}
	if printed.Len() > 0 {
		fmt.Fprintf(&b, `<span class="printed">%s</span>`, printed.String())
	}
	b.WriteString(`</span>`)
	return b.String() + key.String()
}

// writeValue writes a printed value. If it has a symbol, its words are only in the tooltip, for screen readers and in
// the legend of the board.
func writeValue(b *strings.Builder, v match.Value, class string) {
	is := attr(v.Name) + " <b>" + attr(v.Text) + "</b>"
	switch {
	case v.Look.Symbol != "":
		is = card.Symbol(v.Look) + `<span class="quiet">` + attr(v.Words()) + `</span><b aria-hidden="true">` + attr(v.Text) + `</b>`
	case v.Worded():
		is = attr(v.Words())
	}
	fmt.Fprintf(b, `<span class="%s" title="%s">%s</span> `, class, attr(words.Title(v.Words())), is)
}

// name returns the name of a group of pieces, with owner and count.
func (g group) name() string {
	name := ""
	if g.Owner != "" {
		name += attr(g.Owner) + ": "
	}
	name += attr(words.Title(g.Name))
	if g.N > 1 {
		name += fmt.Sprintf(` <span class="times">×%d</span>`, g.N)
	}
	return name
}

// about returns the HTML attribute that names the panel of a piece.
func about(p match.Piece) string {
	if p.Card == "" {
		return ""
	}
	return fmt.Sprintf(` data-about="card.%s"`, attr(p.Card))
}
