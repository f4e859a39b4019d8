// Package author writes scenarios: the position in which they begin, their lines, and checks that hold at their end. It
// shortens them, and proves the result by a run.
//
//	author.go  drafts, and the scenario of a play
//	checks.go  checks that hold at a position
//	entry.go   the entry of `under` for the outcome of a scenario in another configuration
//	shrink.go  removing and joining lines
package author

import (
	"context"
	"errors"
	"fmt"

	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/record"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Draft is a scenario in preparation.
type Draft struct {
	Name, Variant string // no variant stands for the game itself
	Given         *source.Node
	When          []*source.Node
	Checks        *source.Node
}

// Node returns the draft as it is written in a file.
func (d *Draft) Node() *source.Node {
	out := source.MapOf("scenario", source.Text(d.Name))
	if d.Variant != "" {
		out.Put("variant", source.Text(d.Variant))
	}
	if d.Given != nil && len(d.Given.Pairs) > 0 {
		out.Put("given", d.Given)
	}
	if len(d.When) > 0 {
		out.Put("when", source.ListOf(d.When...))
	}
	out.Pairs = append(out.Pairs, d.Checks.Pairs...)
	return out
}

// Text returns the draft as an item of a file.
func (d *Draft) Text() []byte { return Text(d.Node()) }

// Scenario returns the draft as a scenario. Names are not looked up, and it may lack checks.
func (d *Draft) Scenario() *spec.Scenario {
	return spec.Decode(source.ListOf(d.Node()), &source.Diagnostics{})[0]
}

// Text formats a scenario, with its entries, as an item of a file.
func Text(n *source.Node) []byte { return []byte("- " + n.Lines(2, "given", "when", "then")[2:]) }

// Play is a part of a match or scenario: the position in which it begins, and the decisions to its end.
type Play struct {
	Game    *exec.Game
	Variant string // variant of the game; "" for the plain game
	Name    string // name for the scenario
	Players int
	Given   *source.Node              // the position where play began; nil for the start of a match
	Moves   []match.Decision          // all decisions since then
	Taken   []int32                   // of a scenario: the pieces that steps have taken in an order
	Besides func(*spec.Scenario) bool // a further condition that the scenario must meet, or nil
	Whole   bool                      // keep the complete starting position, and check only the open question
}

// Limits of one scenario: how many decisions it goes back to find a position that `given` can
// express, and the work for running drafts.
const (
	mostBack = 400
	mostActs = 20_000 // acts executed in all runs
)

// ErrNotExpressible reports a moment to which no script leads.
var ErrNotExpressible = errors.New("this position cannot be written as a scenario")

// writer writes the scenario of a play.
type writer struct {
	Play
	ctx  context.Context
	want *given.Moment // the moment at which the scenario must end
	acts int           // acts executed so far
}

// Write returns the scenario of a play, which a run has proved. The scenario starts at the latest
// possible position that `given` can express.
func Write(ctx context.Context, from Play) (*Draft, error) {
	w := &writer{Play: from, ctx: ctx}
	rec, err := w.record()
	if err != nil {
		return nil, err
	}
	w.want = rec.Moment(rec.Len())
	why := ErrNotExpressible
	for k := rec.Latest(); ; k-- {
		if k < rec.Len()-mostBack {
			k = 0
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if d := w.begin(rec, k); d != nil {
			err := w.prove(d)
			if err == nil {
				w.joinLines(d)
				if !w.Whole {
					w.shorten(d)
					w.addChecks(d, rec.Moment(k))
				}
				return d, nil
			}
			why = fmt.Errorf("%w: %w", ErrNotExpressible, err)
		}
		if k == 0 {
			return nil, why
		}
	}
}

// record replays the decisions.
func (w *writer) record() (*record.Record, error) {
	return record.Of(w.Game, w.Players, w.Given, w.Moves, w.Taken, func(given []source.Pair) (*exec.Stand, error) {
		return w.setUp(w.draft(given))
	})
}

// begin returns a draft that starts after k acts, or nil if that is impossible.
func (w *writer) begin(rec *record.Record, k int) *Draft {
	d := w.draft(w.beginning())
	if k > 0 {
		d = w.draft(rec.Given(k))
	}
	s, err := w.setUp(d)
	if err != nil {
		return nil
	}
	for i := k; ; i++ {
		d.When = append(d.When, rec.Proceed(i, s)...)
		if s.Err() != nil {
			return nil
		}
		is, want := s.Moment(), rec.Moment(i)
		if !is.Equal(want) {
			return nil
		}
		if i == rec.Len() {
			break
		}
		if rec.IsOffer(i) { // an offer leaves the open question open
			request, _, _ := s.Offers()
			d.When = append(d.When, source.MapOf("stands", source.Text(request)))
		}
		line, err := rec.Redo(i, s, want, is)
		if err != nil {
			return nil
		}
		d.When = append(d.When, line)
	}
	d.Checks = Checks(s)
	return d
}

// beginning returns the position in which play began.
func (w *writer) beginning() []source.Pair {
	if w.Given != nil {
		return w.Given.Pairs
	}
	return w.Game.Opening(w.Players).Pairs
}

// draft returns a draft that begins with some entries of `given`.
func (w *writer) draft(given []source.Pair) *Draft {
	return &Draft{Name: w.Name, Variant: w.Variant, Given: source.NewMap(given...), Checks: source.NewMap()}
}

// setUp sets up a draft from its text.
func (w *writer) setUp(d *Draft) (*exec.Stand, error) {
	checked := *d
	if len(d.Checks.Pairs) == 0 {
		checked.Checks = source.MapOf("stands", source.Text("nothing"))
	}
	_, list, err := spec.Read(&source.File{Name: "captured.yaml", Text: checked.Text()})
	if err != nil {
		return nil, err
	}
	return w.Game.Stand(list[0])
}

// prove returns an error unless a draft passes and ends at the wanted moment.
func (w *writer) prove(d *Draft) error {
	w.acts += 1 + len(d.When)
	s, err := w.setUp(d)
	if err != nil {
		return err
	}
	if err := s.CarryOut(); err != nil {
		return err
	}
	if is := s.Moment(); !is.Equal(w.want) {
		return errors.New("it ends elsewhere")
	}
	if w.Besides != nil && !w.Besides(s.Of()) {
		return errors.New("the written scenario does not show the difference")
	}
	return nil
}

// proves reports whether a draft passes; it is false once the limit on runs is reached.
func (w *writer) proves(d *Draft) bool {
	return w.acts < mostActs && w.ctx.Err() == nil && w.prove(d) == nil
}
