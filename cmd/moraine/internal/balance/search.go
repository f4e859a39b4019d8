package balance

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// Constants of the search.
const (
	probes       = 2  // matches in which each step is tried first
	chunk        = 32 // configurations that are compared at once; each takes about three megabytes
	leastPerStep = 10 // matches; fewer decide nothing
)

// search is a run of a sensitivity analysis.
type search struct {
	*Lab
	ctx   context.Context
	o     simulate.Options
	out   *Sensitivity
	seeds uint64 // the number of series of matches so far
}

// cost returns the number of series of matches that the remaining steps need: one for each step,
// and one of the unchanged game for each chunk.
func (s *search) cost() int64 {
	steps := int64(0)
	for _, e := range s.out.Effects {
		steps += int64(len(e.Steps))
	}
	return steps + (steps+chunk-1)/chunk
}

// run tries each step and then plays all of them.
func (s *search) run() error {
	steps := int64(0)
	for _, e := range s.out.Effects {
		steps += int64(len(e.Steps))
	}
	if need := steps*probes + s.cost()*leastPerStep; s.out.Budget < need {
		return fmt.Errorf("--budget %d: %d values with %d steps in total need at least %d matches; you can also list fewer values in a FILE", s.out.Budget, len(s.out.Effects), steps, need)
	}
	if err := s.probe(); err != nil {
		return err
	}
	s.out.Matches = (s.out.Budget - s.out.Played) / max(1, s.cost())
	if err := s.play(s.out.Matches); err != nil {
		return err
	}
	s.out.Effects = s.out.ranked(s.out.About)
	return nil
}

// options returns the options for the next series of matches. Each series has other seeds: a value that did well by
// luck in the first series would otherwise have the same luck in the next.
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
			s.out.Broken = append(s.out.Broken, Broken{Name: p[0].name, Value: p[0].value, Why: why})
		} else if err != nil {
			return err
		}
	}
	for _, e := range s.out.Effects {
		e.Steps = slices.DeleteFunc(e.Steps, func(st Step) bool {
			return bad[setting{datum: e.datum, value: st.Value}.String()]
		})
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

// strongest keeps, of each measure, only the group that changes most.
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

// play compares each step with the unchanged game.
func (s *search) play(games int64) error {
	type arm struct {
		of *Effect
		at int
	}
	var arms []arm
	var points []point
	for _, e := range s.out.Effects {
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
				s.out.Broken = append(s.out.Broken,
					Broken{Name: a.of.Name, Value: a.of.Steps[a.at].Value, Why: b.Err.Error()})
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
