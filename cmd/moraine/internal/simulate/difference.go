package simulate

import (
	"math/big"

	"moraine/interpreter/words"
)

// Difference is how a group of a measure differs between two configurations.
type Difference struct {
	Measure string
	How     string
	Group   string
	Is      [2]Fixed
	More    Estimate // the second less the first
	Real    bool     // hardly by chance: see sure
}

// Single is a group of a measure that one configuration alone has, or in which alone it
// came up.
type Single struct {
	Measure string
	How     string
	Group   string
	Is      Fixed
}

// sure is how many standard errors a difference must have to count as real. Two
// configurations are compared in many measures at once, and of those that do not
// differ, chance alone takes one in two thousand so far.
var sure = big.NewRat(3_500_000, million)

// differences compares all that both sides measure.
func (c *Comparison) differences(cross map[name]*crossed) []Difference {
	a, b := c.Sides[0], c.Sides[1]
	var out []Difference
	for _, m := range a.shown() {
		for i := range m.Groups {
			g := &m.Groups[i]
			h := b.counterpart(m, g)
			if g.Estimate == nil || h == nil {
				continue
			}
			d := Difference{Measure: m.Name, How: m.How, Group: g.By, Is: [2]Fixed{g.Estimate.Value, h.Estimate.Value}}
			both := cross[name{m.Name, g.By}]
			if both == nil {
				both = &crossed{}
			}
			d.compare(g.ratio(m.How, a.Games), h.ratio(m.How, b.Games), both, a.Games, a.partsOf(m))
			out = append(out, d)
		}
	}
	return out
}

// without lists what is measured here and not in the other configuration.
func (r *Results) without(other *Results) []Single {
	var out []Single
	for _, m := range r.shown() {
		for i := range m.Groups {
			g := &m.Groups[i]
			if g.Estimate != nil && other.counterpart(m, g) == nil {
				out = append(out, Single{m.Name, m.How, g.By, g.Estimate.Value})
			}
		}
	}
	return out
}

// counterpart is the same group of the same measure, in another configuration; nil if
// nothing was measured in it.
func (r *Results) counterpart(m *Measure, g *Group) *Group {
	for _, other := range r.All() {
		if other.Name != m.Name || other.How != m.How {
			continue
		}
		for i := range other.Groups {
			if h := &other.Groups[i]; h.By == g.By && h.Estimate != nil {
				return h
			}
		}
	}
	return nil
}

// compare works out the second ratio less the first: its variance is that of
// both, less twice what they vary together.
func (d *Difference) compare(a, b ratio, both *crossed, games, parts int64) {
	diff, cut := minus(b.rat(), a.rat()), big.NewRat(parts, 1)
	d.More.Value = fixed(over(diff, cut))
	if games < 2 {
		return
	}
	together := both.covariance(a, b, d.How)
	v := minus(plus(a.variance(), b.variance()), plus(together, together))
	e := root(times(v, big.NewRat(games, games-1)))
	margin := times(deviations, e)
	d.More.Low, d.More.High, d.More.Bounded = fixed(over(minus(diff, margin), cut)), fixed(over(plus(diff, margin), cut)), true
	d.Real = new(big.Rat).Abs(diff).Cmp(times(sure, e)) > 0
}

// covariance is that of two ratios: the sum over matches of how far the one
// departs times how far the other does, over n times n.
func (c *crossed) covariance(a, b ratio, how string) *big.Rat {
	nn, nx, xn := &c.nn, &c.nx, &c.xn
	if how == count || how == total { // which are looked at in every match
		nn, nx, xn = a.n, b.x, a.x
	}
	ra, rb := a.rat(), b.rat()
	out := plus(minus(minus(whole(&c.xx), times(rb, whole(xn))), times(ra, whole(nx))), times(times(ra, rb), whole(nn)))
	return over(out, times(whole(a.n), whole(b.n)))
}

// Sentence says it plainly.
func (d *Difference) Sentence(n words.Names) string {
	unit, times := "", Fixed(1)
	if d.How == share {
		unit, times = n.T(" points"), 100
	}
	more, low, high := d.More.Value, d.More.Low, d.More.High
	way := n.T("more")
	if more < 0 {
		way, more, low, high = n.T("less"), -more, -high, -low
	}
	text := func(v Fixed) string { return (v * times).Text(2) }
	is := Single{d.Measure, d.How, d.Group, d.Is[1]}.Sentence(n)
	was := (&Measure{How: d.How}).Text(d.Is[0])
	return n.T("%s instead of %s, %s%s %s (%s to %s)", is, was, text(more), unit, way, text(low), text(high))
}

// Sentence says it plainly.
func (s Single) Sentence(n words.Names) string {
	what, each := n.T(s.Measure), ""
	if s.Group != "" {
		what += ", " + called(n, s.Group)
	}
	if s.How == count || s.How == total {
		each = " " + n.T("a match")
	}
	return what + ": " + (&Measure{How: s.How}).Text(s.Is) + each
}
