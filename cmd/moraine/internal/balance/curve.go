package balance

import (
	"fmt"
	"strconv"
	"strings"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter/source"
)

// graph is a plot of a group of a measure: curves with their bands over the values of the first
// axis, one for each combination of the others.
type graph struct {
	Title, Along string
	Y            []simulate.Tick
	X            []simulate.Tick
	Curves       []drawn
}

// drawn is a curve. Band is the polygon of its intervals. A word has no neighbours, so its dots
// are not joined.
type drawn struct {
	Number     int // colour
	Label      string
	Line, Band string
	Dots       []dot
}

type dot struct {
	X, Y, Low, High int
	Says            string
}

// The drawing, in units of its view box.
const (
	graphLeft   = 52
	graphRight  = 390
	graphTop    = 8
	graphBottom = 168
	colours     = 6 // readers could not distinguish more curves
)

// graphs returns the plots of all curves.
func (s *Sweep) graphs() []*graph {
	if len(s.Points) == 0 {
		return nil
	}
	var out []*graph
	for _, c := range s.curves() {
		out = append(out, s.graph(c))
	}
	return out
}

// graph lays out one curve for each combination of the other values, with the values of the first axis along x.
func (s *Sweep) graph(c *curve) *graph {
	f := &graph{Title: s.title(c), Along: label(s.Vary[0].Name, s.words)}
	if simulate.IsShare(c.of.How) {
		f.Title += ", %"
	}
	y := simulate.Scale{Left: 0, Right: graphBottom - graphTop}
	known := false
	for _, e := range c.estimates {
		switch {
		case e == nil:
		case !known:
			y.From, y.To, known = e.Value, e.Value, true
			fallthrough
		default:
			y.Include(e)
		}
	}
	y.Mark(c.of.How, false)
	for _, t := range y.Ticks {
		f.Y = append(f.Y, simulate.Tick{At: graphBottom - t.At, Label: t.Label})
	}
	xs, joined := s.places(f)
	rest := len(s.Points) / len(xs)
	for k := range min(rest, colours) {
		d := drawn{Number: k, Label: s.others(k)}
		var line, above, below []string
		for i, x := range xs {
			e := c.estimates[i*rest+k]
			if e == nil {
				continue
			}
			at := dot{X: x, Y: graphBottom - y.At(e.Value), Says: s.point(i*rest+k) + ": " + c.of.InBrackets(e)}
			at.Low, at.High = at.Y, at.Y
			if e.Bounded {
				at.Low, at.High = graphBottom-y.At(e.Low), graphBottom-y.At(e.High)
			}
			d.Dots = append(d.Dots, at)
			line = append(line, fmt.Sprintf("%d,%d", at.X, at.Y))
			above = append(above, fmt.Sprintf("%d,%d", at.X, at.High))
			below = append([]string{fmt.Sprintf("%d,%d", at.X, at.Low)}, below...)
		}
		if joined && len(line) > 1 {
			d.Line, d.Band = strings.Join(line, " "), strings.Join(append(above, below...), " ")
		}
		f.Curves = append(f.Curves, d)
	}
	return f
}

// places returns the horizontal positions of the values of the first axis and marks them. Numbers
// stand at their distances and are joined; words stand side by side.
func (s *Sweep) places(f *graph) (xs []int, joined bool) {
	values := s.Vary[0].Values
	numbers := make([]int, len(values))
	joined = len(values) > 1
	for i, v := range values {
		n, isNumber := source.Number(v)
		numbers[i], joined = n, joined && isNumber && (i == 0 || n > numbers[i-1])
	}
	const room = graphRight - graphLeft
	for i, v := range values {
		x := graphLeft + room*(2*i+1)/(2*len(values))
		if joined {
			x = graphLeft + 10 + int(
				float64(room-20)*float64(numbers[i]-numbers[0])/float64(numbers[len(values)-1]-numbers[0]))
		}
		xs = append(xs, x)
		if last := len(f.X) - 1; last < 0 || x-f.X[last].At >= 22 {
			f.X = append(f.X, simulate.Tick{At: x,
				Label: source.Clip(simulate.GroupName(s.words, v), max(4, 50/len(values)))})
		}
	}
	return xs, joined
}

// others returns the name of a combination of the values of all axes but the first.
func (s *Sweep) others(k int) string {
	var parts []string
	for j, v := range s.Points[k].Values[1:] {
		parts = append(parts, label(s.Vary[j+1].Name, s.words)+" = "+simulate.GroupName(s.words, v))
	}
	return strings.Join(parts, "; ")
}

// Left returns the left end of the graph's axis.
func (f *graph) Left() int { return graphLeft }

// Right returns the right end of the graph's axis.
func (f *graph) Right() int { return graphRight }

// Bottom returns the vertical position of the graph's axis.
func (f *graph) Bottom() int { return graphBottom }

// Height returns the height of the drawing.
func (f *graph) Height() int {
	out := graphBottom + 38
	for _, c := range f.Curves {
		if c.Label != "" {
			out += 16
		}
	}
	return out
}

// Legend returns the vertical position of a curve's label.
func (f *graph) Legend(c drawn) string { return strconv.Itoa(graphBottom + 50 + 16*c.Number) }
