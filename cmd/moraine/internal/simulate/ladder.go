package simulate

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/words"
)

// Ladder compares policies of growing skill, each with the one below it.
type Ladder struct {
	Header
	Games int64  `json:"games"` // the maximum number of matches of each comparison
	Rungs []Rung `json:"rungs"`

	words words.Names
}

// Rung is a policy. Seats are the win shares by seat if it plays all of them. Over is its win share for
// each of its seats among seats of the policy below; nil for the lowest, and in games for one player.
type Rung struct {
	Policy string    `json:"policy"`
	Games  int64     `json:"games"` // matches of its own; the comparison with the policy below has as many as the one that plays fewer
	Seats  Measure   `json:"seats"`
	Over   *Estimate `json:"over,omitempty"`
}

// Rungs returns the policies of a ladder by default: random, the bots of the game, and searches
// of growing budgets.
func Rungs(g *interpreter.Game) []string { return append(quick(g), "mcts=10", "mcts=40", "mcts=160") }

// quick returns the policies that decide without a search.
func quick(g *interpreter.Game) []string {
	out := []string{Random}
	for _, b := range g.Syntax.Bots {
		out = append(out, b.Name)
	}
	return out
}

// LadderGames and LadderSearches are the numbers of matches by default: of each comparison of quick
// policies, and of the others. A match takes about 4 ms with a bot and 1 to 5 s with mcts=160. The
// ladders of glacier, tusk and nomads take 280, 420 and 940 s of processor time.
const (
	LadderGames    = 1000
	LadderSearches = 100
)

// slowness returns about how many matches a bot plays in the time of one match of a policy that
// searches, for progress.
func slowness(policy string) int64 {
	if nodes, err := strconv.ParseInt(strings.TrimPrefix(policy, "mcts="), 10, 32); err == nil {
		return 2 * max(1, nodes)
	}
	return 100
}

// RunLadder plays each policy against itself and against the one below it. Policies move by one seat
// from match to match. A policy that searches or is a program plays only searches matches. If RunLadder
// is interrupted, it returns the rungs that are complete, with the error of ctx.
func RunLadder(ctx context.Context, g *interpreter.Game, rungs []string, searches int64, o Options) (*Ladder, error) {
	if len(rungs) < 2 {
		return nil, fmt.Errorf("a ladder compares at least two policies, but %s is only one", strings.Join(rungs, ", "))
	}
	check := o
	searches = min(searches, o.Games)
	check.Policies = rungs[:1]
	if err := check.complete(g); err != nil {
		return nil, err
	}
	check.Policies = rungs
	if _, err := newTable(ctx, g, &check); err != nil { // before any match is played
		return nil, err
	}
	var games, cost []int64
	matches, costs := int64(0), int64(0)
	for i, policy := range rungs {
		games, cost = append(games, o.Games), append(cost, 1)
		if !slices.Contains(quick(g), policy) {
			games[i], cost[i] = searches, slowness(policy)
		}
		matches, costs = matches+games[i], costs+games[i]*cost[i]
		if i > 0 && check.Players > 1 {
			matches, costs = matches+min(games[i], games[i-1]), costs+min(games[i], games[i-1])*max(cost[i], cost[i-1])
		}
	}
	l := &Ladder{Header: NewHeader(g, &o), Games: o.Games}
	l.Players = check.Players
	costsSoFar := int64(0)
	play := func(policies []string, games, cost int64) (*Results, error) {
		p := o
		p.Policies, p.Games = policies, games
		p.Progress = func(done, _ int64) {
			o.progress(scale(costsSoFar+done*cost, matches, costs), matches)
		}
		r, err := Run(ctx, g, p)
		costsSoFar += games * cost
		return r, err
	}
	for i, policy := range rungs {
		r, err := play([]string{policy}, games[i], cost[i])
		if err != nil {
			return l, err
		}
		rung := Rung{Policy: policy, Games: games[i], Seats: r.Seats}
		if i > 0 && l.Players > 1 {
			mixed := make([]string, r.Players)
			for seat := range mixed {
				mixed[seat] = rungs[i-1+(seat+1)%2]
			}
			if r, err = play(mixed, min(games[i], games[i-1]), max(cost[i], cost[i-1])); err != nil {
				return l, err
			}
			for j := range r.Wins.Groups {
				if g := &r.Wins.Groups[j]; g.By == policy {
					rung.Over = g.Estimate
				}
			}
		}
		l.Rungs = append(l.Rungs, rung)
	}
	return l, nil
}

// Speak sets the language of the output and uses the names of the game.
func (l *Ladder) Speak(g *interpreter.Game, lang string) { l.words = NamesIn(g, lang) }

// Title describes the matches.
func (l *Ladder) Title() string {
	if len(l.Rungs) == 0 {
		return GameName(l.words, l.Game)
	}
	var policies []string
	for _, r := range l.Rungs {
		policies = append(policies, r.Policy)
	}
	r := Results{Header: l.Header, Policies: policies[:1], Games: l.Games, Matches: Stretch{Of: l.Games}, words: l.words}
	if len(policies) > 1 {
		r.Policies = []string{policies[0] + " … " + policies[len(policies)-1]}
	}
	return r.Title()
}

// even returns an equal share of the wins.
func (l *Ladder) even() Fixed { return Fixed(million / int64(max(1, l.Players))) }

// Meaning explains the win shares of a ladder.
func (l *Ladder) Meaning() (out []string) {
	if l.Players == 1 {
		out = append(out, l.words.T("Each policy plays alone."))
	} else {
		out = append(out, l.words.T("Each policy sits in turn with the one below it. With equal skill each of its seats would win %s in a hundred matches.", (l.even()*100).Text(2)))
	}
	for _, r := range l.Rungs {
		if r.Games != l.Games {
			return append(out, l.words.T("Searches and programs play only %d matches, because they take longer.", r.Games))
		}
	}
	return out
}

// Unresolved says which comparisons do not show which policy plays better.
func (l *Ladder) Unresolved() string {
	var pairs []string
	for i, r := range l.Rungs {
		if r.Over != nil && !l.uneven(r.Over) {
			pairs = append(pairs, l.over(i))
		}
	}
	if len(pairs) == 0 {
		return ""
	}
	return l.words.T("Not resolved: these matches do not show which policy plays better: %s. More matches would need a larger --games.", strings.Join(pairs, ", "))
}

// uneven reports whether a win share differs from an equal one significantly, although many are
// compared.
func (l *Ladder) uneven(e *Estimate) bool {
	off, half := e.Value-l.even(), e.Value-e.Low // the side of the equal share counts
	if off < 0 {
		half = e.High - e.Value
	}
	return l.Players > 1 && (&Estimate{off, off - half, off + half, e.Bounded}).Sure()
}

// over returns the name of the comparison of a rung with the one below it.
func (l *Ladder) over(i int) string { return l.Rungs[i].Policy + " > " + l.Rungs[i-1].Policy }

// measures returns the win shares over the policy below, and the wins by seat of each policy. In a
// game for one player they are the wins of each policy.
func (l *Ladder) measures() (out []*Measure) {
	over := &Measure{Name: l.words.T("wins over the policy below"), How: share, Split: true}
	alone := &Measure{Name: l.words.T("wins by policy"), How: share, Split: true}
	for i, r := range l.Rungs {
		if r.Over != nil {
			over.Groups = append(over.Groups, Group{By: l.over(i), Estimate: r.Over})
		}
		for _, g := range r.Seats.Groups {
			alone.Groups = append(alone.Groups, Group{By: r.Policy, Estimate: g.Estimate})
		}
	}
	if l.Players == 1 {
		return []*Measure{alone}
	}
	if len(over.Groups) > 0 {
		out = append(out, over)
	}
	for _, r := range l.Rungs {
		m := r.Seats
		m.Name = l.words.T("wins by seat, if all are %s", r.Policy)
		out = append(out, &m)
	}
	return out
}

// group returns the name of a row: a seat, or policies, which keep the names of --policy.
func (l *Ladder) group(by string) string {
	if slices.ContainsFunc(l.Rungs, func(r Rung) bool { return r.Policy == by || strings.HasPrefix(by, r.Policy+" > ") }) {
		return by
	}
	return GroupName(l.words, by)
}

// WritePretty writes a ladder for people.
func (l *Ladder) WritePretty(w io.Writer) error {
	p := &words.Page{}
	p.Line("%s", l.Title())
	for _, line := range l.Meaning() {
		p.Line("%s", line)
	}
	width := 0
	for _, m := range l.measures() {
		for _, g := range m.Groups {
			width = max(width, utf8.RuneCountInString(l.group(g.By)))
		}
	}
	p.Line("%-*s  %9s    %s", width+2, "", "", l.words.T("95 % between"))
	for _, m := range l.measures() {
		p.Line("%s", m.Name)
		for _, g := range m.Groups {
			mark := " "
			if g.Estimate != nil && l.uneven(g.Estimate) {
				mark = "≠"
			}
			p.Line("%s %-*s  %s", mark, width, l.group(g.By), m.Line(g.Estimate))
		}
	}
	if l.Players > 1 {
		p.Line("\n%s", l.words.T("≠ marks shares that differ from an equal one; chance hardly explains them, although many are compared."))
	}
	if text := l.Unresolved(); text != "" {
		p.Line("%s", text)
	}
	return p.To(w)
}

// WriteJSON writes a ladder for programs.
func (l *Ladder) WriteJSON(w io.Writer) error { return WriteLines(w, l) }

// WriteCSV writes a row for each win share.
func (l *Ladder) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"measure", "how", "group", "value", "low", "high"}) // Flush returns the error
	for _, m := range l.measures() {
		for _, g := range m.Groups {
			if e := g.Estimate; e != nil {
				_ = out.Write([]string{escape.Cell(m.Name), m.How, escape.Cell(g.By), e.Value.Text(6), e.Low.Text(6), e.High.Text(6)})
			}
		}
	}
	out.Flush()
	return out.Error()
}

// WriteHTML writes a ladder as one self-contained page.
func (l *Ladder) WriteHTML(w io.Writer) error {
	var plots []*plot
	for _, m := range l.measures() {
		p := m.dotsWith(l.words, l.group)
		if l.Players > 1 {
			p.Even = p.At(l.even())
		}
		plots = append(plots, p)
	}
	return pageTemplate().ExecuteTemplate(w, "ladder", struct {
		*Ladder
		words.Names
		Plots []*plot
	}{l, l.words, plots})
}
