package simulate

import (
	"math/big"

	"moraine/interpreter/words"
)

// Difference is the difference in a group of a measure between two configurations.
type Difference struct {
	Measure string
	How     string
	Group   string
	Is      [2]Fixed
	More    Estimate // second minus first
	Real    bool     // it is significant (see sure)
}

// Single is a group of a measure that exists in only one configuration.
type Single struct {
	Measure string `json:"measure"`
	How     string `json:"how"`
	Group   string `json:"group"`
	Is      Fixed  `json:"is"`
}

// sure is the minimum size, in standard errors, of a significant difference. It is large
// because many measures are compared at once: if a measure does not differ, chance exceeds it
// with a probability of one in two thousand.
var sure = big.NewRat(3_500_000, million)

// differences compares all measures that exist on both sides.
func (c *Comparison) differences(cross map[name]*productSums) []Difference {
	a, b := c.Sides[0], c.Sides[1]
	var out []Difference
	for _, m := range a.Shown() {
		for i := range m.Groups {
			g := &m.Groups[i]
			h := b.counterpart(m, g)
			if g.Estimate == nil || h == nil {
				continue
			}
			d := Difference{Measure: m.Name, How: m.How, Group: g.By, Is: [2]Fixed{g.Estimate.Value, h.Estimate.Value}}
			both := cross[name{m.Name, g.By}]
			if both == nil {
				both = &productSums{}
			}
			d.compare(g.ratio(m.How, a.Games), h.ratio(m.How, b.Games), both, a.Games, a.partsOf(m))
			out = append(out, d)
		}
	}
	return out
}

// without lists the groups that the other configuration does not have.
func (r *Results) without(other *Results) []Single {
	var out []Single
	for _, m := range r.Shown() {
		for i := range m.Groups {
			g := &m.Groups[i]
			if g.Estimate != nil && other.counterpart(m, g) == nil {
				out = append(out, Single{Measure: m.Name, How: m.How, Group: g.By, Is: g.Estimate.Value})
			}
		}
	}
	return out
}

// counterpart returns the same group of the same measure in another configuration, or nil if it
// has no values there.
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

// compare computes the second ratio minus the first. Its variance is the sum of both variances
// minus twice the covariance.
func (d *Difference) compare(a, b ratio, both *productSums, games, parts int64) {
	diff, cut := minus(b.rat(), a.rat()), big.NewRat(parts, 1)
	d.More.Value = fixed(over(diff, cut))
	if games < 2 {
		return
	}
	together := both.covariance(a, b, d.How)
	v := minus(plus(a.variance(), b.variance()), plus(together, together))
	e := root(times(v, big.NewRat(games, games-1)))
	margin := times(deviations, e)
	d.More.Low, d.More.High, d.More.Bounded = fixed(over(minus(diff, margin), cut)),
		fixed(over(plus(diff, margin), cut)), true
	d.Real = new(big.Rat).Abs(diff).Cmp(times(sure, e)) > 0
}

// covariance returns the covariance of two ratios: the sum over all matches of the product of
// their deviations, divided by the n of each.
func (c *productSums) covariance(a, b ratio, how string) *big.Rat {
	nn, nx, xn := &c.nn, &c.nx, &c.xn
	if how == count || how == total { // they have one value in every match
		nn, nx, xn = a.n, b.x, a.x
	}
	ra, rb := a.rat(), b.rat()
	out := plus(minus(minus(whole(&c.xx), times(rb, whole(xn))), times(ra, whole(nx))), times(times(ra, rb), whole(nn)))
	return over(out, times(whole(a.n), whole(b.n)))
}

// Sentence describes the difference.
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
	is := Single{Measure: d.Measure, How: d.How, Group: d.Group, Is: d.Is[1]}.Sentence(n)
	was := (&Measure{How: d.How}).Text(d.Is[0])
	return n.T("%s instead of %s, %s%s %s (%s to %s)", is, was, text(more), unit, way, text(low), text(high))
}

// Sentence describes the group.
func (s Single) Sentence(n words.Names) string {
	what, each := n.Measure(s.Measure), ""
	if s.Group != "" {
		what += ", " + GroupName(n, s.Group)
	}
	if s.How == count || s.How == total {
		each = " " + n.T("a match")
	}
	return what + ": " + (&Measure{How: s.How}).Text(s.Is) + each
}

// Strength returns the size of an effect in half widths of its interval: above 1, the interval
// excludes 0.
func (e *Estimate) Strength() Fixed {
	half := (e.High - e.Low) / 2
	switch {
	case e.Value == 0 || !e.Bounded:
		return 0
	case half == 0:
		return farthest
	}
	return fixed(new(big.Rat).SetFrac64(int64(max(e.Value, -e.Value)), int64(half)))
}
