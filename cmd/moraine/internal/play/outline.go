package play

import (
	"strings"
	"unicode/utf8"

	"moraine/interpreter/words"
)

// outline is the shape of the places of a board, measured in lines and columns of text. width
// is the width of the narrowest line.
type outline struct {
	hex          bool
	lines, width int
}

// Minimum and preferred widths of places, and the maximum number of lines.
const (
	narrow = 3
	ample  = 11
	tall   = 5
)

// outlineFor returns the outline for some cells: as wide as their text if all have a single
// line, otherwise the preferred width. Places may be wider if a screen of the given width has room for them: boxes of a
// single line on any screen, others if the screen is wider than usual.
func outlineFor(hex bool, cells []cell, columns, width int) outline {
	o := outline{hex: hex, width: narrow}
	longest := 0
	for _, c := range cells {
		o.lines = max(o.lines, min(tall, len(c.lines)))
		o.width = max(o.width, utf8.RuneCountInString(c.lines[0])+2, utf8.RuneCountInString(c.name))
		for _, line := range c.lines {
			longest = max(longest, utf8.RuneCountInString(line)+2)
		}
	}
	widest := max(ample, width/columns-max(3, o.slope()+1))
	if width <= words.Width && (hex || o.lines > 1) {
		widest = ample
	}
	if o.lines > 1 {
		o.width = max(ample, longest)
	}
	o.width = min(o.width, widest)
	return o
}

// slope returns the number of lines over which the side of a hexagon slants, or 0 for a box.
func (o outline) slope() int {
	if !o.hex {
		return 0
	}
	return (o.lines + 2) / 2
}

// textWidth returns the width available for text on a line.
func (o outline) textWidth(line int) int { return o.width + 2*o.widening(line) }

// widening returns the difference in width between a line and the first line, on each side.
func (o outline) widening(line int) int {
	if !o.hex {
		return 0
	}
	return min(line, 2*o.slope()-1-line)
}

// step returns the distances in characters between neighbouring columns and rows.
func (o outline) step() (x, y int) {
	if o.hex {
		return o.width + o.slope(), o.slope()
	}
	return o.width + 1, o.lines + 1
}

// texts returns the number of text lines in a place.
func (o outline) texts() int {
	if o.hex {
		return 2*o.slope() - 1
	}
	return o.lines
}

// totalWidth returns the width of n columns.
func (o outline) totalWidth(columns int) int {
	x, _ := o.step()
	return columns*x + max(1, o.slope())
}

// narrowed returns the outline, made narrower if necessary so that n columns fit on a screen of the given width.
func (o outline) narrowed(columns, width int) outline {
	o.width -= max(0, (o.totalWidth(columns)-width+columns-1)/columns)
	return o
}

// first returns the line on which a text begins if it is vertically centred.
func (o outline) first(lines int) int { return max(0, (o.texts()-lines)/2) }

// draw draws the outline of the place with the upper left corner x, y.
func (o outline) draw(s *sheet, x, y int) {
	k := o.slope()
	if !o.hex {
		edge := "+" + strings.Repeat("-", o.width) + "+"
		s.put(x, y, edge)
		s.put(x, y+o.lines+1, edge)
		for i := range o.lines {
			s.put(x, y+1+i, "|")
			s.put(x+o.width+1, y+1+i, "|")
		}
		return
	}
	edge := strings.Repeat("_", o.width)
	s.put(x+k, y, edge)
	s.put(x+k, y+2*k, edge)
	for i := range k {
		s.put(x+k-1-i, y+1+i, "/")
		s.put(x+k+o.width+i, y+1+i, `\`)
		s.put(x+i, y+k+1+i, `\`)
		s.put(x+2*k+o.width-1-i, y+k+1+i, "/")
	}
}

// write writes the number and text of a place. It reports whether everything fitted.
func (o outline) write(s *sheet, x, y int, c cell) (whole bool) {
	left := x + max(1, o.slope())
	name := shorten(c.name, o.width)
	s.put(centred(left, o.width, name), y+o.texts()+1, name)
	whole = len(c.lines) <= o.lines
	for i, line := range c.lines[:min(o.lines, len(c.lines))] {
		i += o.first(len(c.lines))
		text := shorten(line, o.textWidth(i))
		whole = whole && text == line
		s.put(centred(left-o.widening(i), o.textWidth(i), text), y+1+i, text)
	}
	return whole
}

// centred returns the start column of a text that is centred in the given width.
func centred(x, room int, text string) int { return x + (room-utf8.RuneCountInString(text))/2 }

// shorten shortens a text to a width, between words if possible.
func shorten(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	out := ""
	for w := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(out)+utf8.RuneCountInString(w)+2 > width {
			break
		}
		out += w + " "
	}
	if out == "" {
		out = string([]rune(text)[:max(0, width-1)])
	}
	return out + "…"
}

// sheet is a drawing, line by line.
type sheet [][]rune

func (s *sheet) put(x, y int, text string) {
	for len(*s) <= y {
		*s = append(*s, nil)
	}
	line := &(*s)[y]
	for _, r := range text {
		for len(*line) <= x {
			*line = append(*line, ' ')
		}
		(*line)[x] = r
		x++
	}
}

func (s sheet) lines(indent int) []string {
	var out []string
	for _, line := range s {
		out = append(out, strings.TrimRight(strings.Repeat(" ", indent)+string(line), " "))
	}
	return out
}
