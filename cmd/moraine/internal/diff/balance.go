package diff

import (
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/simulate"
)

// shownDifferences returns the differences of balance: the significant ones, or all.
func (r *Report) shownDifferences(all bool) (out []simulate.Difference) {
	for _, d := range r.Balance.Differences {
		if d.Real || all {
			out = append(out, d)
		}
	}
	return out
}

// matchesSentence describes the matches that were compared.
func (r *Report) matchesSentence() string {
	s := r.Balance.Sides[0]
	return r.words.T("Balance in %d simulated matches of %s (%s), with the same seeds on both sides", s.Games,
		r.words.Many(s.Players, "%d player", "%d players"),
		strings.Join(slices.Compact(slices.Clone(s.Policies)), ", ")+s.Beaten(r.words))
}

// verdict summarises how many measures differ.
func (r *Report) verdict() string {
	n, both, single := len(r.shownDifferences(false)), len(r.Balance.Differences), len(r.onlyOne())
	says := r.words.T("Of %d measured values, ", both+single)
	if n == 0 {
		says += r.words.T("none differs significantly")
	} else {
		says += r.words.Many(n, "%d differs significantly", "%d differ significantly")
	}
	if single > 0 {
		says += r.words.Many(single, ", and %d exists on one side only", ", and %d exist on one side only")
	}
	if n > 0 {
		says += ". " + r.words.T("The brackets show 95 % confidence intervals of the differences")
	}
	return says + "."
}

// onlyOne lists measures that only one side has.
func (r *Report) onlyOne() (out []string) {
	for i, side := range r.Balance.Only {
		for _, s := range side {
			out = append(out, s.Sentence(r.words)+r.words.T(", only with %s", r.Names[i]))
		}
	}
	return out
}
