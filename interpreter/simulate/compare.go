package simulate

import (
	"context"

	"moraine/interpreter"
)

// Comparison is what the same matches, begun with the same seeds, come to in two
// configurations of a game.
type Comparison struct {
	Sides       [2]*Results
	Differences []Difference // of what both measure
	Only        [2][]Single  // what the other has not measured
}

// Compare plays each match in both configurations, with the same seeds. What is random in
// both falls alike until the first difference, and where the configurations seldom differ
// that tells chance from rule with far fewer matches. Interrupted, it compares those that
// are over, as Run does.
func Compare(ctx context.Context, games [2]*interpreter.Game, o Options) (*Comparison, error) {
	for _, g := range games {
		o.policyOf = nil
		if err := o.complete(g); err != nil {
			return nil, err
		}
	}
	newPlayer := func() (player[*twins], error) { return newTwinTables(ctx, games, &o) }
	fresh := func() *twins { return newTwins(games) }
	c, err := newCrew(ctx, o.Jobs, fresh, newPlayer)
	if err != nil {
		return nil, err
	}
	sum := newTwins(games)
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

// name is that of a group in both configurations, which number things differently.
type name struct{ measure, group string }

// crossed are the products of what a group comes to in both configurations of a match:
// first of the one, then of the other.
type crossed struct {
	nn, nx, xn, xx sum
	n, x           int64 // of the match under way in the first configuration
}

// twins are the totals of both configurations, and how they go together.
type twins struct {
	sides [2]*totals
	cross map[name]*crossed
}

func newTwins(games [2]*interpreter.Game) *twins {
	return &twins{[2]*totals{newTotals(games[0].Program), newTotals(games[1].Program)}, map[name]*crossed{}}
}

func (t *twins) of(n name) *crossed {
	c := t.cross[n]
	if c == nil {
		c = &crossed{}
		t.cross[n] = c
	}
	return c
}

// plus implements sums.
func (t *twins) plus(o *twins) {
	for i := range t.sides {
		t.sides[i].plus(o.sides[i])
	}
	for n, from := range o.cross {
		c := t.of(n)
		c.nn.plus(&from.nn)
		c.nx.plus(&from.nx)
		c.xn.plus(&from.xn)
		c.xx.plus(&from.xx)
	}
}

func (t *twins) clear() {
	for _, s := range t.sides {
		s.clear()
	}
	for _, c := range t.cross {
		*c = crossed{}
	}
}

// twinTables are where a match is played in both configurations.
type twinTables struct {
	tables [2]*table
	names  [2]map[[2]int32]name // by series and key, as they come up
	called [2]func(series int, key int32) name
}

func newTwinTables(ctx context.Context, games [2]*interpreter.Game, o *Options) (*twinTables, error) {
	t := &twinTables{}
	for i, g := range games {
		var err error
		if t.tables[i], err = newTable(ctx, g, o); err != nil {
			return nil, err
		}
		t.tables[i].side = i
		measures := []string{winsBySeat, winsByPolicy}
		for _, m := range g.Program.Measures {
			measures = append(measures, m.Name)
		}
		groups := groupNames(g, o)
		t.names[i] = map[[2]int32]name{}
		t.called[i] = func(series int, key int32) name {
			group, _ := groups[series](key)
			return name{measures[series], group}
		}
	}
	return t, nil
}

// play implements player.
func (t *twinTables) play(k int64, sum *twins) (whole bool, err error) {
	for i, table := range t.tables {
		if whole, err := table.add(k, sum.sides[i]); !whole {
			return false, err
		}
	}
	for _, g := range sum.sides[0].open {
		c := sum.of(t.name(0, g))
		c.n, c.x = g.n1, g.x1
	}
	for _, g := range sum.sides[1].open {
		c := sum.of(t.name(1, g))
		c.nn.add(c.n, g.n1)
		c.nx.add(c.n, g.x1)
		c.xn.add(c.x, g.n1)
		c.xx.add(c.x, g.x1)
	}
	for _, g := range sum.sides[0].open {
		c := sum.of(t.name(0, g))
		c.n, c.x = 0, 0
	}
	for _, s := range sum.sides {
		s.close()
	}
	return true, nil
}

func (t *twinTables) name(side int, g *tally) name {
	key := [2]int32{int32(g.of), g.key}
	n, known := t.names[side][key]
	if !known {
		n = t.called[side](g.of, g.key)
		t.names[side][key] = n
	}
	return n
}
