package simulate

import (
	"cmp"
	"context"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/match"
	"moraine/interpreter/playout"
	"moraine/interpreter/words"
)

// Study has the choices of a game: how often each is offered and taken, and who wins then.
type Study struct {
	Kind string `json:"kind" schema:"const=choices"`
	Header
	Policies []string `json:"policies"`
	Games    int64    `json:"games"`
	Choices  []Choice `json:"choices"`

	words words.Names
}

// Choice is an option of a request, with the win shares of the seats that took it in a match, and
// of those that were offered it and never took it.
type Choice struct {
	Request string    `json:"request"`
	Option  string    `json:"option" jsonschema:"an option of a may, or a card"`
	Offered int64     `json:"offered" jsonschema:"the number of decisions that offered it"`
	Taken   int64     `json:"taken"`
	With    *Estimate `json:"with,omitempty" jsonschema:"the win share of the seats that took it in a match, which is not its effect"`
	Without *Estimate `json:"without,omitempty" jsonschema:"the win share of the seats that were offered it and never took it"`
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
	type inMatch struct{ n, x [2]int64 } // of the seats that did not take it, and of the seats that did
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

// RunStudy plays matches and records their choices.
func RunStudy(ctx context.Context, g *interpreter.Game, o Options) (*Study, error) {
	if err := o.complete(g); err != nil {
		return nil, err
	}
	sum, err := playAll(ctx, &o, newStudyTotals, func() (player[*studyTotals], error) {
		t, err := newTable(ctx, g, &o)
		if err != nil {
			return nil, err
		}
		t.Observe()
		return studyTable{t}, nil
	})
	if err != nil {
		return nil, err
	}
	s := &Study{
		Kind: "choices", Header: NewHeader(g, &o), Policies: o.Policies, Games: o.Games, Choices: []Choice{},
	}
	for c, t := range sum.of {
		s.Choices = append(s.Choices, Choice{
			Request: c.Request, Option: c.Option, Offered: t.offered, Taken: t.taken,
			With:    t.with.estimate(share, o.Games, parts(o.Players)),
			Without: t.without.estimate(share, o.Games, parts(o.Players)),
		})
	}
	slices.SortFunc(s.Choices, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(a.Request, b.Request), cmp.Compare(b.Offered, a.Offered),
			cmp.Compare(a.Option, b.Option))
	})
	return s, nil
}
