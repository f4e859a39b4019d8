package diff

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/scenario"
	"moraine/interpreter/words"
)

// flip is a scenario with different outcomes, as listed in the report.
type flip struct {
	*scenario.Flip
	rows  []int
	parts [2]string
	words words.Names
}

// At returns the position of the scenario as FILE:LINE, and Sides its outcome on each side.
func (f flip) At() string       { return at(f.Flip) }
func (f flip) Sides() [2]string { return f.parts }

// of returns the scenarios for which a single ruling causes the difference. Those that pin one
// of its clauses come first; about is their number.
func (r *Report) of(x *Ruling) (flips []flip, about int) {
	var others []flip
	for _, f := range r.Scenarios.Flips {
		for _, c := range f.Because {
			switch {
			case c.Ruling != x.Key || !c.Alone:
			case x.about(f.Pins) != nil:
				flips = join(flips, flip{Flip: f, rows: f.Rows, parts: c.Parts, words: r.words})
			default:
				others = join(others, flip{Flip: f, rows: f.Rows, parts: c.Parts, words: r.words})
			}
		}
	}
	return append(flips, others...), len(flips)
}

// Flips returns the scenarios for which a single ruling causes the difference.
func (r *Report) Flips(x *Ruling) []flip {
	if r.Scenarios == nil {
		return nil
	}
	flips, _ := r.of(x)
	return flips
}

// join adds a flip to a list, joining rows of the same scenario.
func join(list []flip, f flip) []flip {
	if n := len(list); n > 0 && at(list[n-1].Flip) == at(f.Flip) {
		list[n-1].rows = slices.Sorted(slices.Values(slices.Concat(list[n-1].rows, f.rows)))
		return list
	}
	return append(list, f)
}

// group lists scenarios for which no single ruling causes the difference.
type group struct {
	rulings []string // the rulings that cause it together; nil if the cause is not a ruling
	Flips   []flip
	words   words.Names
}

func (g *group) Title() string {
	if len(g.rulings) == 0 {
		return g.words.T("Scenarios with different outcomes because of differences other than readings")
	}
	return g.words.T("Scenarios with different outcomes because of %s and other differences",
		strings.Join(g.rulings, ", "))
}

// Together returns the scenarios for which no single ruling causes the difference, grouped by
// the set of rulings that does.
func (r *Report) Together() []*group {
	if r.Scenarios == nil {
		return nil
	}
	var out []*group
	for _, f := range r.Scenarios.Flips {
		var keys []string
		for _, c := range f.Because {
			if !c.Alone {
				keys = append(keys, c.Ruling)
			}
		}
		if len(keys) == 0 && len(f.Because) > 0 {
			continue
		}
		i := slices.IndexFunc(out, func(g *group) bool { return slices.Equal(g.rulings, keys) })
		if i < 0 {
			i = len(out)
			out = append(out, &group{rulings: keys, words: r.words})
		}
		out[i].Flips = join(out[i].Flips, flip{Flip: f, rows: f.Rows, parts: f.Parts, words: r.words})
	}
	slices.SortStableFunc(out, func(a, b *group) int { return min(len(b.rulings), 1) - min(len(a.rulings), 1) })
	return out
}

// Title returns the name of the scenario with its rows.
func (f flip) Title() string {
	switch len(f.rows) {
	case 0:
		return f.Scenario
	case 1:
		return f.Scenario + " " + f.words.T("(row %d)", f.rows[0])
	}
	return f.Scenario + " " + f.words.T("(rows %s)",
		strings.Trim(strings.Join(strings.Fields(fmt.Sprint(f.rows)), ", "), "[]"))
}
