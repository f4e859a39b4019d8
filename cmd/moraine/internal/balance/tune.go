package balance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"moraine/cmd/moraine/internal/doc"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario"
	"moraine/interpreter/words"
)

// Tuning has the values that meet goals best, and the evidence.
type Tuning struct {
	Kind      string          `json:"kind" schema:"const=tune"`
	Version   string          `json:"version" jsonschema:"the version of moraine"`
	Game      string          `json:"game"`
	Variant   string          `json:"variant,omitempty" jsonschema:"absent for the game itself"`
	Players   int             `json:"players" schema:"min=1"`
	Seed      uint64          `json:"seed"`
	Policies  []string        `json:"policies"`
	Beats     []simulate.Pair `json:"beats,omitempty" jsonschema:"what the policy of all seats wins versus others"`
	Budget    int64           `json:"budget" jsonschema:"the maximum number of matches"`
	Played    int64           `json:"played"`
	Vary      []Axis          `json:"vary"`
	Rounds    []Round         `json:"rounds" jsonschema:"the rounds of the search"`
	Values    []string        `json:"values" jsonschema:"the best values, one for each axis"`
	Was       []string        `json:"was" jsonschema:"the values of the game"`
	Checked   int64           `json:"checked" jsonschema:"new matches with these values"`
	Compared  int64           `json:"compared,omitempty" jsonschema:"new matches with the next values"`
	Second    bool            `json:"second,omitempty" jsonschema:"the values were second best in the search, but nearer to the goals in new matches"`
	Goals     []Tuned         `json:"goals"`
	Next      []string        `json:"next" jsonschema:"the values of the other of the best two points"`
	Scenarios []Flip          `json:"scenarios" jsonschema:"scenarios with another outcome under the new values"`

	words words.Names
	lab   *Lab
	best  point
	tried []candidate // the best ones of the search
}

// Round is a round of the search.
type Round struct {
	Values  int   `json:"values" jsonschema:"the number of points"`
	Matches int64 `json:"matches" jsonschema:"matches of each point"`
}

// Tuned is a goal with its estimates in new matches.
type Tuned struct {
	Goal
	Reached []Reached `json:"reached"`
}

// Flip is a scenario whose outcome differs with the new values.
type Flip struct {
	Scenario string `json:"scenario"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// maxTuned limits the points of a search. Each is compiled anew when it is played.
const maxTuned = 1000

// checkShare is the percentage of the budget that is kept for new matches with the best values.
const checkShare = 40

// Tune searches the point that is nearest to the goals, and then plays new matches with the best two, because the best
// of many estimates is better than the truth.
func (l *Lab) Tune(ctx context.Context, axes []Axis, goals []Goal, budget int64, o simulate.Options) (*Tuning, error) {
	if err := l.single(ctx, axes); err != nil {
		return nil, err
	}
	points := combinations(axes)
	n := len(points)
	least := int64(n) * int64(max(1, bits.Len(uint(n-1)))) * 2 * 100 / (100 - checkShare)
	if budget < least+100 {
		return nil, fmt.Errorf("--budget %d: a search over %d points needs at least %d matches", budget, n, least+100)
	}
	c, err := l.configure(points)
	if err != nil {
		return nil, err
	}
	t := &Tuning{Kind: "tune", Version: o.Version, Game: l.game.ID, Seed: o.Seed, Beats: o.Beats, Budget: budget,
		Vary: axes, Scenarios: []Flip{}, Next: []string{}, lab: l, Variant: o.Rules.Variant}
	last, round := -1, -1
	var g *interpreter.Game
	play := func(series, i int, games int64) (*simulate.Results, error) {
		if i != last || round != series {
			if g, err = c.game(i); err != nil {
				return nil, err
			}
			last, round = i, series
		}
		q := o
		q.Games, q.Seed = games, match.SeriesSeed(o.Seed, 1<<48+uint64(series))
		q.Progress = func(done, _ int64) {
			if o.Progress != nil {
				o.Progress(t.Played+done, budget)
			}
		}
		r, err := simulate.Run(ctx, g, q)
		if err != nil {
			return nil, at(points[i], err)
		}
		t.Played += games
		return r, nil
	}
	sums := map[int]*simulate.Results{}
	ranked, rounds, err := halving(n, budget*(100-checkShare)/100, func(round, i int, games int64) (int64, error) {
		r, err := play(round, i, games)
		if err != nil {
			return 0, err
		}
		if sums[i] == nil {
			sums[i] = r
		} else {
			sums[i].Add(r)
		}
		return distance(goals, sums[i]), nil
	})
	if err != nil {
		return nil, err
	}
	t.Rounds = rounds
	chosen, r, err := t.confirm(goals, ranked[:min(n, 2)], play)
	if err != nil {
		return nil, err
	}
	t.best = points[chosen]
	t.Players, t.Policies = r.Players, r.Policies
	for _, i := range ranked[:min(len(ranked), mostShown)] {
		t.tried = append(t.tried, candidate{points[i], sums[i]})
	}
	for _, g := range goals {
		t.Goals = append(t.Goals, Tuned{g, g.reached(r)})
	}
	for _, s := range t.best {
		t.Values, t.Was = append(t.Values, s.value), append(t.Was, s.is)
	}
	if n > 1 {
		other := ranked[1]
		if t.Second {
			other = ranked[0]
		}
		for _, s := range points[other] {
			t.Next = append(t.Next, s.value)
		}
	}
	return t, t.flips(ctx, c, chosen)
}

// confirm plays the rest of the budget: a quarter of it with each of at most two points, and the other half with the
// one that was nearer to the goals. It returns that point and the results of its new matches. Luck in the search does
// not count in them, and a choice between two points hardly favours lucky ones.
func (t *Tuning) confirm(goals []Goal, points []int, play player) (chosen int, r *simulate.Results, err error) {
	rest, series := t.Budget-t.Played, len(t.Rounds)
	for _, p := range points {
		one, err := play(series, p, rest/4)
		if err != nil {
			return 0, nil, err
		}
		if r == nil || distance(goals, one) < distance(goals, r) {
			chosen, r = p, one
		}
	}
	more := t.Budget - t.Played
	t.Checked, t.Compared, t.Second = rest/4+more, rest-rest/4-more, chosen != points[0]
	last, err := play(series+1, chosen, more)
	if err != nil {
		return 0, nil, err
	}
	r.Add(last)
	return chosen, r, nil
}

// player plays matches of a series with a point.
type player func(series, point int, games int64) (*simulate.Results, error)

// flips lists the scenarios that the best point breaks.
func (t *Tuning) flips(ctx context.Context, c *configurations, i int) error {
	base := scenario.Side{Sources: c.data, Rules: c.rules, Options: c.opt}
	other := base
	other.Options.Variant = c.names[i]
	var err error
	if other.Game, err = c.game(i); err != nil {
		return err
	}
	if base.Game, err = c.rules.Game(c.opt); err != nil {
		return err
	}
	found, err := scenario.Compare(ctx, base, other, 0)
	if err != nil {
		return err
	}
	for _, f := range found.Flips {
		one := Flip{Scenario: f.Scenario, File: f.File, Line: f.Line}
		if !slices.Contains(t.Scenarios, one) {
			t.Scenarios = append(t.Scenarios, one)
		}
	}
	return nil
}

// Missed reports whether some goal is not met for certain.
func (t *Tuning) Missed() bool {
	return slices.ContainsFunc(t.Goals, func(g Tuned) bool {
		return slices.ContainsFunc(g.Reached, func(r Reached) bool { return r.Verdict == missed })
	})
}

// File returns the file of a variant with the best values, and a comment of the evidence.
func (t *Tuning) File(name string) string {
	t.Speak(t.lab.game, "")
	var evidence, b strings.Builder
	_ = t.evidence().Pretty(&evidence, 0, false) // the writer returns no errors
	for line := range strings.Lines(evidence.String()) {
		b.WriteString("# " + line)
	}
	var changed point
	for _, s := range t.best {
		if s.value != s.is {
			changed = append(changed, s)
		}
	}
	about := "The values that moraine tune found."
	if len(changed) == 0 {
		about = "The original values of the game; moraine tune found none that are better."
	}
	b.WriteString(t.lab.variant(name, about, changed).Lines(0, "cards", "readings"))
	return b.String()
}

// Speak sets the language of the output and uses the names of the game.
func (t *Tuning) Speak(g *interpreter.Game, lang string) { t.words = simulate.NamesIn(g, lang) }

// evidence describes the matches that were played and their results.
func (t *Tuning) evidence() *doc.Doc {
	r := simulate.Results{
		Header:   simulate.Header{Game: t.Game, Variant: t.Variant, Players: t.Players, Seed: t.Seed, Beats: t.Beats},
		Policies: t.Policies, Games: t.Played, Matches: simulate.Stretch{From: 1, To: t.Played, Of: t.Played}}
	r.UseNames(t.words)
	out := newDoc(r.Title(), t.words)
	add := func(text string) { out.Add(doc.Text(text)) }
	last := t.Rounds[len(t.Rounds)-1]
	add(t.words.T("The best of %d points: %d rounds, from %d to %d matches of each point; then %d new matches with the values below.",
		t.Rounds[0].Values, len(t.Rounds), t.Rounds[0].Matches, last.Matches, t.Checked))
	if t.Second {
		add(t.words.T("These values were second best in the search, but nearer to the goals in %d new matches.", t.Compared))
	}
	for i, a := range t.Vary {
		name, is := label(a.Name, t.words), simulate.GroupName(t.words, t.Values[i])
		if t.Values[i] == t.Was[i] {
			add(t.words.T("%s: %s, as in the game", name, is))
		} else {
			add(t.words.T("%s: %s instead of %s", name, is, simulate.GroupName(t.words, t.Was[i])))
		}
	}
	for _, g := range t.Goals {
		add(t.words.T("Goal: %s", g.title(t.words)))
		for _, is := range g.Reached {
			m := simulate.Measure{How: g.how()}
			line := ""
			if is.Group != "" {
				line += simulate.GroupName(t.words, is.Group) + ": "
			}
			out.Add(&doc.Item{Text: line + m.InBrackets(is.Estimate) + ", " + t.verdict(is.Verdict)})
		}
	}
	if len(t.Next) > 0 {
		var parts []string
		for i, a := range t.Vary {
			parts = append(parts, label(a.Name, t.words)+" = "+simulate.GroupName(t.words, t.Next[i]))
		}
		next := "Second best: %s"
		if t.Second {
			next = "Best in the search: %s"
		}
		add(t.words.T(next, strings.Join(parts, "; ")))
	}
	return out
}

// how returns the way in which the measure of a goal is printed.
func (g *Goal) how() string {
	if strings.Contains(g.Text, "%") {
		return simulate.Share
	}
	return simulate.Mean
}

// verdict returns a verdict on a goal in words.
func (t *Tuning) verdict(is string) string {
	return map[string]string{met: t.words.T("met"), open: t.words.T("open: more matches would decide it"),
		missed: t.words.T("missed")}[is]
}

// Advice says how to go on, if a goal is missed or open.
func (t *Tuning) Advice() string {
	verdicts := map[string]bool{}
	for _, g := range t.Goals {
		for _, r := range g.Reached {
			verdicts[r.Verdict] = true
		}
	}
	switch {
	case verdicts[missed]:
		return t.words.T("None of these values meets all goals. Vary other values: moraine sim %s --sensitivity all ranks them.", t.Game)
	case verdicts[open]:
		return t.words.T("More matches would need a larger --budget.")
	}
	return ""
}

// Doc describes a tuning for people.
func (t *Tuning) Doc() *doc.Doc {
	d := t.evidence()
	if text := t.Advice(); text != "" {
		d.Add(doc.Text(text))
	}
	if len(t.tried) > 0 { // a saved tuning has no results of its search
		note := t.words.T("The shaded range is the goal. Dots are estimates, and the lines are their 95 % confidence intervals. Only the first row counts: its matches are new, so luck in the search does not count. The other rows are the best points of the search, in their order.")
		if len(t.Vary) > 1 {
			note += " " + t.words.T("Each row lists its values in the order above.")
		}
		d.Add(plotted("tuned", t.words, note, t.goalPlots(), nil))
	}
	part := &doc.Section{Title: t.words.T("Scenarios with another outcome: %d", len(t.Scenarios))}
	for _, f := range t.Scenarios {
		part.Add(&doc.Item{Label: fmt.Sprintf("%s:%d", f.File, f.Line), Text: f.Scenario})
	}
	d.AddFilled(part)
	return d
}

// ReadTuning parses a file of a tuning.
func ReadTuning(text []byte) (*Tuning, error) {
	t := &Tuning{}
	if err := escape.ReadJSON(text, t); err != nil {
		return nil, err
	}
	n := len(t.Vary)
	if len(t.Rounds) == 0 || len(t.Values) != n || len(t.Was) != n || len(t.Next) != n && len(t.Next) > 0 ||
		!escape.Reproduces(text, t.WriteJSON) {
		return nil, errors.New("this file of results was changed or is incomplete")
	}
	return t, nil
}

// WriteJSON writes a tuning for programs.
func (t *Tuning) WriteJSON(w io.Writer) error { return simulate.WriteLines(w, t) }
