package diff

import (
	"fmt"

	"moraine/interpreter/scenario"
)

// Summary returns one sentence about the number of differences.
func (r *Report) Summary() string { return r.differs() + r.missing() }

// missing describes the parts that were not compared because the comparison was stopped.
func (r *Report) missing() string {
	switch {
	case !r.Stopped:
		return ""
	case r.Balance != nil:
		played := r.Balance.Sides[0].Matches
		return "; " + r.words.T("incomplete: only %d of %d matches were played", played.To, played.Of)
	case r.Scenarios != nil && r.Scenarios.Left > 0:
		return "; " + r.words.T("incomplete: %d more runs were stopped before their end", r.Scenarios.Left)
	}
	return "; " + r.words.T("incomplete")
}

func (r *Report) differs() string {
	if !r.Differs() {
		if r.Scenarios == nil {
			return r.words.T("%s: nothing differs", r.Game)
		}
		return r.words.T("%s: no differences; %s have the same outcome", r.Game,
			r.words.Many(r.Scenarios.Same, "%d scenario", "%d scenarios"))
	}
	text := r.words.T("%s: %s, %s and %s differ", r.Game, r.words.Many(len(r.Rulings), "%d reading", "%d readings"),
		r.words.Many(len(r.Cards), "%d card", "%d cards"), r.words.Many(r.declarations(), "%d rule", "%d rules"))
	if c := r.Scenarios; c != nil {
		n := r.flipped()
		of := r.words.Many(c.Same+n, "%d scenario", "%d scenarios")
		if n == 1 {
			text += "; " + r.words.T("%d of %s has another outcome", n, of)
		} else {
			text += "; " + r.words.T("%d of %s have another outcome", n, of)
		}
		for i, only := range c.Only {
			if only > 0 {
				text += r.words.T(", and %d exist only for %s", only, r.Names[i])
			}
		}
	}
	return text
}

// declarations counts the different rules, without duplicates.
func (r *Report) declarations() int {
	seen := map[[2]string]bool{}
	for _, x := range r.Rules {
		seen[[2]string{x.What, x.Name}] = true
	}
	return len(seen)
}

// flipped counts the scenarios with different outcomes, without duplicates.
func (r *Report) flipped() int {
	if r.Scenarios == nil {
		return 0
	}
	seen := map[string]bool{}
	for _, f := range r.Scenarios.Flips {
		seen[at(f)] = true
	}
	return len(seen)
}

func at(f *scenario.Flip) string { return fmt.Sprintf("%s:%d", f.File, f.Line) }
