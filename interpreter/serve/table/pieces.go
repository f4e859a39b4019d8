package table

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"

	"moraine/interpreter/match"
)

// Pieces are most of a page, so they are written here and not by a template, which takes four times as long.

// Lying are groups of pieces as a list.
func (a tray) Lying(all []group) template.HTML {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<ul class="pieces">`)
	for _, g := range all {
		b.WriteString(`<li>`)
		class := "piece" + hue(g.Look)
		switch {
		case g.Option > 0:
			fmt.Fprintf(&b, `<button type="button" class="%s lit" data-option="%d">%s</button>`, class, g.Option, g.face())
		case a.Asked && g.Known:
			fmt.Fprintf(&b, `<button type="button" class="%s" data-why="%s">%s</button>`, class, attr(g.Name), g.face())
		case g.Known:
			fmt.Fprintf(&b, `<span class="%s">%s</span>`, class, g.face())
		default:
			fmt.Fprintf(&b, `<span class="%s back">%s</span>`, class, g.face())
		}
		for _, on := range g.On {
			fmt.Fprintf(&b, `<ul class="on" aria-label="%s">`, attr(on.Name))
			for _, p := range groups(on.Pieces, false) {
				fmt.Fprintf(&b, `<li class="token%s">%s`, hue(p.Look), p.name())
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

// face is what is on a piece.
func (g group) face() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<span class="name">%s</span>`, g.name())
	for _, m := range g.Marks {
		fmt.Fprintf(&b, `<span class="marked">%s</span>`, attr(m))
	}
	if !g.Looks() && (len(g.Picture) != 1 || g.Picture[0] != g.Name) { // drawn as a text, and as nothing else
		for _, line := range g.Picture {
			if line != "" {
				fmt.Fprintf(&b, `<span class="sketch">%s</span>`, attr(line))
			}
		}
	}
	if len(g.Printed) == 0 {
		return b.String()
	}
	b.WriteString(`<span class="printed">`)
	for _, v := range g.Printed {
		name := attr(v.Name) + " "
		if v.Look.Size == "small" {
			continue
		}
		if v.Look.Symbol != "" {
			name = symbol(v.Look) + `<span class="quiet">` + name + `</span>`
		}
		fmt.Fprintf(&b, `<span class="value" title="%s">%s<b>%s</b></span> `, attr(v.Words()), name, attr(v.Text))
	}
	b.WriteString(`</span>`)
	return b.String()
}

// name is what pieces are called, whose they are and how many.
func (g group) name() string {
	name := symbol(g.Look)
	if g.Owner != "" {
		name += attr(g.Owner) + ": "
	}
	name += attr(g.Name)
	if g.N > 1 {
		name += fmt.Sprintf(` <span class="times">×%d</span>`, g.N)
	}
	return name
}

// symbol is one that stands in a line.
func symbol(l match.Look) string {
	switch {
	case l.Drawn:
		return `<svg class="sym" viewBox="0 0 24 24" aria-hidden="true"><path d="` + attr(l.Symbol) + `"/></svg>`
	case l.Symbol != "":
		return `<span class="sym" aria-hidden="true">` + attr(l.Symbol) + `</span>`
	}
	return ""
}

// hue is the class of a colour, behind others.
func hue(l match.Look) string {
	if colour := cmp.Or(l.Seat, l.Colour); colour != "" {
		return " hue " + colour
	}
	return ""
}
