// Package capture makes a scenario of any moment of a match, or of a scenario: a world no
// larger than it has to be, the acts since, and what then holds.
//
//	capture.go  where it starts, and what it says
//	holds.go    what holds in the end
//	smaller.go  what may be left out, and what is said in fewer lines
package capture

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/scenario/exec"
	"moraine/interpreter/source"
)

// From is the moment that is wanted.
type From struct {
	Game    *exec.Game
	Variant string // of which the game is; "": the game itself
	Name    string // of the scenario
	Players int
	Given   *source.Node              // where the play has begun; nil: it is a match, from its beginning
	Moves   []match.Decision          // all that has been decided since
	Besides func(*exec.Scenario) bool // must hold of it as well; nil: nothing must
	Whole   bool                      // says all of where it starts, and checks nothing but what is asked in the end
}

// Match is where a match stands after some decisions.
func Match(g *exec.Game, h *match.Header, name string, moves []match.Decision) (From, error) {
	if len(h.Rules.Readings) > 0 || strings.Contains(h.Rules.Variant, interpreter.And) {
		return From{}, errors.New("a scenario is of a game or of one of its variants, and this match has other readings in force besides: put all of it into one variant, and play that")
	}
	return From{Game: g, Variant: h.Rules.Variant, Players: h.Players, Name: fmt.Sprintf("%s after decision %d", name, len(moves)), Moves: moves}, nil
}

// What one capture may take: how far back it looks for a moment that can be given, and how
// much drafts are run.
const (
	mostBack = 400
	mostActs = 20_000 // carried out in all runs
)

// ErrUnsayable is the error of a moment that no script leads to.
var ErrUnsayable = errors.New("this moment cannot be said in a scenario")

// drafts writes and runs a scenario in the making.
type drafts struct {
	From
	ctx  context.Context
	want *exec.Moment // where it is to end
	acts int          // carried out so far
}

// draft is a scenario in the making.
type draft struct {
	given, when []source.Pair // of `when` a line is a pair
	checks      []source.Pair
}

// Capture writes the scenario, which has been run. It begins as late as `given` can say it.
func Capture(ctx context.Context, from From) ([]byte, error) {
	c := &drafts{From: from, ctx: ctx}
	rec, err := c.record()
	if err != nil {
		return nil, err
	}
	c.want = rec.Moment(rec.Len())
	why := ErrUnsayable
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
					c.claim(d, rec.Moment(k))
				}
				return c.text(d), nil
			}
			why = fmt.Errorf("%w: %w", ErrUnsayable, err)
		}
		if k == 0 {
			return nil, why
		}
	}
}

// record plays the decisions once more.
func (c *drafts) record() (*exec.Record, error) {
	return c.Game.Record(c.Players, c.Given, c.Moves, func(given []source.Pair) (*exec.Stand, error) {
		return c.stand(&draft{given: given})
	})
}

// startAt is a draft that starts after so many acts; nil: it cannot.
func (c *drafts) startAt(rec *exec.Record, k int) *draft {
	d := &draft{given: c.beginning()}
	if k > 0 {
		d.given = rec.Given(k)
	}
	s, err := c.stand(d)
	if err != nil {
		return nil
	}
	for i := k; ; i++ {
		if s.Asked(); s.Err() != nil {
			return nil
		}
		is, want := s.Moment(), rec.Moment(i)
		if !is.Equal(want) {
			return nil
		}
		if i == rec.Len() {
			break
		}
		if rec.IsOffer(i) { // it is made beside what is asked, which stays open
			request, _, _ := s.Offers()
			d.when = append(d.when, exec.MapOf("stands", exec.Text(request)).Pairs[0])
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

// beginning is the world from which the play began.
func (c *drafts) beginning() []source.Pair {
	if c.Given != nil {
		return c.Given.Pairs
	}
	return c.Game.Opening(c.Players).Pairs
}

// text is a draft as a file.
func (c *drafts) text(d *draft) []byte {
	var lines []*source.Node
	for _, p := range d.when {
		lines = append(lines, &source.Node{Kind: source.Map, Pairs: []source.Pair{p}})
	}
	body := Scenario(c.Name, c.Variant, &source.Node{Kind: source.Map, Pairs: d.given}, lines)
	body.Pairs = append(body.Pairs, d.checks...)
	return Text(body)
}

// Scenario is one as it is written, without checks.
func Scenario(name, variant string, given *source.Node, when []*source.Node) *source.Node {
	out := exec.MapOf("scenario", exec.Text(name))
	if variant != "" {
		out.Put("variant", exec.Text(variant))
	}
	if given != nil && len(given.Pairs) > 0 {
		out.Put("given", given)
	}
	if len(when) > 0 {
		out.Put("when", exec.ListOf(when...))
	}
	return out
}

// Text is a scenario as an item of a file.
func Text(n *source.Node) []byte { return []byte("- " + n.Lines(2, "given", "when", "then")[2:]) }

// stand sets a draft up, as it reads when it is written.
func (c *drafts) stand(d *draft) (*exec.Stand, error) {
	checked := *d
	if len(d.checks) == 0 {
		checked.checks = exec.MapOf("stands", exec.Text("nothing")).Pairs
	}
	_, list, err := exec.Read(&source.File{Name: "captured.yaml", Text: c.text(&checked)})
	if err != nil {
		return nil, err
	}
	return c.Game.Stand(list[0])
}

// proves runs a draft: it must pass, and end where it is to.
func (c *drafts) proves(d *draft) error {
	c.acts += 1 + len(d.when)
	s, err := c.stand(d)
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
		return errors.New("it does not show what it is to show")
	}
	return nil
}

// isProved is proves for whoever only wants to know, and only as long as runs are left.
func (c *drafts) isProved(d *draft) bool {
	return c.acts < mostActs && c.ctx.Err() == nil && c.proves(d) == nil
}
