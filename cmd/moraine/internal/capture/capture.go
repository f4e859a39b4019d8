// Package capture writes a scenario that leads to a given moment of a match or of another
// scenario: a minimal starting position, the acts since, and checks of the final position.
//
//	capture.go  the beginning and the acts
//	holds.go    the checks at the end
//	smaller.go  removing and joining lines
package capture

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/scenario/given"
	"moraine/interpreter/scenario/record"
	"moraine/interpreter/scenario/spec"
	"moraine/interpreter/source"
)

// Moment describes the moment to capture.
type Moment struct {
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

// Match returns the moment after some decisions of a match.
func Match(g *exec.Game, h *match.Header, name string, moves []match.Decision) (Moment, error) {
	if len(h.Rules.Readings) > 0 || strings.Contains(h.Rules.Variant, interpreter.And) {
		return Moment{}, errors.New("a scenario belongs to a game or to one variant, but this match uses further readings; write one variant with all of them, and play that variant")
	}
	return Moment{Game: g, Variant: h.Rules.Variant, Players: h.Players, Name: fmt.Sprintf("%s after decision %d", name, len(moves)), Moves: moves}, nil
}

// Limits of one capture: how many decisions it goes back to find a position that `given` can
// express, and the work for running drafts.
const (
	mostBack = 400
	mostActs = 20_000 // acts executed in all runs
)

// ErrNotExpressible reports a moment to which no script leads.
var ErrNotExpressible = errors.New("this position cannot be written as a scenario")

// drafts produces and runs drafts of a scenario.
type drafts struct {
	Moment
	ctx  context.Context
	want *given.Moment // the moment at which the scenario must end
	acts int           // acts executed so far
}

// draft is an unfinished scenario.
type draft struct {
	given, when []source.Pair // in when, each line is a pair
	checks      []source.Pair
}

// Capture returns the scenario, after verifying it by a run. The scenario starts at the latest
// possible position that `given` can express.
func Capture(ctx context.Context, from Moment) ([]byte, error) {
	c := &drafts{Moment: from, ctx: ctx}
	rec, err := c.record()
	if err != nil {
		return nil, err
	}
	c.want = rec.Moment(rec.Len())
	why := ErrNotExpressible
	for k := rec.Latest(); ; k-- {
		if k < rec.Len()-mostBack {
			k = 0
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if d := c.startAt(rec, k); d != nil {
			err := c.proves(d)
			if err == nil {
				c.joinLines(d)
				if !c.Whole {
					c.shorten(d)
					c.addChecks(d, rec.Moment(k))
				}
				return c.text(d), nil
			}
			why = fmt.Errorf("%w: %w", ErrNotExpressible, err)
		}
		if k == 0 {
			return nil, why
		}
	}
}

// record replays the decisions.
func (c *drafts) record() (*record.Record, error) {
	return record.Of(c.Game, c.Players, c.Given, c.Moves, c.Taken, func(given []source.Pair) (*exec.Stand, error) {
		return c.setUp(&draft{given: given})
	})
}

// startAt returns a draft that starts after k acts, or nil if that is impossible.
func (c *drafts) startAt(rec *record.Record, k int) *draft {
	d := &draft{given: c.beginning()}
	if k > 0 {
		d.given = rec.Given(k)
	}
	s, err := c.setUp(d)
	if err != nil {
		return nil
	}
	for i := k; ; i++ {
		d.when = append(d.when, rec.Proceed(i, s)...)
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
			d.when = append(d.when, source.MapOf("stands", source.Text(request)).Pairs[0])
		}
		line, err := rec.Redo(i, s, want, is)
		if err != nil {
			return nil
		}
		d.when = append(d.when, line)
	}
	d.checks = Holding(s)
	return d
}

// beginning returns the position in which play began.
func (c *drafts) beginning() []source.Pair {
	if c.Given != nil {
		return c.Given.Pairs
	}
	return c.Game.Opening(c.Players).Pairs
}

// text formats a draft as a file.
func (c *drafts) text(d *draft) []byte {
	var lines []*source.Node
	for _, p := range d.when {
		lines = append(lines, source.NewMap(p))
	}
	body := Scenario(c.Name, c.Variant, source.NewMap(d.given...), lines)
	body.Pairs = append(body.Pairs, d.checks...)
	return Text(body)
}

// Scenario returns the node of a scenario without checks.
func Scenario(name, variant string, given *source.Node, when []*source.Node) *source.Node {
	out := source.MapOf("scenario", source.Text(name))
	if variant != "" {
		out.Put("variant", source.Text(variant))
	}
	if given != nil && len(given.Pairs) > 0 {
		out.Put("given", given)
	}
	if len(when) > 0 {
		out.Put("when", source.ListOf(when...))
	}
	return out
}

// Text formats a scenario as an item of a file.
func Text(n *source.Node) []byte { return []byte("- " + n.Lines(2, "given", "when", "then")[2:]) }

// setUp sets up a draft from its text.
func (c *drafts) setUp(d *draft) (*exec.Stand, error) {
	checked := *d
	if len(d.checks) == 0 {
		checked.checks = source.MapOf("stands", source.Text("nothing")).Pairs
	}
	_, list, err := spec.Read(&source.File{Name: "captured.yaml", Text: c.text(&checked)})
	if err != nil {
		return nil, err
	}
	return c.Game.Stand(list[0])
}

// proves returns an error unless a draft passes and ends at the wanted moment.
func (c *drafts) proves(d *draft) error {
	c.acts += 1 + len(d.when)
	s, err := c.setUp(d)
	if err != nil {
		return err
	}
	if err := s.CarryOut(); err != nil {
		return err
	}
	if is := s.Moment(); !is.Equal(c.want) {
		return errors.New("it ends elsewhere")
	}
	if c.Besides != nil && !c.Besides(s.Of()) {
		return errors.New("the written scenario does not show the difference")
	}
	return nil
}

// isProved reports whether proves succeeds; it is false once the limit on runs is reached.
func (c *drafts) isProved(d *draft) bool {
	return c.acts < mostActs && c.ctx.Err() == nil && c.proves(d) == nil
}
