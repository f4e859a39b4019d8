package play

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// A zone with a layout is drawn as a board if its pieces have drawings. Each place has an outline with its number in
// the lower edge; the log and questions use this number. If the whole board is too wide, only the occupied places are
// drawn.
//
//	 ______              +---+---+
//	/ wood \______       | a | b |
//	\__1___/ moor \      +-1-+-2-+---+
//	       \__3___/          | c | d |
//	                         +-5-+-6-+

// cell is a place of a board with its content.
type cell struct {
	name  string
	at    match.Coord
	lines []string
}

// cellsOf returns all places of a zone, and those of them that are occupied.
func cellsOf(z *match.Zone) (all, used []cell) {
	for _, c := range z.Cells {
		lines := c.Lines()
		if len(lines) > 0 {
			used = append(used, cell{name: c.Name, at: c.At, lines: lines})
		} else {
			lines = []string{""}
		}
		all = append(all, cell{name: c.Name, at: c.At, lines: lines})
	}
	return all, used
}

// inLine formats the cells of a row on one line: "1 [a] · 3 [b]". If the zone has only one
// place, the number is omitted.
func inLine(z *match.Zone, cells []cell) string {
	var out []string
	if len(z.Cells) == 1 && len(cells) == 1 {
		return "[" + cells[0].lines[0] + "]"
	}
	for _, c := range cells {
		out = append(out, fmt.Sprintf("%s [%s]", c.name, c.lines[0]))
	}
	return strings.Join(out, " · ")
}

// inWords describes a place whose text does not fit into its outline.
func (c cell) inWords(width int) string {
	head := fmt.Sprintf("%*s%s  ", margin, "", c.name)
	return strings.TrimRight(words.WrapAt(width, head, len(head), c.oneLine()), "\n")
}

// oneLine formats the content on one line.
func (c cell) oneLine() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(c.lines), func(line string) bool { return line == "" }), " · ")
}

// board draws the cells of a zone. It returns nil if they do not fit on a screen of the given width.
func board(z *match.Zone, cells []cell, width int) []string {
	var used, every []match.Coord
	for _, c := range cells {
		used = append(used, c.at)
	}
	for _, c := range z.Cells {
		every = append(every, c.At)
	}
	low, columns := extent(used)
	_, all := extent(every)
	o := outlineFor(z.Layout == "hex", cells, all, width)
	if whole := o.narrowed(all, width); whole.width >= narrow {
		o = whole // the size with all places occupied
	} else if o = o.narrowed(columns, width); o.width < narrow {
		return nil
	}
	var s sheet
	var cut []cell
	x, y := o.step()
	for i := range cells {
		o.draw(&s, int(used[i].X-low.X)*x, int(used[i].Y-low.Y)*y)
	}
	for i, c := range cells {
		if !o.write(&s, int(used[i].X-low.X)*x, int(used[i].Y-low.Y)*y, c) {
			cut = append(cut, c)
		}
	}
	out := s.lines(min(margin, width-o.totalWidth(columns)))
	for _, c := range cut {
		out = append(out, c.inWords(width))
	}
	return out
}

// extent returns the upper left corner of some places, and their number of columns.
func extent(places []match.Coord) (low match.Coord, columns int) {
	low, right := places[0], places[0].X
	for _, at := range places {
		low.X, low.Y, right = min(low.X, at.X), min(low.Y, at.Y), max(right, at.X)
	}
	return low, int(right-low.X) + 1
}
