// Package part searches for the shortest play after which two configurations of a game differ
// in the question asked, the options offered, the positions of pieces, or the winners.
//
//	part.go    the starting positions, and the result
//	follow.go  following the scripts of scenarios to a difference
//	search.go  exhaustive search up to a number of decisions
//	draft.go   the play as a scenario
//	claims.go  formulas that hold on one side only
//	finish.go  reducing the scenario, and the entry for the other side
//
// Play starts at the positions of the scenarios and at the start of a match. From each start
// the search tries all decisions of players and of chance on both sides at the same time, with
// increasing length, up to the length after which the script of some scenario shows a
// difference. If some scenarios reach rules that differ, only those are used.
package part

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/parallel"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/course"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Options limits the search.
type Options struct {
	Within int // maximum number of decisions beyond scripts
	Jobs   int
}

// mostTried limits the number of decisions tried from one start for each length.
const mostTried = 3_000

// mostDrafts limits the number of plays of one length that are written as scenarios. Those with
// the smallest starting positions come first, and the shortest scenario is the result.
const mostDrafts = 4

// Report is the result of the search.
type Report struct {
	Found  *Found // nil if no difference was found
	Starts int    // number of starting positions tried
	Depth  int    // all plays of up to this number of decisions were tried
	Cut    int    // number of starts for which that was too much work
}

// Found is the shortest play found.
type Found struct {
	Scenario  string // the scenario that supplies the start; "" for the start of a match
	Place     source.Pos
	Decisions int
	Parts     [2]string // how each side continues
	Text      []byte    // the scenario; if nil, Unsaid has the reason
	Unsaid    error
	shows     bool // the scenario shows the difference in Parts, and not only another one
}

func (f *Found) beats(o *Found) bool {
	switch {
	case f.Text == nil || o.Text == nil:
		return f.Text != nil
	case f.shows != o.shows:
		return f.shows
	}
	return len(f.Text) < len(o.Text)
}

// sides holds the two configurations, and the one for a scenario that shows the difference.
type sides struct {
	ctx     context.Context
	games   [2]*exec.Game
	named   [2]string  // keys in entries of `under`; "" for the scenario's own configuration
	about   *exec.Game // nil if no scenario is possible, because the sides are not configurations of one game
	variant string     // variant of such a scenario; "" for the plain game
}

// start is a starting position.
type start struct {
	*spec.Scenario
	*sides
	stands bool         // the position exists on both sides
	alike  bool         // the script reaches no rule that differs on the second side
	leads  [kinds]*lead // by kind: the point at which the script leads to a difference, or nil
	found  *lead        // a difference found with the current length
	cut    bool         // some plays were not tried
	runs   int          // number of runs of drafts
}

// lead is a play after which the sides differ.
type lead struct {
	kind
	moves    []match.Decision
	parts    [2]course.Fact
	scripted bool
	until    int // for a difference in checks: number of script lines before the checks
}

// kind is a kind of difference, in order of preference.
type kind int

const (
	inSight kind = iota // in the question, options, positions of pieces, or winners
	inCheck             // in a check of the scenario that passes only on the first side
	inMarks             // in counters and marks
	kinds
)

// newSides prepares the sides of a comparison. If `under` can name one of them, it becomes the
// second side.
func newSides(ctx context.Context, a, b scenario.Side) (s *sides, swapped bool, err error) {
	s = &sides{ctx: ctx, games: [2]*exec.Game{exec.In(a.Game), exec.In(b.Game)}}
	if a.Rules != b.Rules {
		return s, false, nil
	}
	if v := a.Options.Variant; v == b.Options.Variant && !strings.Contains(v, interpreter.And) {
		s.variant = v
	}
	for i, o := range [2]interpreter.Options{a.Options, b.Options} {
		if o.Variant == s.variant {
			o.Variant = ""
		}
		if s.named[i] = scenario.NameOf(o); s.named[i] == "" {
			s.about = s.games[i]
		}
	}
	if s.about == nil {
		g, err := a.Rules.Game(interpreter.Options{Variant: s.variant})
		if err != nil {
			return nil, false, err
		}
		s.about = exec.In(g)
	}
	if swapped = s.named[1] == ""; swapped {
		slices.Reverse(s.games[:])
		slices.Reverse(s.named[:])
	}
	return s, swapped, nil
}

// Find searches for the shortest play.
func Find(ctx context.Context, a, b scenario.Side, opt Options) (*Report, error) {
	scenarios, err := scenario.Common(a, b)
	if err != nil {
		return nil, err
	}
	sides, swapped, err := newSides(ctx, a, b)
	if err != nil {
		return nil, err
	}
	var starts []*start
	for _, s := range append(openings(sides.games[0]), scenarios...) {
		starts = append(starts, &start{Scenario: s, sides: sides})
	}
	r, err := find(ctx, starts, opt)
	if swapped && r != nil && r.Found != nil {
		slices.Reverse(r.Found.Parts[:])
	}
	return r, err
}

func find(ctx context.Context, starts []*start, opt Options) (*Report, error) {
	if err := parallel.Each(ctx, opt.Jobs, len(starts), func(i int) { starts[i].follow() }); err != nil {
		return nil, err
	}
	starts = slices.DeleteFunc(starts, func(s *start) bool { return !s.stands && s.leads[inCheck] == nil })
	if near := slices.DeleteFunc(slices.Clone(starts), func(s *start) bool {
		return s.alike
	}); slices.ContainsFunc(near, func(s *start) bool { return s.Name != "" }) {
		starts = near
	}
	r := &Report{Starts: len(starts)}
	lead := func(k kind) error {
		return parallel.Each(ctx, opt.Jobs, len(starts), func(i int) { starts[i].lead(k) })
	}
	if err := lead(inSight); err != nil {
		return nil, err
	}
	within, leads := opt.Within, false
	if far, _ := leadRange(starts, inSight); far < 0 { // if scripts reach other differences, they bound the search
		if err := lead(inMarks); err != nil {
			return nil, err
		}
		for _, k := range []kind{inCheck, inMarks} {
			if _, near := leadRange(starts, k); near >= 0 {
				within = min(within, near)
			}
		}
	}
	for k := range kinds {
		if k == inMarks && leads {
			if err := lead(k); err != nil {
				return nil, err
			}
		}
		far, _ := leadRange(starts, k)
		leads = leads || far >= 0
		searched := within
		if k == inCheck || k == inMarks && leads {
			searched = -1
		}
		for depth := 0; depth <= max(searched, far); depth++ {
			if err := r.look(ctx, starts, k, depth, depth <= searched, opt.Jobs); err != nil ||
				r.Found != nil && r.Found.Text != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// leadRange returns the largest and the smallest number of decisions after which scripts reach a
// difference, or -1.
func leadRange(starts []*start, k kind) (farthest, nearest int) {
	farthest, nearest = -1, -1
	for _, s := range starts {
		if l := s.leads[k]; l != nil {
			farthest = max(farthest, len(l.moves))
			if nearest < 0 || len(l.moves) < nearest {
				nearest = len(l.moves)
			}
		}
	}
	return farthest, nearest
}

// look searches all plays of one length.
func (r *Report) look(ctx context.Context, starts []*start, k kind, depth int, all bool, jobs int) error {
	if err := parallel.Each(ctx, jobs, len(starts), func(i int) { starts[i].search(k, depth, all) }); err != nil {
		return err
	}
	if all {
		r.Depth = depth
	}
	var found []*start
	r.Cut = 0
	for _, s := range starts {
		if s.found != nil {
			found = append(found, s)
		}
		if s.cut {
			r.Cut++
		}
	}
	slices.SortStableFunc(found, func(a, b *start) int { return cmp.Compare(a.size(), b.size()) })
	found = found[:min(len(found), mostDrafts)]
	told := make([]*Found, len(found))
	err := parallel.Each(ctx, jobs, len(found), func(i int) { told[i] = found[i].describe() })
	if err != nil {
		return err
	}
	for _, f := range told {
		if r.Found == nil || f.beats(r.Found) {
			r.Found = f
		}
	}
	return nil
}

// size returns the size of a starting position.
func (s *start) size() (n int) {
	if s.Given != nil {
		n = len(s.Given.Flow())
	}
	return n
}
