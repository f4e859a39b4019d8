package simulate

import (
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// plot is a drawing of a measure: its groups as dots with their intervals, or the distribution
// of its values as columns. It fits the width of a phone. On wide screens plots are placed side
// by side.
type plot struct {
	Title, Note string
	Along       string // label of the axis
	Scale              // the axis
	Bottom      int    // vertical position of the axis
	Rows        []row
	Columns     []column
	Levels      []Tick // marks for the height of columns, in percent
	Even        int    // position of an even share, or 0
	Above       int    // vertical distance of labels from their rows, above which they stand if they are long
}

type row struct {
	Label, Value string
	Y            int
	X, Low, High int
	Known        bool
}

type column struct {
	X, Y, Width, Height int
	Says                string
}

const (
	plotWidth     = 400
	rowHeight     = 20
	longLabel     = 24 // more characters do not fit beside a row
	columnsTop    = 12
	columnsHeight = 120
	widestColumn  = 36
)

// Width returns the width of the drawing.
func (p *plot) Width() int { return plotWidth }

// plots returns the plots of the wins and the measures, in the order of the rules. Shares
// without groups are joined in one plot.
func (r *Results) plots() []*plot {
	var out []*plot
	shares := Measure{Name: r.words.T("How often"), How: share}
	together := -1
	for _, m := range r.Shown() {
		switch {
		case m.Split && len(m.Groups) > 0:
			p := m.dots(r.words)
			if r.areWins(m) && r.Players > 1 {
				p.Even = p.At(Fixed(million / int64(r.Players)))
				p.Note = r.words.T("The line marks an equal share for all seats.")
			}
			out = append(out, p)
		case m.Split:
		case m.How == share:
			if together < 0 {
				together = len(out)
				out = append(out, nil)
			}
			g := m.Groups[0]
			g.By = r.words.Measure(m.Name)
			shares.Groups = append(shares.Groups, g)
		default:
			out = append(out, m.columns(r.words, r.Games))
		}
	}
	if together >= 0 {
		out[together] = shares.dots(r.words)
	}
	return out
}

// dots returns a plot of groups as dots, one below the other.
func (m *Measure) dots(n words.Names) *plot {
	p := &plot{Title: n.Measure(m.Name), Note: n.About(m.Name), Along: m.axisLabel(n),
		Scale: Scale{Left: 150, Right: 340}, Above: 4}
	room := rowHeight
	if slices.ContainsFunc(m.Groups, func(g Group) bool {
		return utf8.RuneCountInString(GroupName(n, g.By)) > longLabel
	}) {
		room, p.Left, p.Above = 2*rowHeight, 10, -14
	}
	for _, g := range m.Groups {
		if e := g.Estimate; e != nil {
			p.From, p.To = min(p.From, e.Low, e.Value), max(p.To, e.High, e.Value)
		}
	}
	p.Mark(m.How, false)
	for i, g := range m.Groups {
		r := row{Label: source.Clip(GroupName(n, g.By), 60), Y: room - 6 + i*room}
		if e := g.Estimate; e != nil {
			r.Known, r.Value, r.X = true, m.Text(e.Value), p.At(e.Value)
			r.Low, r.High = r.X, r.X
			if e.Bounded {
				r.Low, r.High = p.At(e.Low), p.At(e.High)
			}
		}
		p.Rows = append(p.Rows, r)
	}
	p.Bottom = 8 + len(m.Groups)*room
	return p
}

// plots returns a plot of the differences for each measure.
func (c *Comparison) plots() (out []*plot) {
	var m *Measure
	draw := func() {
		if m != nil {
			p := m.dots(c.Sides[1].words)
			p.Even = p.At(0)
			out = append(out, p)
		}
	}
	for _, d := range c.Differences {
		if m == nil || m.Name != d.Measure || m.How != d.How {
			draw()
			m = &Measure{Name: d.Measure, How: d.How, Split: true}
		}
		g := Group{By: d.Group, Estimate: &d.More}
		if d.Real {
			g.By = "≠ " + GroupName(c.Sides[1].words, d.Group)
		}
		m.Groups = append(m.Groups, g)
	}
	draw()
	return out
}

// axisLabel returns the label of the axis of dots.
func (m *Measure) axisLabel(n words.Names) string {
	switch m.How {
	case share:
		return n.T("of all times, in %")
	case mean:
		return n.T("on average")
	}
	return n.T("in a match")
}

// maxColumns limits the number of columns in a plot. Neighbouring values share a column if
// there are more.
const maxColumns = 40

// columns returns a plot of the distribution of the values.
func (m *Measure) columns(n words.Names, games int64) *plot {
	g := &m.Groups[0]
	p := &plot{Title: n.Measure(m.Name), Along: m.axisLabel(n), Scale: Scale{Left: 44, Right: 390},
		Bottom: columnsTop + columnsHeight}
	if e := g.Estimate; e != nil {
		p.Note = n.T("On average %s", m.Text(e.Value))
		if e.Bounded {
			p.Note += n.T(", with 95 %% certainty %s to %s", m.Text(e.Low), m.Text(e.High))
		}
		p.Note += "."
	}
	if about := n.About(m.Name); about != "" {
		p.Note = about + " " + p.Note
	}
	h := maps.Clone(g.Values)
	if m.How == mean {
		p.Along = n.T("each time")
	} else if rest := games - g.Matches; rest > 0 {
		h.add(0, rest)
	}
	values := h.bins()
	if len(values) == 0 {
		p.Mark(m.How, true)
		return p
	}
	first, last := values[0][0], values[len(values)-1][0]
	width := step((last-first)/maxColumns + 1)
	first -= ((first % width) + width) % width
	counts := make([]int64, (last-first)/width+1)
	all, most := int64(0), int64(0)
	for _, v := range values {
		i := (v[0] - first) / width
		counts[i] += v[1]
		all, most = all+v[1], max(most, counts[i])
	}
	edge := func(v int64) Fixed { return Fixed(v)*million - million/2 } // a value is in the middle of its column
	p.From, p.To = edge(first), edge(first+int64(len(counts))*width)
	p.Mark(m.How, true)
	top := step(max(1, scale(most, 100, all)))
	for i, k := range counts {
		if k == 0 {
			continue
		}
		from := first + int64(i)*width
		x, room := p.At(edge(from)), p.At(edge(from+width))-p.At(edge(from))-1
		b := column{Width: max(1, min(room, widestColumn)), Height: int(scale(k, 100*columnsHeight, all) / top),
			Says: strconv.FormatInt(from, 10)}
		b.X, b.Y = x+(room-b.Width)/2, p.Bottom-b.Height
		if width > 1 {
			b.Says = n.T("%d to %d", from, from+width-1)
		}
		b.Says += ": " + n.T("%d of %d", k, all)
		p.Columns = append(p.Columns, b)
	}
	for _, level := range [2]int64{top, 0} {
		p.Levels = append(p.Levels, Tick{p.Bottom - int(level*columnsHeight/top), strconv.FormatInt(level, 10) + " %"})
	}
	return p
}
