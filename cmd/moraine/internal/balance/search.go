package balance

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/source"
)

// Constants of the search. Figures for them stand beside TestSensitivityFindsTheUnfairNumber.
const (
	probes       = 2  // matches in which each step is tried first
	fewest       = 12 // up to this number of values nothing is screened
	finalists    = 8  // the number of values at which halving stops
	chunk        = 32 // configurations that are compared at once; each takes about three megabytes
	screenShare  = 40 // percent of the budget
	leastPerStep = 10 // matches; with fewer, a round decides nothing
)

// search is a run of a sensitivity analysis.
type search struct {
	*Lab
	ctx   context.Context
	o     simulate.Options
	out   *Sensitivity
	seeds uint64 // the number of series of matches so far
	keep  int    // the number of values that the screening keeps; 0 without a screening
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
		return fmt.Errorf("--budget %d: %d values with %d steps in total need at least %d matches; you can also list fewer values in a FILE", s.out.Budget, values, steps, need)
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

func (s *search) rank() { s.out.Effects = s.out.ranked(s.out.About) }
