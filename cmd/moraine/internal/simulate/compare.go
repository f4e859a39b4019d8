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
	all, err := CompareAll(ctx, games[0], games[1:], o)
	if all == nil {
		return nil, err
	}
	return all[0], err
}

// CompareAll compares several configurations with one, as Compare does. It plays the matches of
// that one only once.
func CompareAll(ctx context.Context, base *interpreter.Game, others []*interpreter.Game,
	o Options) ([]*Comparison, error) {
	games := append([]*interpreter.Game{base}, others...)
	for _, g := range games {
		o.policyOf = nil
		if err := o.complete(g); err != nil {
			return nil, err
		}
	}
	newPlayer := func() (player[*jointTotals], error) { return newJointTables(ctx, games, &o) }
	fresh := func() *jointTotals { return newJointTotals(games, &o) }
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
	sides := make([]*Results, len(games))
	for i, g := range games {
		if sides[i], err = results(g, &o, 0, done, sum.sides[i]); err != nil {
			return nil, err
		}
	}
	var out []*Comparison
	for i, side := range sides[1:] {
		c := &Comparison{Sides: [2]*Results{sides[0], side}}
		c.Differences = c.differences(sum.cross[i])
		c.Only = [2][]Single{sides[0].without(side), side.without(sides[0])}
		out = append(out, c)
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

// productSums has sums of products of a group's values in two configurations of a match. In the
// name of a field, the first letter is the value on the first side and the second letter that
// on the second side.
type productSums struct{ nn, nx, xn, xx big.Int }

// jointTotals has the totals of all configurations, and the sums of products of the first with
// each of the others.
type jointTotals struct {
	sides []*totals
	cross []map[name]*productSums
}

func newJointTotals(games []*interpreter.Game, o *Options) *jointTotals {
	t := &jointTotals{}
	for i, g := range games {
		t.sides = append(t.sides, newTotals(g, o))
		if i > 0 {
			t.cross = append(t.cross, map[name]*productSums{})
		}
	}
	return t
}

func (t *jointTotals) of(other int, n name) *productSums {
	c := t.cross[other][n]
	if c == nil {
		c = &productSums{}
		t.cross[other][n] = c
	}
	return c
}

// plus implements sums.
func (t *jointTotals) plus(o *jointTotals) {
	for i := range t.sides {
		t.sides[i].plus(o.sides[i])
	}
	for i, cross := range o.cross {
		for n, from := range cross {
			c := t.of(i, n)
			c.nn.Add(&c.nn, &from.nn)
			c.nx.Add(&c.nx, &from.nx)
			c.xn.Add(&c.xn, &from.xn)
			c.xx.Add(&c.xx, &from.xx)
		}
	}
}

// jointTables plays a match in all configurations.
type jointTables []*table

func newJointTables(ctx context.Context, games []*interpreter.Game, o *Options) (t jointTables, err error) {
	for i, g := range games {
		table, err := newTable(ctx, g, o)
		if err != nil {
			return t, err
		}
		table.side = i
		t = append(t, table)
	}
	return t, nil
}

// play implements player.
func (t jointTables) play(k int64, sum *jointTotals) (whole bool, err error) {
	for i, table := range t {
		if whole, err := table.add(k, sum.sides[i]); !whole {
			return false, err
		}
	}
	first := map[name]*tally{}
	for _, g := range sum.sides[0].open {
		first[g.name()] = g
	}
	for i, s := range sum.sides[1:] {
		for _, g := range s.open {
			f := first[g.name()]
			if f == nil { // the products are 0
				continue
			}
			c := sum.of(i, g.name())
			addProduct(&c.nn, f.n1, g.n1)
			addProduct(&c.nx, f.n1, g.x1)
			addProduct(&c.xn, f.x1, g.n1)
			addProduct(&c.xx, f.x1, g.x1)
		}
	}
	for _, s := range sum.sides {
		s.close()
	}
	return true, nil
}
