package syntax

import (
	"math"
	"strconv"

	"moraine/interpreter/source"
)

// Learned holds the weights by which searches judge positions, as `moraine learn` writes them. The key is the name of a
// variant, or `default` for the plain game. The value of a position for a player is the sum of the weights times the
// values of their formulas, in thousandths of log-odds.
type Learned struct {
	Ident   `yaml:",key" what:"a set of learned values"`
	Rules   string `yaml:"rules"` // interpreter.Game.RulesInForce of the game that was played
	Players int    `yaml:"players"`
	Seed    string `yaml:"seed"` // a text, because it has 64 bits
	Matches int    `yaml:"matches"`
	Loss    int    `yaml:"loss"`   // of positions that were kept apart, in thousandths
	Chance  int    `yaml:"chance"` // the loss without weights
	// the strongest declared bot, which plays the trials unless the game names one
	Trials  Ident    `yaml:"trials" ref:"bot"`
	Beats   []Beaten `yaml:"beats"`
	Weights []Weight `yaml:"weights,required"`
}

func (l *Learned) check(m *Fields) {
	within := func(key string, is, low, high int) {
		if n := m.Take(key); n != nil && source.IsNumber(n.Value) && (is < low || is > high) {
			m.Diags.Add(n.Pos, "%q must be from %d to %d, not %s", key, low, high, n.Value)
		}
	}
	within("players", l.Players, 2, maxPlayers)
	within("matches", l.Matches, 1, math.MaxInt32)
	within("loss", l.Loss, 0, math.MaxInt32)
	within("chance", l.Chance, 0, math.MaxInt32)
	if n := m.Take("seed"); n != nil && n.Kind == source.Scalar {
		if _, err := strconv.ParseUint(n.Value, 10, 64); err != nil {
			m.Diags.Add(n.Pos, "a seed is a number from 0 to %d, not %q", uint64(math.MaxUint64), n.Value)
		}
	}
}

// Beaten is the share of wins against a policy in paired matches, with its interval, in thousandths.
type Beaten struct {
	Ident `yaml:",key,any"`
	Share int `yaml:"share" what:"a result of a gate"`
	Low   int `yaml:"low"`
	High  int `yaml:"high"`
}

func (b *Beaten) check(m *Fields) {
	if b.Low < 0 || b.Low > b.Share || b.Share > b.High || b.High > 1000 {
		m.complain("a share of wins is in thousandths: 0 ≤ low ≤ share ≤ high ≤ 1000; found low %d, share %d, high %d",
			b.Low, b.Share, b.High)
	}
}

// Weight is the weight of a formula at the beginning and at the end of a match. Clock is the contribution of the
// formula to the part of the match that is over: the sum, averaged over the players, is from 0 to 1,000,000.
type Weight struct {
	Ident `yaml:",key,any"`
	Is    *Formula
	Early int `yaml:"early" what:"a weight"`
	Late  int `yaml:"late"` // the same as Early if the key is missing
	Clock int `yaml:"clock"`
}

// MaxWeight limits the weights of learned values, so that their sums do not overflow. A weight of 7,000 for one unit
// turns an even match into one that is won 999 times in 1,000.
const MaxWeight = 1_000_000

// decode decodes a weight, whose key is a formula.
func (w *Weight) decode(m *Fields, key, n *source.Node) {
	w.Is = DecodeFormula(key, m.Diags)
	m.readMap(n, w)
}

func (w *Weight) check(m *Fields) {
	if !m.Has("late") {
		w.Late = w.Early
	}
	for _, n := range []int{w.Early, w.Late, w.Clock} {
		if n < -MaxWeight || n > MaxWeight {
			m.complain("a weight is from %d to %d, not %d", -MaxWeight, MaxWeight, n)
		}
	}
}
