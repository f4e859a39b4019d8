package simulate

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/internal/schema"
	"moraine/interpreter/internal/words"
)

// Results are what a stretch of the matches of a run came to, in names that mean
// the same to whoever has no program of the game.
type Results struct {
	Version  string            `json:"version"` // of moraine
	Game     string            `json:"game"`
	Data     string            `json:"data"` // interpreter.Sources.Hash of the game
	Variant  string            `json:"variant"`
	Readings map[string]string `json:"readings"`
	Players  int               `json:"players"`
	Seed     uint64            `json:"seed"`
	Policies []string          `json:"policies"` // one a seat; they move on by a seat from match to match
	Matches  Stretch           `json:"matches"`

	Games     int64     `json:"games"`
	Turns     *big.Int  `json:"turns"` // the total of the measure of that name
	Decisions int64     `json:"decisions"`
	Parts     int64     `json:"parts"` // into which a win is cut
	Seats     Measure   `json:"seats"` // wins, in such parts
	Wins      Measure   `json:"wins"`  // the same by policy, of a seat that has it
	Measures  []Measure `json:"measures"`
	Never     Never     `json:"never"`

	words words.Names // in which it is written
}

// Stretch is some matches of a run, counted from 1.
type Stretch struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
	Of   int64 `json:"of"`
}

// Measure is what a measure came to.
type Measure struct {
	Name   string  `json:"name"`
	How    string  `json:"how"` // share, mean, count or sum
	Split  bool    `json:"split"`
	Groups []Group `json:"groups"` // one without a name, if it is not split
}

// Group is what a group of a measure came to, as tally has it. Of a count and a
// sum there is a value for each match, so they need no n.
type Group struct {
	By      string     `json:"by"`
	Key     int32      `json:"key"` // groups stand in its order, and then in that of their names
	Matches int64      `json:"matches"`
	N       *big.Int   `json:"n,omitempty"`
	X       *big.Int   `json:"x"`
	NN      *big.Int   `json:"nn,omitempty"`
	NX      *big.Int   `json:"nx,omitempty"`
	XX      *big.Int   `json:"xx"`
	Values  [][2]int64 `json:"values,omitempty"` // that came up, and how often; a match in which a count or sum has none is not listed

	Estimate *Estimate `json:"estimate,omitempty"` // what follows from all that
}

// maxGroups bounds into how many groups a measure may fall.
const maxGroups = 10_000

// turns is the name of the measure that counts turns.
const turns = "turns"

// results makes results of totals: those of the matches from one up to another.
func results(g *interpreter.Game, o *Options, from, to int64, sum *totals) (*Results, error) {
	p := g.Program
	r := &Results{
		Version: o.Version, Game: g.ID, Data: o.Hash, Variant: o.Rules.Variant, Readings: o.Rules.Readings,
		Players: o.Players, Seed: o.Seed, Policies: o.Policies, Matches: Stretch{from + 1, to, o.Games},
		Games: sum.games, Decisions: sum.decisions, Parts: parts(o.Players), Never: never(g, sum.seen),
	}
	if r.Readings == nil {
		r.Readings = map[string]string{}
	}
	names := groupNames(g, o)
	r.Seats = sum.seats.named(winsBySeat, true, names[0])
	r.Wins = sum.policies.named(winsByPolicy, true, names[1])
	for i, m := range p.Measures {
		if len(sum.measures[i].groups) > maxGroups {
			return nil, &interpreter.Fault{Pos: m.Pos, Limit: true, Text: fmt.Sprintf("this measure falls into more than %d groups", maxGroups)}
		}
		r.Measures = append(r.Measures, sum.measures[i].named(m.Name, m.By != nil, names[2+i]))
	}
	r.conclude()
	return r, nil
}

const (
	winsBySeat   = "wins by seat"
	winsByPolicy = "wins by policy"
)

// groupNames tell, for each series by its index, what its groups are called.
func groupNames(g *interpreter.Game, o *Options) []func(key int32) (string, int32) {
	out := []func(int32) (string, int32){
		func(seat int32) (string, int32) { return g.Program.Seats[seat], seat },
		func(i int32) (string, int32) { return o.Policies[i], i },
	}
	for _, m := range g.Program.Measures {
		name := func(int32) (string, int32) { return "", 0 }
		if m.By != nil {
			name = func(by int32) (string, int32) { return groupName(g, m.By.Type, by) }
		}
		out = append(out, name)
	}
	return out
}

// groupName is what a group is called, and where it stands among the others.
func groupName(g *interpreter.Game, t schema.Type, by int32) (name string, key int32) {
	switch {
	case by == schema.Nothing:
		return "nothing", by
	case t.Base == schema.Number:
		return fmt.Sprint(by), by
	case t.Base == schema.YesNo:
		return [...]string{"no", "yes"}[by], by
	case t.Base == schema.Player:
		return g.Program.Seats[by], by
	case t.Base == schema.Piece:
		return g.Schema.Cards[by].Name, by
	}
	return g.Schema.Text(by), 0
}

// named gives the groups of a series their names.
func (s *series) named(name string, split bool, group func(key int32) (string, int32)) Measure {
	m := Measure{Name: name, How: s.how, Split: split, Groups: []Group{}}
	if !split {
		s.group(0) // even if there was nothing to measure
	}
	for _, t := range s.groups {
		if split && t.matches == 0 {
			continue
		}
		g := Group{Matches: t.matches, X: t.x.copy(), XX: t.xx.copy(), Values: t.values.bins()}
		g.By, g.Key = group(t.key)
		if s.how == share || s.how == mean {
			g.N, g.NN, g.NX = t.n.copy(), t.nn.copy(), t.nx.copy()
		}
		m.Groups = append(m.Groups, g)
	}
	slices.SortFunc(m.Groups, inOrder)
	return m
}

func inOrder(a, b Group) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.By, b.By)) }

// conclude works out what follows from the totals.
func (r *Results) conclude() {
	r.Turns = new(big.Int)
	for _, m := range r.All() {
		parts := int64(1)
		if m == &r.Seats || m == &r.Wins {
			parts = r.Parts
		}
		for i := range m.Groups {
			g := &m.Groups[i]
			g.Estimate = g.estimate(m.How, r.Games, parts)
			if m.Name == turns {
				r.Turns.Add(r.Turns, g.X)
			}
		}
	}
}

// All are the wins and the measures.
func (r *Results) All() []*Measure {
	out := []*Measure{&r.Seats, &r.Wins}
	for i := range r.Measures {
		out = append(out, &r.Measures[i])
	}
	return out
}

// add adds the results of the matches that follow.
func (r *Results) add(o *Results) {
	r.Matches.To = o.Matches.To
	r.Games += o.Games
	r.Decisions += o.Decisions
	r.Seats.add(&o.Seats)
	r.Wins.add(&o.Wins)
	for i := range r.Measures {
		r.Measures[i].add(&o.Measures[i])
	}
	r.Never.and(&o.Never)
	r.conclude()
}

func (m *Measure) add(o *Measure) {
	for _, g := range o.Groups {
		if i, found := slices.BinarySearchFunc(m.Groups, g, inOrder); found {
			m.Groups[i].add(&g)
		} else {
			m.Groups = slices.Insert(m.Groups, i, g)
		}
	}
}

func (g *Group) add(o *Group) {
	g.Matches += o.Matches
	for _, s := range [...]struct{ to, from *big.Int }{{g.N, o.N}, {g.X, o.X}, {g.NN, o.NN}, {g.NX, o.NX}, {g.XX, o.XX}} {
		if s.to != nil {
			s.to.Add(s.to, s.from)
		}
	}
	var h histogram
	for _, list := range [2][][2]int64{g.Values, o.Values} {
		for _, v := range list {
			h.add(v[0], v[1])
		}
	}
	g.Values = h.bins()
}
