package table

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/card"
	"moraine/interpreter/match"
)

// A grid whose pieces have levels is drawn as blocks, seen from the side: a step of the grid to the right goes down
// right, a step down goes down left, and a level goes up. A place covers two by two steps.

const (
	stepWide, stepHigh = 17, 9 // half the width and the height that a step of the grid takes
	levelHigh          = 21
)

// block is a place of a grid of sites: its piece, and the pieces that have been built on it.
type block struct {
	*match.Piece
	x, y, level int
	on          []group
	lit         []int // its options
}

// isBuilt reports whether a zone is drawn as blocks.
func isBuilt(z *match.Zone) bool {
	used := usedOf(z.Cells)
	return z.Layout == "grid" && used != nil && used[0].Pieces[0].Level != nil
}

// blocks returns a zone as SVG, with the numbers of tasks. Places above the ground are drawn if something is built
// there or may be.
func blocks(z *match.Zone, letters map[string]string, routes []arrow) template.HTML {
	var all []block
	left, right, top, bottom := 0, 0, 0, 0
	for i := range z.Cells {
		c := &z.Cells[i]
		for j := range c.Pieces {
			p := &c.Pieces[j]
			at := match.Cell{Pieces: []match.Piece{*p}}
			b := block{Piece: p, x: int(c.At.X), y: int(c.At.Y), level: *cmp.Or(p.Level, new(int)), on: onOf(&at),
				lit: optionsOf(&at)}
			if b.level > 0 && b.on == nil && b.lit == nil {
				continue
			}
			x, y := b.middle()
			left, right, top, bottom = min(left, x-2*stepWide), max(right, x+2*stepWide),
				min(top, y-2*stepHigh-levelHigh), max(bottom, y+2*stepHigh)
			all = append(all, b)
		}
	}
	slices.SortStableFunc(all, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.x+a.y, b.x+b.y))
	})
	d := &canvas{letters: letters}
	fmt.Fprintf(d, `<svg class="map blocks" viewBox="%d %d %d %d" width="%d" height="%d" role="group" aria-label="%s">`,
		left-4, top-4, right-left+8, bottom-top+8, right-left+8, bottom-top+8, attr(z.Name))
	for i := range all {
		d.block(&all[i])
	}
	for i := range routes {
		for _, b := range slices.Backward(all) { // the highest one of its place
			if at := routes[i].To; b.on != nil && b.x == int(at.X) && b.y == int(at.Y) {
				x, y := b.middle()
				d.number(&routes[i], x+stepWide, y-levelHigh-stepHigh)
				break
			}
		}
	}
	d.WriteString(d.numbers.String() + "</svg>")
	return template.HTML(d.String())
}

// middle returns the centre of the ground of a block.
func (b *block) middle() (x, y int) {
	return (b.x - b.y) * stepWide, (b.x+b.y)*stepHigh - b.level*levelHigh
}

// block draws a place as a flat tile, or as a block if something is built there.
func (d *canvas) block(b *block) {
	x, y := b.middle()
	class, role := d.role(&match.Cell{Pieces: []match.Piece{*b.Piece}})
	texts := []string{b.Name}
	for _, v := range b.Printed {
		texts = append(texts, v.Words())
	}
	for _, g := range b.on {
		texts = append(texts, g.Text)
		class += card.Hue(g.Look)
	}
	fmt.Fprintf(d, `<g class="%s block"%s aria-label="%s">`, class, role, attr(strings.Join(texts, ", ")))
	diamond := func(class string, y int) {
		fmt.Fprintf(d, `<polygon class="%s" points="%d,%d %d,%d %d,%d %d,%d"/>`, class, x, y-2*stepHigh, x+2*stepWide,
			y, x, y+2*stepHigh, x-2*stepWide, y)
	}
	if b.on == nil {
		diamond("flat", y)
		for _, v := range b.Printed {
			if v.Look.Drawn && v.Look.Size != "small" {
				d.symbol(v.Look, x, y, 0.6)
				break
			}
		}
	} else {
		side := func(class string, to int) {
			fmt.Fprintf(d, `<polygon class="%s" points="%d,%d %d,%d %d,%d %d,%d"/>`, class, x+to, y-levelHigh, x,
				y+2*stepHigh-levelHigh, x, y+2*stepHigh, x+to, y)
		}
		side("left", -2*stepWide)
		side("right", 2*stepWide)
		diamond("top", y-levelHigh)
		switch on := b.on[0]; {
		case on.Owned:
			fmt.Fprintf(d, `<text x="%d" y="%d">%s</text>`, x, y-levelHigh+5, attr(d.letters[on.Owner]))
		case on.Look.Drawn:
			d.symbol(on.Look, x, y-levelHigh, 0.6)
		default:
			fmt.Fprintf(d, `<text x="%d" y="%d">%s</text>`, x, y-levelHigh+5, attr(initial(on.Name)))
		}
	}
	d.WriteString("</g>")
}
