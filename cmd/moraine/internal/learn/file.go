package learn

import (
	"fmt"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Name is the name of the file with learned values, in the folder of the game.
const Name = "learned.yaml"

// about explains the file at its top.
const about = `# Written by moraine learn, which overwrites it. The values of a position, by which searches compare them: each line is a formula for
# a player, with its weight early and late in a match, in thousandths of log-odds. The largest effects come first. "clock"
# estimates how much of a match is over, in millionths.
`

// row is a line of the file.
type row struct {
	text               string
	early, late, clock int64
}

// rows returns the lines for a fit, in descending effect. Formulas with large numbers are divided, so that whole
// thousandths are precise enough.
func (t *table) rows(names []string, m *model, use []int) (out []row) {
	done := map[int]bool{}
	for _, j := range use {
		r := row{text: names[j], clock: t.tick[j]}
		per := func(w int64) int64 { return round(w*1000*64*int64(t.seats), t.scale[j]*weightOne) }
		by := int64(1)
		for t.scale[j]/(64*int64(t.seats))/by > 500 {
			by *= 10
		}
		r.early, r.late = per((m.base[j]-m.slope[j])*by), per((m.base[j]+m.slope[j])*by)
		if by > 1 {
			r.text, r.clock = fmt.Sprintf("floor((%s) / %d)", r.text, by), r.clock*by
		}
		if done[j] = r.early != 0 || r.late != 0; done[j] {
			out = append(out, r)
		}
	}
	for j, tick := range t.tick {
		if tick != 0 && !done[j] {
			out = append(out, row{text: names[j], clock: tick})
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

// text returns the file.
func (v *Values) text() string {
	var b strings.Builder
	b.WriteString(about)
	fmt.Fprintf(&b, "learned:\n  rules: %s\n  players: %d\n  seed: '%d'\n  matches: %d\n  loss: %d\n  chance: %d\n",
		v.Rules, v.Players, v.Seed, v.Matches, v.Loss, v.Chance)
	if v.Trials != "" {
		fmt.Fprintf(&b, "  trials: %s\n", v.Trials)
	}
	if len(v.Beats) > 0 {
		b.WriteString("  beats:\n")
	}
	for _, p := range v.Beats {
		fmt.Fprintf(&b, "    %s: {share: %d, low: %d, high: %d}\n", quoted(p.Versus), p.Share.Value/1000,
			p.Share.Low/1000, p.Share.High/1000)
	}
	b.WriteString("  weights:\n")
	for _, r := range v.rows {
		fmt.Fprintf(&b, "    %s: {early: %d", quoted(r.text), r.early)
		if r.late != r.early {
			fmt.Fprintf(&b, ", late: %d", r.late)
		}
		if r.clock != 0 {
			fmt.Fprintf(&b, ", clock: %d", r.clock)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// game returns the game with the values of the file, so that gates test exactly that file.
func (v *Values) game(g *interpreter.Game) (*interpreter.Game, error) {
	doc, found := source.Parse(&source.File{Name: Name, Text: []byte(v.text())}, source.DefaultLimits())
	if len(found) > 0 {
		return nil, found
	}
	l := syntax.Read[syntax.Learned](doc.Get("learned"), &found)
	if len(found) > 0 {
		return nil, found
	}
	return g.WithLearned(&l), nil
}
