package balance

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/playout"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// Goal is a measure with the value that it should have.
type Goal struct {
	Text    string         `json:"text"`
	Measure string         `json:"measure"`
	Group   string         `json:"group" jsonschema:"empty for every group of the measure"`
	Target  simulate.Fixed `json:"-"`
	Within  simulate.Fixed `json:"-"` // the tolerance on both sides

	at source.Pos
}

// goalText matches "MEASURE = 33 % ± 1"; +- stands for ±.
var goalText = regexp.MustCompile(
	`^(.*\S)\s*=\s*(\d+(?:\.\d{1,6})?)\s*(%?)\s*(?:±|\+-|\+/-)\s*(\d+(?:\.\d{1,6})?)\s*(%?)$`)

// Goals parses the texts of --goal. Errors have a position in the text.
// players is the number of players; 0 is the maximum.
func (l *Lab) Goals(texts []string, players int) ([]Goal, error) {
	_, most := l.game.Players()
	if players == 0 {
		players = most
	}
	var out []Goal
	var d interpreter.Diagnostics
	for _, text := range texts {
		if g, ok := l.goal(text, players, &d); ok {
			for _, other := range out {
				if g.Measure == other.Measure && (g.Group == other.Group || g.Group == "" || other.Group == "") &&
					(g.Target-g.Within > other.Target+other.Within || other.Target-other.Within > g.Target+g.Within) {
					d.Hint(g.at, "leave out one of them", "this goal contradicts the goal %q", other.Text)
				}
			}
			out = append(out, g)
			if sum := leastWins(out); g.Measure == WinsBySeat && sum > 1_000_000 {
				d.Hint(g.at, "the shares of all seats are 100 % together",
					"with this the goals ask for at least %s %% of the wins", (sum * 100).Text(2))
			}
		}
	}
	return out, d.Err()
}

// title returns the goal with the names of the game.
func (g *Goal) title(n words.Names) string {
	out := n.Measure(g.Measure)
	if g.Group != "" {
		out += ", " + simulate.GroupName(n, g.Group)
	}
	return out + " = " + strings.TrimSpace(g.Text[strings.LastIndex(g.Text, "=")+1:])
}

// leastWins returns the sum of the least shares that goals ask for single seats.
func leastWins(goals []Goal) (sum simulate.Fixed) {
	least := map[string]simulate.Fixed{}
	for _, g := range goals {
		if g.Measure == WinsBySeat && g.Group != "" {
			least[g.Group] = max(least[g.Group], g.Target-g.Within)
		}
	}
	for _, share := range least {
		sum += share
	}
	return sum
}

// goal parses one text of --goal and checks that the game has the measure and its group, and that the value is
// possible.
func (l *Lab) goal(text string, players int, d *interpreter.Diagnostics) (g Goal, ok bool) {
	file := &source.File{Name: "--goal", Text: []byte(text)}
	at := func(offset int) source.Pos {
		return source.Pos{File: file, Line: 1, Col: 1 + utf8.RuneCountInString(text[:offset])}
	}
	m := goalText.FindStringSubmatchIndex(text)
	if m == nil {
		d.Hint(at(0), "write MEASURE = NUMBER ± NUMBER, with % after the NUMBER of a share: wins by seat = 33 % ± 1",
			"not a valid goal")
		return g, false
	}
	part := func(i int) string { return text[m[2*i]:m[2*i+1]] }
	g = Goal{Text: text, Measure: part(1), at: at(0)}
	how := map[string]string{WinsBySeat: simulate.Share}
	split := map[string]bool{WinsBySeat: true}
	names, groups := []string{WinsBySeat},
		map[string][]string{WinsBySeat: l.game.Seats()[:min(players, len(l.game.Seats()))]}
	for _, of := range playout.Measures(l.game) {
		how[of.Name], split[of.Name], groups[of.Name] = of.How, of.Split, of.Groups
		names = append(names, of.Name)
	}
	if i := strings.LastIndex(g.Measure, ", "); how[g.Measure] == "" && i > 0 && how[g.Measure[:i]] != "" {
		g.Measure, g.Group = g.Measure[:i], g.Measure[i+2:]
	}
	switch {
	case how[g.Measure] == "":
		d.UnknownOr(at(0), g.Measure, names, "it has "+strings.Join(names[:min(len(names), 8)], ", "),
			"game %s has no measure %q", l.game.ID, g.Measure)
		return g, false
	case g.Group != "" && !split[g.Measure]:
		d.Add(at(0), "measure %s is not divided into groups, so it has no group %q", g.Measure, g.Group)
		return g, false
	case g.Group != "" && groups[g.Measure] != nil && !slices.Contains(groups[g.Measure], g.Group):
		d.UnknownOr(at(len(g.Measure)+2), g.Group, groups[g.Measure],
			"it has "+strings.Join(groups[g.Measure][:min(len(groups[g.Measure]), 8)], ", "), "%s has no group %q",
			g.Measure, g.Group)
		return g, false
	case simulate.IsShare(how[g.Measure]) != (part(3) == "%"):
		hint := "leave out the %"
		if part(3) == "" {
			hint = "write " + part(2) + " %"
		}
		d.Hint(at(m[4]), hint, "%s is %s", g.Measure,
			map[bool]string{true: "a share, so its numbers are percentages",
				false: "a number, not a share"}[part(3) == ""])
		return g, false
	}
	target, _ := new(big.Rat).SetString(part(2))
	within, _ := new(big.Rat).SetString(part(4))
	if part(3) == "%" {
		target.Quo(target, big.NewRat(100, 1))
		within.Quo(within, big.NewRat(100, 1))
	}
	if limit := big.NewRat(1_000_000_000, 1); target.Cmp(limit) > 0 || within.Cmp(limit) > 0 {
		d.Add(at(m[4]), "the numbers of a goal can be at most 1,000,000,000")
		return g, false
	}
	g.Target, g.Within = simulate.FixedOf(target), simulate.FixedOf(within)
	if g.Within == 0 {
		d.Hint(at(m[8]), "write the difference that does not matter to you",
			"the tolerance of a goal must be more than 0")
		return g, false
	}
	return g, g.possible(players, at(m[4]), d)
}

// possible reports whether a share can have the wanted value.
func (g *Goal) possible(players int, at source.Pos, d *interpreter.Diagnostics) bool {
	const whole = 1_000_000
	if g.Measure != WinsBySeat {
		return true
	}
	n := simulate.Fixed(players)
	switch {
	case g.Group == "" && (n*(g.Target-g.Within) > whole || n*(g.Target+g.Within) < whole):
		d.Hint(at, fmt.Sprintf("an even share is %s %%", (whole*100/n).Text(2)),
			"the shares of all %d seats add up to 100 %%, so they cannot all have this value", players)
		return false
	case g.Group != "" && g.Target-g.Within > whole:
		d.Add(at, "a share cannot be more than 100 %%")
		return false
	}
	return true
}

// Reached is the evidence for a goal: its estimate in a group of the measure, and the verdict.
type Reached struct {
	Group    string             `json:"group"`
	Estimate *simulate.Estimate `json:"estimate" schema:"null" jsonschema:"null if the measure has no values"`
	Verdict  string             `json:"verdict" schema:"enum=met|open|missed" jsonschema:"the 95 % interval lies within the tolerance, overlaps it, or lies outside"`
}

// Verdicts on a goal: the interval of the estimate lies within the tolerance, or overlaps it, or
// lies outside.
const (
	met    = "met"
	open   = "open"
	missed = "missed"
)

// reached returns a goal's estimates. A measure without values is missed.
func (g *Goal) reached(r *simulate.Results) (out []Reached) {
	for _, m := range r.All() {
		if m.Name != g.Measure {
			continue
		}
		for i := range m.Groups {
			if e := m.Groups[i].Estimate; e != nil && (g.Group == "" || g.Group == m.Groups[i].By) {
				out = append(out, Reached{Group: m.Groups[i].By, Estimate: e, Verdict: g.verdict(e)})
			}
		}
	}
	if out == nil {
		out = []Reached{{Group: g.Group, Verdict: missed}}
	}
	return out
}

func (g *Goal) verdict(e *simulate.Estimate) string {
	low, high := g.Target-g.Within, g.Target+g.Within
	switch {
	case e.Bounded && low <= e.Low && e.High <= high:
		return met
	case e.Bounded && (e.High < low || high < e.Low):
		return missed
	}
	return open
}

// farOff limits the distance from a goal in tolerances, so that sums of squares do not overflow.
const farOff = 10_000

// distance returns how far results are from the goals: the sum of the squares of the distances
// from the targets in tolerances. 1,000,000 is one tolerance from one target.
func distance(goals []Goal, r *simulate.Results) (sum int64) {
	for i := range goals {
		g := &goals[i]
		for _, is := range g.reached(r) {
			off := int64(farOff * 1000)
			if is.Estimate != nil {
				d := max(is.Estimate.Value-g.Target, g.Target-is.Estimate.Value)
				off = min(off, int64(min(d, 1<<40)*1000/g.Within))
			}
			sum += min(off*off, 1<<50)
		}
	}
	return min(sum, 1<<60)
}
