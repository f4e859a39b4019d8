package simulate

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"moraine/interpreter"
	"moraine/interpreter/playout"
	"moraine/interpreter/words"
)

// Header describes the game of a report, and its series of matches.
type Header struct {
	Version  string            `json:"version" jsonschema:"the version of moraine"`
	Game     string            `json:"game"`
	Data     string            `json:"data" jsonschema:"the hash of the rules"`
	Variant  string            `json:"variant" jsonschema:"empty for the game itself"`
	Readings map[string]string `json:"readings" jsonschema:"from ruling to reading"`
	Players  int               `json:"players" schema:"min=1"`
	Seed     uint64            `json:"seed"`
	Beats    []Pair            `json:"beats,omitempty" jsonschema:"what the policy of all seats wins versus others"`
}

// NewHeader returns the header for matches of a game.
func NewHeader(g *interpreter.Game, o *Options) Header {
	h := Header{Version: o.Version, Game: g.ID, Data: o.Hash, Variant: o.Rules.Variant, Readings: o.Rules.Readings,
		Players: o.Players, Seed: o.Seed, Beats: o.Beats}
	if h.Readings == nil {
		h.Readings = map[string]string{}
	}
	return h
}

// Results has the results for a range of matches. Its names do not depend on the compiled game.
type Results struct {
	Kind string `json:"kind,omitempty" schema:"const=sim"`
	Header
	Policies []string `json:"policies" jsonschema:"one for each seat; they move by one seat from match to match"`
	Fixed    bool     `json:"fixed,omitempty" jsonschema:"the policies keep their seats"`
	Matches  Stretch  `json:"matches" jsonschema:"the range of these matches in the run, from 1"`

	Games     int64     `json:"games" jsonschema:"the number of these matches, without those that failed"`
	Failed    *Failed   `json:"failed,omitempty" jsonschema:"the matches that an error in the rules stopped, with --go-on"`
	Turns     *big.Int  `json:"turns" jsonschema:"the total of the measure turns; 0 if the game has none"`
	Decisions int64     `json:"decisions" jsonschema:"requests with two or more answers"`
	Parts     int64     `json:"parts" jsonschema:"the number of parts into which a win is divided, so that several winners share it"`
	Seats     Measure   `json:"seats" jsonschema:"wins by seat, in such parts"`
	Wins      Measure   `json:"wins" jsonschema:"wins by policy, in such parts"`
	Measures  []Measure `json:"measures"`
	Never     Never     `json:"never" jsonschema:"cards, steps and options that did not come up in any match"`

	words words.Names // language of the output
}

// Failed has the matches that an error in the rules stopped. They count in no measure.
type Failed struct {
	Matches int64  `json:"matches" schema:"min=1"`
	First   int64  `json:"first" jsonschema:"the number of the first of these matches in the run, from 1"`
	Seed    uint64 `json:"seed" jsonschema:"the seed of that match"`
	Error   string `json:"error" jsonschema:"its error"`

	error error // that of the first match; nil if the results were read from a file
}

// plus returns the failed matches of two ranges; either can be nil.
func (f *Failed) plus(o *Failed) *Failed {
	if f == nil || o == nil {
		return cmp.Or(f, o)
	}
	out := *f
	if o.First < f.First {
		out = *o
	}
	out.Matches = f.Matches + o.Matches
	return &out
}

// Err returns the error of the first failed match, or nil.
func (f *Failed) Err() error {
	switch {
	case f == nil:
		return nil
	case f.error == nil:
		return fmt.Errorf("match %d stopped with an error: %s", f.First, f.Error)
	}
	return f.error
}

// Stretch is a range of the matches of a run, counted from 1.
type Stretch struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
	Of   int64 `json:"of"`
}

// Measure holds the values of a measure.
type Measure struct {
	Name   string  `json:"name"`
	How    string  `json:"how" schema:"enum=share|mean|count|sum"`
	Split  bool    `json:"split" jsonschema:"it has groups; otherwise groups has one without a name"`
	Groups []Group `json:"groups" schema:"null"`
}

// Group has the values of a group of a measure. A count or sum has one value per match and
// needs no n.
type Group struct {
	By      string    `json:"by"`
	Key     int32     `json:"key" jsonschema:"groups are sorted by it, then by name"`
	Matches int64     `json:"matches" jsonschema:"the matches in which the group has a value"`
	N       *big.Int  `json:"n,omitempty" jsonschema:"for a share or mean: the number of values"`
	X       *big.Int  `json:"x" jsonschema:"the sum of the values"`
	NN      *big.Int  `json:"nn,omitempty" jsonschema:"the sum over matches of n times n"`
	NX      *big.Int  `json:"nx,omitempty" jsonschema:"the sum over matches of n times x"`
	XX      *big.Int  `json:"xx" jsonschema:"the sum over matches of x times x"`
	Values  histogram `json:"values,omitempty" jsonschema:"each value with its count; for counts and sums, without the matches that have no value"`

	Estimate *Estimate `json:"estimate,omitempty" jsonschema:"computed from the other numbers"`
}

// maxGroups limits the groups of a measure.
const maxGroups = 10_000

// turns is the name of the measure that counts turns.
const turns = "turns"

// results converts the totals of a range of matches to results.
func results(g *interpreter.Game, o *Options, from, to int64, sum *totals) (*Results, error) {
	r := &Results{
		Kind:   "sim",
		Header: NewHeader(g, o), Policies: o.Policies, Fixed: o.Fixed,
		Matches: Stretch{From: from + 1, To: to, Of: o.Games},
		Games:   sum.games, Failed: sum.failed, Decisions: sum.decisions, Parts: parts(o.Players),
		Never: never(g, sum.seen),
	}
	for i, t := range sum.series {
		if i >= measured && len(t.groups) > maxGroups {
			return nil, &interpreter.Fault{Pos: playout.Measures(g)[i-measured].Pos, Limit: true,
				Text: fmt.Sprintf("this measure has more than %d groups", maxGroups)}
		}
		r.Measures = append(r.Measures, t.measure())
	}
	r.Seats, r.Wins, r.Measures = r.Measures[bySeat], r.Measures[byPolicy], slices.Clone(r.Measures[measured:])
	r.conclude()
	return r, nil
}

func inOrder(a, b Group) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.By, b.By)) }

// conclude computes the estimates from the totals.
func (r *Results) conclude() {
	r.Turns = new(big.Int)
	for _, m := range r.All() {
		for i := range m.Groups {
			g := &m.Groups[i]
			g.Estimate = g.estimate(m.How, r.Games, r.partsOf(m))
			if m == &r.Wins {
				g.Estimate = g.estimateWins(r.Parts)
			}
			if m.Name == turns {
				r.Turns.Add(r.Turns, g.X)
			}
		}
	}
}

// areWins reports whether a measure counts wins.
func (r *Results) areWins(m *Measure) bool { return m == &r.Seats || m == &r.Wins }

// partsOf returns the number of parts into which one unit of a measure is divided.
func (r *Results) partsOf(m *Measure) int64 {
	if r.areWins(m) {
		return r.Parts
	}
	return 1
}

// All returns the measures of wins, followed by those of the game.
func (r *Results) All() []*Measure {
	out := []*Measure{&r.Seats, &r.Wins}
	for i := range r.Measures {
		out = append(out, &r.Measures[i])
	}
	return out
}

// Add adds the results of other matches of the same configuration.
func (r *Results) Add(o *Results) {
	r.Games += o.Games
	r.Decisions += o.Decisions
	r.Failed = r.Failed.plus(o.Failed)
	r.Seats.add(&o.Seats)
	r.Wins.add(&o.Wins)
	for i := range r.Measures {
		r.Measures[i].add(&o.Measures[i])
	}
	r.Never.intersect(&o.Never)
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

func newGroup(how string) Group {
	g := Group{X: new(big.Int), XX: new(big.Int)}
	if how == share || how == mean {
		g.N, g.NN, g.NX = new(big.Int), new(big.Int), new(big.Int)
	}
	return g
}

// match adds a match in which the group had n values with the sum x.
func (g *Group) match(n, x int64) {
	g.Matches++
	addProduct(g.X, x, 1)
	addProduct(g.XX, x, x)
	if g.N != nil {
		addProduct(g.N, n, 1)
		addProduct(g.NN, n, n)
		addProduct(g.NX, n, x)
	}
}

func addProduct(to *big.Int, a, b int64) {
	to.Add(to, new(big.Int).Mul(big.NewInt(a), big.NewInt(b)))
}

func (g *Group) add(o *Group) {
	g.Matches += o.Matches
	for _, s := range [...]struct{ to, from *big.Int }{{g.N, o.N}, {g.X, o.X}, {g.NN, o.NN}, {g.NX, o.NX},
		{g.XX, o.XX}} {
		if s.to != nil {
			s.to.Add(s.to, s.from)
		}
	}
	for v, n := range o.Values {
		g.Values.add(v, n)
	}
}
