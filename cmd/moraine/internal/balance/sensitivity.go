package balance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/playout"
	"moraine/interpreter/source"
	"moraine/interpreter/words"
)

// Sensitivity ranks values of a game by the effect that one step up or down has.
//
// Every step is tried alone in a few matches, so that values with which no match can be played are
// known. Then the values are screened in groups: in each of a series of configurations one half
// of them is one step up and the other half one step down, and the halves are those of a Hadamard
// matrix and its fold-over. So every match tells about every value, and effects of pairs do not bias
// that of one (Plackett and Burman 1946; Box and Wilson 1951). The stronger half is then played one
// step at a time against the unchanged game, with the same seeds, and halved after each round of
// fresh matches (sequential halving: Karnin, Koren and Somekh 2013).
type Sensitivity struct {
	Version  string            `json:"version"`
	Game     string            `json:"game"`
	Data     string            `json:"data"`
	Variant  string            `json:"variant"`
	Readings map[string]string `json:"readings"`
	Players  int               `json:"players"`
	Seed     uint64            `json:"seed"`
	Policies []string          `json:"policies"`
	About    string            `json:"about"`    // the measure by which values are halved
	Budget   int64             `json:"budget"`   // the maximum number of matches
	Played   int64             `json:"played"`   // the matches played, in all configurations
	Screened int               `json:"screened"` // the configurations of the screening
	Rounds   []Round           `json:"rounds"`
	Effects  []*Effect         `json:"effects"` // the strongest first
	Broken   []Broken          `json:"broken"`

	words words.Names
}

// Round is a round in which values are played one step at a time.
type Round struct {
	Values  int   `json:"values"`
	Matches int64 `json:"matches"` // of each step
}

// Effect has the effects of a value.
type Effect struct {
	Name   string   `json:"name"`
	Is     string   `json:"is"`
	Round  int      `json:"round"`            // the last round in which it was played; 0 for the screening
	Screen []Change `json:"screen,omitempty"` // of two steps, from one down to one up, averaged over the other values
	Steps  []Step   `json:"steps"`

	*datum
}

// Step is another value, with its effects in the last round in which it was played.
type Step struct {
	Value   string   `json:"value"`
	Changes []Change `json:"changes"`
}

// Change is the difference that a step makes in the most affected group of a measure. Resolved
// reports whether chance hardly explains it.
type Change struct {
	Measure  string             `json:"measure"`
	How      string             `json:"how"`
	Group    string             `json:"group"`
	More     *simulate.Estimate `json:"more"`
	Resolved bool               `json:"resolved"`
}

// Broken is a value with which a match broke off, or the game does not load.
type Broken struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Why   string `json:"why"`
}

// Constants of the search. Figures for them stand beside TestSensitivityFindsTheUnfairNumber.
const (
	probes       = 2  // matches in which each step is tried first
	fewest       = 12 // up to this number of values nothing is screened
	finalists    = 8  // the number of values at which halving stops
	chunk        = 32 // configurations that are compared at once; each takes about three megabytes
	screenShare  = 40 // percent of the budget
	leastPerStep = 10 // matches; with fewer, a round decides nothing
)

// WinsBySeat is the measure of wins that every game has.
const WinsBySeat = "wins by seat"

// search is a run of a sensitivity analysis.
type search struct {
	*Lab
	ctx   context.Context
	o     simulate.Options
	out   *Sensitivity
	seeds uint64 // the number of series of matches so far
	keep  int    // the number of values that the screening keeps; 0 without a screening
}

// Sensitivity ranks values by the effect of one step on a measure.
func (l *Lab) Sensitivity(ctx context.Context, names []string, about string, budget int64, o simulate.Options) (*Sensitivity, error) {
	s := &search{Lab: l, ctx: ctx, o: o, out: &Sensitivity{
		Version: o.Version, Game: l.game.ID, Data: o.Hash, Variant: o.Rules.Variant, Readings: o.Rules.Readings, Seed: o.Seed, About: about, Budget: budget,
		Rounds: []Round{}, Broken: []Broken{},
	}}
	for _, name := range names {
		d := l.byName[name]
		e := &Effect{Name: name, Is: d.is, Steps: []Step{}, datum: d}
		for _, v := range d.steps() {
			e.Steps = append(e.Steps, Step{Value: v, Changes: []Change{}})
		}
		if len(e.Steps) > 0 {
			s.out.Effects = append(s.out.Effects, e)
		}
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.out, nil
}

// Assumed lists the names of the values that no rule text states.
func (l *Lab) Assumed() []string {
	return l.those(func(d *datum) bool { return d.assumed })
}

// All lists the names of all numbers, words and readings that can vary.
func (l *Lab) All() []string {
	return l.those(func(d *datum) bool { return true })
}

func (l *Lab) those(wanted func(*datum) bool) (out []string) {
	for _, d := range l.list {
		if wanted(d) && len(d.steps()) > 0 {
			out = append(out, d.name)
		}
	}
	return out
}

// Listed returns the names in a file, one on each line. Text after a # is a comment.
func (l *Lab) Listed(file *source.File) (out []string, err error) {
	var d interpreter.Diagnostics
	for i, line := range strings.Split(string(file.Text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		name := strings.TrimSpace(line)
		at := source.Pos{File: file, Line: i + 1, Col: 1 + utf8.RuneCountInString(line[:strings.Index(line, name)])}
		v := l.byName[name]
		switch {
		case name == "":
		case v == nil:
			d.Unknown(at, name, l.names, "%s has no value called %q", l.game.ID, name)
		case len(v.steps()) == 0:
			d.Add(at, "%s has no other value one step away", name)
		case slices.Contains(out, name):
			d.Hint(at, "leave out one of them", "%s stands here twice", name)
		default:
			out = append(out, name)
		}
	}
	if len(out) == 0 && len(d) == 0 {
		d.Hint(source.Pos{File: file, Line: 1, Col: 1}, "write a name on each line, such as CARD.FIELD", "this file names no values")
	}
	return out, d.Err()
}

// KnowsMeasure returns an error if the game has no measure with a name.
func (l *Lab) KnowsMeasure(name string) error {
	names := []string{WinsBySeat}
	for _, m := range playout.Measures(l.game) {
		names = append(names, m.Name)
	}
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("game %s has no measure %q; %s", l.game.ID, name, interpreter.Which(name, "it has", names))
}

// steps returns the values one step from the one in force: down and up for a number, each other
// one for a word or reading.
func (d *datum) steps() (out []string) {
	if !d.number {
		for _, w := range d.words {
			if w != d.is && d.name != variantName {
				out = append(out, w)
			}
		}
		return out
	}
	n, ok := source.Number(d.is)
	if !ok {
		return nil
	}
	for _, v := range []int{n - 1, n + 1} {
		if !d.ranged || d.low <= v && v <= d.high {
			out = append(out, strconv.Itoa(v))
		}
	}
	return out
}

// run plays all phases. Their shares of the budget depend on nothing but the number of values.
func (s *search) run() error {
	steps := int64(0)
	for _, e := range s.out.Effects {
		steps += int64(len(e.Steps))
	}
	values := len(s.out.Effects)
	rows := 0
	if values > fewest {
		rows = 2 << bits.Len(uint(values)) // a Hadamard matrix with more rows than values, and its fold-over
	}
	need := steps*probes + int64(rows)*2*100/screenShare + (steps+steps/chunk+1)*leastPerStep
	if s.out.Budget < need {
		return fmt.Errorf("--budget %d: these %d values with %d steps need at least %d matches", s.out.Budget, values, steps, need)
	}
	if err := s.probe(); err != nil {
		return err
	}
	left := s.out.Budget - s.out.Played
	if rows > 0 {
		if err := s.screen(rows, left*screenShare/100/int64(rows)); err != nil {
			return err
		}
	}
	return s.halve()
}

// options returns the options for the next series of matches. Each series has seeds of its own,
// so that a value that was lucky in one round is not so in the next.
func (s *search) options(games int64) simulate.Options {
	o := s.o
	o.Games, o.Seed = games, match.SeriesSeed(s.o.Seed, 1<<48+s.seeds)
	s.seeds++
	o.Progress = func(done, of int64) {
		if s.o.Progress != nil {
			s.o.Progress(s.out.Played+done*max(1, (of+games-1)/games), s.out.Budget)
		}
	}
	return o
}

// probe plays each step alone and drops those that break off.
func (s *search) probe() error {
	var points []point
	for _, e := range s.out.Effects {
		for _, st := range e.Steps {
			points = append(points, point{{datum: e.datum, value: st.Value}})
		}
	}
	c, err := s.configure(points)
	if err != nil {
		return err
	}
	o := s.options(probes)
	bad := map[string]bool{}
	for i, p := range points {
		g, err := c.game(i)
		if err == nil {
			var r *simulate.Results
			if r, err = simulate.Run(s.ctx, g, o); err == nil {
				s.out.Players, s.out.Policies = r.Players, r.Policies
			}
		}
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		s.out.Played += probes
		if why, isBroken := reason(err); isBroken {
			bad[p.String()] = true
			s.out.Broken = append(s.out.Broken, Broken{p[0].name, p[0].value, why})
		} else if err != nil {
			return err
		}
	}
	for _, e := range s.out.Effects {
		e.Steps = slices.DeleteFunc(e.Steps, func(st Step) bool { return bad[setting{datum: e.datum, value: st.Value}.String()] })
	}
	s.out.Effects = slices.DeleteFunc(s.out.Effects, func(e *Effect) bool { return len(e.Steps) == 0 })
	return nil
}

// reason returns the first error of a value that breaks the game.
func reason(err error) (why string, isBroken bool) {
	var found interpreter.Diagnostics
	var b *simulate.BrokeOff
	switch {
	case errors.As(err, &found):
		return found[0].Text, true
	case errors.As(err, &b):
		return b.Err.Error(), true
	}
	return "", false
}

// screen plays the configurations of a Hadamard matrix of Sylvester's type and its fold-over, and
// keeps the stronger half of the values.
func (s *search) screen(rows int, games int64) error {
	if len(s.out.Effects) <= finalists {
		return nil
	}
	up := func(row, column int) bool {
		return (bits.OnesCount(uint(row%(rows/2))&uint(column+1))%2 == 0) == (row < rows/2)
	}
	points := make([]point, rows)
	for row := range points {
		for i, e := range s.out.Effects {
			if v := e.level(up(row, i), row); v != e.Is {
				points[row] = append(points[row], setting{datum: e.datum, value: v})
			}
		}
	}
	o := s.options(games)
	results := make([]*simulate.Results, rows)
	for from := 0; from < rows; from += chunk {
		c, err := s.configure(points[from:min(from+chunk, rows)])
		if err != nil {
			return err
		}
		for i := range c.points {
			g, err := c.game(i)
			if err == nil {
				results[from+i], err = simulate.Run(s.ctx, g, o)
			}
			if s.ctx.Err() != nil {
				return s.ctx.Err()
			}
			if _, isBroken := reason(err); err != nil && !isBroken {
				return err
			}
			s.out.Played += games
		}
	}
	for _, r := range results {
		if r != nil {
			s.out.Screened++
		}
	}
	for i, e := range s.out.Effects {
		e.Screen = s.contrasts(results, func(row int) bool { return up(row, i) })
	}
	s.rank()
	s.keep = (len(s.out.Effects) + 1) / 2
	return nil
}

// level returns the value for one half of a group: one step up or down, or the one in force if
// there is no such step. Of a word with several steps, each row takes the next.
func (e *Effect) level(up bool, row int) string {
	switch {
	case !e.number && up:
		return e.Steps[row%len(e.Steps)].Value
	case !e.number:
		return e.Is
	}
	for _, st := range e.Steps {
		n, _ := source.Number(st.Value)
		is, _ := source.Number(e.Is)
		if (n > is) == up {
			return st.Value
		}
	}
	return e.Is
}

// contrasts returns the difference between two halves of the configurations, for the most
// affected group of each measure.
func (s *search) contrasts(results []*simulate.Results, up func(row int) bool) []Change {
	type key struct{ measure, how, group string }
	var order []key
	values := map[key]*[2][]simulate.Fixed{}
	for row, r := range results {
		if r == nil {
			continue
		}
		side := 0
		if up(row) {
			side = 1
		}
		for _, m := range r.Shown() {
			for i := range m.Groups {
				g := &m.Groups[i]
				if g.Estimate == nil {
					continue
				}
				k := key{m.Name, m.How, g.By}
				if values[k] == nil {
					values[k] = &[2][]simulate.Fixed{}
					order = append(order, k)
				}
				values[k][side] = append(values[k][side], g.Estimate.Value)
			}
		}
	}
	var all []Change
	for _, k := range order {
		v := values[k]
		if len(v[0]) < 2 || len(v[1]) < 2 {
			continue
		}
		more := simulate.Contrast(v[0], v[1])
		all = append(all, Change{Measure: k.measure, How: k.how, Group: k.group, More: &more, Resolved: more.Sure()})
	}
	return strongest(all)
}

// strongest keeps the most affected group of each measure, in the order of the measures.
func strongest(all []Change) []Change {
	out := []Change{}
	for _, c := range all {
		i := slices.IndexFunc(out, func(o Change) bool { return o.Measure == c.Measure && o.How == c.How })
		switch {
		case i < 0:
			out = append(out, c)
		case c.More.Strength() > out[i].More.Strength():
			out[i] = c
		}
	}
	return out
}

// halve plays the remaining values one step at a time, in rounds of equal cost, and drops the weaker
// half after each round.
func (s *search) halve() error {
	alive := s.out.Effects
	if s.keep > 0 {
		alive = alive[:s.keep]
	}
	rounds := 1
	for n := len(alive); n > finalists; n = (n + 1) / 2 {
		rounds++
	}
	for r := range rounds {
		steps := int64(0)
		for _, e := range alive {
			steps += int64(len(e.Steps))
		}
		cost := steps + (steps+chunk-1)/chunk
		games := (s.out.Budget - s.out.Played) / int64(rounds-r) / max(1, cost)
		if games < 2 {
			break
		}
		if err := s.round(alive, r+1, games); err != nil {
			return err
		}
		s.rank()
		alive = s.out.Effects[:(len(alive)+1)/2]
	}
	return nil
}

// round compares each step of some values with the unchanged game.
func (s *search) round(list []*Effect, number int, games int64) error {
	type arm struct {
		of *Effect
		at int
	}
	var arms []arm
	var points []point
	for _, e := range list {
		e.Round = number
		for i, st := range e.Steps {
			arms = append(arms, arm{e, i})
			points = append(points, point{{datum: e.datum, value: st.Value}})
		}
	}
	o := s.options(games)
	for from := 0; from < len(arms); from += chunk {
		some := arms[from:min(from+chunk, len(arms))]
		c, err := s.configure(points[from:min(from+chunk, len(arms))])
		if err != nil {
			return err
		}
		all, err := c.games(s.ctx)
		if err != nil {
			return err
		}
		for len(some) > 0 {
			comparisons, err := simulate.CompareAll(s.ctx, s.game, all, o)
			var b *simulate.BrokeOff
			if errors.As(err, &b) && b.Side > 0 { // a step that breaks off later than in its first matches
				a := some[b.Side-1]
				s.out.Broken = append(s.out.Broken, Broken{a.of.Name, a.of.Steps[a.at].Value, b.Err.Error()})
				some, all = slices.Delete(slices.Clone(some), b.Side-1, b.Side), slices.Delete(all, b.Side-1, b.Side)
				continue
			}
			if err != nil {
				return err
			}
			for i, c := range comparisons {
				some[i].of.Steps[some[i].at].Changes = changes(c)
			}
			break
		}
		s.out.Played += games * int64(1+len(all))
	}
	s.out.Rounds = append(s.out.Rounds, Round{len(list), games})
	return nil
}

// changes returns the differences of a comparison in the most affected group of each measure.
func changes(c *simulate.Comparison) []Change {
	var all []Change
	for i := range c.Differences {
		d := &c.Differences[i]
		all = append(all, Change{Measure: d.Measure, How: d.How, Group: d.Group, More: &d.More, Resolved: d.Real})
	}
	return strongest(all)
}

// change returns the effect on a measure, or nil.
func change(list []Change, measure string) *Change {
	for i := range list {
		if list[i].Measure == measure {
			return &list[i]
		}
	}
	return nil
}

// On returns the strongest effect on a measure that was found one step at a time or, if it never
// was, in the screening. It may be nil.
func (e *Effect) On(measure string) (best *Change) {
	if e.Round == 0 {
		return change(e.Screen, measure)
	}
	for _, st := range e.Steps {
		if c := change(st.Changes, measure); c != nil && (best == nil || c.More.Strength() > best.More.Strength()) {
			best = c
		}
	}
	return best
}

// ranked returns the effects by the round that they reached, and then by their strength on a
// measure.
func (s *Sensitivity) ranked(measure string) []*Effect {
	strength := func(e *Effect) simulate.Fixed {
		if c := e.On(measure); c != nil {
			return c.More.Strength()
		}
		return -1
	}
	out := slices.Clone(s.Effects)
	slices.SortStableFunc(out, func(a, b *Effect) int {
		if measure == s.About {
			if by := cmp.Compare(b.Round, a.Round); by != 0 {
				return by
			}
		}
		return cmp.Compare(strength(b), strength(a))
	})
	return out
}

func (s *search) rank() { s.out.Effects = s.out.ranked(s.out.About) }
