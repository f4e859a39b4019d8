package table

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/cmd/moraine/internal/card"
	"moraine/interpreter/match"
	"moraine/interpreter/words"
)

// Zones with a layout are drawn as one picture, in which each selectable place is a button.
// Lengths are in units of the picture, which the page scales.

const (
	sideX, sideY = 90, 52 // distances between columns, and between half rows of hexagons
	boxX, boxY   = 110, 84
	bareX, bareY = 46, 34 // the same for boxes of pieces without looks
	leastTall    = 430    // height of a small map of hexagons, so that it is not drawn with few, huge places
	linkLong     = 40     // length of a line between neighbouring places of a board
	linkBend     = 115    // how far the middle of a bent line is pulled aside, twice as far as it goes
	lineHigh     = 16
	mostCellText = 4  // lines of text in a place
	mostLetters  = 15 // letters in a line
	letterWide   = 7
)

// drawn returns a zone as SVG, with the places of other zones at its corners, and the text of
// signs that could not be drawn.
func drawn(z *match.Zone, asked bool, corners []match.Cell, letters map[string]string,
	routes ...arrow) (template.HTML, string) {
	var used []match.Cell
	for _, c := range z.Cells {
		if len(c.Pieces) > 0 || c.Option > 0 || z.Whole {
			used = append(used, c)
		}
	}
	if len(used) == 0 {
		return "", ""
	}
	named := map[string]int{}
	for _, c := range used {
		if z.Look.Place == "piece" {
			named[nameOn(&c)]++
		}
	}
	d := &canvas{named: named, corners: corners, letters: letters, hex: z.Layout == "hex", linked: z.Paths != nil,
		bare: isBare(z), unnamed: z.Look.Place == "zone", asked: asked, lowX: used[0].At.X, lowY: used[0].At.Y}
	high := used[0].At
	for _, c := range used {
		d.lowX, d.lowY = min(d.lowX, c.At.X), min(d.lowY, c.At.Y)
		high.X, high.Y = max(high.X, c.At.X), max(high.Y, c.At.Y)
	}
	x, y := d.middle(high.X, high.Y)
	wide, tall := x+62, y+54
	if !d.hex {
		boxX, boxY := d.box()
		wide, tall = x+boxX/2+10, y+boxY/2+10
		if d.linked {
			wide, tall = wide+linkLong/2, tall+linkLong/2
		}
	}
	class, aside := "map", 0
	switch {
	case d.bare:
		class += " bare"
	case d.linked:
		class += " linked"
	case d.hex:
		class += " hexes"
		if !slices.ContainsFunc(used, func(c match.Cell) bool {
			x, y := d.middle(c.At.X, c.At.Y)
			return 5*x < wide && 4*y < tall
		}) {
			class += " roomy" // a card fits into the upper left corner
		}
		if aside = max(0, leastTall-tall) / 2; aside > 0 {
			class, d.few = class+" few", true
		}
		wide, tall = wide+2*aside, tall+2*aside
	}
	fmt.Fprintf(d, `<svg class="%s" viewBox="%d %d %d %d" width="%d" height="%d" role="group" aria-label="%s">`, class,
		-aside, -aside, wide, tall, wide, tall, attr(z.Name))
	for _, p := range z.Paths {
		d.path(p, z.Cells)
	}
	// Selectable places come last, so that neighbours do not cover their edges. This is also
	// their order for the keyboard.
	litLast := func(a, b match.Cell) int { return min(len(optionsOf(&a)), 1) - min(len(optionsOf(&b)), 1) }
	slices.SortStableFunc(used, litLast)
	for _, c := range used {
		x, y := d.middle(c.At.X, c.At.Y)
		d.cell(&c, x, y)
	}
	slices.SortStableFunc(corners, litLast)
	for _, c := range corners {
		d.corner(&c)
	}
	for i := range routes {
		d.arrow(&routes[i])
	}
	d.WriteString(d.words.String() + d.numbers.String())
	d.WriteString("</svg>")
	return template.HTML(d.String()), d.written
}

// isBare reports whether no piece of a zone has a look. The places of such a zone are small.
func isBare(z *match.Zone) bool {
	return z.Layout != "hex" && z.Paths == nil && !slices.ContainsFunc(z.Cells, func(c match.Cell) bool {
		return slices.ContainsFunc(c.Pieces, match.Piece.Looks)
	})
}

// canvas is a picture that is being drawn.
type canvas struct {
	strings.Builder
	words, numbers            strings.Builder // texts of places and numbers of arrows, which lie over the arrows
	hex, bare, unnamed, asked bool
	linked, few               bool // lines lead between the places; there are few places
	// number of places with each name; nil if places are identified by their numbers
	named      map[string]int
	lowX, lowY int32             // minimal coordinates of the places
	corners    []match.Cell      // places of another zone at the corners of the places
	letters    map[string]string // signs for the names of players
	written    string
}

// middle returns the centre of a place.
func (d *canvas) middle(atX, atY int32) (x, y int) {
	x, y = int(atX-d.lowX), int(atY-d.lowY)
	if d.hex {
		return x*sideX + 62, y*sideY + 54
	}
	boxX, boxY := d.box()
	gap := 0
	if d.linked {
		gap = linkLong
	}
	return x*(boxX+gap) + (boxX+gap)/2 + 10, y*(boxY+gap) + (boxY+gap)/2 + 10
}

// path draws the lines of a path, each from the middle of a place to the middle of the next one. A line that passes
// other places is bent; one that leads only there has an arrow in its middle.
func (d *canvas) path(p match.Path, cells []match.Cell) {
	for i, c := range p.Cells[1:] {
		from, to := cells[p.Cells[i]].At, cells[c].At
		x, y := d.middle(from.X, from.Y)
		toX, toY := d.middle(to.X, to.Y)
		midX, midY := (x+toX)/2, (y+toY)/2
		if stepX, stepY := to.X-from.X, to.Y-from.Y; max(stepX, -stepX, stepY, -stepY) > 1 {
			long := int(math.Hypot(float64(toX-x), float64(toY-y)))
			midX, midY = midX+(toY-y)*linkBend/long, midY-(toX-x)*linkBend/long
		}
		fmt.Fprintf(d, `<path class="link" d="M%d %dQ%d %d %d %d"/>`, x, y, midX, midY, toX, toY)
		if p.OneWay {
			turn := math.Atan2(float64(toY-y), float64(toX-x)) * 180 / math.Pi
			fmt.Fprintf(d, `<path class="link" transform="translate(%d %d) rotate(%.0f)" d="M-6 -7 6 0 -6 7"/>`,
				(x+2*midX+toX)/4, (y+2*midY+toY)/4, turn)
		}
	}
}

// box returns the width and height of places other than hexagons.
func (d *canvas) box() (x, y int) {
	if d.bare {
		return bareX, bareY
	}
	return boxX, boxY
}

// between returns the point where places meet.
func (d *canvas) between(places []match.Coord) (x, y int) {
	for _, at := range places {
		ax, ay := d.middle(at.X, at.Y)
		x, y = x+ax, y+ay
	}
	return x / len(places), y / len(places)
}

// corner draws a place of another zone at the corner where places of this
// zone meet. It shows the pieces there, or a dot.
func (d *canvas) corner(c *match.Cell) {
	x, y := d.between(c.Corner)
	class, role := d.role(c)
	fmt.Fprintf(d, `<g class="%s corner"%s aria-label="%s"><circle cx="%d" cy="%d" r="%d"/></g>`, class, role,
		attr(strings.Join(match.Texts(c.Pieces), ", ")), x, y, map[bool]int{true: 9, false: 5}[len(optionsOf(c)) > 0])
	d.tokens(onOf(c), x, y-5)
}

// role returns the class of a place and its attributes for selection and explanation.
func (d *canvas) role(c *match.Cell) (class, role string) {
	switch options := optionsOf(c); {
	case len(options) > 1:
		return "cell lit", fmt.Sprintf(` role="button" tabindex="0" data-several="%s"`,
			strings.Trim(fmt.Sprint(options), "[]"))
	case len(options) == 1:
		role := fmt.Sprintf(` role="button" tabindex="0" data-option="%d"`, options[0])
		if len(c.Pieces) > 0 {
			role += about(c.Pieces[0])
		}
		return "cell lit", role
	case len(c.Pieces) > 0 && c.Pieces[0].Card != "":
		return "cell", ` role="button" tabindex="-1"` + about(c.Pieces[0])
	}
	return "cell", ` role="img"`
}

// cell draws a place: with the look of its piece, or as text if the piece has no look.
func (d *canvas) cell(c *match.Cell, x, y int) {
	lines := textOf(c)
	base, tokens := looksOf(c)
	slices.SortStableFunc(tokens, func(a, b group) int { return a.place() - b.place() })
	switch {
	case d.bare && len(c.Pieces) > 0 && slices.ContainsFunc(c.Pieces[0].On, func(z match.Zone) bool {
		return len(z.Pieces) > 0
	}):
		lines = nil // the pieces on it are drawn
	case base == nil:
		d.written += strings.Join(lines, " ") + " "
	case base.Shows != "":
		lines = inTwo(words.Title(base.Shows))
	default:
		lines = inTwo(words.Title(base.Name))
	}
	// The label begins with the visible text, so that voice control recognises it.
	label := strings.Trim(
		fmt.Sprintf("%s %s: %s", strings.Join(lines, " "), c.Name, strings.Join(match.Texts(c.Pieces), ", ")), ": ")
	class, role := d.role(c)
	wide, high := d.box()
	if base != nil {
		class += card.Hue(base.Look)
	}
	fmt.Fprintf(d, `<g class="%s"%s aria-label="%s">`, class, role, attr(label))
	if d.hex {
		fmt.Fprintf(d, `<polygon points="%s"/>`, hexagon(x, y))
		if base != nil && slices.ContainsFunc(base.Printed, func(v match.Value) bool {
			return v.Look.Size == "key" && v.Text == ""
		}) {
			fmt.Fprintf(d, `<path class="rim" d="M%sZ"/>`, hexagon(x, y))
		}
	} else {
		fmt.Fprintf(d, `<rect x="%d" y="%d" width="%d" height="%d" rx="6"/>`, x-wide/2+2, y-high/2+2, wide-4, high-4)
	}
	down := ""
	if base != nil && base.FaceDown {
		down = " down"
	}
	fmt.Fprintf(&d.words, `<g class="words%s" aria-hidden="true">`, down)
	at := y - (len(lines)-1)*lineHigh/2
	switch {
	case d.bare:
		at += 4
	case base != nil && d.hex:
		for _, place := range [...][2]int{{-25, -24}, {0, -33}, {25, -24}} {
			d.symbol(base.Look, x+place[0], y+place[1], 0.95)
		}
		if base.FaceDown {
			fmt.Fprintf(d, `<polygon class="veil" points="%s"/><path class="flakes" d="%s"/>`, hexagon(x, y), flakes(x, y))
		}
		at = y + 43 - (len(lines)-1)*(lineHigh-2)
	case base != nil:
		if !base.FaceDown {
			d.symbol(base.Look, x, y-30, 1)
		}
		at = y - 10
	}
	for i, line := range lines {
		class := ""
		if i == 0 || base != nil {
			class = ` class="first"`
		}
		if room := d.room(at + i*lineHigh - y); utf8.RuneCountInString(line)*d.letterWide() > room {
			class += fmt.Sprintf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, room)
		}
		fmt.Fprintf(&d.words, `<text x="%d" y="%d"%s>%s</text> `, x, at+i*(lineHigh-2), class,
			template.HTMLEscapeString(line))
	}
	if base == nil && !d.bare && !d.unnamed && d.named[nameOn(c)] != 1 {
		fmt.Fprintf(&d.words, `<text class="number" x="%d" y="%d">%s</text>`, x, y+high/2-8, attr(c.Name))
	}
	d.words.WriteString("</g>")
	d.WriteString("</g>")
	switch { // only for the picture; the label has the complete text
	case d.bare && lines == nil:
		d.tokens(onOf(c), x, y-5)
	case base != nil && d.hex:
		d.tokens(tokens, x, y+4-(len(lines)-1)*8)
	case base != nil:
		d.tokens(tokens, x, y+10+(len(lines)-1)*lineHigh)
	}
}

// hexagon returns the corners of a hexagon around a point.
func hexagon(x, y int) string {
	return fmt.Sprintf("%d,%d %d,%d %d,%d %d,%d %d,%d %d,%d", x-60, y, x-30, y-51, x+30, y-51, x+60, y, x+30, y+51,
		x-30, y+51)
}

// flakes returns the path of some snow on a hexagon.
func flakes(x, y int) string {
	const flake = "m-5 0h10m-7.500-4.300 5 8.600m0-8.600-5 8.600"
	var b strings.Builder
	for _, at := range [...][2]int{{-36, 8}, {30, 26}, {6, -6}} {
		fmt.Fprintf(&b, "M%d %d%s", x+at[0], y+at[1], flake)
	}
	return b.String()
}

// letterWide returns the width of a letter.
func (d *canvas) letterWide() int {
	if d.few {
		return letterWide - 2
	}
	return letterWide
}

// room returns the width available for a line at some distance below the centre of a place.
func (d *canvas) room(below int) int {
	if !d.hex {
		wide, _ := d.box()
		return wide - 6
	}
	return 110 - max(below-lineHigh/4, lineHigh/4-below)*60/51
}

// symbol draws a symbol around a point.
func (d *canvas) symbol(l match.Look, x, y int, scale float64) {
	switch {
	case l.Drawn:
		fmt.Fprintf(d, `<path class="sym" transform="translate(%d %d) scale(%.2f) translate(-12 -12)" d="%s"/>`, x, y,
			scale, attr(l.Symbol))
	case l.Symbol != "":
		fmt.Fprintf(d, `<text class="sym" x="%d" y="%d">%s</text>`, x, y, attr(l.Symbol))
	}
}

func first(name string) string {
	_, n := utf8.DecodeRuneInString(name)
	return name[:n]
}

// looksOf returns the piece whose look is drawn for a place, if any, and the other pieces in
// the place.
func looksOf(c *match.Cell) (base *match.Piece, tokens []group) {
	var lying []match.Piece
	for i := range c.Pieces {
		p := &c.Pieces[i]
		if base == nil && p.Looks() {
			base = p
		} else {
			lying = append(lying, *p)
		}
		for _, on := range p.On {
			lying = append(lying, on.Pieces...)
		}
	}
	return base, groups(lying, false)
}

// onOf returns the pieces on the pieces of a place.
func onOf(c *match.Cell) []group {
	var lying []match.Piece
	for _, p := range c.Pieces {
		for _, on := range p.On {
			lying = append(lying, on.Pieces...)
		}
	}
	return groups(lying, false)
}

// optionsOf returns the options for a place and for the pieces in it.
func optionsOf(c *match.Cell) (out []int) {
	if c.Option > 0 {
		out = append(out, c.Option)
	}
	var of func(pieces []match.Piece)
	of = func(pieces []match.Piece) {
		for _, p := range pieces {
			if p.Option > 0 && !slices.Contains(out, p.Option) {
				out = append(out, p.Option)
			}
			for _, on := range p.On {
				of(on.Pieces)
			}
		}
	}
	of(c.Pieces)
	return out
}

// nameOn returns the name that is drawn on a place, or "".
func nameOn(c *match.Cell) string {
	if base, _ := looksOf(c); base != nil && !base.FaceDown {
		return cmp.Or(base.Shows, base.Name)
	}
	return ""
}

// textOf returns the text of a place.
func textOf(c *match.Cell) (out []string) {
	for _, line := range c.Lines() {
		if line != "" {
			out = append(out, cut(line))
		}
	}
	if len(out) > mostCellText {
		out = append(out[:mostCellText-1], "…")
	}
	return out
}

// inTwo splits a long name with a blank into two lines.
func inTwo(name string) []string {
	const long = 11
	if head, tail, ok := strings.Cut(name, " "); ok && utf8.RuneCountInString(name) > long {
		return []string{cut(head), cut(tail)}
	}
	return []string{cut(name)}
}

// cut shortens a line to mostLetters.
func cut(line string) string {
	if utf8.RuneCountInString(line) <= mostLetters {
		return line
	}
	return strings.TrimSpace(string([]rune(line)[:mostLetters-1])) + "…"
}

func attr(text string) string { return template.HTMLEscapeString(text) }
