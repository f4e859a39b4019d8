package simulate

import (
	"context"
	"math/big"

	"moraine/interpreter"
)

// Comparison has the results of the same matches, with the same seeds, in two configurations of
// a game.
type Comparison struct {
	Sides       [2]*Results
	Differences []Difference // of measures that exist on both sides
	Only        [2][]Single  // measures that the other side does not have
}

// Compare plays each match in both configurations with the same seeds. Random events are equal
// on both sides up to the first difference, so if the configurations rarely differ, far fewer
// matches are needed to distinguish a real difference from chance. If it is interrupted, it
// compares the completed matches.
func Compare(ctx context.Context, games [2]*interpreter.Game, o Options) (*Comparison, error) {
	for _, g := range games {
		o.policyOf = nil
		if err := o.complete(g); err != nil {
			return nil, err
		}
	}
	newPlayer := func() (player[*pairTotals], error) { return newPairTables(ctx, games, &o) }
	fresh := func() *pairTotals { return newPairTotals(games, &o) }
	c, err := newCrew(ctx, o.Jobs, fresh, newPlayer)
	if err != nil {
		return nil, err
	}
	sum := fresh()
	done, err := c.play(0, o.Games, sum, func(done int64) { o.progress(done, o.Games) })
	if err != nil {
		return nil, err
	}
	if done == 0 {
		return nil, ctx.Err()
	}
	out := &Comparison{}
	for i, g := range games {
		if out.Sides[i], err = results(g, &o, 0, done, sum.sides[i]); err != nil {
			return nil, err
		}
	}
	out.Differences = out.differences(sum.cross)
	for i, side := range out.Sides {
		out.Only[i] = side.without(out.Sides[1-i])
	}
	if done < o.Games {
		return out, ctx.Err()
	}
	return out, nil
}

// name identifies a group of a measure in both configurations, because their numbers may
// differ.
type name struct{ measure, group string }

func (t *tally) name() name { return name{t.of.name, t.By} }

// productSums has sums of products of a group's values in both configurations of a match. In the
// name of a field, the first letter is the value on the first side and the second letter that
// on the second side.
type productSums struct {
	nn, nx, xn, xx big.Int
	n, x           int64 // values of the current match on the first side
}

// pairTotals has the totals of both configurations and the sums of products.
type pairTotals struct {
	sides [2]*totals
	cross map[name]*productSums
}

func newPairTotals(games [2]*interpreter.Game, o *Options) *pairTotals {
	return &pairTotals{[2]*totals{newTotals(games[0], o), newTotals(games[1], o)}, map[name]*productSums{}}
}

func (t *pairTotals) of(n name) *productSums {
	c := t.cross[n]
	if c == nil {
		c = &productSums{}
		t.cross[n] = c
	}
	return c
}

// plus implements sums.
func (t *pairTotals) plus(o *pairTotals) {
	for i := range t.sides {
		t.sides[i].plus(o.sides[i])
	}
	for n, from := range o.cross {
		c := t.of(n)
		c.nn.Add(&c.nn, &from.nn)
		c.nx.Add(&c.nx, &from.nx)
		c.xn.Add(&c.xn, &from.xn)
		c.xx.Add(&c.xx, &from.xx)
	}
}

// pairTables plays a match in both configurations.
type pairTables [2]*table

func newPairTables(ctx context.Context, games [2]*interpreter.Game, o *Options) (t pairTables, err error) {
	for i, g := range games {
		if t[i], err = newTable(ctx, g, o); err != nil {
			return t, err
		}
		t[i].side = i
	}
	return t, nil
}

// play implements player.
func (t pairTables) play(k int64, sum *pairTotals) (whole bool, err error) {
	for i, table := range t {
		if whole, err := table.add(k, sum.sides[i]); !whole {
			return false, err
		}
	}
	for _, g := range sum.sides[0].open {
		c := sum.of(g.name())
		c.n, c.x = g.n1, g.x1
	}
	for _, g := range sum.sides[1].open {
		c := sum.of(g.name())
		addProduct(&c.nn, c.n, g.n1)
		addProduct(&c.nx, c.n, g.x1)
		addProduct(&c.xn, c.x, g.n1)
		addProduct(&c.xx, c.x, g.x1)
	}
	for _, g := range sum.sides[0].open {
		c := sum.of(g.name())
		c.n, c.x = 0, 0
	}
	for _, s := range sum.sides {
		s.close()
	}
	return true, nil
}
