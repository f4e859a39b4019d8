package mutate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"

	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// reached records which scripts reach which positions of the rules.
type reached struct {
	files  map[string][]visit  // by file, sorted by position
	starts map[string][]string // by configuration: procedures without a caller in which scripts start
}

// visit is a script that reached a position.
type visit struct {
	at     source.Pos
	script int32
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
	notes, failed := make([]*exec.Notes, len(j.scripts)), make([]bool, len(j.scripts))
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
	j.files, j.starts = map[string][]visit{}, map[string][]string{}
	for i, n := range notes {
		if n != nil {
			j.note(int32(i), n)
		}
	}
	for _, list := range j.files {
		slices.SortFunc(list, func(a, b visit) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.script, b.script)) })
	}
	return nil
}

func (j *examiner) note(script int32, n *exec.Notes) {
	at := func(p source.Pos) {
		if p.File != nil {
			j.files[p.File.Name] = append(j.files[p.File.Name], visit{p, script})
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
	list := j.files[from.File.Name]
	i := sort.Search(len(list), func(i int) bool { return !list[i].at.Before(from) })
	seen := map[int32]bool{}
	for ; i < len(list) && (to.File == nil || list[i].at.Before(to)); i++ {
		if !seen[list[i].script] {
			seen[list[i].script] = true
			out = append(out, list[i].script)
		}
	}
	return out
}
