package simulate

import (
	"math/big"

	"moraine/interpreter"
	"moraine/interpreter/internal/machine"
	"moraine/interpreter/internal/program"
)

// The kinds of measure, as the rules write them.
const (
	share = "share"
	mean  = "mean"
	count = "count"
	total = "sum"
)

const (
	maxGames   = 1 << 40 // bounds a run
	maxInMatch = 1 << 40 // bounds what a measure may come to in one match
)

// totals are what a stretch of matches came to: whole numbers that are only ever
// added up. So it does not matter where the stretch was cut into pieces, nor
// which of them was played first.
type totals struct {
	games, decisions int64
	seats, policies  series // wins, in parts of one
	measures         []series
	seen             []bool   // ops, and after them cards, that have come up
	open             []*tally // what has something of the match under way
}

// series are the tallies of a measure, one a group.
type series struct {
	index  int // 0 the seats, 1 the policies, and then the measures
	how    string
	groups []*tally
	at     map[int32]*tally
}

// tally is what one group of a measure came to. n is how often it was looked at
// and x what was counted or added up, each with its squares over whole matches:
// what happens within a match hangs together, so it is matches that vary.
type tally struct {
	of         int // index of its series
	key        int32
	how        string
	matches    int64 // in which it was looked at
	n, x       sum
	nn, nx, xx sum
	values     histogram // of a mean each value, of a count or a sum that of each match
	n1, x1     int64     // of the match under way
}

// sum is a sum of products of any size.
type sum struct{ big.Int }

func (s *sum) add(a, b int64) {
	s.Add(&s.Int, new(big.Int).Mul(big.NewInt(a), big.NewInt(b)))
}

func (s *sum) plus(o *sum) { s.Add(&s.Int, &o.Int) }

// copy is the sum as it is now.
func (s *sum) copy() *big.Int { return new(big.Int).Set(&s.Int) }

func newTotals(p *program.Program) *totals {
	t := &totals{seen: make([]bool, p.CountOps()+len(p.Cards))}
	t.seats, t.policies = series{index: 0, how: share}, series{index: 1, how: share}
	for i, m := range p.Measures {
		t.measures = append(t.measures, series{index: 2 + i, how: m.How})
	}
	return t
}

func (s *series) group(key int32) *tally {
	if t := s.at[key]; t != nil {
		return t
	}
	if s.at == nil {
		s.at = map[int32]*tally{}
	}
	t := &tally{of: s.index, key: key, how: s.how}
	s.groups, s.at[key] = append(s.groups, t), t
	return t
}

// note adds a value to the match under way.
func (t *totals) note(s *series, key int32, x int64) *tally {
	g := s.group(key)
	if g.n1 == 0 {
		t.open = append(t.open, g)
	}
	g.n1++
	g.x1 += x
	if g.how == mean {
		g.values.add(x, 1)
	}
	return g
}

// metered adds what a meter took down in the match under way. It is told once
// what comes up, so all that a meter has taken down before must be there, too.
func (t *totals) metered(p *program.Program, meter *machine.Meter) error {
	for _, i := range meter.Fresh {
		t.seen[i] = true
	}
	for _, v := range meter.Taken {
		if g := t.note(&t.measures[v.Measure], v.By, int64(v.Value)); magnitude(g.x1) > maxInMatch {
			return &interpreter.Fault{Pos: p.Measures[v.Measure].Pos, Limit: true, Text: "this measure comes to more than a million millions in one match"}
		}
	}
	return nil
}

// close ends the match under way.
func (t *totals) close() {
	t.games++
	for _, g := range t.open {
		g.matches++
		g.n.add(g.n1, 1)
		g.x.add(g.x1, 1)
		g.nn.add(g.n1, g.n1)
		g.nx.add(g.n1, g.x1)
		g.xx.add(g.x1, g.x1)
		if g.how == count || g.how == total {
			g.values.add(g.x1, 1)
		}
		g.n1, g.x1 = 0, 0
	}
	t.open = t.open[:0]
}

// plus adds the matches of o.
func (t *totals) plus(o *totals) {
	t.games += o.games
	t.decisions += o.decisions
	t.seats.plus(&o.seats)
	t.policies.plus(&o.policies)
	for i := range o.measures {
		t.measures[i].plus(&o.measures[i])
	}
	for i, is := range o.seen {
		if is {
			t.seen[i] = true
		}
	}
}

func (s *series) plus(o *series) {
	for _, g := range o.groups {
		if g.matches > 0 {
			s.group(g.key).plus(g)
		}
	}
}

func (t *tally) plus(o *tally) {
	t.matches += o.matches
	t.n.plus(&o.n)
	t.x.plus(&o.x)
	t.nn.plus(&o.nn)
	t.nx.plus(&o.nx)
	t.xx.plus(&o.xx)
	t.values.plus(&o.values)
}

// clear makes the totals those of no match, and keeps their memory.
func (t *totals) clear() {
	t.games, t.decisions = 0, 0
	t.seats.clear()
	t.policies.clear()
	for i := range t.measures {
		t.measures[i].clear()
	}
	clear(t.seen)
}

func (s *series) clear() {
	for _, g := range s.groups {
		values := g.values
		values.clear()
		*g = tally{of: g.of, key: g.key, how: g.how, values: values}
	}
}
