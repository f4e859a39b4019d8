// Package part looks for the shortest play after which two configurations of a game differ in
// what is asked, in what is offered, in what lies where or in who has won.
//
//	part.go    where plays start, and which is found
//	follow.go  where the script of a start leads to a difference
//	search.go  all plays from a start, up to a number of decisions
//	draft.go   the play that is found as a scenario
//	claims.go  … with formulas that hold on one side only
//	finish.go  … of which only what tells them apart is left, and what holds on the other side
//
// Plays start where the scenarios of the game do, and where a match does. From each all decisions
// of players and of chance are tried on both sides at once, first one, then two in a row, and so on,
// up to what the script of some scenario needs to tell the two apart. Of the scenarios only those
// count whose scripts come across what differs, if there are any.
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
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// Options say how far to look.
type Options struct {
	Within int // so many decisions at most are made in a play that no script leads
	Jobs   int
}

// mostTried is how many decisions are tried from one start, for plays of one length.
const mostTried = 3_000

// mostDrafts is how many plays of one length are tried to be written as a scenario, those from the
// smallest worlds first; the shortest is shown.
const mostDrafts = 4

// Report is what was found.
type Report struct {
	Found  *Found // nil: the sides do not part
	Starts int    // so many were tried
	Depth  int    // with all plays of up to so many decisions …
	Cut    int    // … but for so many starts of which there were too many plays
}

// Found is the shortest play that was found.
type Found struct {
	Scenario  string // that starts where it starts; "": a match does
	Place     source.Pos
	Decisions int
	Parts     [2]string // how the sides go on
	Text      []byte    // the scenario that shows it; nil: Unsaid tells why there is none
	Unsaid    error
	shows     bool // what Parts say, and not only something else that differs, too
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

// sides are the two configurations, and what a scenario that tells them apart is about.
type sides struct {
	ctx     context.Context
	games   [2]*exec.Game
	named   [2]string  // what an entry of `under` calls them; "": it is what the scenario itself is about
	about   *exec.Game // nil: there is none, for `under` names readings and variants of one game only
	variant string     // to which such a scenario belongs; "": to the game itself
}

// start is where plays start.
type start struct {
	*exec.Scenario
	*sides
	stands bool         // on both sides
	alike  bool         // its script comes across nothing that is otherwise on the second side
	leads  [kinds]*lead // where its script leads; nil: to no such difference
	found  *lead        // of the length that is looked at, after which they differ
	cut    bool         // not all plays of some length were tried
	runs   int          // of scenarios in the making
}

// lead is a play after which the sides differ.
type lead struct {
	kind
	moves    []match.Decision
	parts    [2]exec.Fact
	scripted bool
	until    int // if its own checks tell: so many lines of the script come before them
}

// kind is what sides can differ in. What comes first is looked for first.
type kind int

const (
	inSight kind = iota // what is asked, offered or lies somewhere, or who has won
	inCheck             // a check of the scenario holds on the first side only
	inMarks             // counters and marks
	kinds
)

// between are the sides of a comparison. The second is one that `under` names, if one of them is.
func between(ctx context.Context, a, b scenario.Side) (s *sides, swapped bool, err error) {
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

// Find looks for it.
func Find(ctx context.Context, a, b scenario.Side, opt Options) (*Report, error) {
	scenarios, err := scenario.Common(a, b)
	if err != nil {
		return nil, err
	}
	sides, swapped, err := between(ctx, a, b)
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
	if near := slices.DeleteFunc(slices.Clone(starts), func(s *start) bool { return s.alike }); slices.ContainsFunc(near, func(s *start) bool { return s.Name != "" }) {
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
	if far, _ := led(starts, inSight); far < 0 { // what else scripts lead to bounds how far this is looked for
		if err := lead(inMarks); err != nil {
			return nil, err
		}
		for _, k := range []kind{inCheck, inMarks} {
			if _, near := led(starts, k); near >= 0 {
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
		far, _ := led(starts, k)
		leads = leads || far >= 0
		searched := within
		if k == inCheck || k == inMarks && leads {
			searched = -1
		}
		for depth := 0; depth <= max(searched, far); depth++ {
			if err := r.look(ctx, starts, k, depth, depth <= searched, opt.Jobs); err != nil || r.Found != nil && r.Found.Text != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// led tells how far scripts lead to a difference, at most and at least; -1: none does.
func led(starts []*start, k kind) (farthest, nearest int) {
	farthest, nearest = -1, -1
	for _, s := range starts {
		if l := s.leads[k]; l != nil {
			if farthest = max(farthest, len(l.moves)); nearest < 0 || len(l.moves) < nearest {
				nearest = len(l.moves)
			}
		}
	}
	return farthest, nearest
}

// look looks for plays of one length.
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
	err := parallel.Each(ctx, jobs, len(found), func(i int) { told[i] = found[i].tell() })
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

// size is how much the world says in which it begins.
func (s *start) size() (n int) {
	if s.Given != nil {
		n = len(s.Given.Flow())
	}
	return n
}
