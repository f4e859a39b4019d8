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
			if g.Says != "" {
				c.Text, c.Values = g.Says, nil
			}
			class, face = c.Class()+" piece", string(c.Face())
		} else {
			face = g.face()
			if g.isDisc() {
				class, face = class+" tok", g.disc(a.Seat < 0)
			}
			if g.N == 0 {
				class += " zero"
			}
		}
		if g.Chosen != "" {
			class += " chosen"
		}
		switch {
		case g.Option > 0:
			fmt.Fprintf(&b, `<button type="button" class="%s lit" data-option="%d"%s>%s</button>`, class, g.Option,
				about(g.Piece), face)
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

// isDisc reports whether a piece is drawn as a disc with its symbol and count: it is a thing without print.
func (g group) isDisc() bool {
	return isToken(g.Piece) && g.Look.Drawn && g.Printed == nil && g.Marks == nil && g.Chosen == "" && g.On == nil
}

// disc returns the symbol of a piece and the number of such pieces, or, each, a symbol for each of a few.
func (g group) disc(each bool) string {
	const few = 5
	count := ""
	switch {
	case each && g.N > 1 && g.N <= few:
		count = strings.Repeat(`<span class="em">`+card.Symbol(g.Look)+`</span>`, g.N-1)
	case g.N != 1 || !each:
		count = fmt.Sprintf(`<b aria-hidden="true">%d</b>`, g.N)
	}
	return fmt.Sprintf(`<span class="em" title="%s">%s</span><span class="quiet">%s</span>%s`,
		attr(words.Title(g.Name)), card.Symbol(g.Look), g.name(), count)
}

// Stairs returns the places of a row with the pieces that stand on them.
func (a tray) Stairs() template.HTML {
	var b strings.Builder
	b.WriteString(`<ol class="stairs">`)
	for _, place := range a.Places {
		for _, g := range place.Groups {
			fmt.Fprintf(&b, `<li><button type="button" class="piece step%s`, card.Hue(g.Look))
			if g.Option > 0 {
				fmt.Fprintf(&b, ` lit" data-option="%d"`, g.Option)
			} else {
				b.WriteString(`"`)
			}
			fmt.Fprintf(&b, `%s><span class="ons">`, about(g.Piece))
			for _, on := range g.On {
				for _, p := range groups(on.Pieces, false) {
					fmt.Fprintf(&b, `<span class="on%s" title="%s">%s<span class="quiet">%s</span></span>`,
						card.Hue(p.Look), attr(words.Title(p.Name)), card.Symbol(p.Look), p.name())
				}
			}
			b.WriteString(`</span>` + g.face())
			if place.Task != "" {
				fmt.Fprintf(&b, `<b class="no" aria-hidden="true">%s</b>`, place.Task)
			}
			b.WriteString(`</button></li>`)
		}
	}
	b.WriteString(`</ol>`)
	return template.HTML(b.String())
}

// table draws the printed tables of a piece below its other values: a column for each key.
func (g group) table() string {
	var b strings.Builder
	b.WriteString(`<span class="cols">`)
	for i, row := range g.Tables[0].Rows {
		on := ""
		if row.On {
			on = " lead"
		}
		fmt.Fprintf(&b, `<span class="col%s%s"><span class="key">%s<span class="w">%s</span></span>`, on, card.Hue(row.Of),
			card.Symbol(row.Of), attr(words.Title(row.Key)))
		for _, t := range g.Tables {
			if i < len(t.Rows) {
				r := t.Rows[i]
				fmt.Fprintf(&b, `<span class="is" title="%s: %s">%s<span class="w">%s</span></span>`,
					attr(words.Title(t.Name)), attr(r.Is), card.Symbol(r.Look), attr(words.Title(r.Is)))
			}
		}
		b.WriteString(`</span>`)
	}
	b.WriteString(`</span>`)
	return b.String()
}

// emblem returns a look whose symbol is its picture, if it has one.
func emblem(look match.Look) match.Look {
	if look.Picture != "" {
		look.Symbol, look.Drawn = look.Picture, true
	}
	return look
}

// face returns the emblem, name and values of a piece.
func (g group) face() string {
	var b strings.Builder
	look := emblem(g.Look)
	if look.Symbol != "" {
		fmt.Fprintf(&b, `<span class="em">%s</span>`, card.Symbol(look))
	}
	fmt.Fprintf(&b, `<span class="tx"><span class="name">%s</span>`, g.name())
	if g.Chosen != "" {
		fmt.Fprintf(&b, `<span class="role">%s</span>`, attr(g.Chosen))
	}
	for _, m := range g.Marks {
		fmt.Fprintf(&b, `<span class="marked">%s</span>`, attr(m))
	}
	// drawn as a text other than its name
	if g.Tables == nil && !g.Looks() && (len(g.Picture) != 1 || g.Picture[0] != g.Name) {
		for _, line := range g.Picture {
			if line != "" {
				fmt.Fprintf(&b, `<span class="sketch">%s</span>`, attr(line))
			}
		}
	}
	var printed, key strings.Builder
	for _, v := range g.Printed {
		switch {
		case v.Look.Hides(), v.Text == "0" && v.Look.Symbol == "": // its panel has a zero, too
		case g.Tables != nil && v.Look.Symbol == look.Symbol: // its emblem
		case v.Look.Size == "key":
			writeValue(&key, v, "value key")
		default:
			writeValue(&printed, v, "value")
		}
	}
	if printed.Len() > 0 {
		fmt.Fprintf(&b, `<span class="printed">%s</span>`, printed.String())
	}
	b.WriteString(`</span>`)
	if g.Tables != nil {
		b.WriteString(g.table())
	}
	return b.String() + key.String()
}

// writeValue writes a printed value. If it has a symbol, its words are only in the tooltip, for screen readers and in
// the legend of the board.
func writeValue(b *strings.Builder, v match.Value, class string) {
	is := attr(v.Name) + " <b>" + attr(v.Text) + "</b>"
	switch {
	case v.Look.Symbol != "":
		is = card.Symbol(v.Look) + `<span class="quiet">` + attr(v.Words()) + `</span><b aria-hidden="true">` + attr(
			v.Beside()) + `</b>`
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
	if g.N != 1 {
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
