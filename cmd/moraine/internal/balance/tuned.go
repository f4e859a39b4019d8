package balance

import (
	"strings"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter/source"
)

// candidate is a point of the search with the results of its matches.
type candidate struct {
	of point
	r  *simulate.Results
}

// mostShown limits the candidates on the page.
const mostShown = 8

// goalPlot is a plot of a goal in a group of its measure: a row for the new matches with the best values, and one for
// each candidate. From and To are the tolerance.
type goalPlot struct {
	simulate.Scale
	Title, Verdict string
	Lower, Upper   int // positions of the tolerance
	Rows           []goalRow
}

type goalRow struct {
	Y, X, Low, High int
	Label, Says     string
	Checked, Known  bool
}

// Bottom returns the vertical position of the axis.
func (a *goalPlot) Bottom() int { return 10 + len(a.Rows)*barHeight }

// name returns the values of a point.
func (t *Tuning) name(p point) string {
	var parts []string
	for i, a := range t.Vary {
		parts = append(parts, label(a.Name, t.words)+" = "+simulate.GroupName(t.words, p[i].value))
	}
	return strings.Join(parts, "; ")
}

// short returns the values of a point; with several, without the names that stand above in the same order.
func (t *Tuning) short(p point) string {
	if len(p) == 1 {
		return t.name(p)
	}
	var parts []string
	for _, s := range p {
		parts = append(parts, simulate.GroupName(t.words, s.value))
	}
	return strings.Join(parts, "; ")
}

func (t *Tuning) goalPlots() (out []*goalPlot) {
	for _, g := range t.Goals {
		for _, is := range g.Reached {
			a := &goalPlot{Title: g.title(t.words), Verdict: t.verdict(is.Verdict),
				Scale: simulate.Scale{Left: 190, Right: 384, From: g.Target, To: g.Target}}
			if is.Group != "" && g.Group == "" {
				a.Title += " · " + simulate.GroupName(t.words, is.Group)
			}
			rows := []*simulate.Estimate{is.Estimate}
			labels, short := []string{t.words.T("new matches")}, []string{t.words.T("new matches")}
			for _, c := range t.tried {
				for _, one := range g.reached(c.r) {
					if one.Group == is.Group {
						rows, labels, short = append(rows, one.Estimate), append(labels, t.name(c.of)),
							append(short, t.short(c.of))
					}
				}
			}
			within := &simulate.Estimate{Value: g.Target, Low: g.Target - g.Within, High: g.Target + g.Within,
				Bounded: true}
			a.Include(within)
			for _, e := range rows {
				if e != nil {
					a.Include(e)
				}
			}
			m := simulate.Measure{How: g.how()}
			a.Mark(m.How, false)
			a.Lower, a.Upper = a.At(within.Low), a.At(within.High)
			for i, e := range rows {
				r := goalRow{Y: 6 + i*barHeight, Label: source.Clip(short[i], 30), Says: labels[i], Checked: i == 0,
					Known: e != nil}
				if r.Known {
					r.X, r.Says = a.At(e.Value), labels[i]+": "+m.InBrackets(e)
					r.Low, r.High = r.X, r.X
					if e.Bounded {
						r.Low, r.High = a.At(e.Low), a.At(e.High)
					}
				}
				a.Rows = append(a.Rows, r)
			}
			out = append(out, a)
		}
	}
	return out
}
