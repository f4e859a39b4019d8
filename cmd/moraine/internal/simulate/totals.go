package simulate

import (
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/playout"
)

// Kinds of measure, as written in rules.
const (
	share = "share"
	mean  = "mean"
	count = "count"
	total = "sum"
)

// Share and Mean are the kinds of measure that goals need.
const (
	Share = share
	Mean  = mean
)

const (
	maxGames   = 1 << 40 // limit on a run
	maxInMatch = 1 << 40 // limit on a measure in one match
)

// totals has the sums for a range of matches. They are integers, so the result depends neither
// on the division into pieces nor on the order of the pieces.
type totals struct {
	games, decisions int64
	failed           *Failed // nil if no match failed
	series           []*series
	seen             []bool   // operations and cards that came up
	open             []*tally // tallies with values of the current match
}

// Indices of the series that every game has: the wins by seat and by policy, counted in parts
// of a win, because several players may share a win. The series of the game's measures follow.
const (
	bySeat = iota
	byPolicy
	measured
)

// series has the tallies of a measure, one per group.
type series struct {
	name, how string
	split     bool
	called    func(key int32) (by string, order int32)
	groups    map[int32]*tally
}

// tally has the sums of a group, and its values in the current match: n values with the sum x.
type tally struct {
	Group
	of     *series
	n1, x1 int64
}

func newTotals(g *interpreter.Game, o *Options) *totals {
	t := &totals{seen: make([]bool, playout.CountParts(g))}
	add := func(name, how string, split bool, called func(int32) (string, int32)) {
		s := &series{name: name, how: how, split: split, called: called, groups: map[int32]*tally{}}
		t.series = append(t.series, s)
		if !split {
			s.group(0) // the group exists even without values
		}
	}
	add("wins by seat", share, true, func(seat int32) (string, int32) { return g.Seats()[seat], seat })
	add("wins by policy", share, true, func(i int32) (string, int32) { return o.Policies[i], i })
	for i, m := range playout.Measures(g) {
		add(m.Name, m.How, m.Split, func(by int32) (string, int32) { return playout.GroupName(g, i, by) })
	}
	return t
}

func (s *series) group(key int32) *tally {
	t := s.groups[key]
	if t == nil {
		t = &tally{Group: newGroup(s.how), of: s}
		t.By, t.Key = s.called(key)
		s.groups[key] = t
	}
	return t
}

// measure converts the series to a Measure.
func (s *series) measure() Measure {
	m := Measure{Name: s.name, How: s.how, Split: s.split, Groups: []Group{}}
	for _, t := range s.groups {
		if s.split && t.Matches == 0 {
			continue
		}
		g := newGroup(s.how)
		g.By, g.Key = t.By, t.Key
		g.add(&t.Group)
		m.Groups = append(m.Groups, g)
	}
	slices.SortFunc(m.Groups, inOrder)
	return m
}

// note adds a value to the current match.
func (t *totals) note(s *series, key int32, x int64) *tally {
	g := s.group(key)
	if g.n1 == 0 {
		t.open = append(t.open, g)
	}
	g.n1++
	g.x1 += x
	if s.how == mean {
		g.Values.add(x, 1)
	}
	return g
}

// addPlayed adds the values of measures in the match that a player has played, and the operations
// and cards that came up for the first time. The player reports these only once, so the totals
// must be given each of them.
func (t *totals) addPlayed(g *interpreter.Game, p *playout.Player) error {
	t.addSeen(p)
	for _, v := range p.Values() {
		if tally := t.note(t.series[measured+v.Measure], v.By, int64(v.Value)); magnitude(tally.x1) > maxInMatch {
			return &interpreter.Fault{Pos: playout.Measures(g)[v.Measure].Pos, Limit: true,
				Text: "the value of this measure exceeds 1,000,000,000,000 in one match"}
		}
	}
	return nil
}

// addSeen adds the operations and cards that came up for the first time.
func (t *totals) addSeen(p *playout.Player) {
	for _, i := range p.NewNumbers() {
		t.seen[i] = true
	}
}

// close ends the current match.
func (t *totals) close() {
	t.games++
	for _, g := range t.open {
		g.match(g.n1, g.x1)
		if g.N == nil {
			g.Values.add(g.x1, 1)
		}
		g.n1, g.x1 = 0, 0
	}
	t.open = t.open[:0]
}

// plus adds the matches of o.
func (t *totals) plus(o *totals) {
	t.games += o.games
	t.decisions += o.decisions
	t.failed = t.failed.plus(o.failed)
	for i, s := range o.series {
		for key, g := range s.groups {
			t.series[i].group(key).add(&g.Group)
		}
	}
	for i, is := range o.seen {
		t.seen[i] = t.seen[i] || is
	}
}
