package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/playout"
	"moraine/interpreter/words"
)

// Study has the choices of a game: how often each is offered and taken, and who wins then.
type Study struct {
	Header
	Policies []string `json:"policies"`
	Games    int64    `json:"games"`
	Pairs    int64    `json:"pairs"` // pairs of matches in which each choice is forced
	Choices  []Choice `json:"choices"`

	words words.Names
}

// Choice is an option of a request, with the win shares of the seats that took it in a match, and
// of those that were offered it and never took it.
type Choice struct {
	Request string    `json:"request"`
	Option  string    `json:"option"`
	Offered int64     `json:"offered"` // decisions
	Taken   int64     `json:"taken"`
	With    *Estimate `json:"with,omitempty"`
	Without *Estimate `json:"without,omitempty"`
	Forced  int64     `json:"forced"`          // pairs in which it came up
	Cause   *Estimate `json:"cause,omitempty"` // the win share if it is taken at first sight, minus that if something else is
}

// studied has the sums of a choice.
type studied struct {
	offered, taken int64
	with, without  Group
}

// studyTotals implements sums.
type studyTotals struct{ of map[playout.Choice]*studied }

func newStudyTotals() *studyTotals { return &studyTotals{map[playout.Choice]*studied{}} }

func (t *studyTotals) at(c playout.Choice) *studied {
	s := t.of[c]
	if s == nil {
		s = &studied{with: newGroup(share), without: newGroup(share)}
		t.of[c] = s
	}
	return s
}

func (t *studyTotals) plus(o *studyTotals) {
	for c, from := range o.of {
		s := t.at(c)
		s.offered += from.offered
		s.taken += from.taken
		s.with.add(&from.with)
		s.without.add(&from.without)
	}
}

// studyTable plays matches and records their choices.
type studyTable struct{ *table }

// play implements player.
func (t studyTable) play(k int64, sum *studyTotals) (whole bool, err error) {
	seed := match.SeriesSeed(t.o.Seed, uint64(k))
	t.Number = k + 1
	if _, whole, err = t.Play(seed, func(seat int) int { return t.o.policyAt(k, seat) }); err != nil {
		return false, t.brokeOff(k, seed, err)
	}
	if !whole {
		return false, nil
	}
	type inMatch struct{ n, x [2]int64 } // of the seats that did not take it, and of those that did
	of := map[playout.Choice]*inMatch{}
	for _, f := range t.Offers() {
		s := sum.at(f.Choice)
		s.offered += f.Offered
		s.taken += f.Taken
		m := of[f.Choice]
		if m == nil {
			m = &inMatch{}
			of[f.Choice] = m
		}
		side := min(f.Taken, 1)
		m.n[side]++
		m.x[side] += t.shareOf(f.Seat)
	}
	for c, m := range of {
		s := sum.at(c)
		for side, g := range []*Group{&s.without, &s.with} {
			if m.n[side] > 0 {
				g.match(m.n[side], m.x[side])
			}
		}
	}
	return true, nil
}

// shareOf returns a seat's parts of the win.
func (t *table) shareOf(seat int) int64 {
	n := int64(0)
	for s := range t.o.Players {
		if t.Won(s) {
			n++
		}
	}
	if !t.Won(seat) {
		return 0
	}
	return t.part / n
}

// forcedTotals implements sums: differences of the parts of a win.
type forcedTotals struct{ Group }

func (t *forcedTotals) plus(o *forcedTotals) { t.add(&o.Group) }

// forcedTables play a match twice: with a choice taken where it is first offered, and with
// something else in its place.
type forcedTables [2]*table

// play implements player.
func (t forcedTables) play(k int64, sum *forcedTotals) (whole bool, err error) {
	var won [2]int64
	for i, table := range t {
		seed := match.SeriesSeed(table.o.Seed, uint64(k))
		table.Number = k + 1
		if _, whole, err = table.Play(seed, func(seat int) int { return table.o.policyAt(k, seat) }); err != nil {
			return false, table.brokeOff(k, seed, err)
		}
		if !whole {
			return false, nil
		}
		seat := table.ForcedSeat()
		if seat < 0 {
			return true, nil
		}
		won[i] = table.shareOf(seat)
	}
	sum.match(1, won[0]-won[1])
	return true, nil
}

// RunStudy plays matches and records their choices, and then pairs of matches in which each choice is
// forced.
func RunStudy(ctx context.Context, g *interpreter.Game, o Options, pairs int64) (*Study, error) {
	if err := o.complete(g); err != nil {
		return nil, err
	}
	fresh := newStudyTotals
	c, err := newCrew(ctx, o.Jobs, fresh, func() (player[*studyTotals], error) {
		t, err := newTable(ctx, g, &o)
		if err != nil {
			return nil, err
		}
		t.Observe(nil)
		return studyTable{t}, nil
	})
	if err != nil {
		return nil, err
	}
	sum := fresh()
	done, err := c.play(0, o.Games, sum, func(done int64) { o.progress(done, o.Games) })
	if err != nil || done < o.Games {
		return nil, cmp.Or(err, ctx.Err())
	}
	s := &Study{
		Header: NewHeader(g, &o), Policies: o.Policies, Games: o.Games, Pairs: pairs, Choices: []Choice{},
	}
	for c, t := range sum.of {
		s.Choices = append(s.Choices, Choice{
			Request: c.Request, Option: c.Option, Offered: t.offered, Taken: t.taken,
			With: t.with.estimate(share, o.Games, parts(o.Players)), Without: t.without.estimate(share, o.Games, parts(o.Players)),
		})
	}
	slices.SortFunc(s.Choices, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(a.Request, b.Request), cmp.Compare(b.Offered, a.Offered), cmp.Compare(a.Option, b.Option))
	})
	for i := range s.Choices {
		if pairs == 0 {
			break
		}
		p := o
		p.Progress = func(done, _ int64) {
			o.progress(o.Games+int64(i)*pairs+done, o.Games+int64(len(s.Choices))*pairs)
		}
		if err := s.Choices[i].force(ctx, g, p, pairs); err != nil {
			return nil, fmt.Errorf("with %s %s forced: %w", s.Choices[i].Request, s.Choices[i].Option, err)
		}
	}
	return s, nil
}

// force plays the pairs of a choice.
func (c *Choice) force(ctx context.Context, g *interpreter.Game, o Options, pairs int64) error {
	fresh := func() *forcedTotals { return &forcedTotals{newGroup(mean)} }
	crew, err := newCrew(ctx, o.Jobs, fresh, func() (player[*forcedTotals], error) {
		var t forcedTables
		for i, take := range []bool{true, false} {
			table, err := newTable(ctx, g, &o)
			if err != nil {
				return nil, err
			}
			table.Observe(&playout.Forced{Choice: playout.Choice{Request: c.Request, Option: c.Option}, Take: take})
			t[i] = table
		}
		return t, nil
	})
	if err != nil {
		return err
	}
	sum := fresh()
	done, err := crew.play(0, pairs, sum, func(done int64) { o.progress(done, pairs) })
	var b *BrokeOff
	switch {
	case errors.As(err, &b): // an act that no bot chooses may lead to a fault of the rules
		return err
	case err != nil || done < pairs:
		return cmp.Or(err, ctx.Err())
	}
	if c.Forced = sum.Matches; c.Forced > 1 {
		e := sum.estimate(mean, pairs, 1)
		cut := big.NewInt(parts(o.Players))
		for _, v := range []*Fixed{&e.Value, &e.Low, &e.High} {
			*v = fixed(new(big.Rat).SetFrac(big.NewInt(int64(*v)), new(big.Int).Mul(cut, big.NewInt(million))))
		}
		if c.Cause = e; e.Low == e.High { // rule of three: 95 % of samples without any other difference have at most 3/n of them
			other := big.NewRat(3, max(3, c.Forced))
			e.Low -= fixed(times(other, big.NewRat(int64(e.Value)+million, million)))
			e.High += fixed(times(other, big.NewRat(million-int64(e.Value), million)))
		}
	}
	return nil
}
