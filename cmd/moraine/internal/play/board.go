package play

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// A zone that is laid out is a board, if anything that it can hold says how it is
// drawn. Places at which nothing lies are blank; the others have an outline with
// their number in its lower edge, by which log and questions call them.
//
//	 ______              +---+---+
//	/ wood \______       | a | b |
//	\__1___/ moor \      +-1-+-2-+---+
//	       \__3___/          | c | d |
//	                         +-5-+-6-+

// cell is a place of a board at which something lies.
type cell struct {
	number int
	at     match.Coord
	lines  []string
}

// cellsOf are the places of a board at which something lies.
func cellsOf(z *match.Zone) []cell {
	var out []cell
	for _, c := range z.Cells {
		if lines := c.Lines(); len(lines) > 0 {
			out = append(out, cell{c.Number, c.At, lines})
		}
	}
	return out
}

// inLine are the cells of a row as a part of a sentence: "1 [a] · 3 [b]".
func inLine(cells []cell) string {
	var out []string
	for _, c := range cells {
		out = append(out, fmt.Sprintf("%d [%s]", c.number, c.lines[0]))
	}
	return strings.Join(out, " · ")
}

// inWords is all that is said of a place that had not the room for it.
func (c cell) inWords() string {
	head := fmt.Sprintf("%*s%d  ", margin, "", c.number)
	return strings.TrimRight(words.Wrap(head, len(head), c.said()), "\n")
}

// said is what lies there, in a line.
func (c cell) said() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(c.lines), func(line string) bool { return line == "" }), " · ")
}

// board draws the cells of a zone; nil if they do not fit the screen.
func board(z *match.Zone, cells []cell) []string {
	var used, every []match.Coord
	for _, c := range cells {
		used = append(used, c.at)
	}
	for _, c := range z.Cells {
		every = append(every, c.At)
	}
	low, columns := extent(used)
	_, all := extent(every)
	o := outlineFor(z.Layout == "hex", cells, all)
	if whole := o.fits(all); whole.width >= narrow {
		o = whole // as it is when places are taken that are free now
	} else if o = o.fits(columns); o.width < narrow {
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
	out := s.lines(min(margin, words.Width-o.across(columns)))
	for _, c := range cut {
		out = append(out, c.inWords())
	}
	return out
}

// extent is the upper left corner of some places, and how many columns they have.
func extent(places []match.Coord) (low match.Coord, columns int) {
	low, right := places[0], places[0].X
	for _, at := range places {
		low.X, low.Y, right = min(low.X, at.X), min(low.Y, at.Y), max(right, at.X)
	}
	return low, int(right-low.X) + 1
}
