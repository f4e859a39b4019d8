package learn

import (
	"fmt"
	"slices"
	"strings"

	"moraine/interpreter/syntax"
)

// about explains the file at its top.
const about = `# Written by moraine learn, which overwrites it. Searches compare positions by these weights. Each is for one more of a number that a
# player has, early and late in a match: 700 more than the other player turn even chances into 2 of 3, 2200 into 9 of 10. Weights of the
# same thing add up: a card also counts in the sums of its numbers. The largest effects come first; clock tells how late it is.
`

// weights returns the weights of a model for the file. Formulas with large numbers are divided, so that whole
// thousandths are precise enough. Features of the clock alone come last.
func (t *table) weights(names []string, m model, use []int) (out []syntax.Weight) {
	for j, tick := range t.tick {
		if tick != 0 && !slices.Contains(use, j) {
			use = append(use, j)
		}
	}
	for _, j := range use {
		text, by := names[j], int64(1)
		for t.scale[j]/(64*int64(t.seats))/by > 500 {
			by *= 10
		}
		if by > 1 {
			text = fmt.Sprintf("floor((%s) / %d)", text, by)
		}
		thousandths := func(w int64) int { return int(round(w*by*1000*64*int64(t.seats), t.scale[j]*weightOne)) }
		base, slope := m[j].base.is, m[j].slope.is
		w := syntax.Weight{Is: syntax.WriteFormula(text), Clock: int(t.tick[j] * by),
			Early: thousandths(base - slope), Late: thousandths(base + slope)}
		if w.Early != 0 || w.Late != 0 || w.Clock != 0 {
			out = append(out, w)
		}
	}
	return out
}

// round divides and rounds to the nearest number.
func round(a, b int64) int64 {
	if a < 0 {
		return -round(-a, b)
	}
	return (a + b/2) / max(1, b)
}

// Text returns the file with learned values.
func Text(l *syntax.Learned) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%slearned:\n  %s:", about, l.Name)
	line("    rules: %s\n    players: %d\n    seed: '%s'", quoted(l.Rules), l.Players, l.Seed)
	line("    matches: %d\n    loss: %d\n    chance: %d", l.Matches, l.Loss, l.Chance)
	if l.Trials.Name != "" {
		line("    trials: %s", l.Trials.Name)
	}
	line("    beats:")
	for _, p := range l.Beats {
		line("      %s: {share: %d, low: %d, high: %d}", quoted(p.Name), p.Share, p.Low, p.High)
	}
	line("    weights:")
	for _, w := range l.Weights {
		late, clock := "", ""
		if w.Late != w.Early {
			late = fmt.Sprintf(", late: %d", w.Late)
		}
		if w.Clock != 0 {
			clock = fmt.Sprintf(", clock: %d", w.Clock)
		}
		line("      %s: {early: %d%s%s}", quoted(w.Is.Text), w.Early, late, clock)
	}
	return b.String()
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
