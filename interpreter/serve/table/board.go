package table

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"moraine/interpreter/match"
)

// Zones that are laid out are drawn as one picture, in which each place that can be chosen is a button.
// Measures are those of the picture; the page scales it.

const (
	sideX, sideY = 90, 52 // from one column and half row of hexagons to the next
	boxX, boxY   = 110, 84
	lineHigh     = 16
	mostCellText = 4  // lines in a place
	mostLetters  = 14 // of a line
)

// drawn is a zone as an SVG.
func drawn(z *match.Zone, asked bool) template.HTML {
	var used []match.Cell
	for _, c := range z.Cells {
		if len(c.Pieces) > 0 || c.Option > 0 {
			used = append(used, c)
		}
	}
	if len(used) == 0 {
		return ""
	}
	hex := z.Layout == "hex"
	stepX, stepY := boxX, boxY
	if hex {
		stepX, stepY = sideX, sideY
	}
	low, high := used[0].At, used[0].At
	for _, c := range used {
		low.X, low.Y = min(low.X, c.At.X), min(low.Y, c.At.Y)
		high.X, high.Y = max(high.X, c.At.X), max(high.Y, c.At.Y)
	}
	wide, tall := int(high.X-low.X)*stepX+boxX+20, int(high.Y-low.Y)*stepY+boxY+30
	if hex {
		wide, tall = int(high.X-low.X)*stepX+124, int(high.Y-low.Y)*stepY+108
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="map" viewBox="0 0 %d %d" width="%d" role="group" aria-label="%s">`, wide, tall, wide, attr(z.Name))
	for _, c := range used {
		x, y := int(c.At.X-low.X)*stepX+62, int(c.At.Y-low.Y)*stepY+54
		if !hex {
			x, y = int(c.At.X-low.X)*stepX+boxX/2+10, int(c.At.Y-low.Y)*stepY+boxY/2+10
		}
		cellOf(&b, &c, x, y, hex, asked)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// cellOf draws a place.
func cellOf(b *strings.Builder, c *match.Cell, x, y int, hex, asked bool) {
	lines := textOf(c)
	options := c.Option
	several := 0
	for _, p := range c.Pieces {
		if p.Option > 0 {
			options, several = max(options, p.Option), several+1
		}
	}
	// What is read out begins with what is seen, for who says it to be understood.
	label := strings.TrimSpace(fmt.Sprintf("%s %d: %s", strings.Join(lines, " "), c.Number, strings.Join(match.Texts(c.Pieces), ", ")))
	class, role := "cell", ` role="img"`
	switch {
	case several > 1:
		class, role = "cell lit", fmt.Sprintf(` role="button" tabindex="0" data-several="%s"`, optionsOf(c))
	case options > 0:
		class, role = "cell lit", fmt.Sprintf(` role="button" tabindex="0" data-option="%d"`, options)
	case asked && len(c.Pieces) > 0 && c.Pieces[0].Known:
		role = fmt.Sprintf(` role="button" tabindex="-1" data-why="%s"`, attr(c.Pieces[0].Name))
	}
	fmt.Fprintf(b, `<g class="%s"%s aria-label="%s">`, class, role, attr(label))
	if hex {
		fmt.Fprintf(b, `<polygon points="%d,%d %d,%d %d,%d %d,%d %d,%d %d,%d"/>`, x-60, y, x-30, y-51, x+30, y-51, x+60, y, x+30, y+51, x-30, y+51)
	} else {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="6"/>`, x-boxX/2+2, y-boxY/2+2, boxX-4, boxY-4)
	}
	at := y - (len(lines)-1)*lineHigh/2
	for i, line := range lines {
		class := ""
		if i == 0 {
			class = ` class="first"`
		}
		fmt.Fprintf(b, `<text x="%d" y="%d"%s>%s</text> `, x, at+i*lineHigh, class, template.HTMLEscapeString(line))
	}
	fmt.Fprintf(b, `<text class="number" x="%d" y="%d">%d</text></g>`, x, y+boxY/2+2, c.Number)
}

// optionsOf are the options that the pieces of a place stand for.
func optionsOf(c *match.Cell) string {
	var out []string
	for _, p := range c.Pieces {
		if p.Option > 0 {
			out = append(out, fmt.Sprint(p.Option))
		}
	}
	return strings.Join(out, " ")
}

// textOf is what stands in a place.
func textOf(c *match.Cell) (out []string) {
	var signs []string
	for _, p := range c.Pieces {
		if len(p.Picture) > 1 {
			out = append(out, p.Picture...)
		} else {
			signs = append(signs, p.Picture...)
		}
	}
	if len(signs) > 0 {
		out = append(out, match.Counted(signs))
	}
	shown := out[:0]
	for _, line := range out {
		if line != "" {
			shown = append(shown, cut(line))
		}
	}
	if len(shown) > mostCellText {
		shown = append(shown[:mostCellText-1], "…")
	}
	return shown
}

// cut is a line for which there is room.
func cut(line string) string {
	if utf8.RuneCountInString(line) <= mostLetters {
		return line
	}
	return strings.TrimSpace(string([]rune(line)[:mostLetters-1])) + "…"
}

func attr(text string) string { return template.HTMLEscapeString(text) }
