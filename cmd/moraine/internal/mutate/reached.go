package mutate

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/proof"
	"moraine/interpreter/source"
)

// reached records which scripts reach which positions of the rules.
type reached struct {
	places map[string][]place  // by file, sorted by position
	starts map[string][]string // by configuration: procedures without a caller in which scripts start
}

// place is a position in the rules, with the scripts that reach it.
type place struct {
	at      source.Pos
	scripts []int32
}

// ErrFailing reports scenarios that fail without a mutant. Such scenarios cannot judge mutants.
var ErrFailing = errors.New("mutants can be examined only if all scenarios pass")

// runWithCoverage runs all scripts once with coverage. All of them must pass.
func (j *examiner) runWithCoverage() error {
	games := map[string]*exec.Game{}
	noting := j.rules.WithUncited()
	for _, s := range j.scripts {
		if _, made := games[s.Config]; made {
			continue
		}
		opt := s.Load
		opt.Cover = true
		g, err := noting.Game(opt)
		if err != nil {
			return err
		}
		games[s.Config] = exec.In(g)
	}
	notes, failed := make([]*proof.Notes, len(j.scripts)), make([]bool, len(j.scripts))
	err := parallel.Each(j.budget, j.jobs, len(j.scripts), func(i int) {
		out := games[j.scripts[i].Config].Run(j.scripts[i].Of, exec.Options{Budget: j.budget, Cover: true})
		notes[i], j.work[i], failed[i] = out.Notes, out.Work, out.Failed
	})
	if err != nil {
		return err
	}
	if i := slices.Index(failed, true); i >= 0 {
		s, see := &j.scripts[i], "moraine test "+j.rules.ID
		if s.Entry {
			see += " --under"
		}
		return fmt.Errorf("%s:%d fails with the original rules (%s); %w", s.File, s.Line, see, ErrFailing)
	}
	at := map[source.Pos][]int32{}
	j.starts = map[string][]string{}
	for i, n := range notes {
		if n != nil {
			j.note(int32(i), n, at)
		}
	}
	j.places = map[string][]place{}
	for pos, scripts := range at {
		j.places[pos.File.Name] = append(j.places[pos.File.Name], place{pos, slices.Clip(scripts)})
	}
	for _, list := range j.places {
		slices.SortFunc(list, func(a, b place) int { return a.at.Compare(b.at) })
	}
	return nil
}

// note adds a script to the positions that it has reached.
func (j *examiner) note(script int32, n *proof.Notes, places map[source.Pos][]int32) {
	at := func(p source.Pos) {
		if p.File != nil {
			places[p] = append(places[p], script)
		}
	}
	config := j.scripts[script].Config
	called := j.games[config].Called()
	for i, step := range n.Game.Steps {
		if n.Came[i] == 0 {
			continue
		}
		at(step.Pos)
		if proc := step.Procedure(); !called[proc] && !slices.Contains(j.starts[config], proc) {
			j.starts[config] = append(j.starts[config], proc)
		}
	}
	for i, seen := range n.Seen {
		if seen != 0 {
			at(n.Marks[i].Pos)
		}
	}
}

// scriptsIn returns the scripts that reach a position in a range, or all scripts if the range is
// unknown.
func (j *examiner) scriptsIn(from, to source.Pos) (out []int32) {
	if from.File == nil {
		for i := range j.scripts {
			out = append(out, int32(i))
		}
		return out
	}
	list := j.places[from.File.Name]
	i := sort.Search(len(list), func(i int) bool { return !list[i].at.Before(from) })
	for ; i < len(list) && (to.File != from.File || list[i].at.Before(to)); i++ {
		out = append(out, list[i].scripts...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
