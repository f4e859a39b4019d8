// Package part looks for the shortest play after which two configurations of a game differ in
// what is asked, in what is offered, in what lies where or in who has won.
//
//	part.go    where plays start, and which is found
//	search.go  all plays from a start, up to a number of decisions
//	draft.go   the play that is found as a scenario
//
// Plays start where the scenarios of the game do, and where a match does. From each all decisions
// of players and of chance are tried on both sides at once, first one, then two in a row, and so on,
// up to what the script of some scenario needs to tell the two apart. Of the scenarios only those
// count whose scripts come across what differs, if there are any.
package part

import (
	"context"
	"slices"

	"moraine/interpreter/internal/parallel"
	"moraine/interpreter/internal/source"
	"moraine/interpreter/scenario/exec"
)

// Side is one of the configurations.
type Side struct {
	Game    *exec.Game
	Variant string // a scenario that belongs to it is about the configuration; "": about the game itself
	Named   string // what an entry of `under` calls it; "": it is what the scenario itself is about
}

// Options say where to look, and how far.
type Options struct {
	Scenarios []*exec.Scenario // whose worlds plays start from, along with the beginning of a match
	Within    int              // so many decisions at most are made in a play that no script leads
	Jobs      int
}

// mostTried is how many decisions are tried from one start, for plays of one length.
const mostTried = 3_000

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
}

// start is where plays start.
type start struct {
	*exec.Scenario
	ctx    context.Context
	sides  *[2]Side
	stands bool  // on both sides
	whole  bool  // counters and marks count, too
	alike  bool  // its script comes across nothing that is otherwise on the second side
	bound  int   // after so many decisions of its script they differ; -1: they do not
	led    *play // … and this is where
	found  *play // of the length that is looked at, after which they differ
	cut    bool  // not all plays of some length were tried
}

// Find looks for it.
func Find(ctx context.Context, sides [2]Side, opt Options) (*Report, error) {
	var starts []*start
	for _, s := range append(openings(sides[0].Game), opt.Scenarios...) {
		starts = append(starts, &start{Scenario: s, ctx: ctx, sides: &sides, bound: -1})
	}
	err := parallel.Each(ctx, opt.Jobs, len(starts), func(i int) { starts[i].follow(0); starts[i].follow(1) })
	if err != nil {
		return nil, err
	}
	starts = slices.DeleteFunc(starts, func(s *start) bool { return !s.stands })
	if near := slices.DeleteFunc(slices.Clone(starts), func(s *start) bool { return s.alike }); slices.ContainsFunc(near, func(s *start) bool { return s.Name != "" }) {
		starts = near
	}
	r := &Report{Starts: len(starts)}
	err = r.look(ctx, starts, opt)
	if err != nil || r.Found != nil && r.Found.Text != nil {
		return r, err
	}
	seen := *r // nothing that is seen at once differs, or none that a scenario says; perhaps a counter or a mark
	for _, s := range starts {
		s.whole, s.cut, s.bound, s.led = true, false, -1, nil
	}
	if err = parallel.Each(ctx, opt.Jobs, len(starts), func(i int) { starts[i].follow(0); starts[i].follow(1) }); err != nil {
		return r, err
	}
	if err = r.look(ctx, starts, opt); r.Found == nil || seen.Found != nil && r.Found.Text == nil {
		*r = seen
	}
	return r, err
}

// look looks for plays of one length after the other.
func (r *Report) look(ctx context.Context, starts []*start, opt Options) error {
	defer func() {
		r.Cut = 0
		for _, s := range starts {
			if s.cut {
				r.Cut++
			}
		}
	}()
	for depth, led := 0, true; depth <= opt.Within || led; depth++ {
		all := depth <= opt.Within
		if err := parallel.Each(ctx, opt.Jobs, len(starts), func(i int) { starts[i].search(depth, all) }); err != nil {
			return err
		}
		r.Depth = min(depth, opt.Within)
		led = false // by a script, to more decisions than that
		tries := 0
		for _, s := range starts {
			led = led || s.bound > depth
			if s.found == nil || len(s.found.moves) != depth || tries == mostDrafts {
				continue
			}
			tries++
			f := s.tell()
			if r.Found == nil || f.Text != nil && (r.Found.Text == nil || len(f.Text) < len(r.Found.Text)) {
				r.Found = f
			}
		}
		if r.Found != nil && r.Found.Text != nil {
			break
		}
	}
	return ctx.Err()
}

// mostDrafts is how many plays of one length are tried to be written as a scenario; the shortest is shown.
const mostDrafts = 6
