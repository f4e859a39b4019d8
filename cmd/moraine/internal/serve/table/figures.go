package table

import (
	"fmt"

	"moraine/cmd/moraine/internal/card"
)

// Pieces that lie on a place of a drawn zone: figures that stand there, and discs.

const (
	tokenWide  = 25 // width of a disc
	figureWide = 34
	lyingWide  = 44
	countWide  = 10 // width of the number of equal pieces
	mostTokens = 8
)

// tokens draws the pieces on a piece, in one row or two. A piece with a picture stands behind the others.
func (d *canvas) tokens(all []group, x, y int) {
	for len(all) > 0 && all[0].Look.Picture != "" {
		g := all[0]
		fmt.Fprintf(d, `<g class="token%s stands" aria-hidden="true"><ellipse cx="%d" cy="%d" rx="28" ry="5"/><path class="sym" transform="translate(%d %d) scale(2.200) translate(-12 -13)" d="%s"/></g>`,
			card.Hue(g.Look), x, y+18, x, y-1, attr(g.Look.Picture))
		if all = all[1:]; len(all) > 0 {
			x, y = x+24, y+14
		}
	}
	const row = mostTokens / 2
	for all = all[:min(len(all), mostTokens)]; len(all) > 0; all = all[min(len(all), row):] {
		d.row(all[:min(len(all), row)], x, y+5)
		y += tokenWide - 2
	}
}

// row draws pieces beside each other, closer together if they are many. Only the number of a piece that lies alone has
// room beside it.
func (d *canvas) row(all []group, x, y int) {
	const room = 96
	wide, sum := make([]int, len(all)), 0
	alone := len(all) == 1
	for i := range all {
		wide[i] = tokenWide
		switch {
		case all[i].stands() && len(all[i].Marks) > 0:
			wide[i] = lyingWide
		case all[i].stands():
			wide[i] = figureWide
		}
		if all[i].N > 1 && alone {
			wide[i] += countWide
		}
		sum += wide[i]
	}
	fits := min(sum, room)
	at := 0
	for i, g := range all {
		left := wide[i] / 2
		if g.N > 1 && alone {
			left -= countWide / 2
		}
		d.token(g, x-fits/2+(at+left)*fits/sum, y, alone)
		at += wide[i]
	}
}

// place returns the order in which pieces are drawn from left to right: one with a picture, which stands behind the
// others, figures, and discs.
func (g group) place() int {
	switch {
	case g.Look.Picture != "":
		return 0
	case g.stands():
		return 1
	}
	return 2
}

// stands reports whether a piece is drawn as a figure and not as a disc.
func (g group) stands() bool { return g.Look.Drawn && g.Look.Size != "small" }

// token draws pieces that look equal, with their number: beside one that lies alone, otherwise at its corner. A figure
// with a mark, such as a wounded one, lies.
func (d *canvas) token(g group, x, y int, alone bool) {
	class := "token" + card.Hue(g.Look)
	if len(g.Marks) > 0 {
		class += " marked"
	}
	if g.Look.Symbol == "" {
		g.Look.Symbol, g.Look.Drawn = first(g.Name), false
	}
	count := x + 13
	if g.stands() {
		turn := ""
		if len(g.Marks) > 0 {
			turn = fmt.Sprintf(` transform="rotate(-78 %d %d)"`, x, y+4)
		}
		fmt.Fprintf(d, `<g class="%s stands" aria-hidden="true"><ellipse cx="%d" cy="%d" rx="17" ry="4"/><g%s>`, class, x,
			y+17, turn)
		d.symbol(g.Look, x, y-2, 1.65)
		d.WriteString("</g>")
		if g.Owned {
			fmt.Fprintf(d, `<text class="letter" x="%d" y="%d">%s</text>`, x, y+5, attr(d.letters[g.Owner]))
		}
		count += 4
	} else {
		fmt.Fprintf(d, `<g class="%s" aria-hidden="true"><circle cx="%d" cy="%d" r="12"/>`, class, x, y)
		d.symbol(g.Look, x, y, 0.68)
	}
	switch {
	case g.N > 1 && alone:
		fmt.Fprintf(d, `<text class="count" x="%d" y="%d">%d</text>`, count, y+5, g.N)
	case g.N > 1:
		fmt.Fprintf(d, `<g class="badge"><circle cx="%d" cy="%d" r="8"/><text class="count" x="%d" y="%d">%d</text></g>`,
			x+10, y-9, x+10, y-4, g.N)
	}
	d.WriteString("</g>")
}
